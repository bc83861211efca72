// A board of stones, any stones: every line of each colour as one word.
#pragma once

#include <array>
#include <cstdint>

#include "renju/geometry.hpp"

namespace renju {

/// One line of the board as the shapes see it. Bit i is cell i of the line.
struct Line {
  std::uint32_t stones;  ///< of the colour whose shapes are asked for
  std::uint32_t empty;
};

/// Stones on the board, in no order and of any number. Cheap to copy, to add to and to take from.
class Position {
 public:
  [[nodiscard]] Color at(Point point) const {
    const LinePlace place = place_of(point, Direction::kRow);
    if (((words(Color::kBlack)[place.line] >> place.cell) & 1u) != 0) return Color::kBlack;
    if (((words(Color::kWhite)[place.line] >> place.cell) & 1u) != 0) return Color::kWhite;
    return Color::kEmpty;
  }
  [[nodiscard]] bool is_empty(Point point) const { return at(point) == Color::kEmpty; }

  /// Puts a stone on an empty point.
  void place(Point point, Color color) { flip(point, color); }
  /// Takes away a stone of that colour, which stands there.
  void remove(Point point, Color color) { flip(point, color); }

  [[nodiscard]] Line line(int index, Color color) const {
    const auto i = static_cast<std::size_t>(index);
    const std::uint16_t own = words(color)[i];
    const std::uint16_t other = words(opponent(color))[i];
    return {own, static_cast<std::uint32_t>(kOnBoard[i] & ~(own | other))};
  }
  [[nodiscard]] Line line_through(Point point, Direction direction, Color color) const {
    return line(place_of(point, direction).line, color);
  }

  /// Row `row` of the board: bit c is the stone of that colour in column c.
  [[nodiscard]] std::uint16_t row_word(int row, Color color) const {
    return words(color)[static_cast<std::size_t>(row)];
  }

  [[nodiscard]] int count(Color color) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  using Words = std::array<std::uint16_t, kLines>;

  [[nodiscard]] const Words& words(Color color) const {
    return color == Color::kBlack ? black_ : white_;
  }
  void flip(Point point, Color color) {
    Words& own = color == Color::kBlack ? black_ : white_;
    for (const LinePlace& place : kPlaces[static_cast<std::size_t>(point)]) {
      own[place.line] = static_cast<std::uint16_t>(own[place.line] ^ (1u << place.cell));
    }
  }

  Words black_{};
  Words white_{};
};

}  // namespace renju
