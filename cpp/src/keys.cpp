#include "renju/keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace renju {
namespace {

/// SplitMix64 (Steele, Lea and Flood 2014): the numbers must never change, because users keep keys
/// in files.
struct SplitMix64 {
  std::uint64_t state;

  constexpr std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};

/// The keys of one stone in the eight images of the board; image 0 is the board itself.
using StoneKeys = std::array<std::uint64_t, kSymmetries>;
using ColorKeys = std::array<StoneKeys, kPoints>;

constexpr std::array<ColorKeys, 2> make_keys() {
  SplitMix64 stream{0x72656e6a75};  // "renju"
  std::array<ColorKeys, 2> keys{};
  for (ColorKeys& color : keys) {
    std::array<std::uint64_t, kPoints> plain{};
    for (std::uint64_t& number : plain) number = stream.next();
    for (Point point = 0; point < kPoints; ++point) {
      for (int s = 0; s < kSymmetries; ++s) {
        color[static_cast<std::size_t>(point)][static_cast<std::size_t>(s)] =
            plain[static_cast<std::size_t>(transform(point, s))];
      }
    }
  }
  return keys;
}

constexpr std::array<ColorKeys, 2> kKeys = make_keys();

constexpr const StoneKeys& stone_keys(std::size_t point, std::size_t color) {
  return kKeys[color - 1][point];
}

/// Calls `visit(point, color)` for every stone of the position.
template <class Visit>
void for_each_stone(const Position& position, Visit visit) {
  for (int row = 0; row < kSize; ++row) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (unsigned word = position.row_word(row, color); word != 0; word &= word - 1) {
        visit(static_cast<std::size_t>(point_at(row, std::countr_zero(word))),
              static_cast<std::size_t>(color));
      }
    }
  }
}

/// Eight cells at a time, since a test of every cell is a branch that no processor can foresee.
template <class Visit>
void for_each_stone(const std::uint8_t* cells, Visit visit) {
  constexpr std::size_t kStep = sizeof(std::uint64_t);
  std::size_t start = 0;
  for (; start + kStep <= kPoints; start += kStep) {
    std::uint64_t word = 0;
    std::memcpy(&word, cells + start, kStep);
    for (word = (word | word >> 1) & 0x0101010101010101u; word != 0; word &= word - 1) {
      auto place = static_cast<std::size_t>(std::countr_zero(word)) / 8;
      if constexpr (std::endian::native == std::endian::big) place = kStep - 1 - place;
      visit(start + place, cells[start + place]);
    }
  }
  for (; start < kPoints; ++start) {
    if (cells[start] != 0) visit(start, cells[start]);
  }
}

template <class Stones>
std::uint64_t key_of(const Stones& stones) {
  std::uint64_t key = 0;
  for_each_stone(
      stones, [&key](std::size_t point, std::size_t color) { key ^= stone_keys(point, color)[0]; });
  return key;
}

template <class Stones>
std::uint64_t canonical_key_of(const Stones& stones) {
  StoneKeys images{};
  for_each_stone(stones, [&images](std::size_t point, std::size_t color) {
    const StoneKeys& stone = stone_keys(point, color);
    for (std::size_t s = 0; s < images.size(); ++s) images[s] ^= stone[s];
  });
  return *std::min_element(images.begin(), images.end());
}

}  // namespace

std::uint64_t key(const Position& position) {
  return key_of(position);
}

std::uint64_t canonical_key(const Position& position) {
  return canonical_key_of(position);
}

std::uint64_t key(const std::uint8_t* cells) {
  return key_of(cells);
}

std::uint64_t canonical_key(const std::uint8_t* cells) {
  return canonical_key_of(cells);
}

}  // namespace renju
