// The one definition of every shape, over any word type.
//
// Each bit of a word W is one window of consecutive cells on one line; cell k of all windows is one
// word. The scalar core uses it with a line in a word (cell k is `line >> k`), the batch kernel
// with the rows of many boards in a vector register. Whatever is neither black nor empty, a white
// stone or the edge, ends a line in the same way.
//
// "Black" below is the colour whose shapes are asked for.
#pragma once

namespace renju::window {

/// What one five-cell window says about a stone on one of its empty cells.
template <class W>
struct FiveCells {
  W four;      ///< three stones, two empty: a stone on either empty cell makes a four (RIF 3)
  W five;      ///< four stones, one empty: a stone there makes exactly five
  W overline;  ///< the same with a stone beyond an end: a stone there makes six or more
};

/// Judges five-cell windows. `open` has the windows whose five cells are all black or empty,
/// `beyond` those with a stone on the cell before or after them.
///
/// A row of exactly five needs both outer cells free of the colour, so a window with a stone beyond
/// it is no four: what its last stone would make is an overline (RIF 3, FOUR and OVERLINE).
template <class W>
[[nodiscard]] constexpr FiveCells<W> five_cells(W b0, W b1, W b2, W b3, W b4, W open, W beyond) {
  const W sum_low = b0 ^ b1 ^ b2;
  const W carry_low = (b0 & b1) | (b2 & (b0 ^ b1));
  const W ones = sum_low ^ b3 ^ b4;
  const W carry_high = (sum_low & b3) | (b4 & (sum_low ^ b3));
  const W three_stones = ones & (carry_low ^ carry_high) & open;
  const W four_stones = carry_low & carry_high & open & ~ones;
  return {three_stones & ~beyond, four_stones & ~beyond, four_stones & beyond};
}

/// Judges six-cell windows: both outer cells empty, two stones and two empty cells between them and
/// no stone beyond either outer cell. Stones on both inner empty cells make a straight four; so a
/// stone on one of them makes a three of which the other is a straight-four point (RIF 3, THREE).
template <class W>
[[nodiscard]] constexpr W six_cells(W b1, W b2, W b3, W b4, W inner_open, W outer_empty, W beyond) {
  const W two_stones = ((b1 ^ b2) & (b3 ^ b4)) | (b1 & b2 & ~(b3 | b4)) | (b3 & b4 & ~(b1 | b2));
  return two_stones & inner_open & outer_empty & ~beyond;
}

/// Counts the fours of one line through one cell: f[k] says that the cell is empty and is cell k of
/// a window that is a `four`. Windows one step apart share their four stones and are one straight
/// four; windows two or more apart have different stones and are two fours (rules of double-four in
/// one line).
template <class W>
[[nodiscard]] constexpr W two_fours(W f0, W f1, W f2, W f3, W f4) {
  return (f0 & (f2 | f3 | f4)) | (f1 & (f3 | f4)) | (f2 & f4);
}

}  // namespace renju::window
