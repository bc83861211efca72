#include "renju/position.hpp"

#include <bit>

namespace renju {

int Position::count(Color color) const {
  int stones = 0;
  for (int row = 0; row < kSize; ++row) stones += std::popcount(row_word(row, color));
  return stones;
}

}  // namespace renju
