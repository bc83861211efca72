#include "renju/shapes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "renju/line_facts.hpp"

namespace renju {
namespace {

/// A line with its place on the board, to turn its cells back into points.
struct PlacedLine {
  Direction direction;
  Point point;    // some point on the line
  unsigned cell;  // its cell
  Line line;

  [[nodiscard]] std::vector<Point> points(std::uint32_t cells) const {
    std::vector<Point> found;
    for (; cells != 0; cells &= cells - 1) {
      const int steps = std::countr_zero(cells) - static_cast<int>(cell);
      found.push_back(step(point, direction, steps));
    }
    return found;
  }
};

/// The unbroken row through `cell`, as bits; the cell itself counts as a stone.
std::uint32_t run_through(std::uint32_t stones, unsigned cell) {
  std::uint32_t run = 1u << cell;
  for (std::uint32_t grown = run;; run = grown) {
    grown = run | ((run << 1 | run >> 1) & stones);
    if (grown == run) return run;
  }
}

/// A four or three found on a line: its stones and completing cells as bits.
struct Found {
  std::uint32_t stones;
  std::uint32_t completing;
};

/// Adds a find; finds with the same stones are one shape (a four is a set of four stones).
void merge(std::vector<Found>& finds, Found find) {
  for (Found& other : finds) {
    if (other.stones == find.stones) {
      other.completing |= find.completing;
      return;
    }
  }
  finds.push_back(find);
}

std::vector<Found> fours_of(const Line& line, const LineFacts& facts, unsigned cell) {
  std::vector<Found> finds;
  for (unsigned k = 5; k-- > 0;) {  // windows from the first cell of the line on
    if (cell < k || ((facts.four_windows >> (cell - k)) & 1u) == 0) continue;
    const std::uint32_t window = 0b11111u << (cell - k);
    const std::uint32_t stones = (line.stones & window) | 1u << cell;
    merge(finds, {stones, window & ~stones});
  }
  return finds;
}

std::vector<Found> threes_of(const Line& line, const LineFacts& facts, unsigned cell) {
  std::vector<Found> finds;
  for (unsigned k = 4; k >= 1; --k) {
    if (cell < k || ((facts.three_windows >> (cell - k)) & 1u) == 0) continue;
    const std::uint32_t inner = 0b11110u << (cell - k);
    const std::uint32_t stones = (line.stones & inner) | 1u << cell;
    merge(finds, {stones, inner & ~stones});
  }
  return finds;
}

/// White's windows ignore what lies beyond them, so two sets of stones can wait for the same point;
/// such a set is no threat of its own.
void drop_repeats(std::vector<Found>& fours) {
  std::stable_sort(fours.begin(), fours.end(), [](const Found& a, const Found& b) {
    return std::popcount(a.completing) > std::popcount(b.completing);
  });
  std::uint32_t seen = 0;
  std::erase_if(fours, [&seen](const Found& four) {
    const bool repeats = (four.completing & ~seen) == 0;
    seen |= four.completing;
    return repeats;
  });
}

void add_shapes(std::vector<Shape>& shapes, const PlacedLine& placed, Color color) {
  const LineFacts facts = line_facts(placed.line, color == Color::kBlack);
  const auto add = [&](ShapeKind kind, Found find) {
    shapes.push_back(
        {kind, placed.direction, placed.points(find.stones), placed.points(find.completing)});
  };
  if ((((facts.five | facts.overline) >> placed.cell) & 1u) != 0) {
    const std::uint32_t run = run_through(placed.line.stones, placed.cell);
    add(std::popcount(run) == 5 ? ShapeKind::kFive : ShapeKind::kOverline, {run, 0});
    return;
  }
  std::vector<Found> fours = fours_of(placed.line, facts, placed.cell);
  if (color == Color::kWhite) drop_repeats(fours);
  for (const Found& four : fours) {
    add(std::popcount(four.completing) == 2 ? ShapeKind::kStraightFour : ShapeKind::kFour, four);
  }
  if (!fours.empty()) return;
  for (const Found& three : threes_of(placed.line, facts, placed.cell)) {
    add(ShapeKind::kThree, three);
  }
}

/// Some point of each line, from which the others are counted.
constexpr auto kLineStart = [] {
  std::array<Point, kLines> starts{};
  for (Point point = kPoints - 1; point >= 0; --point) {
    for (const LinePlace& place : kPlaces[static_cast<std::size_t>(point)]) {
      starts[place.line] = point;
    }
  }
  return starts;
}();

constexpr Direction direction_of(int line) {
  if (line < 15) return Direction::kRow;
  if (line < 30) return Direction::kColumn;
  return line < 59 ? Direction::kDiagonal : Direction::kAntiDiagonal;
}

PlacedLine placed_line(const Position& position, int index, Color color) {
  const Direction direction = direction_of(index);
  const Point start = kLineStart[static_cast<std::size_t>(index)];
  return {direction, start, place_of(start, direction).cell, position.line(index, color)};
}

}  // namespace

std::vector<Shape> shapes_through(Position position, Point point, Color color) {
  std::vector<Shape> shapes;
  if (position.at(point) == opponent(color)) return shapes;
  if (position.at(point) == color) position.remove(point, color);
  for (int d = 0; d < kDirections; ++d) {
    const auto direction = static_cast<Direction>(d);
    const LinePlace place = place_of(point, direction);
    add_shapes(shapes, {direction, point, place.cell, position.line(place.line, color)}, color);
  }
  return shapes;
}

std::vector<Point> five_points(const Position& position, Color color) {
  std::vector<Point> found;
  for (int index = 0; index < kLines; ++index) {
    const PlacedLine placed = placed_line(position, index, color);
    const LineFacts facts = line_facts(placed.line, color == Color::kBlack);
    const std::vector<Point> fives = placed.points(facts.five);
    found.insert(found.end(), fives.begin(), fives.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::vector<Point>> winning_rows(const Position& position, Color color) {
  std::vector<std::vector<Point>> rows;
  for (int index = 0; index < kLines; ++index) {
    const PlacedLine placed = placed_line(position, index, color);
    for (std::uint32_t stones = placed.line.stones; stones != 0;) {
      const auto first = static_cast<unsigned>(std::countr_zero(stones));
      const std::uint32_t run = run_through(stones, first);
      const int length = std::popcount(run);
      if (length == 5 || (length > 5 && color == Color::kWhite)) rows.push_back(placed.points(run));
      stones &= ~run;
    }
  }
  return rows;
}

}  // namespace renju
