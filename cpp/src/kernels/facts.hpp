// What a stone on each empty point would make on one line, for a register full of boards at once:
// line_facts.hpp with lanes for bits.
#pragma once

#include "kernels/transpose.hpp"

namespace renju::kernels {
namespace {

/// Bit c of a lane speaks of a stone on column c of the row. Of occupied points it may say
/// anything.
struct RowFacts {
  Lanes five;
  Lanes overline;
  Lanes four;
  Lanes two_fours;
  Lanes three;  // if one of its straight-four points may be played
};

/// The facts of lines that cross the rows.
struct Facts {
  Lanes five[kRows];
  Lanes overline[kRows];
  Lanes four[kRows];
  Lanes two_fours[kRows];
  Lanes three[kRows];
};

/// A six-cell window begins at one of the first ten cells of a line.
inline constexpr int kSixWindows = 10;

/// One frame of the board, in which some direction runs along the columns.
struct Frame {
  Lanes stones[kRows];
  Lanes empty[kRows];
};

/// Row `row` rotated, so that a diagonal becomes a column: two diagonals share one, with a guard
/// bit between them, which is why guard bits must be blank.
template <int kRow>
RENJU_ALWAYS_INLINE Lanes rotated_down(Lanes row) {
  if constexpr (kRow == 0) {
    return row;
  } else {
    return (row >> kRow) | (row << (16 - kRow));
  }
}
template <int kRow>
RENJU_ALWAYS_INLINE Lanes rotated_up(Lanes row) {
  if constexpr (kRow == 0) {
    return row;
  } else {
    return (row << kRow) | (row >> (16 - kRow));
  }
}

/// The facts of the lines along the columns of a frame, and its six-cell windows by first row.
RENJU_NOINLINE void column_facts(const Frame& frame, Facts& facts, Lanes* sixes) {
  const Lanes* b = frame.stones;
  const Lanes* e = frame.empty;
  window::Pair<Lanes> pairs[kRows];       // rows r, r + 1
  window::FourCells<Lanes> fours[kRows];  // rows r to r + 3
  Lanes four[kRows];                      // windows of rows r to r + 4
  Lanes five[kRows];
  Lanes overline[kRows];
  unrolled<kRows + 4>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;  // the row that is looked at
    constexpr int c = r - 4;                    // the row that is judged, when all its windows are
    if constexpr (r >= 1 && r < kRows) {
      pairs[r - 1] = window::pair(b[r - 1], e[r - 1], b[r], e[r]);
    }
    if constexpr (r >= 3 && r < kRows) {
      fours[r - 3] = window::four_cells(pairs[r - 3], pairs[r - 1]);
    }
    if constexpr (r >= 4 && r < kRows) {
      const Lanes after = r + 1 < kRows ? b[r + 1] : no_lane();
      const Lanes before = r >= 5 ? b[r - 5] : no_lane();
      const auto found = window::five_cells(fours[c], b[r], e[r], before | after);
      four[c] = found.four;
      five[c] = found.five;
      overline[c] = found.overline;
    }
    if constexpr (r >= 5 && r < kRows) {
      const Lanes after = r + 1 < kRows ? b[r + 1] : no_lane();
      const Lanes before = r >= 6 ? b[r - 6] : no_lane();
      sixes[r - 5] = window::six_cells(fours[r - 4], e[r - 5] & e[r], before | after);
    }
    if constexpr (c >= 0) {
      // The windows that cover row c begin at rows c - 4 to c, those of six at c - 4 to c - 1.
      const auto covering = [](const Lanes* windows, int k) RENJU_INLINE_LAMBDA {
        return c - k >= 0 && c - k + 4 < kRows ? windows[c - k] : no_lane();
      };
      const auto any = [&](const Lanes* windows) RENJU_INLINE_LAMBDA {
        return covering(windows, 0) | covering(windows, 1) | covering(windows, 2) |
               covering(windows, 3) | covering(windows, 4);
      };
      facts.five[c] = any(five);
      facts.overline[c] = any(overline);
      facts.four[c] = any(four);
      facts.two_fours[c] =
          window::two_fours(covering(four, 0), covering(four, 1), covering(four, 2),
                            covering(four, 3), covering(four, 4));
      const auto six = [&](int k) RENJU_INLINE_LAMBDA {
        return c - k >= 0 && c - k < kSixWindows ? sixes[c - k] : no_lane();
      };
      facts.three[c] = six(1) | six(2) | six(3) | six(4);
    }
  });
}

/// The facts of the lines along one row, and its six-cell windows by first column.
RENJU_ALWAYS_INLINE RowFacts row_facts(Lanes b, Lanes e, Lanes& sixes) {
  const auto pairs = window::pair(b, e, b >> 1, e >> 1);
  const auto fours = window::four_cells(
      pairs, window::Pair<Lanes>{pairs.stones >> 2, pairs.mixed >> 2, pairs.empty >> 2});
  const Lanes before = b << 1;
  const auto found = window::five_cells(fours, b >> 4, e >> 4, before | (b >> 5));
  sixes = window::six_cells(window::FourCells<Lanes>{fours.two >> 1, no_lane(), no_lane()},
                            e & (e >> 5), before | (b >> 6));

  const auto spread = [](Lanes windows) RENJU_INLINE_LAMBDA {
    const Lanes two = windows | (windows << 1);
    return two | (two << 2) | (windows << 4);
  };
  const Lanes f0 = found.four;
  const Lanes f1 = f0 << 1;
  const Lanes f2 = f0 << 2;
  const Lanes f3 = f0 << 3;
  const Lanes f4 = f0 << 4;
  const Lanes two_sixes = (sixes << 1) | (sixes << 2);
  return {spread(found.five), spread(found.overline), f0 | f1 | f2 | f3 | f4,
          window::two_fours(f0, f1, f2, f3, f4), two_sixes | (two_sixes << 2)};
}

/// The points whose three, along the columns, has a straight-four point among `playable`: the other
/// empty one of a six-cell window's four inner cells.
RENJU_NOINLINE void column_threes(const Lanes* sixes, const Lanes* playable, Lanes* threes) {
  Lanes a = no_lane();  // what is known of the three rows after the next
  Lanes b = no_lane();
  Lanes c = no_lane();
  threes[0] = no_lane();
  unrolled<kSixWindows>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    const Lanes six = sixes[r];
    const Lanes low = playable[r + 1] | playable[r + 2];
    const Lanes high = playable[r + 3] | playable[r + 4];
    threes[r + 1] = a | (six & (playable[r + 2] | high));
    a = b | (six & (playable[r + 1] | high));
    b = c | (six & (low | playable[r + 4]));
    c = six & (low | playable[r + 3]);
  });
  threes[kRows - 4] = a;
  threes[kRows - 3] = b;
  threes[kRows - 2] = c;
  threes[kRows - 1] = no_lane();
}

/// The same along one row.
RENJU_ALWAYS_INLINE Lanes row_threes(Lanes sixes, Lanes playable) {
  const Lanes p1 = playable >> 1;
  const Lanes p2 = playable >> 2;
  const Lanes p3 = playable >> 3;
  const Lanes p4 = playable >> 4;
  const Lanes low = p1 | p2;
  const Lanes high = p3 | p4;
  return ((sixes & (p2 | high)) << 1) | ((sixes & (p1 | high)) << 2) | ((sixes & (low | p4)) << 3) |
         ((sixes & (low | p3)) << 4);
}

}  // namespace
}  // namespace renju::kernels
