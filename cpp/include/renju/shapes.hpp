// Shapes as objects: which stones they are made of and which points complete them.
#pragma once

#include <cstdint>
#include <vector>

#include "renju/position.hpp"

namespace renju {

enum class ShapeKind : std::uint8_t {
  kFive = 0,
  kOverline = 1,
  kStraightFour = 2,
  kFour = 3,
  kThree = 4,
};

struct Shape {
  ShapeKind kind;
  Direction direction;
  std::vector<Point> stones;  ///< in the order of the line, the stone asked about among them
  /// One five point of a four, two of a straight four, the straight-four points of a three (whether
  /// Black may play them is not asked here); none of a five or an overline.
  std::vector<Point> completing;
};

/// The shapes that a stone of `color` on `point` makes, or has if it stands there, in the order of
/// the directions. A point that holds the other colour has none.
[[nodiscard]] std::vector<Shape> shapes_through(Position position, Point point, Color color);

/// The empty points where a stone of `color` makes a five (White: five or more), ascending.
[[nodiscard]] std::vector<Point> five_points(const Position& position, Color color);

/// The rows that win for `color` as they stand: unbroken rows of exactly five for Black, of five or
/// more for White (RIF 9.1).
[[nodiscard]] std::vector<std::vector<Point>> winning_rows(const Position& position, Color color);

}  // namespace renju
