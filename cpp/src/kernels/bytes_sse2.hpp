// Between bytes, 225 a board, and bits: with SSE2, which every x86-64 has.
#pragma once

#include <emmintrin.h>

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

/// A register holds 16 cells; fourteen of them are a board but for its last cell.
inline constexpr int kChunks = 14;

inline __m128i load_bytes(const void* bytes) {
  return _mm_loadu_si128(static_cast<const __m128i*>(bytes));
}
inline void store_bytes(std::uint8_t* to, __m128i bytes) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
}

/// Bit kBit of each byte.
template <int kBit>
inline std::uint16_t bits_of(__m128i bytes) {
  return static_cast<std::uint16_t>(_mm_movemask_epi8(_mm_slli_epi16(bytes, 7 - kBit)));
}

/// Cell 224.
inline unsigned last_of(const Bits& bits) {
  return static_cast<unsigned>(bits.words[3] >> 32);
}

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  __m128i highest = _mm_setzero_si128();
  unsigned highest_last = 0;
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    std::uint64_t* black = stones.black[board].words;
    std::uint64_t* white = stones.white[board].words;
    const unsigned last = cells[kCells - 1];
    highest_last = highest_last > last ? highest_last : last;
    black[3] = std::uint64_t{last & 1} << 32;
    white[3] = std::uint64_t{last >> 1 & 1} << 32;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      const __m128i bytes = load_bytes(cells + 16 * chunk);
      highest = _mm_max_epu8(highest, bytes);
      const std::uint16_t b = bits_of<0>(bytes);
      const std::uint16_t w = bits_of<1>(bytes);
      std::memcpy(reinterpret_cast<char*>(black) + 2 * chunk, &b, sizeof(b));
      std::memcpy(reinterpret_cast<char*>(white) + 2 * chunk, &w, sizeof(w));
    }
  }
  const __m128i too_high = _mm_subs_epu8(highest, _mm_set1_epi8(2));
  const __m128i fine = _mm_cmpeq_epi8(too_high, _mm_setzero_si128());
  return highest_last <= 2 && _mm_movemask_epi8(fine) == 0xffff;
}

/// A plane's bits on their way to bytes: each step copies every byte of one half of them.
struct Copies {
  __m128i bytes;

  template <bool kHigh>
  [[nodiscard]] Copies twice() const {
    return {kHigh ? _mm_unpackhi_epi8(bytes, bytes) : _mm_unpacklo_epi8(bytes, bytes)};
  }
  template <bool kHigh>
  [[nodiscard]] Copies four_times() const {
    return {kHigh ? _mm_unpackhi_epi16(bytes, bytes) : _mm_unpacklo_epi16(bytes, bytes)};
  }
  /// Eight times, and then byte i is 1 where bit i is set.
  template <bool kHigh>
  [[nodiscard]] __m128i numbers() const {
    const __m128i copies = _mm_shuffle_epi32(bytes, kHigh ? 0xfa : 0x50);
    const __m128i picked =
        _mm_and_si128(copies, _mm_set1_epi64x(static_cast<long long>(0x8040201008040201)));
    return _mm_min_epu8(picked, _mm_set1_epi8(1));
  }
};

/// Writes the bytes of one board from its planes, the lowest digit first.
template <int kPlanes>
RENJU_ALWAYS_INLINE void expand_board(const Bits* const* planes, std::uint8_t* bytes) {
  unrolled<kChunks / 2>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int pair = decltype(index)::kValue;  // of chunks
    __m128i low = _mm_setzero_si128();
    __m128i high = _mm_setzero_si128();
    for (int plane = kPlanes - 1; plane >= 0; --plane) {
      const Copies bits{
          load_bytes(reinterpret_cast<const char*>(planes[plane]->words) + 16 * (pair / 4))};
      const Copies copies = bits.twice<pair / 2 % 2 != 0>().template four_times<pair % 2 != 0>();
      low = _mm_add_epi8(_mm_add_epi8(low, low), copies.numbers<false>());
      high = _mm_add_epi8(_mm_add_epi8(high, high), copies.numbers<true>());
    }
    store_bytes(bytes + 32 * pair, low);
    store_bytes(bytes + 32 * pair + 16, high);
  });
  unsigned last = 0;
  for (int plane = kPlanes - 1; plane >= 0; --plane) last = 2 * last + last_of(*planes[plane]);
  bytes[kCells - 1] = static_cast<std::uint8_t>(last);
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    const Bits* const planes[3] = {&labels.digits[0][board], &labels.digits[1][board],
                                   &labels.digits[2][board]};
    expand_board<3>(planes, bytes);
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    const Bits* const plane = bits + board;
    expand_board<1>(&plane, bytes);
  }
}

}  // namespace
}  // namespace renju::kernels
