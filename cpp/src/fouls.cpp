#include "renju/fouls.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "renju/line_facts.hpp"
#include "renju/star_facts.hpp"

namespace renju {
namespace {

constexpr bool more_than_one(std::uint64_t bits) {
  return (bits & (bits - 1)) != 0;
}

}  // namespace

Verdict Referee::judge(Point point) {
  ++calls_;
  const Star lines = star(position_, point, Color::kBlack);
  const StarFacts facts = star_facts(lines);
  if (facts.five != 0) return Verdict::kFive;  // RIF 9.1: a five wins, whatever else it makes
  if (facts.overline != 0) return Verdict::kOverline;                                  // RIF 9.2a
  if (facts.two_fours != 0 || more_than_one(facts.four)) return Verdict::kDoubleFour;  // RIF 9.2b
  if (!more_than_one(facts.three)) return Verdict::kLegal;                             // RIF 9.2c

  // RIF 9.3: a three counts only if Black may play one of its straight-four points, which is judged
  // on the board with this stone on it, "make the move in your mind".
  const auto is_three = [&](int d) {
    for (std::uint64_t left = facts.straight_fours >> (16 * d) & 0xffffu; left != 0;
         left &= left - 1) {
      const int steps = std::countr_zero(left) - kStarCenter;
      const Point other = step(point, static_cast<Direction>(d), steps);
      if (may_be_played(judge(other), reading_)) return true;
    }
    return false;
  };
  position_.place(point, Color::kBlack);
  deepest_ = std::max(deepest_, ++depth_);
  int real = 0;
  for (std::uint64_t left = facts.three; left != 0 && real < 2; left &= left - 1) {
    if (real == 0 && !more_than_one(left)) break;
    real += is_three(std::countr_zero(left) / 16) ? 1 : 0;
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
