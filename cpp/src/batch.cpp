#include "renju/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "block.hpp"
#include "parallel.hpp"
#include "renju/keys.hpp"

namespace renju::batch {
namespace {

using kernels::Bits;
using kernels::kBlock;

/// Boards below which a thread more costs more than it brings.
constexpr std::size_t kGrain = 64 * kBlock;

/// Packs n boards block by block and calls work(block, first, count). Returns the first board with
/// a wrong cell, or kAllValid.
template <class Work>
std::int64_t for_each_block(const std::uint8_t* cells, std::size_t n, int threads,
                            const Work& work) {
  std::atomic<std::size_t> wrong = n;
  in_parallel(n, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    Block block;
    for (std::size_t first = begin; first < end; first += kBlock) {
      const std::size_t count = std::min(kBlock, end - first);
      const std::size_t valid = block.pack(cells + kPoints * first, count);
      if (valid < count) {
        std::size_t lowest = wrong;
        while (first + valid < lowest && !wrong.compare_exchange_weak(lowest, first + valid)) {
        }
        return;
      }
      work(block, first, count);
    }
  });
  return wrong == n ? kAllValid : static_cast<std::int64_t>(wrong);
}

void judge(Block& block, std::size_t count, Color color, Reading reading,
           const std::uint8_t* only = nullptr) {
  if (color == Color::kWhite) {
    block.judge_white(count);
  } else {
    block.judge(count, reading, only);
  }
}

/// The labels of the block's boards as colours say, for the points `only` (or all).
/// Works out both colours only when the block has both.
template <class Use>
void judge_each(Block& block, std::size_t count, const std::uint8_t* colors, Reading reading,
                const std::uint8_t* only, const Use& use) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const auto number = static_cast<std::uint8_t>(color);
    if (std::find(colors, colors + count, number) == colors + count) continue;
    judge(block, count, color, reading, only);
    for (std::size_t i = 0; i < count; ++i) {
      if (colors[i] == number) use(i);
    }
  }
}

}  // namespace

bool cells_valid(const std::uint8_t* cells, std::size_t size) {
  return kernel().are_cells(cells, size);
}

std::int64_t verdict_map(const std::uint8_t* cells, std::size_t n, Color color, Reading reading,
                         std::uint8_t* out, int threads) {
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    judge(block, count, color, reading);
    kernel().expand(block.labels, count, out + kPoints * first);
  });
}

std::int64_t verdicts(const std::uint8_t* cells, const std::uint8_t* points, std::size_t n,
                      Color color, Reading reading, std::uint8_t* out, int threads) {
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    judge(block, count, color, reading, points + first);
    for (std::size_t i = 0; i < count; ++i) out[first + i] = block.label(i, points[first + i]);
  });
}

std::int64_t winners(const std::uint8_t* cells, std::size_t n, std::uint8_t* out, int threads) {
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    const std::uint32_t black = kernel().rows(block.stones.black, count, true);
    const std::uint32_t white = kernel().rows(block.stones.white, count, false);
    for (std::size_t i = 0; i < count; ++i) {
      out[first + i] = static_cast<std::uint8_t>((black >> i & 1u) | (white >> i & 1u) << 1);
    }
  });
}

std::int64_t five_map(const std::uint8_t* cells, std::size_t n, Color color, std::uint8_t* out,
                      int threads) {
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    const bool black = color == Color::kBlack;
    const Bits* own = black ? block.stones.black : block.stones.white;
    const Bits* other = black ? block.stones.white : block.stones.black;
    Bits* found = block.labels.digits[0];
    kernel().fives(own, other, count, black, found);
    kernel().expand_one(found, count, out + kPoints * first);
  });
}

