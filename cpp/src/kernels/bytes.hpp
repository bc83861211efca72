// Between bytes, 225 a board, and bits. Half the time of a batch can go here, so each instruction
// set has its own way.
#pragma once

#include "kernels/lanes.hpp"
#include "kernels/table.hpp"

namespace renju::kernels {
namespace {

inline constexpr std::size_t kCells = 225;

inline bool are_cells(const std::uint8_t* bytes, std::size_t size) {
  std::uint8_t wrong = 0;
  for (std::size_t i = 0; i < size; ++i) wrong |= static_cast<std::uint8_t>(bytes[i] > 2);
  return wrong == 0;
}

}  // namespace
}  // namespace renju::kernels

#if defined(RENJU_PLAIN)
#include "kernels/bytes_plain.hpp"
#elif defined(__AVX512BW__)
#include "kernels/bytes_avx512.hpp"
#elif defined(__AVX2__)
#include "kernels/bytes_avx2.hpp"
#elif defined(__SSE2__) || defined(_M_X64)
#include "kernels/bytes_sse2.hpp"
#else
#include "kernels/bytes_plain.hpp"
#endif
