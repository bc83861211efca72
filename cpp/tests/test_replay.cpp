// Batch replay against games played move by move with the referee.
//
//   test_replay [games]     how many made games, 20,000 if not said
#include <algorithm>
#include <cstdlib>

#include "boards.hpp"
#include "renju/batch.hpp"
#include "renju/isa.hpp"

namespace {

using namespace renju;

using Bytes = std::vector<std::uint8_t>;
using Plies = std::vector<std::int16_t>;

/// All that replay finds, with room for it.
struct Found {
  explicit Found(std::size_t n, std::size_t k)
      : verdicts(n * k, 0xee),
        reason(n),
        winner(n),
        after_five(n),
        first_five(n),
        first_foul(n),
        first_overline(n),
        impossible(n),
        length(n) {}

  Bytes verdicts, reason, winner, after_five;
  Plies first_five, first_foul, first_overline, impossible, length;

  [[nodiscard]] batch::Replay out() {
    return {verdicts.data(),       first_five.data(), first_foul.data(),
            first_overline.data(), impossible.data(), reason.data(),
            length.data(),         winner.data(),     after_five.data()};
  }
  friend bool operator==(const Found&, const Found&) = default;
};

void note(std::int16_t& first, std::size_t ply) {
  if (first < 0) first = static_cast<std::int16_t>(ply);
}

/// One game, played the plain way.
void play(const std::uint8_t* moves, std::size_t k, Reading reading, std::size_t i, Found& found,
          std::uint8_t* counts) {
  Position position;
  bool ended = false;
  bool impossible = false;
  found.first_five[i] = found.first_foul[i] = found.first_overline[i] = found.impossible[i] = -1;
  found.length[i] = static_cast<std::int16_t>(k);
  const auto refuse = [&](std::size_t ply, batch::Impossible why) {
    if (impossible) return;
    impossible = true;
    found.impossible[i] = static_cast<std::int16_t>(ply);
    found.reason[i] = static_cast<std::uint8_t>(why);
  };
  for (std::size_t ply = 0; ply < k; ++ply) {
    std::uint8_t& verdict = found.verdicts[i * k + ply];
    verdict = batch::kNotJudged;
    counts[ply] = batch::kNotJudged;
    const std::uint8_t move = moves[ply];
    if (move == batch::kPadding) {
      if (!ended) found.length[i] = static_cast<std::int16_t>(ply);
      ended = true;
      continue;
    }
    if (ended) refuse(ply, batch::Impossible::kAfterPadding);
    if (move > batch::kPass) refuse(ply, batch::Impossible::kOffBoard);
    if (move < batch::kPass && !position.is_empty(move)) refuse(ply, batch::Impossible::kOccupied);
    if (!ended && found.first_five[i] >= 0) found.after_five[i] = 1;
    if (impossible || move == batch::kPass) continue;
    const Color color = ply % 2 == 0 ? Color::kBlack : Color::kWhite;
    const Verdict judged = judge(position, move, color, reading);
    verdict = static_cast<std::uint8_t>(judged);
    if (color == Color::kBlack) {
      int fouls = 0;
      for (Point p = 0; p < kPoints; ++p) fouls += is_foul(judge_black(position, p, reading));
      counts[ply] = static_cast<std::uint8_t>(fouls);
    }
    if (judged == Verdict::kFive && found.first_five[i] < 0) {
      found.first_five[i] = static_cast<std::int16_t>(ply);
      found.winner[i] = static_cast<std::uint8_t>(color);
    }
    if (is_foul(judged)) note(found.first_foul[i], ply);
    if (judged == Verdict::kOverline) note(found.first_overline[i], ply);
    position.place(move, color);
  }
}

/// Counts of shapes against verdicts, which other code gives: a double-three has two threes or
/// more, a legal stone of Black's one at most and one straight four at most.
void shapes(const Bytes& moves, std::size_t n, std::size_t k, Reading reading,
            const Bytes& verdicts) {
  Bytes fours(n * k, 0xee);
  Bytes threes(n * k, 0xee);
  batch::count_shapes(moves.data(), n, k, reading, {fours.data(), threes.data()}, 1);
  for (std::size_t i = 0; i < n * k; ++i) {
    if (verdicts[i] == batch::kNotJudged) CHECK(fours[i] == 0 && threes[i] == 0);
    if ((i % k) % 2 != 0) continue;
    const auto verdict = static_cast<Verdict>(verdicts[i]);
    if (verdict == Verdict::kDoubleThree) CHECK(threes[i] >= 2 && fours[i] <= 1);
    if (verdict == Verdict::kLegal) CHECK(threes[i] <= 1 && fours[i] <= 1);
  }
  for (const int threads : {2, 7}) {
    Bytes other_fours(n * k);
    Bytes other_threes(n * k);
    const batch::ShapeCounts out{other_fours.data(), other_threes.data()};
    batch::count_shapes(moves.data(), n, k, reading, out, threads);
    CHECK(other_fours == fours && other_threes == threes);
  }
}

void replays(std::size_t n, std::size_t k, Reading reading) {
  const Bytes moves = test::made_games(n, k, 10 * n + k);
  Found expected(n, k);
  Bytes counts(n * k);
  for (std::size_t i = 0; i < n; ++i) {
    play(moves.data() + i * k, k, reading, i, expected, counts.data() + i * k);
  }
  for (const int threads : {1, 2, 3, 7}) {
    Found found(n, k);
    batch::replay(moves.data(), n, k, reading, found.out(), threads);
    CHECK(found.verdicts == expected.verdicts);
    CHECK(found.first_five == expected.first_five);
    CHECK(found.first_foul == expected.first_foul);
    CHECK(found.first_overline == expected.first_overline);
    CHECK(found.impossible == expected.impossible);
    CHECK(found.reason == expected.reason);
    CHECK(found.length == expected.length);
    CHECK(found.winner == expected.winner);
    CHECK(found.after_five == expected.after_five);
    Bytes counted(n * k, 0xee);
    batch::count_fouls(moves.data(), n, k, reading, counted.data(), threads);
    CHECK(counted == counts);
  }
  shapes(moves, n, k, reading, expected.verdicts);
  // What is not asked for may be null.
  batch::Replay only{};
  Plies first_five(n);
  only.first_five = first_five.data();
  batch::replay(moves.data(), n, k, reading, only, 1);
  CHECK(first_five == expected.first_five);
}

/// A short game of each kind, told by hand.
void by_hand() {
  constexpr std::uint8_t kEnd = batch::kPadding;
  // Black makes five at a1 to e1 with the ninth stone; White passes once.
  const Bytes five{0, 30, 1, 225, 2, 32, 3, 33, 4, 34, kEnd};
  Found found(1, five.size());
  batch::replay(five.data(), 1, five.size(), Reading::kRif, found.out(), 1);
  CHECK(found.first_five[0] == 8 && found.winner[0] == 1 && found.after_five[0] == 1);
  CHECK(found.length[0] == 10 && found.impossible[0] == -1 && found.reason[0] == 0);
  CHECK(found.verdicts == (Bytes{0, 0, 0, 255, 0, 0, 0, 0, 1, 0, 255}));
  const Bytes twice{112, 112, 3, kEnd};
  found = Found(1, twice.size());
  batch::replay(twice.data(), 1, twice.size(), Reading::kRif, found.out(), 1);
  CHECK(found.impossible[0] == 1 && found.reason[0] == 1 && found.length[0] == 3);
  CHECK(found.verdicts == (Bytes{0, 255, 255, 255}));
  const Bytes off{112, 226, kEnd, kEnd};
  batch::replay(off.data(), 1, off.size(), Reading::kRif, found.out(), 1);
  CHECK(found.impossible[0] == 1 && found.reason[0] == 2 && found.length[0] == 2);
  const Bytes after{112, kEnd, 113, kEnd};
  batch::replay(after.data(), 1, after.size(), Reading::kRif, found.out(), 1);
  CHECK(found.impossible[0] == 2 && found.reason[0] == 3 && found.length[0] == 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (!isa_problem().empty()) {
    std::printf("%s\n", isa_problem().c_str());
    return 77;  // skipped
  }
  const auto games = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 20'000);
  by_hand();
  for (const std::size_t n : {0, 1, 31, 33}) {
    replays(n, 60, Reading::kRif);
    replays(n, 0, Reading::kRif);
    replays(n, 1, Reading::kRif);
  }
  replays(games, 80, Reading::kRif);
  replays(games / 10, 230, Reading::kPermitted);
  return test::finish(("replay, " + std::string(isa())).c_str());
}
