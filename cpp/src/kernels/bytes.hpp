// Between bytes, 225 a board, and bits. Half the time of a batch can go here, so each instruction
// set has its own way.
#pragma once

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#define RENJU_SSE2
#include <immintrin.h>
#endif

namespace renju::kernels {
namespace {

inline constexpr std::size_t kCells = 225;

#if defined(__AVX512BW__)

/// Bytes 192 to 224 of a board.
inline constexpr __mmask64 kTail = 0x1ffffffff;

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  const __m512i one = _mm512_set1_epi8(1);
  const __m512i two = _mm512_set1_epi8(2);
  __m512i highest = _mm512_setzero_si512();
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    for (std::size_t word = 0; word < 4; ++word) {
      const __m512i bytes = word < 3 ? _mm512_loadu_si512(cells + 64 * word)
                                     : _mm512_maskz_loadu_epi8(kTail, cells + 192);
      highest = _mm512_max_epu8(highest, bytes);
      stones.black[board].words[word] = _mm512_test_epi8_mask(bytes, one);
      stones.white[board].words[word] = _mm512_test_epi8_mask(bytes, two);
    }
  }
  return _mm512_cmpgt_epu8_mask(highest, two) == 0;
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  const __m512i one = _mm512_set1_epi8(1);
  const __m512i two = _mm512_set1_epi8(2);
  const __m512i four = _mm512_set1_epi8(4);
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t word = 0; word < 4; ++word) {
      __m512i sum = _mm512_maskz_mov_epi8(labels.digits[0][board].words[word], one);
      sum = _mm512_mask_add_epi8(sum, labels.digits[1][board].words[word], sum, two);
      sum = _mm512_mask_add_epi8(sum, labels.digits[2][board].words[word], sum, four);
      if (word < 3) {
        _mm512_storeu_si512(bytes + 64 * word, sum);
      } else {
        _mm512_mask_storeu_epi8(bytes + 192, kTail, sum);
      }
    }
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  const __m512i one = _mm512_set1_epi8(1);
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t word = 0; word < 3; ++word) {
      _mm512_storeu_si512(bytes + 64 * word, _mm512_maskz_mov_epi8(bits[board].words[word], one));
    }
    _mm512_mask_storeu_epi8(bytes + 192, kTail, _mm512_maskz_mov_epi8(bits[board].words[3], one));
  }
}

#elif defined(RENJU_SSE2)

// One chunk is what a register holds of a board. The last cell is on its own.
#if defined(__AVX2__)

using Bytes = __m256i;
using ChunkBits = std::uint32_t;

inline Bytes load_bytes(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}
inline void store_bytes(std::uint8_t* to, Bytes bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}
inline Bytes all_bytes(int value) {
  return _mm256_set1_epi8(static_cast<char>(value));
}
inline Bytes add(Bytes a, Bytes b) {
  return _mm256_add_epi8(a, b);
}
inline Bytes bit_and(Bytes a, Bytes b) {
  return _mm256_and_si256(a, b);
}
inline Bytes smaller(Bytes a, Bytes b) {
  return _mm256_min_epu8(a, b);
}
inline Bytes greater(Bytes a, Bytes b) {
  return _mm256_max_epu8(a, b);
}
/// Bit kBit of each byte.
template <int kBit>
inline ChunkBits bits_of(Bytes bytes) {
  return static_cast<ChunkBits>(_mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7 - kBit)));
}
/// Byte i becomes not zero where bit i is set.
inline Bytes spread(ChunkBits bits) {
  const Bytes copies =
      _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)),
                          _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2,
                                           2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3));
  return bit_and(copies, _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)));
}

#else

using Bytes = __m128i;
using ChunkBits = std::uint16_t;

inline Bytes load_bytes(const std::uint8_t* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}
inline void store_bytes(std::uint8_t* to, Bytes bytes) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
}
inline Bytes all_bytes(int value) {
  return _mm_set1_epi8(static_cast<char>(value));
}
inline Bytes add(Bytes a, Bytes b) {
  return _mm_add_epi8(a, b);
}
inline Bytes bit_and(Bytes a, Bytes b) {
  return _mm_and_si128(a, b);
}
inline Bytes smaller(Bytes a, Bytes b) {
  return _mm_min_epu8(a, b);
}
inline Bytes greater(Bytes a, Bytes b) {
  return _mm_max_epu8(a, b);
}
template <int kBit>
inline ChunkBits bits_of(Bytes bytes) {
  return static_cast<ChunkBits>(_mm_movemask_epi8(_mm_slli_epi16(bytes, 7 - kBit)));
}
inline Bytes spread(ChunkBits bits) {
  const Bytes word = _mm_cvtsi32_si128(bits);
  const Bytes twice = _mm_unpacklo_epi8(word, word);
  const Bytes copies = _mm_shuffle_epi32(_mm_shufflelo_epi16(twice, 0x50), 0x50);
  return bit_and(copies, _mm_set1_epi64x(static_cast<long long>(0x8040201008040201)));
}

