// Keys of positions: 64 bits that tell stones apart, and whole orbits of the eight symmetries.
#pragma once

#include <cstdint>

#include "renju/position.hpp"

namespace renju {

/// The key of the stones alone, whoever is to move; 0 for the empty board. It is a Zobrist key, so
/// a stone more or less is one XOR, and it is the same on every platform and in every version.
[[nodiscard]] std::uint64_t key(const Position& position);

/// The smallest key of the eight images of the position, so equal for all of them.
[[nodiscard]] std::uint64_t canonical_key(const Position& position);

/// The same for a board of 225 cells (0 empty, 1 black, 2 white).
[[nodiscard]] std::uint64_t key(const std::uint8_t* cells);
[[nodiscard]] std::uint64_t canonical_key(const std::uint8_t* cells);

}  // namespace renju
