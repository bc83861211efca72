#include <algorithm>
#include <array>
#include <vector>

#include "block.hpp"
#include "parallel.hpp"
#include "renju/batch.hpp"
#include "renju/shapes.hpp"

namespace renju::batch {
namespace {

using kernels::kBlock;

/// Games below which a thread more costs more than it brings.
constexpr std::size_t kGrain = 256;

constexpr Color color_of(std::size_t ply) {
  return ply % 2 == 0 ? Color::kBlack : Color::kWhite;
}

/// The position before ply `ply`, where all moves are possible.
Position position_before(const std::uint8_t* moves, std::size_t ply) {
  Position position;
  for (std::size_t i = 0; i < ply; ++i) {
    if (moves[i] != kPass) position.place(moves[i], color_of(i));
  }
  return position;
}

/// What replay finds of one game.
struct Game {
  std::int16_t first_five = -1;
  std::int16_t first_foul = -1;
  std::int16_t first_overline = -1;
  std::int16_t impossible = -1;
  Impossible reason = Impossible::kNo;
  std::int16_t length = 0;
};

/// Plies of one game or of several, waiting to be judged together.
class Queue {
 public:
  struct Ply {
    const std::uint8_t* moves;  // of the game
    std::size_t ply;
    std::uint8_t* verdict;
  };

  explicit Queue(Reading reading) : reading_(reading) {}

  void add(const Position& position, const Ply& ply) {
    const Point point = ply.moves[ply.ply];
    for (std::size_t d = 0; d < kDirections; ++d) {
      const LinePlace place = place_of(point, static_cast<Direction>(d));
      const Line line = position.line(place.line, color_of(ply.ply));
      const auto centered = [&place](std::uint32_t cells) {
        return static_cast<std::uint16_t>(cells << kernels::kLineCenter >> place.cell);
      };
      lines_.own[d][count_] = centered(line.stones);
      lines_.empty[d][count_] = centered(line.empty);
    }
    plies_[count_++] = ply;
    if (count_ == kBlock) judge();
  }

  void judge() {
    std::array<std::uint16_t, kBlock> found;
    kernel().judge_plies(lines_, count_, found.data());
    for (std::size_t i = 0; i < count_; ++i) *plies_[i].verdict = verdict(plies_[i], found[i]);
    count_ = 0;
  }

 private:
  [[nodiscard]] std::uint8_t verdict(const Ply& ply, std::uint16_t found) const {
    auto verdict = static_cast<Verdict>(found);
    if (color_of(ply.ply) == Color::kWhite) {
      const bool five = verdict == Verdict::kFive || verdict == Verdict::kOverline;
      verdict = five ? Verdict::kFive : Verdict::kLegal;
    } else if (verdict == Verdict::kDoubleThree) {
      Position position = position_before(ply.moves, ply.ply);
      verdict = Referee(position, reading_).judge(ply.moves[ply.ply]);
    }
    return static_cast<std::uint8_t>(verdict);
  }

