// The referee: what a stone on a point is, by the rules of fouls.
#pragma once

#include <cstdint>

#include "renju/position.hpp"

namespace renju {

/// What a stone is (RIF 9.1, 9.2; the order of precedence is that of the enumerators FIVE to
/// DOUBLE_THREE).
enum class Verdict : std::uint8_t {
  kLegal = 0,
  kFive = 1,
  kOverline = 2,
  kDoubleFour = 3,
  kDoubleThree = 4,
  kOccupied = 5,
};

/// The two readings of "a straight-four point may be played" (design of THREE).
enum class Reading : std::uint8_t {
  kRif = 0,        ///< RIF 3, THREE: "without at the same time a five in a row is made"
  kPermitted = 1,  ///< RU 3: "by a permitted move"; a five wins, so it is permitted
};

[[nodiscard]] constexpr bool is_foul(Verdict verdict) {
  return verdict == Verdict::kOverline || verdict == Verdict::kDoubleFour ||
         verdict == Verdict::kDoubleThree;
}

/// May Black play a straight-four point about which the referee says `verdict`?
[[nodiscard]] constexpr bool may_be_played(Verdict verdict, Reading reading) {
  return verdict == Verdict::kLegal ||
         (reading == Reading::kPermitted && verdict == Verdict::kFive);
}

/// Judges Black's stones exactly, to any depth. Stones that are imagined on the way are put on the
/// position and taken back, so it is unchanged when a call returns.
class Referee {
 public:
  explicit Referee(Position& position, Reading reading) : position_(position), reading_(reading) {}

  /// The verdict of a black stone on `point` (RIF 9.1 to 9.3).
  [[nodiscard]] Verdict judge(Point point);

  /// How many judgements the last ones took together, imagined stones included.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  /// The most stones that were imagined on the board at once.
  [[nodiscard]] int deepest() const { return deepest_; }

 private:
  Position& position_;
  Reading reading_;
  std::uint64_t calls_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
};

/// The verdict of a black stone, OCCUPIED where a stone stands.
[[nodiscard]] Verdict judge_black(Position position, Point point, Reading reading);

/// The verdict of a white stone: FIVE at five or more (RIF 9.1), else LEGAL; OCCUPIED where a stone
/// stands.
[[nodiscard]] Verdict judge_white(const Position& position, Point point);

[[nodiscard]] inline Verdict judge(const Position& position, Point point, Color color,
                                   Reading reading) {
  return color == Color::kWhite ? judge_white(position, point)
                                : judge_black(position, point, reading);
}

}  // namespace renju
