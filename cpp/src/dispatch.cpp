#include "dispatch.hpp"

#include <cstdlib>

#include "renju/isa.hpp"

namespace renju {
namespace {

using kernels::Table;

#if defined(RENJU_HAS_AVX2) || defined(RENJU_HAS_AVX512)
bool cpu_has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
bool cpu_has_avx512() {
  return cpu_has_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq");
}
#endif

/// The slowest first.
std::vector<const Table*> available() {
  std::vector<const Table*> tables{&kernels::baseline::kTable};
#if defined(RENJU_HAS_AVX2)
  if (cpu_has_avx2()) tables.push_back(&kernels::avx2::kTable);
#endif
#if defined(RENJU_HAS_AVX512)
  if (cpu_has_avx512()) tables.push_back(&kernels::avx512::kTable);
#endif
  return tables;
}

struct Choice {
  const Table* table;
  std::string problem;
};

Choice choose() {
  const std::vector<const Table*> tables = available();
  const char* wanted = std::getenv("RENJU_ISA");
  if (wanted == nullptr || *wanted == '\0') return {tables.back(), ""};
  std::string names;
  for (const Table* table : tables) {
    if (std::string_view(table->name) == wanted) return {table, ""};
    names += names.empty() ? "" : ", ";
    names += table->name;
  }
  return {tables.back(), "the environment variable RENJU_ISA is '" + std::string(wanted) +
                             "', but this build on this CPU has only: " + names};
}

const Choice& choice() {
  static const Choice made = choose();
  return made;
}

}  // namespace

const kernels::Table& kernel() {
  return *choice().table;
}

std::string_view isa() {
  return kernel().name;
}

std::vector<std::string_view> isas() {
  std::vector<std::string_view> names;
  for (const Table* table : available()) names.emplace_back(table->name);
  return names;
}

std::string isa_problem() {
  return choice().problem;
}

}  // namespace renju
