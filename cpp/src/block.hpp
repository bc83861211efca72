// A block of boards on its way through the kernel.
#pragma once

#include "dispatch.hpp"
#include "renju/fouls.hpp"

namespace renju {

inline bool test_bit(const kernels::Bits& bits, std::size_t point) {
  return ((bits.words[point / 64] >> (point % 64)) & 1u) != 0;
}
inline void set_bit(kernels::Bits& bits, std::size_t point) {
  bits.words[point / 64] |= std::uint64_t{1} << (point % 64);
}

struct Block {
  kernels::Stones stones{};
  kernels::Labels labels{};

  /// Packs `count` boards. Returns the index of the first one with a wrong cell, else `count`.
  [[nodiscard]] std::size_t pack(const std::uint8_t* cells, std::size_t count);

  /// Judges Black's stones on the first `count` boards. `only`, if not null, has the one point of
  /// each board that matters.
  void judge(std::size_t count, Reading reading, const std::uint8_t* only = nullptr);

  /// Judges White's.
  void judge_white(std::size_t count);

  [[nodiscard]] std::uint8_t label(std::size_t board, std::size_t point) const {
    return static_cast<std::uint8_t>(test_bit(labels.digits[0][board], point) |
                                     test_bit(labels.digits[1][board], point) << 1 |
                                     test_bit(labels.digits[2][board], point) << 2);
  }

 private:
  void settle(std::size_t board, Reading reading, const std::uint8_t* only);
};

}  // namespace renju