std::int64_t legal_mask(const std::uint8_t* cells, const std::uint8_t* colors, std::size_t n,
                        Reading reading, std::uint8_t* out, int threads) {
  constexpr std::array<std::uint64_t, 4> kBoard{~std::uint64_t{0}, ~std::uint64_t{0},
                                                ~std::uint64_t{0}, (std::uint64_t{1} << 33) - 1};
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    Bits legal[kBlock];
    judge_each(block, count, colors + first, reading, nullptr, [&](std::size_t i) {
      // LEGAL is 000 and FIVE 001; all others have one of the upper digits.
      for (std::size_t k = 0; k < 4; ++k) {
        legal[i].words[k] =
            kBoard[k] & ~(block.labels.digits[1][i].words[k] | block.labels.digits[2][i].words[k]);
      }
    });
    kernel().expand_one(legal, count, out + kPoints * first);
  });
}

std::int64_t play(std::uint8_t* cells, const std::uint8_t* points, const std::uint8_t* colors,
                  std::size_t n, Reading reading, std::uint8_t* out, int threads) {
  constexpr auto kOccupied = static_cast<std::uint8_t>(Verdict::kOccupied);
  return for_each_block(cells, n, threads, [&](Block& block, std::size_t first, std::size_t count) {
    judge_each(block, count, colors + first, reading, points + first, [&](std::size_t i) {
      const std::uint8_t point = points[first + i];
      out[first + i] = point < kPoints ? block.label(i, point) : kNotJudged;
    });
    for (std::size_t i = first; i < first + count; ++i) {
      if (points[i] < kPoints && out[i] != kOccupied) cells[kPoints * i + points[i]] = colors[i];
    }
  });
}

std::int64_t canonical_keys(const std::uint8_t* cells, std::size_t n, std::uint64_t* out,
                            int threads) {
  return for_each_block(cells, n, threads, [&](const Block&, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      out[i] = canonical_key(cells + kPoints * i);
    }
  });
}

void transform(const std::uint8_t* cells, std::size_t n, int symmetry, std::uint8_t* out) {
  std::array<std::uint8_t, kPoints> source{};
  for (Point point = 0; point < kPoints; ++point) {
    source[static_cast<std::size_t>(renju::transform(point, symmetry))] =
        static_cast<std::uint8_t>(point);
  }
  for (std::size_t i = 0; i < n; ++i, cells += kPoints, out += kPoints) {
    for (std::size_t point = 0; point < kPoints; ++point) out[point] = cells[source[point]];
  }
}

std::int64_t pack(const std::uint8_t* cells, std::size_t n, std::uint64_t* out) {
  return for_each_block(cells, n, 1, [&](const Block& block, std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(out + 8 * (first + i), block.stones.black[i].words, sizeof(Bits));
      std::memcpy(out + 8 * (first + i) + 4, block.stones.white[i].words, sizeof(Bits));
    }
  });
}

std::int64_t unpack(const std::uint64_t* bits, std::size_t n, std::uint8_t* out) {
  kernels::Labels labels{};
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t* black = bits + 8 * (first + i);
      const std::uint64_t* white = black + 4;
      std::uint64_t wrong = (black[3] | white[3]) >> 33;
      for (std::size_t k = 0; k < 4; ++k) wrong |= black[k] & white[k];
      if (wrong != 0) return static_cast<std::int64_t>(first + i);
      std::memcpy(labels.digits[0][i].words, black, sizeof(Bits));
      std::memcpy(labels.digits[1][i].words, white, sizeof(Bits));
    }
    kernel().expand(labels, count, out + kPoints * first);
  }
  return kAllValid;
}

std::int64_t from_planes(const std::uint8_t* planes, std::size_t n, std::uint8_t* out) {
  for (std::size_t i = 0; i < n; ++i, planes += 2 * kPoints, out += kPoints) {
    unsigned wrong = 0;
    for (std::size_t point = 0; point < kPoints; ++point) {
      const unsigned black = planes[point];
      const unsigned white = planes[kPoints + point];
      wrong |= static_cast<unsigned>(black + white > 1);
      out[point] = static_cast<std::uint8_t>(black + 2 * white);
    }
    if (wrong != 0) return static_cast<std::int64_t>(i);
  }
  return kAllValid;
}

}  // namespace renju::batch
