// Between bytes, 225 a board, and bits: for any little-endian machine, eight cells a word.
#pragma once

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

/// A word holds eight cells; 28 of them are a board but for its last cell.
inline constexpr std::size_t kChunks = 28;
inline constexpr std::uint64_t kOnes = 0x0101010101010101;

/// Bit i is the lowest bit of byte i; the others must be blank.
inline std::uint8_t gathered(std::uint64_t bytes) {
  return static_cast<std::uint8_t>(bytes * 0x0102040810204080 >> 56);
}

/// Byte i is 1 where bit i is set, else 0.
inline std::uint64_t scattered(std::uint8_t bits) {
  const std::uint64_t picked = bits * kOnes & 0x8040201008040201;
  return (picked + 0x00406070787c7e7f) >> 7 & kOnes;
}

inline std::uint8_t& chunk_of(Bits& bits, std::size_t chunk) {
  return reinterpret_cast<std::uint8_t*>(bits.words)[chunk];
}
inline std::uint64_t numbers(const Bits& bits, std::size_t chunk) {
  return scattered(reinterpret_cast<const std::uint8_t*>(bits.words)[chunk]);
}

/// Cell 224.
inline unsigned last_of(const Bits& bits) {
  return static_cast<unsigned>(bits.words[3] >> 32);
}

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  std::uint64_t wrong = 0;
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    Bits& black = stones.black[board];
    Bits& white = stones.white[board];
    const unsigned last = cells[kCells - 1];
    wrong |= static_cast<std::uint64_t>(last > 2);
    black.words[3] = std::uint64_t{last & 1} << 32;
    white.words[3] = std::uint64_t{last >> 1 & 1} << 32;
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      std::uint64_t bytes;
      std::memcpy(&bytes, cells + 8 * chunk, sizeof(bytes));
      wrong |= (bytes & 0xfc * kOnes) | (bytes & bytes >> 1 & kOnes);
      chunk_of(black, chunk) = gathered(bytes & kOnes);
      chunk_of(white, chunk) = gathered(bytes >> 1 & kOnes);
    }
  }
  return wrong == 0;
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    const Bits& digit0 = labels.digits[0][board];
    const Bits& digit1 = labels.digits[1][board];
    const Bits& digit2 = labels.digits[2][board];
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      const std::uint64_t sum =
          numbers(digit0, chunk) | numbers(digit1, chunk) << 1 | numbers(digit2, chunk) << 2;
      std::memcpy(bytes + 8 * chunk, &sum, sizeof(sum));
    }
    bytes[kCells - 1] =
        static_cast<std::uint8_t>(last_of(digit0) | last_of(digit1) << 1 | last_of(digit2) << 2);
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      const std::uint64_t sum = numbers(bits[board], chunk);
      std::memcpy(bytes + 8 * chunk, &sum, sizeof(sum));
    }
    bytes[kCells - 1] = static_cast<std::uint8_t>(last_of(bits[board]));
  }
}

}  // namespace
}  // namespace renju::kernels
