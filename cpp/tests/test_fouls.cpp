// The referee on positions of the rules' own making.
#include "boards.hpp"
#include "check.hpp"
#include "renju/fouls.hpp"
#include "renju/keys.hpp"
#include "renju/line_facts.hpp"
#include "renju/star_facts.hpp"

namespace {

using namespace renju;
using test::point;
using test::position;

/// The verdict in all eight images of the board must be the same; none may change the board.
Verdict judged(const Position& board, Point at, Reading reading = Reading::kRif) {
  const Verdict verdict = judge_black(board, at, reading);
  for (int s = 0; s < kSymmetries; ++s) {
    Position image = test::transformed(board, s);
    const Position before = image;
    Referee referee(image, reading);
    CHECK(referee.judge(transform(at, s)) == verdict);
    CHECK(image == before);
    CHECK(referee.calls() >= 1);
    CHECK(canonical_key(image) == canonical_key(board));
  }
  return verdict;
}

Verdict judged(const char* black, const char* at, Reading reading = Reading::kRif) {
  return judged(position(black), point(at), reading);
}

Verdict judged_both(const char* black, const char* at) {
  const Verdict verdict = judged(black, at);
  CHECK(judged(black, at, Reading::kPermitted) == verdict);
  return verdict;
}

/// Along the rim and into the corners; the images make rows columns, and diagonals of both kinds.
void edges() {
  CHECK(judged_both("b1 c1 d1 e1", "a1") == Verdict::kFive);
  CHECK(judged_both("a1 b1 d1 e1", "c1") == Verdict::kFive);
  CHECK(judged_both("b2 c3 d4 e5", "a1") == Verdict::kFive);
  CHECK(judged_both("k11 l12 m13 n14", "o15") == Verdict::kFive);
  CHECK(judged_both("a5 b4 c3 d2", "e1") == Verdict::kFive);
  CHECK(judged_both("k15 l14 m13 n12", "o11") == Verdict::kFive);
  CHECK(judged_both("b1 c1 d1 e1 f1", "a1") == Verdict::kOverline);
  CHECK(judged_both("a1 b2 c3 e5 f6", "d4") == Verdict::kOverline);
  // A row does not go on where the next one begins.
  CHECK(judged_both("l1 m1 n1 o1 a2", "b2") == Verdict::kLegal);
  CHECK(judged_both("l1 m2 n3 o4 a6", "b7") == Verdict::kLegal);
  CHECK(judged_both("d1 c2 b3 a4 o4", "n5") == Verdict::kLegal);
  // Threes against the edge are none: nothing is beyond them.
  CHECK(judged_both("b1 c1 a2 a3", "a1") == Verdict::kLegal);
  CHECK(judged_both("a7 a9 b8 c8", "a8") == Verdict::kLegal);
  CHECK(judged_both("b1 c1 d2 d3", "d1") == Verdict::kLegal);
  CHECK(judged_both("c2 d2 b3 b4", "b2") == Verdict::kDoubleThree);
  CHECK(judged_both("b2 c3 d3 d2", "d4") == Verdict::kDoubleThree);
  CHECK(judged_both("c2 d2 e3 e4", "e2") == Verdict::kDoubleThree);
  CHECK(judged_both("b1 c1 d1 a2 a3 a4", "a1") == Verdict::kDoubleFour);
  // Where a stone stands, nothing can be put.
  CHECK(judge_black(position("a1", "o15"), point("a1"), Reading::kRif) == Verdict::kOccupied);
  CHECK(judge_black(position("a1", "o15"), point("o15"), Reading::kRif) == Verdict::kOccupied);
}

void fours() {
  CHECK(judged_both("e8 g8 i8 k8", "h8") == Verdict::kDoubleFour);
  CHECK(judged_both("e8 f8 i8 k8 l8", "h8") == Verdict::kDoubleFour);
  CHECK(judged_both("d8 e8 f8 j8 k8 l8", "h8") == Verdict::kDoubleFour);
  CHECK(judged_both("f8 h8 i8 l8", "j8") == Verdict::kDoubleFour);
  CHECK(judged_both("e8 f8 g8", "h8") == Verdict::kLegal);  // a straight four is one four
  CHECK(judged_both("a3 d3 e3 f3", "c3") == Verdict::kLegal);
  CHECK(judged_both("e8 f8 g8 h8 h5 h6 h7 h9 h10", "i8") == Verdict::kFive);
  // A five wins though the same stone makes six (RIF 9.1).
  CHECK(judged_both("d8 e8 f8 g8 h5 h6 h7 h9 h10", "h8") == Verdict::kFive);
}

void white() {
  const Position board = position("a1", "d8 e8 f8 g8 i8");
  CHECK(judge_white(board, point("h8")) == Verdict::kFive);
  CHECK(judge_white(board, point("c8")) == Verdict::kFive);
  CHECK(judge_white(board, point("b8")) == Verdict::kLegal);
  CHECK(judge_white(board, point("a1")) == Verdict::kOccupied);
}

/// rules.md 4.3: eight stones in a ring, whose points depend on each other four deep.
void ring() {
  const char* const ring = "f7 f8 g6 g9 h6 h9 i7 i8";
  for (const char* at : {"h8", "g8", "g7", "h7"}) {
    CHECK(judged_both(ring, at) == Verdict::kLegal);
  }
  CHECK(judged_both("f7 f8 g6 g9 h6 h9 i7 i8 h8", "g8") == Verdict::kDoubleThree);
  CHECK(judged_both("f7 f8 g6 g9 h6 h9 i7 i8 h8", "h7") == Verdict::kDoubleThree);
  CHECK(judged_both("f7 f8 g6 g9 h6 h9 i7 i8 h8 g8", "g7") == Verdict::kLegal);
  CHECK(judged_both("f7 f8 g6 g9 h6 h9 i7 i8 h8 g8 g7", "h7") == Verdict::kDoubleFour);
  Position board = position(ring);
  Referee referee(board, Reading::kRif);
  CHECK(referee.judge(point("h8")) == Verdict::kLegal);
  CHECK(referee.deepest() == 3);
}

/// The positions on which the two readings of a three differ, and those that tell whether RIF 9.3
/// a) and b) are asked together.
void readings() {
  const char* const f1 = "f8 i8 h7 h6 g4 g5 g6 g7";
  CHECK(judged(f1, "h8", Reading::kRif) == Verdict::kLegal);
  CHECK(judged(f1, "h8", Reading::kPermitted) == Verdict::kDoubleThree);
  const char* const f2 = "e8 f8 g9 g10 h5 h6 h7 i9 i10 j10 j11";
  CHECK(judged(f2, "h8", Reading::kRif) == Verdict::kDoubleThree);
  CHECK(judged(f2, "h8", Reading::kPermitted) == Verdict::kLegal);
  CHECK(judged_both("e10 e9 f8 h5 h7 i6 i8 j6 k5", "h8") == Verdict::kLegal);
  CHECK(judged_both("d8 e5 e8 g11 g5 g9 h10 h11 j11", "f8") == Verdict::kLegal);
}

/// The four lines through a point at once say what each line says.
void stars() {
  test::Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Position board = test::position_of(test::made_board(random).data());
    for (Point at = 0; at < kPoints; ++at) {
      if (!board.is_empty(at)) continue;
      const StarFacts all = star_facts(star(board, at, Color::kBlack));
      for (int d = 0; d < kDirections; ++d) {
        const auto direction = static_cast<Direction>(d);
        const LinePlace place = place_of(at, direction);
        const Line line = board.line(place.line, Color::kBlack);
        const LineFacts facts = line_facts(line);
        const auto same = [&](std::uint64_t of_star, std::uint32_t of_line) {
          return ((of_star >> star_bit(direction)) & 1u) == ((of_line >> place.cell) & 1u);
        };
        CHECK(same(all.five, facts.five) && same(all.overline, facts.overline) &&
              same(all.four, facts.four) && same(all.two_fours, facts.two_fours) &&
              same(all.three, facts.three));
        const std::uint64_t straight = straight_four_cells(facts, line, place.cell);
        CHECK(((all.straight_fours >> (16 * d)) & 0xffffu) ==
              straight << kStarCenter >> place.cell);
      }
    }
  }
}

void keys() {
  CHECK(key(Position{}) == 0);
  CHECK(canonical_key(Position{}) == 0);
  const Position board = position("h8 g7 a1", "i9 o3");
  CHECK(key(board) != key(position("h8 g7 a1", "i9 o4")));
  CHECK(key(board) == (key(position("h8 g7 a1")) ^ key(position("", "i9 o3"))));
  CHECK(key(position("h8")) != key(position("", "h8")));
  // Users keep keys in files: these never change.
  CHECK(key(position("h8")) == 0xd9d80a8d667ac545);
  CHECK(canonical_key(position("h8 h9", "i9")) == 0x10b2dc3a493b1107);
}

}  // namespace

int main() {
  edges();
  fours();
  white();
  ring();
  readings();
  stars();
  keys();
  return test::finish("fouls");
}
