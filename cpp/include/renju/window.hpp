// The one definition of every shape, over any word type.
//
// Each bit of a word W is one window of consecutive cells on one line; cell k of all windows is one
// word. The scalar core uses it with a line in a word (cell k is `line >> k`), the batch kernel
// with the rows of many boards in a vector register. Whatever is neither black nor empty, a white
// stone or the edge, ends a line in the same way.
//
// "Black" below is the colour whose shapes are asked for. No cell is both black and empty.
#pragma once

// The batch kernel compiles these for instructions that not every machine has, so no copy of them
// may be left to the linker.
#if defined(__GNUC__)
#define RENJU_ALWAYS_INLINE [[gnu::always_inline]] inline
#elif defined(_MSC_VER)
#define RENJU_ALWAYS_INLINE __forceinline
#else
#define RENJU_ALWAYS_INLINE inline
#endif

namespace renju::window {

/// Two neighbouring cells.
template <class W>
struct Pair {
  W stones;  ///< both black
  W mixed;   ///< one black, one empty
  W empty;   ///< both empty
};

template <class W>
[[nodiscard]] RENJU_ALWAYS_INLINE constexpr Pair<W> pair(W b0, W e0, W b1, W e1) {
  return {b0 & b1, (b0 & e1) | (e0 & b1), e0 & e1};
}

/// How many of four neighbouring cells are black, where the others are empty.
template <class W>
struct FourCells {
  W two;
  W three;
  W four;
};

template <class W>
[[nodiscard]] RENJU_ALWAYS_INLINE constexpr FourCells<W> four_cells(const Pair<W>& low,
                                                                    const Pair<W>& high) {
  return {(low.mixed & high.mixed) | (low.stones & high.empty) | (low.empty & high.stones),
          (low.stones & high.mixed) | (low.mixed & high.stones), low.stones & high.stones};
}

/// What one five-cell window says about a stone on one of its empty cells.
template <class W>
struct FiveCells {
  W four;      ///< three stones, two empty: a stone on either empty cell makes a four (RIF 3)
  W five;      ///< four stones, one empty: a stone there makes exactly five
  W overline;  ///< the same with a stone beyond an end: a stone there makes six or more
};

/// Judges five-cell windows: their first four cells, the fifth, and `beyond` those with a stone on
/// the cell before or after them.
///
/// A row of exactly five needs both outer cells free of the colour, so a window with a stone beyond
/// it is no four: what its last stone would make is an overline (RIF 3, FOUR and OVERLINE).
template <class W>
[[nodiscard]] RENJU_ALWAYS_INLINE constexpr FiveCells<W> five_cells(const FourCells<W>& first, W b4,
                                                                    W e4, W beyond) {
  const W three_stones = (first.two & b4) | (first.three & e4);
  const W four_stones = (first.three & b4) | (first.four & e4);
  return {three_stones & ~beyond, four_stones & ~beyond, four_stones & beyond};
}

/// Judges six-cell windows: both outer cells empty, two stones and two empty cells between them and
/// no stone beyond either outer cell. Stones on both inner empty cells make a straight four; so a
/// stone on one of them makes a three of which the other is a straight-four point (RIF 3, THREE).
template <class W>
[[nodiscard]] RENJU_ALWAYS_INLINE constexpr W six_cells(const FourCells<W>& inner, W outer_empty,
                                                        W beyond) {
  return inner.two & outer_empty & ~beyond;
}

/// Counts the fours of one line through one cell: f[k] says that the cell is empty and is cell k of
/// a window that is a `four`. Windows one step apart share their four stones and are one straight
/// four; windows two or more apart have different stones and are two fours (rules of double-four in
/// one line).
template <class W>
[[nodiscard]] RENJU_ALWAYS_INLINE constexpr W two_fours(W f0, W f1, W f2, W f3, W f4) {
  return (f0 & (f2 | f3 | f4)) | (f1 & (f3 | f4)) | (f2 & f4);
}

}  // namespace renju::window
