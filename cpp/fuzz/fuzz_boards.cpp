// Invariants of any board: kernel = referee in both readings, symmetries, positions left as they
// were.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "renju/batch.hpp"
#include "renju/fouls.hpp"
#include "renju/keys.hpp"
#include "renju/shapes.hpp"

namespace {

using namespace renju;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::array<std::uint8_t, kPoints> cells{};
  Position position;
  const int symmetry = data[0] % kSymmetries;
  const auto reading = static_cast<Reading>(data[1] % 2);
  for (std::size_t i = 2; i + 1 < size; i += 2) {
    const Point point = data[i] % kPoints;
    if (!position.is_empty(point)) continue;
    const Color color = data[i + 1] % 4 == 0 ? Color::kWhite : Color::kBlack;
    position.place(point, color);
    cells[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(color);
  }
  const Position before = position;

  std::array<std::uint8_t, kPoints> labels{};
  require(batch::verdict_map(cells.data(), 1, Color::kBlack, reading, labels.data(), 1) ==
          batch::kAllValid);
  std::array<std::uint8_t, kPoints> image{};
  std::array<std::uint8_t, kPoints> image_labels{};
  batch::transform(cells.data(), 1, symmetry, image.data());
  require(batch::verdict_map(image.data(), 1, Color::kBlack, reading, image_labels.data(), 1) ==
          batch::kAllValid);
  Referee referee(position, reading);
  for (Point point = 0; point < kPoints; ++point) {
    const auto label = static_cast<Verdict>(labels[static_cast<std::size_t>(point)]);
    require(image_labels[static_cast<std::size_t>(transform(point, symmetry))] ==
            static_cast<std::uint8_t>(label));
    if (!position.is_empty(point)) {
      require(label == Verdict::kOccupied);
      continue;
    }
    require(referee.judge(point) == label);
    for (const Shape& shape : shapes_through(position, point, Color::kBlack)) {
      require(shape.stones.size() >= 3);
    }
  }
  require(position == before);
  require(canonical_key(cells.data()) == canonical_key(image.data()));
  require(key(position) == key(cells.data()));
  return 0;
}
