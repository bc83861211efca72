#include "renju/fouls.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "renju/line_facts.hpp"

namespace renju {

Verdict Referee::judge(Point point) {
  ++calls_;
  struct Candidate {
    Direction direction;
    std::uint32_t cells;  // straight-four cells on that line
  };
  std::array<Candidate, kDirections> candidates{};
  std::size_t threes = 0;
  int fours = 0;
  bool five = false;
  bool overline = false;

  for (int d = 0; d < kDirections; ++d) {
    const auto direction = static_cast<Direction>(d);
    const LinePlace place = place_of(point, direction);
    const Line line = position_.line(place.line, Color::kBlack);
    const LineFacts facts = line_facts(line);
    const auto says = [&place](std::uint32_t cells) { return ((cells >> place.cell) & 1u) != 0; };
    five |= says(facts.five);
    overline |= says(facts.overline);
    fours += says(facts.four) + says(facts.two_fours);
    if (says(facts.three)) {
      candidates[threes++] = {direction, straight_four_cells(facts, line, place.cell)};
    }
  }
  if (five) return Verdict::kFive;              // RIF 9.1: a five wins, whatever else it makes
  if (overline) return Verdict::kOverline;      // RIF 9.2a
  if (fours >= 2) return Verdict::kDoubleFour;  // RIF 9.2b
  if (threes < 2) return Verdict::kLegal;       // RIF 9.2c needs more than one three

  // RIF 9.3: a three counts only if Black may play one of its straight-four points, which is judged
  // on the board with this stone on it, "make the move in your mind".
  const auto is_three = [&](const Candidate& candidate) {
    const LinePlace here = place_of(point, candidate.direction);
    for (std::uint32_t cells = candidate.cells; cells != 0; cells &= cells - 1) {
      const int steps = std::countr_zero(cells) - here.cell;
      if (may_be_played(judge(step(point, candidate.direction, steps)), reading_)) return true;
    }
    return false;
  };
  position_.place(point, Color::kBlack);
  deepest_ = std::max(deepest_, ++depth_);
  std::size_t real = 0;
  for (std::size_t i = 0; i < threes && real < 2 && real + (threes - i) >= 2; ++i) {
    real += is_three(candidates[i]) ? 1 : 0;
  }
  --depth_;
  position_.remove(point, Color::kBlack);
  return real >= 2 ? Verdict::kDoubleThree : Verdict::kLegal;
}

Verdict judge_black(Position position, Point point, Reading reading) {
  if (!position.is_empty(point)) return Verdict::kOccupied;
  return Referee(position, reading).judge(point);
}

Verdict judge_white(const Position& position, Point point) {
  if (!position.is_empty(point)) return Verdict::kOccupied;
  for (int d = 0; d < kDirections; ++d) {
    const LinePlace place = place_of(point, static_cast<Direction>(d));
    const LineFacts facts = line_facts(position.line(place.line, Color::kWhite), false);
    if (((facts.five >> place.cell) & 1u) != 0) return Verdict::kFive;
  }
  return Verdict::kLegal;
}

}  // namespace renju
