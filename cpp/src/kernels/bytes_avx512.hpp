// Between bytes, 225 a board, and bits: with AVX-512, which has bits for bytes.
#pragma once

#include <immintrin.h>

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

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

}  // namespace
}  // namespace renju::kernels
