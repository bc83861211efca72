// What a stone on each empty cell of one line would make there.
#pragma once

#include <cstdint>

#include "renju/position.hpp"
#include "renju/window.hpp"

namespace renju {

/// Bit i of each word speaks of a stone put on the empty cell i of the line.
struct LineFacts {
  std::uint32_t five;       ///< makes a row of exactly five
  std::uint32_t overline;   ///< makes a row of six or more
  std::uint32_t four;       ///< makes at least one four
  std::uint32_t two_fours;  ///< makes two fours in this line
  std::uint32_t three;      ///< makes a three, if one of its straight-four points may be played
  std::uint32_t six_cells;  ///< windows that start at cell i: see window::six_cells
};

[[nodiscard]] constexpr LineFacts line_facts(Line line) {
  const std::uint32_t b = line.stones;
  const std::uint32_t e = line.empty;
  const std::uint32_t open = b | e;
  const std::uint32_t inner_open = (open >> 1) & (open >> 2) & (open >> 3) & (open >> 4);
  const auto windows = window::five_cells<std::uint32_t>(b, b >> 1, b >> 2, b >> 3, b >> 4,
                                                         open & inner_open, (b << 1) | (b >> 5));
  const std::uint32_t sixes = window::six_cells<std::uint32_t>(
      b >> 1, b >> 2, b >> 3, b >> 4, inner_open, e & (e >> 5), (b << 1) | (b >> 6));

  // From the windows to their cells: cell k of the window that starts at i is cell i + k.
  const auto spread = [e](std::uint32_t w) {
    return (w | (w << 1) | (w << 2) | (w << 3) | (w << 4)) & e;
  };
  const std::uint32_t f = windows.four;
  LineFacts facts{};
  facts.five = spread(windows.five);
  facts.overline = spread(windows.overline);
  facts.four = spread(f);
  facts.two_fours = window::two_fours<std::uint32_t>(f & e, (f << 1) & e, (f << 2) & e,
                                                     (f << 3) & e, (f << 4) & e);
  facts.three = ((sixes << 1) | (sixes << 2) | (sixes << 3) | (sixes << 4)) & e;
  facts.six_cells = sixes;
  return facts;
}

/// The cells that would turn a three, made by a stone on empty cell `cell`, into a straight four.
[[nodiscard]] constexpr std::uint32_t straight_four_cells(const LineFacts& facts, Line line,
                                                          unsigned cell) {
  std::uint32_t found = 0;
  for (unsigned k = 1; k <= 4; ++k) {
    if (cell < k || ((facts.six_cells >> (cell - k)) & 1u) == 0) continue;
    found |= (line.empty & (0b11110u << (cell - k))) & ~(1u << cell);
  }
  return found;
}

}  // namespace renju
