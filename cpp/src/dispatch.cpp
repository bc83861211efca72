#include "dispatch.hpp"

#include <cstdlib>

#include "renju/isa.hpp"

#if defined(_MSC_VER) && (defined(RENJU_HAS_AVX2) || defined(RENJU_HAS_AVX512))
#include <intrin.h>
#endif

namespace renju {
namespace {

using kernels::Table;

#if defined(RENJU_HAS_AVX2) || defined(RENJU_HAS_AVX512)
#if defined(_MSC_VER)

/// Bits of leaf 7's EBX, if the system saves the registers they need.
bool cpu_has(unsigned leaf7, unsigned saved) {
  int registers[4];
  __cpuid(registers, 0);
  if (registers[0] < 7) return false;
  __cpuid(registers, 1);
  const unsigned osxsave = 1u << 27;
  if ((static_cast<unsigned>(registers[2]) & osxsave) == 0) return false;
  if ((_xgetbv(0) & saved) != saved) return false;
  __cpuidex(registers, 7, 0);
  return (static_cast<unsigned>(registers[1]) & leaf7) == leaf7;
}
bool cpu_has_avx2() {
  return cpu_has(1u << 5 | 1u << 3 | 1u << 8, 0x6);
}
[[maybe_unused]] bool cpu_has_avx512() {
  return cpu_has_avx2() && cpu_has(1u << 16 | 1u << 17 | 1u << 30 | 1u << 31, 0xe6);
}

#else

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
