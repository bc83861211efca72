// What a stone on one point would make, on its four lines at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "renju/position.hpp"
#include "renju/window.hpp"

namespace renju {

/// The four lines through a point side by side in one word, 16 bits a direction. Each shows the
/// five cells before the point, the point at bit kStarCenter and the ten after it, of which five
/// matter.
struct Star {
  std::uint64_t stones;  ///< of the colour whose shapes are asked for
  std::uint64_t empty;
};

inline constexpr int kStarCenter = 5;
inline constexpr std::uint64_t kStarCenters = 0x0020'0020'0020'0020;

[[nodiscard]] constexpr int star_bit(Direction direction) {
  return 16 * static_cast<int>(direction) + kStarCenter;
}

[[nodiscard]] inline Star star(const Position& position, Point point, Color color) {
  Star star{0, 0};
  for (int d = kDirections - 1; d >= 0; --d) {
    const LinePlace place = place_of(point, static_cast<Direction>(d));
    const Line line = position.line(place.line, color);
    const auto centered = [&place](std::uint32_t cells) -> std::uint64_t {
      return (cells << kStarCenter >> place.cell) & 0x7ffu;
    };
    star.stones = star.stones << 16 | centered(line.stones);
    star.empty = star.empty << 16 | centered(line.empty);
  }
  return star;
}

/// The facts of line_facts.hpp, for the point alone: bit star_bit(d) is what a stone there makes in
/// direction d.
struct StarFacts {
  std::uint64_t five;
  std::uint64_t overline;
  std::uint64_t four;
  std::uint64_t two_fours;
  std::uint64_t three;  ///< if one of its straight-four points may be played
  /// These straight-four points of all directions, each as far from its star_bit as from the point.
  std::uint64_t straight_fours;
};

[[nodiscard]] constexpr StarFacts star_facts(const Star& star) {
  // Shifts move cells of one direction into the next one's 16 bits, but never to where a window
  // that has the point could see them: those windows begin at bits 1 to 5 and see bits 0 to 10, and
  // bits 11 to 15 are blank.
  using Word = std::uint64_t;
  const Word b = star.stones;
  const Word e = star.empty;
  const auto pairs = window::pair<Word>(b, e, b >> 1, e >> 1);
  const auto fours =
      window::four_cells<Word>(pairs, {pairs.stones >> 2, pairs.mixed >> 2, pairs.empty >> 2});
  const auto windows = window::five_cells<Word>(fours, b >> 4, e >> 4, (b << 1) | (b >> 5));
  const Word sixes = window::six_cells<Word>({fours.two >> 1, fours.three >> 1, fours.four >> 1},
                                             e & (e >> 5), (b << 1) | (b >> 6));
  const auto spread = [](Word w) { return w | (w << 1) | (w << 2) | (w << 3) | (w << 4); };
  const Word f = windows.four;
  StarFacts facts{};
  facts.five = spread(windows.five) & kStarCenters;
  facts.overline = spread(windows.overline) & kStarCenters;
  facts.four = spread(f) & kStarCenters;
  facts.two_fours = window::two_fours<Word>(f, f << 1, f << 2, f << 3, f << 4) & kStarCenters;
  // Of the four inner cells of a six-cell window two are empty: the point and the other one.
  const Word with_point = sixes & 0x001e'001e'001e'001e;
  const Word inner = (with_point << 1) | (with_point << 2) | (with_point << 3) | (with_point << 4);
  facts.three = inner & kStarCenters;
  facts.straight_fours = inner & e & ~kStarCenters;
  return facts;
}

}  // namespace renju
