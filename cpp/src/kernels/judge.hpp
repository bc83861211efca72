// Judging a register full of boards at once: every empty point, a black stone (RIF 9.1 to 9.3).
//
// The recursion of RIF 9.3 is a matter of maps, nearly always. Let p and q be the two empty inner
// cells of a six-cell window: p makes a three, q would make it a straight four. They share only
// that line, on which q, before p, makes neither four nor five. So after p is put, q makes what it
// made before in the other directions, and one four. It is no permitted straight-four point if it
// makes an overline anywhere, or any four (with its straight four a double-four). It can be a
// double-three only if it makes threes in two of the other directions, three of four together.
// Those q are `deep` and only points whose verdict hangs on one of them are left to the referee.
#pragma once

#include "kernels/facts.hpp"

namespace renju::kernels {
namespace {

/// What the first pass knows of each row.
struct Known {
  Lanes digit0[kRows];  // the verdict in binary, with double-threes still missing
  Lanes digit1[kRows];
  Lanes two_threes[kRows];  // no five and no foul yet, but threes in two directions at least
  Lanes deep[kRows];        // straight-four points that only the referee can judge
};

/// Of four directions, given a map each.
struct Count {
  Lanes one;    // at least one
  Lanes two;    // at least two
  Lanes three;  // at least three
};
RENJU_ALWAYS_INLINE Count count_of(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab = a | b;
  const Lanes cd = c | d;
  const Lanes both_ab = a & b;
  const Lanes both_cd = c & d;
  return {ab | cd, both_ab | both_cd | (ab & cd), (both_ab & cd) | (both_cd & ab)};
}

/// A map of points in the frames of the three directions that cross the rows.
struct Framed {
  Lanes column[kRows];
  Lanes diagonal[kRows];
  Lanes anti_diagonal[kRows];

  template <int kRow>
  RENJU_ALWAYS_INLINE void set(Lanes row) {
    column[kRow] = row;
    diagonal[kRow] = rotated_down<kRow>(row);
    anti_diagonal[kRow] = rotated_up<kRow>(row);
  }
};

/// The six-cell windows of all directions.
struct Sixes {
  Lanes row[kRows];
  Lanes column[kSixWindows];
  Lanes diagonal[kSixWindows];
  Lanes anti_diagonal[kSixWindows];
};

struct Work {
  Frame column;
  Frame diagonal;
  Frame anti_diagonal;
  Facts column_facts;
  Facts diagonal_facts;
  Facts anti_diagonal_facts;
  Sixes sixes;
  Known known;
  Framed playable;  // straight-four points that are surely permitted
};

/// The stones of the block as frames.
RENJU_NOINLINE void load_frames(const Bits* own, const Bits* other, Work& work) {
  Lanes others[kRows];
  load_rows(own, work.column.stones);
  load_rows(other, others);
  const Lanes mask = every_lane(kRowMask);
  unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    const Lanes stones = work.column.stones[r];
    const Lanes empty = ~(stones | others[r]) & mask;
    work.column.empty[r] = empty;
    work.diagonal.stones[r] = rotated_down<r>(stones);
    work.diagonal.empty[r] = rotated_down<r>(empty);
    work.anti_diagonal.stones[r] = rotated_up<r>(stones);
    work.anti_diagonal.empty[r] = rotated_up<r>(empty);
  });
}

/// Which boards have something for the second pass.
struct Joined {
  bool any_threes;
  Lanes deep;
};

