// The batch functions against the referee, on the instruction set that RENJU_ISA names.
//
//   test_batch [boards]     how many made boards, 200,000 if not said
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "boards.hpp"
#include "renju/batch.hpp"
#include "renju/isa.hpp"
#include "renju/keys.hpp"

namespace {

using namespace renju;
using batch::kAllValid;
using test::made_boards;
using test::position_of;

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t number(Verdict verdict) {
  return static_cast<std::uint8_t>(verdict);
}

/// Fills with a number that is no answer.
Bytes blank(std::size_t size) {
  return Bytes(size, 0xee);
}

Bytes map_of(const Bytes& cells, Color color, Reading reading, int threads = 1) {
  Bytes out = blank(cells.size());
  CHECK(batch::verdict_map(cells.data(), cells.size() / kPoints, color, reading, out.data(),
                           threads) == kAllValid);
  return out;
}

bool map_agrees(const std::uint8_t* cells, const std::uint8_t* map, Color color, Reading reading) {
  Position position = position_of(cells);
  Referee referee(position, reading);
  for (Point p = 0; p < kPoints; ++p) {
    Verdict expected = Verdict::kOccupied;
    if (cells[p] == 0) {
      expected = color == Color::kBlack ? referee.judge(p) : judge_white(position, p);
    }
    if (map[p] != number(expected)) return false;
  }
  return true;
}

void maps(std::size_t boards) {
  constexpr std::size_t kPart = 10'000;
  for (std::size_t done = 0; done < boards; done += kPart) {
    const std::size_t n = std::min(kPart, boards - done);
    const Bytes cells = made_boards(n, 1000 + done);
    for (const Reading reading : {Reading::kRif, Reading::kPermitted}) {
      const Bytes map = map_of(cells, Color::kBlack, reading);
      for (std::size_t i = 0; i < map.size(); i += kPoints) {
        CHECK(map_agrees(cells.data() + i, map.data() + i, Color::kBlack, reading));
      }
    }
    if (done > 0) continue;
    const Bytes map = map_of(cells, Color::kWhite, Reading::kRif);
    for (std::size_t i = 0; i < map.size(); i += kPoints) {
      CHECK(map_agrees(cells.data() + i, map.data() + i, Color::kWhite, Reading::kRif));
    }
  }
}

/// Everything that can be read off the maps, for some n.
void derived(std::size_t n) {
  const Bytes cells = made_boards(n, 77 + n);
  test::Random random(n);
  Bytes points(n);
  Bytes colors(n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] = static_cast<std::uint8_t>(random.below(kPoints));
    colors[i] = static_cast<std::uint8_t>(1 + random.below(2));
  }
  for (const Reading reading : {Reading::kRif, Reading::kPermitted}) {
    const Bytes black = map_of(cells, Color::kBlack, reading);
    const Bytes white = map_of(cells, Color::kWhite, reading);
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const Bytes& map = color == Color::kBlack ? black : white;
      Bytes out = blank(n);
      CHECK(batch::verdicts(cells.data(), points.data(), n, color, reading, out.data(), 1) ==
            kAllValid);
      for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == map[kPoints * i + points[i]]);
      Bytes fives = blank(n * kPoints);
      CHECK(batch::five_map(cells.data(), n, color, fives.data(), 1) == kAllValid);
      for (std::size_t i = 0; i < fives.size(); ++i) {
        CHECK(fives[i] == (map[i] == number(Verdict::kFive)));
      }
    }
    Bytes legal = blank(n * kPoints);
    CHECK(batch::legal_mask(cells.data(), colors.data(), n, reading, legal.data(), 1) == kAllValid);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const std::uint8_t verdict = colors[i / kPoints] == 1 ? black[i] : white[i];
      CHECK(legal[i] == (verdict == number(Verdict::kLegal) || verdict == number(Verdict::kFive)));
    }
    Bytes played = cells;
    Bytes moves = points;
    for (std::size_t i = 0; i < n; i += 7) moves[i] = batch::kPass;
    Bytes out = blank(n);
    CHECK(batch::play(played.data(), moves.data(), colors.data(), n, reading, out.data(), 1) ==
          kAllValid);
    Bytes expected = cells;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = kPoints * i + points[i];
      if (moves[i] == batch::kPass) {
        CHECK(out[i] == batch::kNotJudged);
        continue;
      }
      CHECK(out[i] == (colors[i] == 1 ? black[at] : white[at]));
      if (expected[at] == 0) expected[at] = colors[i];
    }
    CHECK(played == expected);
  }
}

bool row_stands(const std::uint8_t* cells, std::uint8_t color) {
  constexpr int kSteps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  const auto has = [&](int row, int col) {
    return on_board(row, col) && cells[point_at(row, col)] == color;
  };
  for (Point p = 0; p < kPoints; ++p) {
    for (const auto& [down, right] : kSteps) {
      const int row = row_of(p);
      const int col = col_of(p);
      if (has(row - down, col - right)) continue;
      int length = 0;
      while (has(row + length * down, col + length * right)) ++length;
      if (length == 5 || (length > 5 && color == 2)) return true;
    }
  }
  return false;
}

