// line_facts against the definitions of RIF 3, put as plain loops over cells.
//
//   test_line_facts             every line of 15 cells, black, empty or blocked
//   test_line_facts segments    every black or empty segment of 2 to 15 cells between two ends
#include <array>
#include <cstring>

#include "check.hpp"
#include "renju/line_facts.hpp"

namespace {

using renju::Line;
using renju::LineFacts;

constexpr int kCells = 15;

enum Cell : char { kEmpty, kBlack, kBlocked };

/// A line with a blocked cell before and after it.
using Cells = std::array<char, kCells + 2>;

struct Run {
  int first;
  int last;
  [[nodiscard]] int length() const { return last - first + 1; }
};

/// The unbroken row through a black cell.
Run run_at(const Cells& cells, int at) {
  Run run{at, at};
  while (cells[static_cast<std::size_t>(run.first - 1)] == kBlack) --run.first;
  while (cells[static_cast<std::size_t>(run.last + 1)] == kBlack) ++run.last;
  return run;
}

char& cell(Cells& cells, int at) {
  return cells[static_cast<std::size_t>(at)];
}

/// Does a stone on the empty cell `at` make a row of exactly five?
bool makes_five(Cells& cells, int at) {
  if (cell(cells, at) != kEmpty) return false;
  cell(cells, at) = kBlack;
  const int length = run_at(cells, at).length();
  cell(cells, at) = kEmpty;
  return length == 5;
}

/// The fours through `stone`: each the sum of 1 << cell over its four stones.
std::array<unsigned, 2> fours_at(Cells& cells, int stone, int& count) {
  std::array<unsigned, 2> found{};
  count = 0;
  for (int at = stone - 4; at <= stone + 4; ++at) {
    if (at < 1 || at > kCells || cell(cells, at) != kEmpty) continue;
    cell(cells, at) = kBlack;
    const Run run = run_at(cells, at);
    cell(cells, at) = kEmpty;
    if (run.length() != 5 || stone < run.first || stone > run.last) continue;
    const unsigned stones = (31u << run.first) & ~(1u << at);
    if ((count > 0 && found[0] == stones) || (count > 1 && found[1] == stones)) continue;
    CHECK(count < 2);
    if (count < 2) found[static_cast<std::size_t>(count++)] = stones;
  }
  return found;
}

/// Does a stone on `at` make a straight four that holds `with` too: an unbroken row of four with a
/// five to be made at both ends?
bool makes_straight_four(Cells& cells, int at, int with) {
  if (cell(cells, at) != kEmpty) return false;
  cell(cells, at) = kBlack;
  const Run run = run_at(cells, at);
  const bool makes = run.length() == 4 && run.first <= with && with <= run.last &&
                     makes_five(cells, run.first - 1) && makes_five(cells, run.last + 1);
  cell(cells, at) = kEmpty;
  return makes;
}

unsigned bit(std::uint32_t word, int at) {
  return (word >> (at - 1)) & 1u;
}

void check_line(Cells& cells) {
  Line line{0, 0};
  for (int at = 1; at <= kCells; ++at) {
    if (cell(cells, at) == kBlack) line.stones |= 1u << (at - 1);
    if (cell(cells, at) == kEmpty) line.empty |= 1u << (at - 1);
  }
  const LineFacts facts = renju::line_facts(line);
  CHECK(((facts.five | facts.overline | facts.four | facts.two_fours | facts.three) &
         ~line.empty) == 0);
  for (int at = 1; at <= kCells; ++at) {
    if (cell(cells, at) != kEmpty) continue;
    cell(cells, at) = kBlack;
    const int length = run_at(cells, at).length();
    int fours = 0;
    fours_at(cells, at, fours);
    std::uint32_t straight = 0;
    for (int other = at - 3; other <= at + 3; ++other) {
      if (other >= 1 && other <= kCells && makes_straight_four(cells, other, at)) {
        straight |= 1u << (other - 1);
      }
    }
    cell(cells, at) = kEmpty;
    const bool agrees =
        bit(facts.five, at) == (length == 5) && bit(facts.overline, at) == (length > 5) &&
        bit(facts.four, at) == (fours > 0) && bit(facts.two_fours, at) == (fours > 1) &&
        bit(facts.three, at) == (straight != 0) &&
        renju::straight_four_cells(facts, line, static_cast<unsigned>(at - 1)) == straight;
    CHECK(agrees);
    CHECK(straight == 0 || fours == 0);  // never a three and a four on one line
    const LineFacts white = renju::line_facts(line, false);
    CHECK(bit(white.five, at) == (length >= 5));
  }
}

void every_line() {
  Cells cells;
  cells.fill(kEmpty);
  cells.front() = cells.back() = kBlocked;
  for (int at = 1; at <= kCells;) {
    check_line(cells);
    for (at = 1; at <= kCells; ++at) {
      if (++cell(cells, at) <= kBlocked) break;
      cell(cells, at) = kEmpty;
    }
  }
}

void every_segment() {
  for (int length = 2; length <= kCells; ++length) {
    for (unsigned stones = 0; stones < 1u << length; ++stones) {
      Cells cells;
      cells.fill(kBlocked);
      const int first = 1 + (kCells - length) / 2;
      for (int i = 0; i < length; ++i) {
        cell(cells, first + i) = ((stones >> i) & 1u) != 0 ? kBlack : kEmpty;
      }
      check_line(cells);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "segments") == 0) {
    every_segment();
  } else {
    every_line();
  }
  return renju::test::finish("line_facts");
}
