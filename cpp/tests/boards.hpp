// Made boards and games, the same for a seed everywhere.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "renju/batch.hpp"

namespace renju::test {

using Cells = std::array<std::uint8_t, kPoints>;

inline Position position_of(const std::uint8_t* cells) {
  Position position;
  for (Point p = 0; p < kPoints; ++p) {
    if (cells[p] != 0) position.place(p, static_cast<Color>(cells[p]));
  }
  return position;
}

/// Boards of several kinds in turn: clustered like games, dense, sparse, crowded with one colour.
inline Cells made_board(Random& random) {
  Cells cells{};
  const int kind = random.below(5);
  if (kind == 0) {
    const int row = 4 + random.below(7);
    const int col = 4 + random.below(7);
    const int stones = 6 + random.below(60);
    for (int i = 0; i < stones; ++i) {
      const int r = row + random.below(5) + random.below(5) - 4;
      const int c = col + random.below(5) + random.below(5) - 4;
      if (on_board(r, c)) {
        cells[static_cast<std::size_t>(point_at(r, c))] = static_cast<std::uint8_t>(1 + i % 2);
      }
    }
    return cells;
  }
  // Of 64, how many points are black and how many white.
  constexpr std::array<std::array<int, 2>, 5> kShares{{{0, 0}, {24, 24}, {6, 2}, {16, 4}, {40, 4}}};
  const auto [black, white] = kShares[static_cast<std::size_t>(kind)];
  for (std::uint8_t& cell : cells) {
    const int draw = random.below(64);
    cell = draw < black ? 1 : draw < black + white ? 2 : 0;
  }
  return cells;
}

inline std::vector<std::uint8_t> made_boards(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> boards;
  boards.reserve(n * kPoints);
  for (std::size_t i = 0; i < n; ++i) {
    const Cells cells = made_board(random);
    boards.insert(boards.end(), cells.begin(), cells.end());
  }
  return boards;
}

/// Games of at most k plies with passes, occupied points, moves off the board and after the end.
inline std::vector<std::uint8_t> made_games(std::size_t n, std::size_t k, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> games(n * k, batch::kPadding);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t* moves = games.data() + i * k;
    const auto length = static_cast<std::size_t>(random.below(static_cast<int>(k) + 1));
    Cells cells{};
    for (std::size_t ply = 0; ply < length; ++ply) {
      const int draw = random.below(1000);
      const int row = 3 + random.below(9);
      const int col = 3 + random.below(9);
      auto point = static_cast<std::uint8_t>(point_at(row, col));
      // Nearly always a free point, as in a game.
      for (int tries = 0; tries < 60 && cells[point] != 0; ++tries) {
        point = static_cast<std::uint8_t>(random.below(kPoints));
      }
      moves[ply] = draw < 5 ? batch::kPass : point;
      if (draw == 999) moves[ply] = static_cast<std::uint8_t>(226 + random.below(29));
      if (moves[ply] < kPoints) cells[moves[ply]] = 1;
    }
    if (length + 2 < k && random.below(20) == 0) moves[length + 1] = 7;
  }
  return games;
}

}  // namespace renju::test