/// The facts of all directions together.
template <bool kPermitted>
RENJU_NOINLINE Joined join_facts(Work& work) {
  const Facts& column = work.column_facts;
  const Facts& diagonal = work.diagonal_facts;
  const Facts& anti = work.anti_diagonal_facts;
  const Lanes mask = every_lane(kRowMask);
  Lanes all_threes = no_lane();
  Lanes all_deep = no_lane();
  unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    const auto down = [](Lanes row) RENJU_INLINE_LAMBDA { return rotated_down<r>(row); };
    const auto up = [](Lanes row) RENJU_INLINE_LAMBDA { return rotated_up<r>(row); };
    const Lanes empty = work.column.empty[r];
    const RowFacts row = row_facts(work.column.stones[r], empty, work.sixes.row[r]);
    const Lanes five = row.five | column.five[r] | up(diagonal.five[r]) | down(anti.five[r]);
    const Lanes overline =
        row.overline | column.overline[r] | up(diagonal.overline[r]) | down(anti.overline[r]);
    const Count fours =
        count_of(row.four, column.four[r], up(diagonal.four[r]), down(anti.four[r]));
    const Lanes double_four = fours.two | row.two_fours | column.two_fours[r] |
                              up(diagonal.two_fours[r]) | down(anti.two_fours[r]);
    const Count threes =
        count_of(row.three, column.three[r], up(diagonal.three[r]), down(anti.three[r]));

    // FIVE 1, OVERLINE 2, DOUBLE_FOUR 3, OCCUPIED 5: the first that holds (RIF 9.1, 9.2).
    const Lanes not_five = empty & ~five;
    const Lanes not_overline = not_five & ~overline;
    const Lanes rest = not_overline & ~double_four;
    const Lanes two_threes = rest & threes.two;
    work.known.digit0[r] = (mask & ~not_five) | (not_overline & double_four);
    work.known.digit1[r] = not_five & ~rest;
    work.known.two_threes[r] = two_threes;
    all_threes |= two_threes;

    // RIF 3, THREE: "without at the same time a five in a row is made"; in the other reading a five
    // may always be played.
    const Lanes no_foul = not_overline & ~fours.one;
    const Lanes deep = no_foul & threes.three;
    Lanes playable = no_foul & ~threes.three;
    if constexpr (kPermitted) playable |= empty & five;
    work.playable.set<r>(playable);
    work.known.deep[r] = deep;
    all_deep |= deep;
  });
  return {all_threes.any(), all_deep};
}

/// The points among `known.two_threes` that make two threes, if the straight-four points that may
/// be played are `playable`.
RENJU_NOINLINE void double_threes(const Work& work, const Framed& playable, Lanes* found) {
  Framed threes;
  column_threes(work.sixes.column, playable.column, threes.column);
  column_threes(work.sixes.diagonal, playable.diagonal, threes.diagonal);
  column_threes(work.sixes.anti_diagonal, playable.anti_diagonal, threes.anti_diagonal);
  unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    const Lanes two =
        count_of(row_threes(work.sixes.row[r], playable.column[r]), threes.column[r],
                 rotated_up<r>(threes.diagonal[r]), rotated_down<r>(threes.anti_diagonal[r]))
            .two;
    found[r] = work.known.two_threes[r] & two;
  });
}

/// With the deep points taken for playable too.
RENJU_NOINLINE void double_threes_perhaps(const Work& work, Lanes* found) {
  Framed perhaps;
  unrolled<kRows>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    perhaps.set<r>(work.playable.column[r] | work.known.deep[r]);
  });
  double_threes(work, perhaps, found);
}

/// Judges Lanes::kCount boards. Returns whether there are points in doubt.
template <bool kPermitted>
bool judge_lanes(const Stones& stones, std::size_t first, Labels& labels) {
  Work work;
  load_frames(stones.black + first, stones.white + first, work);
  column_facts(work.column, work.column_facts, work.sixes.column);
  column_facts(work.diagonal, work.diagonal_facts, work.sixes.diagonal);
  column_facts(work.anti_diagonal, work.anti_diagonal_facts, work.sixes.anti_diagonal);
  const Joined joined = join_facts<kPermitted>(work);

  Lanes threes[kRows];
  bool any_doubt = false;
  if (joined.any_threes) {
    double_threes(work, work.playable, threes);
    Lanes open = no_lane();
    for (int r = 0; r < kRows; ++r) open |= work.known.two_threes[r] & ~threes[r];
    if ((lanes_with(open) & joined.deep).any()) {
      Lanes doubt[kRows];
      double_threes_perhaps(work, doubt);
      Lanes all_doubt = no_lane();
      for (int r = 0; r < kRows; ++r) {
        doubt[r] = doubt[r] & ~threes[r];
        all_doubt |= doubt[r];
      }
      any_doubt = all_doubt.any();
      if (any_doubt) store_rows(doubt, labels.doubt + first);
    }
  } else {
    for (Lanes& row : threes) row = no_lane();
  }

  // DOUBLE_THREE 4, OCCUPIED 5.
  const Lanes mask = every_lane(kRowMask);
  for (int r = 0; r < kRows; ++r) threes[r] |= mask & ~work.column.empty[r];
  store_rows(work.known.digit0, labels.digits[0] + first);
  store_rows(work.known.digit1, labels.digits[1] + first);
  store_rows(threes, labels.digits[2] + first);
  return any_doubt;
}

}  // namespace
}  // namespace renju::kernels
