#include "block.hpp"

#include <bit>

namespace renju {

static_assert(std::endian::native == std::endian::little,
              "the batch kernel looks at the bytes of words");

using kernels::Bits;

namespace {

/// Calls visit(point) for each point of the map.
template <class Visit>
void for_each_point(const Bits& bits, const Visit& visit) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::uint64_t word = bits.words[i]; word != 0; word &= word - 1) {
      visit(static_cast<Point>(64 * i) + std::countr_zero(word));
    }
  }
}

Position position_of(const Bits& black, const Bits& white) {
  Position position;
  for_each_point(black, [&](Point point) { position.place(point, Color::kBlack); });
  for_each_point(white, [&](Point point) { position.place(point, Color::kWhite); });
  return position;
}

}  // namespace

std::size_t Block::pack(const std::uint8_t* cells, std::size_t count) {
  if (kernel().pack(cells, count, stones)) return count;
  std::size_t board = 0;
  while (kernel().are_cells(cells + kPoints * board, kPoints)) ++board;
  return board;
}

void Block::judge(std::size_t count, Reading reading, const std::uint8_t* only) {
  if (!kernel().judge(stones, count, reading == Reading::kPermitted, labels)) return;
  for (std::size_t board = 0; board < count; ++board) {
    const std::uint64_t* doubt = labels.doubt[board].words;
    if ((doubt[0] | doubt[1] | doubt[2] | doubt[3]) != 0) settle(board, reading, only);
  }
}

void Block::judge_white(std::size_t count) {
  kernel().fives(stones.white, stones.black, count, false, labels.digits[0]);
  for (std::size_t board = 0; board < count; ++board) {
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t occupied = stones.black[board].words[i] | stones.white[board].words[i];
      labels.digits[0][board].words[i] |= occupied;
      labels.digits[1][board].words[i] = 0;
      labels.digits[2][board].words[i] = occupied;
    }
  }
}

/// Asks the referee about the points in doubt.
void Block::settle(std::size_t board, Reading reading, const std::uint8_t* only) {
  if (only != nullptr && !test_bit(labels.doubt[board], only[board])) return;
  Position position = position_of(stones.black[board], stones.white[board]);
  Referee referee(position, reading);
  for_each_point(labels.doubt[board], [&](Point point) {
    if (only != nullptr && point != only[board]) return;
    if (referee.judge(point) == Verdict::kDoubleThree) {
      set_bit(labels.digits[2][board], static_cast<std::size_t>(point));
    }
  });
}

}  // namespace renju