void whole_boards(std::size_t n) {
  const Bytes cells = made_boards(n, 4242 + n);
  Bytes out = blank(n);
  CHECK(batch::winners(cells.data(), n, out.data(), 1) == kAllValid);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t* board = cells.data() + kPoints * i;
    CHECK(out[i] == row_stands(board, 1) + 2 * row_stands(board, 2));
  }

  std::vector<std::uint64_t> keys(n);
  CHECK(batch::canonical_keys(cells.data(), n, keys.data(), 1) == kAllValid);
  for (int s = 0; s < kSymmetries; ++s) {
    Bytes image = blank(cells.size());
    batch::transform(cells.data(), n, s, image.data());
    std::vector<std::uint64_t> again(n);
    CHECK(batch::canonical_keys(image.data(), n, again.data(), 1) == kAllValid);
    CHECK(again == keys);
    for (std::size_t i = 0; i < std::min<std::size_t>(n, 100); ++i) {
      const std::uint8_t* board = image.data() + kPoints * i;
      const Position expected = test::transformed(position_of(cells.data() + kPoints * i), s);
      CHECK(position_of(board) == expected);
      CHECK(key(board) == key(expected));
      CHECK(canonical_key(expected) == keys[i]);
      CHECK(keys[i] <= key(board));
    }
  }

  std::vector<std::uint64_t> bits(8 * n);
  CHECK(batch::pack(cells.data(), n, bits.data()) == kAllValid);
  Bytes planes(2 * cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t board = i / kPoints;
    const std::size_t p = i % kPoints;
    for (std::size_t color = 0; color < 2; ++color) {
      const bool stone = (bits[8 * board + 4 * color + p / 64] >> (p % 64) & 1) != 0;
      CHECK(stone == (cells[i] == color + 1));
      planes[kPoints * (2 * board + color) + p] = stone ? 1 : 0;
    }
  }
  Bytes back = blank(cells.size());
  CHECK(batch::unpack(bits.data(), n, back.data()) == kAllValid);
  CHECK(back == cells);
  back = blank(cells.size());
  CHECK(batch::from_planes(planes.data(), n, back.data()) == kAllValid);
  CHECK(back == cells);
}

/// Each kind of board that is none is refused by its index, wherever it is.
void wrong_boards() {
  constexpr std::size_t n = 100;
  for (const std::size_t at : {std::size_t{0}, std::size_t{31}, std::size_t{32}, n - 1}) {
    for (const int p : {0, 15, 63, 64, 127, 128, 192, 223, 224}) {
      for (const int wrong : {3, 4, 128, 255}) {
        Bytes cells(n * kPoints);
        cells[at * kPoints + static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(wrong);
        Bytes out(n * kPoints);
        const auto expected = static_cast<std::int64_t>(at);
        CHECK(!batch::cells_valid(cells.data(), cells.size()));
        CHECK(batch::verdict_map(cells.data(), n, Color::kBlack, Reading::kRif, out.data(), 1) ==
              expected);
        CHECK(batch::winners(cells.data(), n, out.data(), 2) == expected);
      }
    }
    std::vector<std::uint64_t> bits(8 * n);
    Bytes out(n * kPoints);
    bits[8 * at + 3] = std::uint64_t{1} << 33;
    CHECK(batch::unpack(bits.data(), n, out.data()) == static_cast<std::int64_t>(at));
    bits[8 * at + 3] = 1;
    bits[8 * at + 7] = 1;
    CHECK(batch::unpack(bits.data(), n, out.data()) == static_cast<std::int64_t>(at));
    Bytes planes(2 * n * kPoints);
    planes[2 * at * kPoints + 224] = 1;
    CHECK(batch::from_planes(planes.data(), n, out.data()) == kAllValid);
    planes[(2 * at + 1) * kPoints + 224] = 1;
    CHECK(batch::from_planes(planes.data(), n, out.data()) == static_cast<std::int64_t>(at));
    planes[(2 * at + 1) * kPoints + 224] = 0;
    planes[2 * at * kPoints] = 2;
    CHECK(batch::from_planes(planes.data(), n, out.data()) == static_cast<std::int64_t>(at));
  }
  CHECK(batch::cells_valid(nullptr, 0));
}

/// The lowest wrong board is named, however many threads look.
void wrong_boards_in_threads(std::size_t n) {
  Bytes cells(n * kPoints);
  cells[(n - 1) * kPoints] = 9;
  cells[(n / 2) * kPoints] = 9;
  cells[(n / 3) * kPoints] = 9;
  Bytes out(n * kPoints);
  for (const int threads : {1, 2, 3, 7}) {
    CHECK(batch::verdict_map(cells.data(), n, Color::kBlack, Reading::kRif, out.data(), threads) ==
          static_cast<std::int64_t>(n / 3));
  }
}

void threads(std::size_t n) {
  const Bytes cells = made_boards(n, 5);
  const Bytes colors(n, 1);
  const Bytes points(n, 112);
  const Bytes map = map_of(cells, Color::kBlack, Reading::kRif);
  Bytes mask = blank(map.size());
  CHECK(batch::legal_mask(cells.data(), colors.data(), n, Reading::kRif, mask.data(), 1) ==
        kAllValid);
  for (const int count : {2, 3, 7}) {
    CHECK(map_of(cells, Color::kBlack, Reading::kRif, count) == map);
    Bytes again = blank(map.size());
    CHECK(batch::legal_mask(cells.data(), colors.data(), n, Reading::kRif, again.data(), count) ==
          kAllValid);
    CHECK(again == mask);
    Bytes one = blank(n);
    CHECK(batch::verdicts(cells.data(), points.data(), n, Color::kBlack, Reading::kRif, one.data(),
                          count) == kAllValid);
    for (std::size_t i = 0; i < n; ++i) CHECK(one[i] == map[kPoints * i + 112]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (!isa_problem().empty()) {
    std::printf("%s\n", isa_problem().c_str());
    return 77;  // skipped
  }
  const auto boards = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 200'000);
  maps(boards);
  for (const std::size_t n : {0, 1, 31, 32, 33, 1000}) {
    derived(n);
    whole_boards(n);
  }
  wrong_boards();
  constexpr std::size_t many = 15'005;  // enough for seven threads
  wrong_boards_in_threads(many);
  threads(many);
  return test::finish(("batch, " + std::string(isa())).c_str());
}
