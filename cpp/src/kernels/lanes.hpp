// The one vector type of the kernel: a 16-bit lane for each board.
//
// The kernel's headers keep everything in an unnamed namespace. They are compiled once for each
// instruction set, and the linker must not pick one of those copies for the whole program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "renju/window.hpp"

// RENJU_PLAIN, defined by hand, tries what compilers without vector types get.
#if defined(__GNUC__) && !defined(RENJU_PLAIN)
#define RENJU_VECTORS
#endif

#if !defined(RENJU_VECTORS)
#define RENJU_LANES 4
#elif defined(__AVX512BW__)
#define RENJU_LANES 32
#elif defined(__AVX2__)
#define RENJU_LANES 16
#else
#define RENJU_LANES 8
#endif

#if defined(__GNUC__)
#define RENJU_INLINE_LAMBDA __attribute__((always_inline))
#define RENJU_NOINLINE [[gnu::noinline]] inline
#else
#define RENJU_INLINE_LAMBDA
#define RENJU_NOINLINE inline
#endif

namespace renju::kernels {
namespace {

/// One row of many boards: bit c of a lane is column c, bit 15 guards the edge.
struct Lanes {
  static constexpr std::size_t kCount = RENJU_LANES;
#if defined(RENJU_VECTORS)
  using Raw [[gnu::vector_size(2 * RENJU_LANES)]] = std::uint16_t;
#else
  using Raw = std::uint64_t;  // four lanes, the first one lowest
#endif
  Raw raw;

  static Lanes load(const std::uint16_t* words) {
    Lanes lanes;
    std::memcpy(&lanes.raw, words, sizeof(Raw));
    return lanes;
  }
  void store(std::uint16_t* words) const {
    std::memcpy(words, &raw, sizeof(Raw));
  }

  [[nodiscard]] bool any() const {
    std::uint64_t words[sizeof(Raw) / 8];
    std::memcpy(words, &raw, sizeof(Raw));
    std::uint64_t found = 0;
    for (const std::uint64_t word : words) found |= word;
    return found != 0;
  }
};

#if defined(RENJU_VECTORS)
RENJU_ALWAYS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {a.raw & b.raw};
}
RENJU_ALWAYS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {a.raw | b.raw};
}
RENJU_ALWAYS_INLINE Lanes operator~(Lanes a) {
  return {~a.raw};
}
RENJU_ALWAYS_INLINE Lanes operator<<(Lanes a, int bits) {
  return {a.raw << bits};
}
RENJU_ALWAYS_INLINE Lanes operator>>(Lanes a, int bits) {
  return {a.raw >> bits};
}
RENJU_ALWAYS_INLINE Lanes every_lane(std::uint16_t word) {
  return {Lanes::Raw{} + word};
}
/// All bits of the lanes that have any.
RENJU_ALWAYS_INLINE Lanes lanes_with(Lanes a) {
  return {reinterpret_cast<Lanes::Raw>(a.raw != 0)};
}
#else
RENJU_ALWAYS_INLINE Lanes every_lane(std::uint64_t word) {
  return {word * 0x0001000100010001};
}
RENJU_ALWAYS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {a.raw & b.raw};
}
RENJU_ALWAYS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {a.raw | b.raw};
}
RENJU_ALWAYS_INLINE Lanes operator~(Lanes a) {
  return {~a.raw};
}
RENJU_ALWAYS_INLINE Lanes operator<<(Lanes a, int bits) {
  return Lanes{a.raw << bits} & every_lane(0xffffu << bits & 0xffffu);
}
RENJU_ALWAYS_INLINE Lanes operator>>(Lanes a, int bits) {
  return Lanes{a.raw >> bits} & every_lane(0xffffu >> bits);
}
RENJU_ALWAYS_INLINE Lanes lanes_with(Lanes a) {
  Lanes found{0};
  for (int lane = 0; lane < RENJU_LANES; ++lane) {
    const std::uint64_t bits = std::uint64_t{0xffff} << (16 * lane);
    if ((a.raw & bits) != 0) found.raw |= bits;
  }
  return found;
}
#endif

RENJU_ALWAYS_INLINE Lanes& operator|=(Lanes& a, Lanes b) {
  return a = a | b;
}
RENJU_ALWAYS_INLINE Lanes no_lane() {
  return every_lane(0);
}

/// A number known to the compiler, so that what is done with it needs neither loop nor branch.
template <int I>
struct Index {
  static constexpr int kValue = I;
};

/// Calls f(Index<0>), … f(Index<kCount - 1>), unrolled.
template <int kCount, int kFirst = 0, class F>
RENJU_ALWAYS_INLINE void unrolled(const F& f) {
  if constexpr (kFirst < kCount) {
    f(Index<kFirst>{});
    unrolled<kCount, kFirst + 1>(f);
  }
}

}  // namespace
}  // namespace renju::kernels
