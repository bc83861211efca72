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

  // Bit i of these speaks of the window that starts at cell i.
  std::uint32_t four_windows;   ///< window::five_cells, four
  std::uint32_t three_windows;  ///< window::six_cells
};

/// Judges one line. Black needs an `exact` five (RIF 3); for White six or more is as good
/// (RIF 9.1), so a stone beyond a window changes nothing.
[[nodiscard]] constexpr LineFacts line_facts(Line line, bool exact = true) {
  const std::uint32_t b = line.stones;
  const std::uint32_t e = line.empty;
  const auto pairs = window::pair<std::uint32_t>(b, e, b >> 1, e >> 1);
  const auto fours = window::four_cells<std::uint32_t>(
      pairs, {pairs.stones >> 2, pairs.mixed >> 2, pairs.empty >> 2});
  const std::uint32_t beyond_counts = exact ? ~0u : 0u;
  const auto fives = window::five_cells<std::uint32_t>(fours, b >> 4, e >> 4,
                                                       ((b << 1) | (b >> 5)) & beyond_counts);
  const std::uint32_t sixes =
      window::six_cells<std::uint32_t>({fours.two >> 1, fours.three >> 1, fours.four >> 1},
                                       e & (e >> 5), ((b << 1) | (b >> 6)) & beyond_counts);

  // From the windows to their cells: cell k of the window that starts at i is cell i + k.
  const auto spread = [e](std::uint32_t w) {
    return (w | (w << 1) | (w << 2) | (w << 3) | (w << 4)) & e;
  };
  const std::uint32_t f = fives.four;
  LineFacts facts{};
  facts.five = spread(fives.five);
  facts.overline = spread(fives.overline);
  facts.four = spread(f);
  facts.two_fours = window::two_fours<std::uint32_t>(f & e, (f << 1) & e, (f << 2) & e,
                                                     (f << 3) & e, (f << 4) & e);
  facts.three = ((sixes << 1) | (sixes << 2) | (sixes << 3) | (sixes << 4)) & e;
  facts.four_windows = f;
  facts.three_windows = sixes;
  return facts;
}

/// The cells that would turn a three, made by a stone on empty cell `cell`, into a straight four.
[[nodiscard]] constexpr std::uint32_t straight_four_cells(const LineFacts& facts, Line line,
                                                          unsigned cell) {
  std::uint32_t found = 0;
  for (unsigned k = 1; k <= 4; ++k) {
    if (cell < k || ((facts.three_windows >> (cell - k)) & 1u) == 0) continue;
    found |= (line.empty & (0b11110u << (cell - k))) & ~(1u << cell);
  }
  return found;
}

}  // namespace renju
