// Which instruction set the batch functions run on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace renju {

/// The name of the instruction set in use: "baseline", "avx2" or "avx512". It is chosen once, the
/// best of this build that this CPU has, unless the environment variable RENJU_ISA names another.
/// Results never depend on it.
[[nodiscard]] std::string_view isa();

/// Those of this build that this CPU has, the slowest first.
[[nodiscard]] std::vector<std::string_view> isas();

/// Empty, or a sentence saying that RENJU_ISA names none of isas() and what would be right.
[[nodiscard]] std::string isa_problem();

}  // namespace renju