#endif

inline constexpr std::size_t kChunk = sizeof(Bytes);
inline constexpr std::size_t kChunks = kCells / kChunk;
inline constexpr std::size_t kLast = kCells - 1;

inline ChunkBits chunk_of(const Bits& bits, std::size_t chunk) {
  ChunkBits word;
  std::memcpy(&word, reinterpret_cast<const std::uint8_t*>(bits.words) + chunk * sizeof(word),
              sizeof(word));
  return word;
}
inline void set_chunk(Bits& bits, std::size_t chunk, ChunkBits word) {
  std::memcpy(reinterpret_cast<std::uint8_t*>(bits.words) + chunk * sizeof(word), &word,
              sizeof(word));
}
inline unsigned last_of(const Bits& bits) {
  return static_cast<unsigned>(bits.words[3] >> 32);
}

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  Bytes highest = all_bytes(0);
  unsigned highest_last = 0;
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    Bits& black = stones.black[board];
    Bits& white = stones.white[board];
    const unsigned last = cells[kLast];
    highest_last = highest_last > last ? highest_last : last;
    black.words[3] = std::uint64_t{last & 1} << 32;
    white.words[3] = std::uint64_t{last >> 1 & 1} << 32;
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      const Bytes bytes = load_bytes(cells + kChunk * chunk);
      highest = greater(highest, bytes);
      set_chunk(black, chunk, bits_of<0>(bytes));
      set_chunk(white, chunk, bits_of<1>(bytes));
    }
  }
  std::uint8_t bytes[kChunk];
  store_bytes(bytes, highest);
  for (const std::uint8_t byte : bytes) highest_last = highest_last > byte ? highest_last : byte;
  return highest_last <= 2;
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  const Bytes one = all_bytes(1);
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    const Bits& digit0 = labels.digits[0][board];
    const Bits& digit1 = labels.digits[1][board];
    const Bits& digit2 = labels.digits[2][board];
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      Bytes sum = smaller(spread(chunk_of(digit2, chunk)), one);
      sum = add(add(sum, sum), smaller(spread(chunk_of(digit1, chunk)), one));
      sum = add(add(sum, sum), smaller(spread(chunk_of(digit0, chunk)), one));
      store_bytes(bytes + kChunk * chunk, sum);
    }
    bytes[kLast] =
        static_cast<std::uint8_t>(last_of(digit0) | last_of(digit1) << 1 | last_of(digit2) << 2);
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  const Bytes one = all_bytes(1);
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
      store_bytes(bytes + kChunk * chunk, smaller(spread(chunk_of(bits[board], chunk)), one));
    }
    bytes[kLast] = static_cast<std::uint8_t>(last_of(bits[board]));
  }
}

#else

inline bool pack(const std::uint8_t* cells, std::size_t count, Stones& stones) {
  unsigned highest = 0;
  for (std::size_t board = 0; board < count; ++board, cells += kCells) {
    Bits black{};
    Bits white{};
    for (std::size_t i = 0; i < kCells; ++i) {
      highest = highest > cells[i] ? highest : cells[i];
      black.words[i / 64] |= std::uint64_t{cells[i] & 1u} << (i % 64);
      white.words[i / 64] |= std::uint64_t{cells[i] >> 1 & 1u} << (i % 64);
    }
    stones.black[board] = black;
    stones.white[board] = white;
  }
  return highest <= 2;
}

inline unsigned bit(const Bits& bits, std::size_t i) {
  return static_cast<unsigned>(bits.words[i / 64] >> (i % 64)) & 1u;
}

inline void expand(const Labels& labels, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t i = 0; i < kCells; ++i) {
      bytes[i] = static_cast<std::uint8_t>(bit(labels.digits[0][board], i) |
                                           bit(labels.digits[1][board], i) << 1 |
                                           bit(labels.digits[2][board], i) << 2);
    }
  }
}

inline void expand_one(const Bits* bits, std::size_t count, std::uint8_t* bytes) {
  for (std::size_t board = 0; board < count; ++board, bytes += kCells) {
    for (std::size_t i = 0; i < kCells; ++i) {
      bytes[i] = static_cast<std::uint8_t>(bit(bits[board], i));
    }
  }
}

#endif

inline bool are_cells(const std::uint8_t* bytes, std::size_t size) {
  std::uint8_t wrong = 0;
  for (std::size_t i = 0; i < size; ++i) wrong |= static_cast<std::uint8_t>(bytes[i] > 2);
  return wrong == 0;
}

}  // namespace
}  // namespace renju::kernels
