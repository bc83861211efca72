// Between boards, one after the other, and lanes, one board beside the other.
#pragma once

#include <utility>

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

inline constexpr int kRows = 15;
inline constexpr std::uint16_t kRowMask = 0x7fff;

#if defined(RENJU_VECTORS)

using Word8 [[gnu::vector_size(16)]] = std::uint16_t;

/// Where element i of an interleaving comes from. Elements are `kSize` words, and each group of
/// eight words is on its own, which is what the unpack instructions do at every width.
template <int kSize, bool kHigh>
constexpr int interleaved(int i) {
  const int element = i % 8 / kSize;
  const int source = element / 2 + (kHigh ? 4 / kSize : 0);
  return i / 8 * 8 + source * kSize + i % kSize + (element % 2) * RENJU_LANES;
}

template <int kSize, bool kHigh, int... kIndices>
RENJU_ALWAYS_INLINE Lanes interleave(Lanes a, Lanes b, std::integer_sequence<int, kIndices...>) {
  return {__builtin_shufflevector(a.raw, b.raw, interleaved<kSize, kHigh>(kIndices)...)};
}
template <int kSize, bool kHigh>
RENJU_ALWAYS_INLINE Lanes interleave(Lanes a, Lanes b) {
  return interleave<kSize, kHigh>(a, b, std::make_integer_sequence<int, RENJU_LANES>{});
}

/// In each group of eight words, word j of register i becomes word i of register j.
RENJU_ALWAYS_INLINE void transpose_groups(Lanes* r) {
  Lanes s[8];
  Lanes t[8];
  unrolled<4>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int i = decltype(index)::kValue;
    s[2 * i] = interleave<1, false>(r[2 * i], r[2 * i + 1]);
    s[2 * i + 1] = interleave<1, true>(r[2 * i], r[2 * i + 1]);
  });
  unrolled<4>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int i = decltype(index)::kValue;
    constexpr int j = i / 2 * 4 + i % 2;
    t[j + i % 2] = interleave<2, false>(s[j], s[j + 2]);
    t[j + i % 2 + 1] = interleave<2, true>(s[j], s[j + 2]);
  });
  unrolled<4>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int i = decltype(index)::kValue;
    r[2 * i] = interleave<4, false>(t[i], t[i + 4]);
    r[2 * i + 1] = interleave<4, true>(t[i], t[i + 4]);
  });
}

/// Word w of each of the boards, in lanes[w].
RENJU_ALWAYS_INLINE void load_words(const Bits* boards, Lanes* lanes) {
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t i = 0; i < 8; ++i) {
      const auto group = [&](std::size_t g) RENJU_INLINE_LAMBDA {
        Word8 words;
        std::memcpy(&words, boards[8 * g + i].words + 2 * half, sizeof(words));
        return words;
      };
      Lanes& to = lanes[8 * half + i];
#if RENJU_LANES == 8
      to.raw = group(0);
#else
      const auto two_groups = [&](std::size_t g) RENJU_INLINE_LAMBDA {
        return __builtin_shufflevector(group(g), group(g + 1), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                                       12, 13, 14, 15);
      };
#if RENJU_LANES == 16
      to.raw = two_groups(0);
#else
      to.raw = __builtin_shufflevector(two_groups(0), two_groups(2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                                       25, 26, 27, 28, 29, 30, 31);
#endif
#endif
    }
    transpose_groups(lanes + 8 * half);
  }
}

/// The way back; `lanes` is used up.
RENJU_ALWAYS_INLINE void store_words(Lanes* lanes, Bits* boards) {
  for (std::size_t half = 0; half < 2; ++half) {
    transpose_groups(lanes + 8 * half);
    for (std::size_t i = 0; i < 8; ++i) {
      Word8 groups[RENJU_LANES / 8];
      std::memcpy(groups, &lanes[8 * half + i].raw, sizeof(groups));
      for (std::size_t g = 0; g < RENJU_LANES / 8; ++g) {
        std::memcpy(boards[8 * g + i].words + 2 * half, &groups[g], sizeof(Word8));
      }
    }
  }
}

#else

inline void load_words(const Bits* boards, Lanes* lanes) {
  for (std::size_t word = 0; word < 16; ++word) {
    lanes[word] = no_lane();
    for (std::size_t board = 0; board < Lanes::kCount; ++board) {
      const std::uint64_t bits = boards[board].words[word / 4] >> (16 * (word % 4)) & 0xffff;
      lanes[word].raw |= bits << (16 * board);
    }
  }
}

inline void store_words(const Lanes* lanes, Bits* boards) {
  for (std::size_t board = 0; board < Lanes::kCount; ++board) {
    boards[board] = Bits{};
    for (std::size_t word = 0; word < 16; ++word) {
      const std::uint64_t bits = lanes[word].raw >> (16 * board) & 0xffff;
      boards[board].words[word / 4] |= bits << (16 * (word % 4));
    }
  }
}

#endif

/// The rows of Lanes::kCount boards. Row r is bits 15 r to 15 r + 14, so it begins r bits before
/// the end of word r - 1.
inline void load_rows(const Bits* boards, Lanes* rows) {
  Lanes words[16];
  load_words(boards, words);
  const Lanes mask = every_lane(kRowMask);
  rows[0] = words[0] & mask;
  unrolled<kRows, 1>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    rows[r] = ((words[r - 1] >> (16 - r)) | (words[r] << r)) & mask;
  });
}

/// The way back. Guard bits must be blank.
inline void store_rows(const Lanes* rows, Bits* boards) {
  Lanes words[16];
  unrolled<kRows - 1>([&](auto index) RENJU_INLINE_LAMBDA {
    constexpr int r = decltype(index)::kValue;
    words[r] = (rows[r] >> r) | (rows[r + 1] << (15 - r));
  });
  words[14] = rows[14] >> 14;
  words[15] = no_lane();
  store_words(words, boards);
}

}  // namespace
}  // namespace renju::kernels
