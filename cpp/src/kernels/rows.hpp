// The smaller jobs: where a five can be made, where one stands, and one stone a board.
#pragma once

#include "kernels/judge.hpp"

namespace renju::kernels {
namespace {

/// Whether a stone stands just before row `first` or just after the four rows that follow it.
inline Lanes beyond_rows(const Lanes* stones, int first) {
  const Lanes before = first > 0 ? stones[first - 1] : no_lane();
  return first + 5 < kRows ? before | stones[first + 5] : before;
}

/// Where a stone makes a five along the columns. Unless `exact`, more than five will do, so that a
/// stone beyond a window changes nothing.
inline void column_fives(const Frame& frame, bool exact, Lanes* found) {
  const Lanes* b = frame.stones;
  const Lanes* e = frame.empty;
  for (int r = 0; r < kRows; ++r) found[r] = no_lane();
  for (int r = 0; r + 4 < kRows; ++r) {
    const auto fours = window::four_cells(window::pair(b[r], e[r], b[r + 1], e[r + 1]),
                                          window::pair(b[r + 2], e[r + 2], b[r + 3], e[r + 3]));
    const Lanes beyond = exact ? beyond_rows(b, r) : no_lane();
    const Lanes five = window::five_cells(fours, b[r + 4], e[r + 4], beyond).five;
    for (int k = 0; k < 5; ++k) found[r + k] |= five;
  }
}

void fives(const Bits* own, const Bits* other, std::size_t count, bool exact, Bits* found) {
  for (std::size_t first = 0; first < count; first += Lanes::kCount) {
    Work work;
    load_frames(own + first, other + first, work);
    Lanes column[kRows];
    Lanes diagonal[kRows];
    Lanes anti_diagonal[kRows];
    column_fives(work.column, exact, column);
    column_fives(work.diagonal, exact, diagonal);
    column_fives(work.anti_diagonal, exact, anti_diagonal);
    Lanes all[kRows];
    unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
      constexpr int r = decltype(index)::kValue;
      Lanes sixes;
      const Lanes empty = work.column.empty[r];
      const RowFacts row = row_facts(work.column.stones[r], empty, sixes);
      const Lanes along = exact ? row.five : row.five | row.overline;
      all[r] = empty &
               (along | column[r] | rotated_up<r>(diagonal[r]) | rotated_down<r>(anti_diagonal[r]));
    });
    store_rows(all, found + first);
  }
}

/// Lanes in which a five stands along the columns.
inline Lanes standing_columns(const Lanes* b, bool exact) {
  Lanes found = no_lane();
  for (int r = 0; r + 4 < kRows; ++r) {
    const Lanes five = b[r] & b[r + 1] & b[r + 2] & b[r + 3] & b[r + 4];
    found |= exact ? five & ~beyond_rows(b, r) : five;
  }
  return found;
}

inline Lanes standing_row(Lanes b, bool exact) {
  const Lanes two = b & (b >> 1);
  const Lanes five = two & (two >> 2) & (b >> 4);
  return exact ? five & ~((b << 1) | (b >> 5)) : five;
}

std::uint32_t rows(const Bits* own, std::size_t count, bool exact) {
  std::uint32_t boards = 0;
  for (std::size_t first = 0; first < count; first += Lanes::kCount) {
    Lanes column[kRows];
    Lanes diagonal[kRows];
    Lanes anti_diagonal[kRows];
    load_rows(own + first, column);
    Lanes found = no_lane();
    unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
      constexpr int r = decltype(index)::kValue;
      diagonal[r] = rotated_down<r>(column[r]);
      anti_diagonal[r] = rotated_up<r>(column[r]);
      found |= standing_row(column[r], exact);
    });
    found |= standing_columns(column, exact) | standing_columns(diagonal, exact) |
             standing_columns(anti_diagonal, exact);
    std::uint16_t words[Lanes::kCount];
    found.store(words);
    for (std::size_t i = 0; i < Lanes::kCount; ++i) {
      boards |= static_cast<std::uint32_t>(words[i] != 0) << (first + i);
    }
  }
  return boards;
}

void judge_plies(const Plies& plies, std::size_t count, std::uint16_t* found) {
  for (std::size_t first = 0; first < count; first += Lanes::kCount) {
    RowFacts facts[4];
    for (int d = 0; d < 4; ++d) {
      Lanes sixes;
      facts[d] =
          row_facts(Lanes::load(plies.own[d] + first), Lanes::load(plies.empty[d] + first), sixes);
    }
    const auto counted = [&](Lanes RowFacts::*fact) RENJU_INLINE_LAMBDA {
      return count_of(facts[0].*fact, facts[1].*fact, facts[2].*fact, facts[3].*fact);
    };
    const Lanes double_four = counted(&RowFacts::four).two | counted(&RowFacts::two_fours).one;
    const Lanes center = every_lane(1u << kLineCenter);
    const Lanes five = center & counted(&RowFacts::five).one;
    const Lanes overline = center & ~five & counted(&RowFacts::overline).one;
    const Lanes foul_four = center & ~(five | overline) & double_four;
    const Lanes threes = center & ~(five | overline | foul_four) & counted(&RowFacts::three).two;
    const int unit = kLineCenter;
    const Lanes numbers = ((five | foul_four) >> unit) | ((overline | foul_four) >> (unit - 1)) |
                          (threes >> (unit - 2));
    numbers.store(found + first);
  }
}

}  // namespace
}  // namespace renju::kernels