  Reading reading_;
  kernels::Plies lines_{};
  std::array<Ply, kBlock> plies_{};
  std::size_t count_ = 0;
};

/// Plays a game through and queues its stones.
Game play_through(const std::uint8_t* moves, std::size_t k, std::uint8_t* verdicts, Queue& queue) {
  Game game;
  const auto refuse = [&game](std::size_t ply, Impossible reason) {
    game.impossible = static_cast<std::int16_t>(ply);
    game.reason = reason;
  };
  std::fill_n(verdicts, k, kNotJudged);
  const std::uint8_t* const end = std::find(moves, moves + k, kPadding);
  const auto length = static_cast<std::size_t>(end - moves);
  game.length = static_cast<std::int16_t>(length);

  Position position;
  for (std::size_t ply = 0; ply < length; ++ply) {
    const std::uint8_t move = moves[ply];
    if (move == kPass) continue;
    if (move > kPass) {
      refuse(ply, Impossible::kOffBoard);
      return game;
    }
    if (!position.is_empty(move)) {
      refuse(ply, Impossible::kOccupied);
      return game;
    }
    queue.add(position, {moves, ply, verdicts + ply});
    position.place(move, color_of(ply));
  }
  for (std::size_t ply = length; ply < k; ++ply) {
    if (moves[ply] == kPadding) continue;
    refuse(ply, Impossible::kAfterPadding);
    break;
  }
  return game;
}

/// Finds the first five and fouls in the verdicts.
void look_through(const std::uint8_t* verdicts, Game& game) {
  const auto note = [](std::int16_t& first, std::size_t ply) {
    if (first < 0) first = static_cast<std::int16_t>(ply);
  };
  for (std::size_t ply = 0; ply < static_cast<std::size_t>(game.length); ++ply) {
    if (verdicts[ply] == kNotJudged || verdicts[ply] == 0) continue;
    const auto verdict = static_cast<Verdict>(verdicts[ply]);
    if (verdict == Verdict::kFive) note(game.first_five, ply);
    if (is_foul(verdict)) note(game.first_foul, ply);
    if (verdict == Verdict::kOverline) note(game.first_overline, ply);
  }
}

/// Is it a three that can grow? The stone that makes it stands on the position (RIF 9.3).
bool is_three(Position& position, const Shape& shape, Color color, Reading reading) {
  if (shape.kind != ShapeKind::kThree || color == Color::kWhite) {
    return shape.kind == ShapeKind::kThree;
  }
  return std::any_of(shape.completing.begin(), shape.completing.end(), [&](Point point) {
    return may_be_played(Referee(position, reading).judge(point), reading);
  });
}

void report(const Game& game, std::size_t i, const Replay& out) {
  const auto set = [i](auto* array, auto value) {
    if (array != nullptr) array[i] = value;
  };
  const bool five = game.first_five >= 0;
  set(out.first_five, game.first_five);
  set(out.first_foul, game.first_foul);
  set(out.first_overline, game.first_overline);
  set(out.impossible, game.impossible);
  set(out.impossible_reason, static_cast<std::uint8_t>(game.reason));
  set(out.length, game.length);
  set(out.winner, static_cast<std::uint8_t>(
                      five ? color_of(static_cast<std::size_t>(game.first_five)) : Color::kEmpty));
  set(out.after_five, static_cast<std::uint8_t>(five && game.first_five + 1 < game.length));
}

}  // namespace

void replay(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
            const Replay& out, int threads) {
  in_parallel(n, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    constexpr std::size_t kGames = 64;
    Queue queue(reading);
    std::array<Game, kGames> games;
    std::vector<std::uint8_t> spare(out.verdicts == nullptr ? kGames * k : 0);
    for (std::size_t first = begin; first < end; first += kGames) {
      const std::size_t count = std::min(kGames, end - first);
      std::uint8_t* verdicts = out.verdicts == nullptr ? spare.data() : out.verdicts + first * k;
      for (std::size_t i = 0; i < count; ++i) {
        games[i] = play_through(moves + (first + i) * k, k, verdicts + i * k, queue);
      }
      queue.judge();
      for (std::size_t i = 0; i < count; ++i) {
        look_through(verdicts + i * k, games[i]);
        report(games[i], first + i, out);
      }
    }
  });
}

void count_fouls(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
                 std::uint8_t* counts, int threads) {
  in_parallel(n, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    Block block;
    std::array<std::uint8_t*, kBlock> places{};
    std::size_t waiting = 0;
    const auto judge = [&] {
      std::array<std::uint8_t, kBlock> fouls;
      block.judge(waiting, reading);
      kernel().count_fouls(block.labels, waiting, fouls.data());
      for (std::size_t i = 0; i < waiting; ++i) *places[i] = fouls[i];
      waiting = 0;
    };
    for (std::size_t game = begin; game < end; ++game) {
      const std::uint8_t* const line = moves + game * k;
      std::uint8_t* const count = counts + game * k;
      std::fill_n(count, k, kNotJudged);
      kernels::Bits black{};
      kernels::Bits white{};
      for (std::size_t ply = 0; ply < k; ++ply) {
        const std::uint8_t move = line[ply];
        if (move == kPass) continue;
        if (move > kPass || test_bit(black, move) || test_bit(white, move)) break;
        if (color_of(ply) == Color::kWhite) {
          set_bit(white, move);
          continue;
        }
        block.stones.black[waiting] = black;
        block.stones.white[waiting] = white;
        places[waiting++] = count + ply;
        if (waiting == kBlock) judge();
        set_bit(black, move);
      }
    }
    judge();
  });
}

void count_shapes(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
                  const ShapeCounts& out, int threads) {
  std::fill_n(out.straight_fours, n * k, std::uint8_t{0});
  std::fill_n(out.threes, n * k, std::uint8_t{0});
  in_parallel(n, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t game = begin; game < end; ++game) {
      Position position;
      for (std::size_t ply = 0; ply < k; ++ply) {
        const std::uint8_t move = moves[game * k + ply];
        if (move == kPass) continue;
        if (move > kPass || !position.is_empty(move)) break;
        const Color color = color_of(ply);
        const std::vector<Shape> shapes = shapes_through(position, move, color);
        position.place(move, color);
        std::array<bool, kDirections> three{};  // a direction has one or none, of whichever stones
        for (const Shape& shape : shapes) {
          if (shape.kind == ShapeKind::kStraightFour) ++out.straight_fours[game * k + ply];
          bool& found = three[static_cast<std::size_t>(shape.direction)];
          found = found || is_three(position, shape, color, reading);
        }
        out.threes[game * k + ply] =
            static_cast<std::uint8_t>(std::count(three.begin(), three.end(), true));
      }
    }
  });
}

}  // namespace renju::batch
