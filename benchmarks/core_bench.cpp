// Measures the batch functions without Python, beside a plain copy of the same boards.
//
//   renju_core_bench maps.txt [boards] [repeats] [threads] [clustered|dense]
//
// maps.txt is tests/data/maps.txt.gz unpacked: on each line a board and its labels in both
// readings; odd lines are clustered as in games, even lines dense. The labels are checked first.
// RENJU_ISA chooses the instruction set. With `repeats` 0 each map is made once and nothing is
// timed, which is what an instruction counter wants.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "renju/batch.hpp"
#include "renju/isa.hpp"

namespace {

using renju::Color;
using renju::Reading;
namespace batch = renju::batch;

constexpr std::size_t kPoints = renju::kPoints;

/// Boards one after the other, with their labels.
struct Boards {
  const char* name = "";
  std::size_t count = 0;
  std::vector<std::uint8_t> cells;
  std::vector<std::uint8_t> rif;
  std::vector<std::uint8_t> permitted;
};

void append(std::vector<std::uint8_t>& to, const std::string& text, const char* letters) {
  for (const char letter : text) {
    to.push_back(static_cast<std::uint8_t>(std::strchr(letters, letter) - letters));
  }
}

void read(const char* path, Boards& clustered, Boards& dense) {
  std::ifstream file(path);
  std::string board;
  std::string rif;
  std::string permitted;
  for (bool odd = true; file >> board >> rif >> permitted; odd = !odd) {
    Boards& boards = odd ? clustered : dense;
    append(boards.cells, board, ".XO");
    append(boards.rif, rif, ".5643x");
    append(boards.permitted, permitted, ".5643x");
    ++boards.count;
  }
}

/// How many labels are wrong.
std::size_t errors(const Boards& boards, Reading reading) {
  const std::vector<std::uint8_t>& expected =
      reading == Reading::kRif ? boards.rif : boards.permitted;
  std::vector<std::uint8_t> out(boards.cells.size());
  const std::int64_t wrong_board =
      batch::verdict_map(boards.cells.data(), boards.count, Color::kBlack, reading, out.data(), 1);
  if (wrong_board != batch::kAllValid) return out.size();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) wrong += out[i] != expected[i];
  return wrong;
}

void repeat_to(Boards& boards, std::size_t count) {
  const std::size_t given = boards.count;
  boards.cells.resize(count * kPoints);
  for (std::size_t i = given; i < count; ++i) {
    std::memcpy(boards.cells.data() + i * kPoints, boards.cells.data() + i % given * kPoints,
                kPoints);
  }
  boards.count = count;
}

/// The best time of `repeats`, in nanoseconds for each of `items`.
template <class Work>
double best(int repeats, std::size_t items, const Work& work) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < std::max(repeats, 1); ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least / static_cast<double>(items);
}

void measure(const Boards& boards, int repeats, int threads) {
  std::vector<std::uint8_t> out(boards.cells.size());
  std::vector<std::uint8_t> one(boards.count);
  std::vector<std::uint8_t> points(boards.count);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = static_cast<std::uint8_t>(i * 97 % kPoints);
  }
  std::int64_t wrong = batch::kAllValid;
  const std::uint8_t* cells = boards.cells.data();
  const std::size_t n = boards.count;
  const auto map = [&] {
    wrong = std::max(
        wrong, batch::verdict_map(cells, n, Color::kBlack, Reading::kRif, out.data(), threads));
  };
  if (repeats == 0) return map();
  const double copy =
      best(repeats, n, [&] { std::memcpy(out.data(), cells, boards.cells.size()); });
  const auto show = [&](const char* what, double time) {
    std::printf("%-9s %-10s %-22s %8.1f ns  %6.2f x copy\n", std::string(renju::isa()).c_str(),
                boards.name, what, time, time / copy);
  };
  show("copy", copy);
  show("verdict_map", best(repeats, n, map));
  show("verdicts", best(repeats, n, [&] {
         wrong = std::max(wrong, batch::verdicts(cells, points.data(), n, Color::kBlack,
                                                 Reading::kRif, one.data(), threads));
       }));
  show("verdict_map, White", best(repeats, n, [&] {
         wrong = std::max(wrong, batch::verdict_map(cells, n, Color::kWhite, Reading::kRif,
                                                    out.data(), threads));
       }));
  show("winners", best(repeats, n, [&] {
         wrong = std::max(wrong, batch::winners(cells, n, one.data(), threads));
       }));
  if (wrong != batch::kAllValid)
    std::printf("board %lld is wrong\n", static_cast<long long>(wrong));
}

/// Games of 48 plies: the stones of clustered boards, from the middle outwards.
void measure_games(const Boards& boards, int repeats, int threads) {
  constexpr std::size_t kPlies = 48;
  std::vector<std::uint8_t> moves;
  std::size_t games = 0;
  for (std::size_t i = 0; i < boards.count; ++i) {
    std::vector<std::uint8_t> stones;
    for (std::size_t point = 0; point < kPoints; ++point) {
      if (boards.cells[i * kPoints + point] != 0)
        stones.push_back(static_cast<std::uint8_t>(point));
    }
    const auto distance = [](std::uint8_t point) {
      return std::max(std::abs(renju::row_of(point) - 7), std::abs(renju::col_of(point) - 7));
    };
    std::stable_sort(stones.begin(), stones.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return distance(a) < distance(b); });
    if (stones.size() < kPlies) continue;
    moves.insert(moves.end(), stones.begin(), stones.begin() + kPlies);
    ++games;
  }
  std::vector<std::uint8_t> out(moves.size());
  batch::Replay found{};
  found.verdicts = out.data();
  const auto show = [&](const char* what, double time) {
    std::printf("%-9s %-10s %-22s %8.1f ns  %6.3f million games/s (%zu games)\n",
                std::string(renju::isa()).c_str(), "games", what, time, 1e3 / time, games);
  };
  show("replay", best(repeats, games, [&] {
         batch::replay(moves.data(), games, kPlies, Reading::kRif, found, threads);
       }));
  show("replay, full maps", best(repeats, games, [&] {
         batch::count_fouls(moves.data(), games, kPlies, Reading::kRif, out.data(), threads);
       }));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !renju::isa_problem().empty()) {
    std::fprintf(stderr, "usage: %s maps.txt [boards] [repeats] [threads] [kind]\n%s\n", argv[0],
                 renju::isa_problem().c_str());
    return 2;
  }
  const auto argument = [&](int i, int otherwise) {
    return argc > i ? std::atoi(argv[i]) : otherwise;
  };
  const auto count = static_cast<std::size_t>(argument(2, 20'000));
  const int repeats = argument(3, 25);
  const int threads = argument(4, 1);
  Boards clustered;
  Boards dense;
  clustered.name = "clustered";
  dense.name = "dense";
  read(argv[1], clustered, dense);
  std::size_t wrong = 0;
  for (const Boards* boards : {&clustered, &dense}) {
    if (repeats == 0) continue;
    wrong += errors(*boards, Reading::kRif) + errors(*boards, Reading::kPermitted);
  }
  std::printf("%zu boards, %zu wrong labels\n", clustered.count + dense.count, wrong);
  for (Boards* boards : {&clustered, &dense}) {
    if (argc > 5 && std::strcmp(argv[5], boards->name) != 0) continue;
    repeat_to(*boards, count);
    measure(*boards, repeats, threads);
  }
  if (repeats != 0) measure_games(clustered, repeats, threads);
  return wrong == 0 ? 0 : 1;
}
