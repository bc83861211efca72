// The batch kernel, compiled once for each instruction set.
#include "kernels/bytes.hpp"
#include "kernels/judge.hpp"
#include "kernels/rows.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

template <bool kPermitted>
bool judge_boards(const Stones& stones, std::size_t count, Labels& labels) {
  bool doubts[kBlock / Lanes::kCount] = {};
  bool any = false;
  for (std::size_t first = 0; first < count; first += Lanes::kCount) {
    const bool doubt = judge_lanes<kPermitted>(stones, first, labels);
    doubts[first / Lanes::kCount] = doubt;
    any |= doubt;
  }
  if (any) {
    for (std::size_t board = 0; board < kBlock; ++board) {
      if (!doubts[board / Lanes::kCount]) labels.doubt[board] = Bits{};
    }
  }
  return any;
}

bool judge(const Stones& stones, std::size_t count, bool permitted, Labels& labels) {
  return permitted ? judge_boards<true>(stones, count, labels)
                   : judge_boards<false>(stones, count, labels);
}

unsigned ones(std::uint64_t word) {
#if defined(__GNUC__)
  return static_cast<unsigned>(__builtin_popcountll(word));
#else
  unsigned found = 0;
  for (; word != 0; word &= word - 1) ++found;
  return found;
#endif
}

void count_fouls(const Labels& labels, std::size_t count, std::uint8_t* counts) {
  for (std::size_t board = 0; board < count; ++board) {
    unsigned fouls = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      // OVERLINE 010, DOUBLE_FOUR 011, DOUBLE_THREE 100; OCCUPIED is 101.
      fouls += ones(labels.digits[1][board].words[i] |
                    (labels.digits[2][board].words[i] & ~labels.digits[0][board].words[i]));
    }
    counts[board] = static_cast<std::uint8_t>(fouls);
  }
}

}  // namespace

// The build says which of them this is. A const object is hidden from other files unless declared,
// as table.hpp does.
namespace RENJU_KERNEL {
const Table kTable{RENJU_KERNEL_NAME, pack,  expand, expand_one, are_cells, judge,
                   count_fouls,       fives, rows,   judge_plies};
}  // namespace RENJU_KERNEL
}  // namespace renju::kernels
