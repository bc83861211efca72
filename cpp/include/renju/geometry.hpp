// The board as numbers: points, colours, the four directions and the eight symmetries.
#pragma once

#include <array>
#include <cstdint>

namespace renju {

inline constexpr int kSize = 15;
inline constexpr int kPoints = kSize * kSize;
inline constexpr int kDirections = 4;
inline constexpr int kSymmetries = 8;

/// An intersection: 15 * row + column, row 0 = rank 1, column 0 = a.
using Point = int;

enum class Color : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2 };

[[nodiscard]] constexpr Color opponent(Color color) {
  return color == Color::kBlack ? Color::kWhite : Color::kBlack;
}

/// The four directions a row can have (RIF 3: "diagonal, vertical, or horizontal line").
enum class Direction : std::uint8_t { kRow = 0, kColumn = 1, kDiagonal = 2, kAntiDiagonal = 3 };

[[nodiscard]] constexpr bool on_board(int row, int col) {
  return row >= 0 && row < kSize && col >= 0 && col < kSize;
}
[[nodiscard]] constexpr Point point_at(int row, int col) {
  return kSize * row + col;
}
[[nodiscard]] constexpr int row_of(Point point) {
  return point / kSize;
}
[[nodiscard]] constexpr int col_of(Point point) {
  return point % kSize;
}

/// Every line of the board as one word: 15 rows, 15 columns, 29 diagonals, 29 anti-diagonals.
/// A cell's place on its line is its column, on a column its row; cells of a diagonal that lie
/// off the board stay blank, which makes the edge the same thing as an opponent's stone.
inline constexpr int kLines = 15 + 15 + 29 + 29;

struct LinePlace {
  std::uint8_t line;
  std::uint8_t cell;
};

[[nodiscard]] constexpr LinePlace line_place(int row, int col, Direction direction) {
  const auto place = [](int line, int cell) {
    return LinePlace{static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(cell)};
  };
  switch (direction) {
    case Direction::kRow: return place(row, col);
    case Direction::kColumn: return place(15 + col, row);
    case Direction::kDiagonal: return place(30 + row - col + 14, col);
    default: return place(59 + row + col, col);
  }
}

inline constexpr auto kPlaces = [] {
  std::array<std::array<LinePlace, kDirections>, kPoints> places{};
  for (Point point = 0; point < kPoints; ++point) {
    for (int d = 0; d < kDirections; ++d) {
      places[static_cast<std::size_t>(point)][static_cast<std::size_t>(d)] =
          line_place(row_of(point), col_of(point), static_cast<Direction>(d));
    }
  }
  return places;
}();

[[nodiscard]] constexpr const LinePlace& place_of(Point point, Direction direction) {
  return kPlaces[static_cast<std::size_t>(point)][static_cast<std::size_t>(direction)];
}

/// The cells of each line that are on the board, as bits.
inline constexpr auto kOnBoard = [] {
  std::array<std::uint16_t, kLines> masks{};
  for (const auto& places : kPlaces) {
    for (const LinePlace& place : places) {
      masks[place.line] = static_cast<std::uint16_t>(masks[place.line] | (1u << place.cell));
    }
  }
  return masks;
}();

/// The point `steps` cells further along a direction; the caller knows that it is on the board.
[[nodiscard]] constexpr Point step(Point point, Direction direction, int steps) {
  constexpr std::array<int, kDirections> kStep{1, kSize, kSize + 1, 1 - kSize};
  return point + kStep[static_cast<std::size_t>(direction)] * steps;
}

/// The eight symmetries of the square. Symmetry s sends (row, col) of the board to a new place:
/// first, when bit 2 is set, row and column change places (the mirror in a1-o15); then s & 3
/// quarter turns, counter-clockwise as seen with rank 1 at the bottom.
[[nodiscard]] constexpr Point transform(Point point, int symmetry) {
  int row = row_of(point);
  int col = col_of(point);
  if ((symmetry & 4) != 0) {
    const int old_row = row;
    row = col;
    col = old_row;
  }
  for (int turn = 0; turn < (symmetry & 3); ++turn) {
    const int old_row = row;
    row = col;
    col = kSize - 1 - old_row;
  }
  return point_at(row, col);
}

}  // namespace renju
