// What a batch kernel offers: one table of functions for each instruction set.
//
// This header is shared by code for different instruction sets, so it defines no functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace renju::kernels {

/// How many boards are judged at once, whatever the instruction set.
inline constexpr std::size_t kBlock = 32;

/// The 225 points as bits: point i is bit i % 64 of word i / 64. Bits past point 224 are blank.
struct alignas(32) Bits {
  std::uint64_t words[4];
};

/// The stones of a block. Functions that take a count may look at all boards of the block.
struct alignas(64) Stones {
  Bits black[kBlock];
  Bits white[kBlock];
};

/// The verdicts of a block: the number of each point's verdict in binary, one plane a digit.
struct alignas(64) Labels {
  Bits digits[3][kBlock];
  /// Points that are legal in `digits` and may be a double-three, which only the referee can tell.
  /// Written only when there are any, then for all boards.
  Bits doubt[kBlock];
};

/// The lines through stones about to be put: direction d of ply i is word [d][i], with the stone's
/// point at bit kLineCenter and the cells before and after it around that.
inline constexpr unsigned kLineCenter = 5;
struct alignas(64) Plies {
  std::uint16_t own[4][kBlock];
  std::uint16_t empty[4][kBlock];
};

struct Table {
  const char* name;

  /// Packs `count` boards of 225 cells. False, and nothing of use, if a cell is above 2.
  bool (*pack)(const std::uint8_t* cells, std::size_t count, Stones& stones);
  /// Writes 225 bytes a board, the numbers whose binary digits the planes are.
  void (*expand)(const Labels& labels, std::size_t count, std::uint8_t* bytes);
  /// Writes 225 bytes a board, each 0 or 1.
  void (*expand_one)(const Bits* bits, std::size_t count, std::uint8_t* bytes);
  /// Are all bytes 0, 1 or 2?
  bool (*are_cells)(const std::uint8_t* bytes, std::size_t size);

  /// Judges Black's stones. Returns whether there are points in doubt.
  bool (*judge)(const Stones& stones, std::size_t count, bool permitted, Labels& labels);
  /// The number of fouls of each board, at most 225.
  void (*count_fouls)(const Labels& labels, std::size_t count, std::uint8_t* counts);
  /// Where a stone of `own` makes a row of exactly five, or of five or more.
  void (*fives)(const Bits* own, const Bits* other, std::size_t count, bool exact, Bits* found);
  /// Whether a row of exactly five stands, or of five or more: bit i is board i.
  std::uint32_t (*rows)(const Bits* own, std::size_t count, bool exact);
  /// Judges a black stone for each ply: its verdict's number, but DOUBLE_THREE wherever it makes
  /// two threes if their straight-four points may be played.
  void (*judge_plies)(const Plies& plies, std::size_t count, std::uint16_t* found);
};

namespace baseline {
extern const Table kTable;
}
namespace avx2 {
extern const Table kTable;
}
namespace avx512 {
extern const Table kTable;
}

}  // namespace renju::kernels
