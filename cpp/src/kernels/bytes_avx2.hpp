// Between bytes, 225 a board, and bits: with AVX2.
#pragma once

#include <immintrin.h>

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

/// A register holds 32 cells; seven of them are a board but for its last cell.
inline constexpr int kChunks = 7;

inline __m256i load_bytes(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}
inline void store_bytes(std::uint8_t* to, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}

/// Bit kBit of each byte.
template <int kBit>
inline std::uint32_t bits_of(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7 - kBit)));
}

/// Byte i becomes `value` where bit i is set.
inline __m256i spread(const Bits& bits, int chunk, char value) {
  std::int32_t word;
  std::memcpy(&word, reinterpret_cast<const char*>(bits.words) + 4 * chunk, sizeof(word));
  const __m256i copies = _mm256_shuffle_epi8(
      _mm256_set1_epi32(word),
      _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303));
  const __m256i picked =
      _mm256_and_si256(copies, _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)));
  // Bit 7 makes a byte negative, which turns the sign.
  const long long values = 0x0001010101010101 * static_cast<long long>(value) |
                           static_cast<long long>(static_cast<std::uint64_t>(-value & 0xff) << 56);
  return _mm256_sign_epi8(_mm256_set1_epi64x(values), picked);
}

/// Cell 224.
inline unsigned last_of(const Bits& bits) {
  return static_cast<unsigned>(bits.words[3] >> 32);
}

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  __m256i highest = _mm256_setzero_si256();
  unsigned highest_last = 0;
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    std::uint64_t* black = stones.black[board].words;
    std::uint64_t* white = stones.white[board].words;
    const unsigned last = cells[kCells - 1];
    highest_last = highest_last > last ? highest_last : last;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      const __m256i bytes = load_bytes(cells + 32 * chunk);
      highest = _mm256_max_epu8(highest, bytes);
      const std::uint32_t b = bits_of<0>(bytes);
      const std::uint32_t w = bits_of<1>(bytes);
      std::memcpy(reinterpret_cast<char*>(black) + 4 * chunk, &b, sizeof(b));
      std::memcpy(reinterpret_cast<char*>(white) + 4 * chunk, &w, sizeof(w));
    }
    const std::uint32_t b = last & 1;
    const std::uint32_t w = last >> 1 & 1;
    std::memcpy(reinterpret_cast<char*>(black) + 4 * kChunks, &b, sizeof(b));
    std::memcpy(reinterpret_cast<char*>(white) + 4 * kChunks, &w, sizeof(w));
  }
  const __m256i too_high = _mm256_subs_epu8(highest, _mm256_set1_epi8(2));
  return highest_last <= 2 && _mm256_testz_si256(too_high, too_high) != 0;
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    const Bits& digit0 = labels.digits[0][board];
    const Bits& digit1 = labels.digits[1][board];
    const Bits& digit2 = labels.digits[2][board];
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      store_bytes(bytes + 32 * chunk, _mm256_or_si256(_mm256_or_si256(spread(digit0, chunk, 1),
                                                                      spread(digit1, chunk, 2)),
                                                      spread(digit2, chunk, 4)));
    }
    bytes[kCells - 1] =
        static_cast<std::uint8_t>(last_of(digit0) | last_of(digit1) << 1 | last_of(digit2) << 2);
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      store_bytes(bytes + 32 * chunk, spread(bits[board], chunk, 1));
    }
    bytes[kCells - 1] = static_cast<std::uint8_t>(last_of(bits[board]));
  }
}

}  // namespace
}  // namespace renju::kernels
