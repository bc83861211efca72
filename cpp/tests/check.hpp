// The little that the tests need: checks that stay on in release builds, counted.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "renju/position.hpp"

namespace renju::test {

struct Tally {
  long checks = 0;
  long failures = 0;
};

/// One tally a program, so that checks in any function count. Tests check from one thread only.
inline Tally& tally() {
  static Tally counts;
  return counts;
}

inline void check(bool holds, const char* what, const char* file, int line) {
  ++tally().checks;
  if (holds) return;
  // The first few say enough.
  if (++tally().failures <= 20) std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
}

#define CHECK(condition) ::renju::test::check((condition), #condition, __FILE__, __LINE__)

/// What main returns.
inline int finish(const char* name) {
  std::printf("%s: %ld checks, %ld failures\n", name, tally().checks, tally().failures);
  return tally().failures == 0 ? 0 : 1;
}

/// SplitMix64: the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// 0 to limit - 1.
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }

 private:
  std::uint64_t state_;
};

/// The point named at the front of `text`, which it is taken from: "h8 i9" gives 112.
inline Point take_point(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const int col = text.front() - 'a';
  text.remove_prefix(1);
  int rank = 0;
  for (; !text.empty() && text.front() != ' '; text.remove_prefix(1)) {
    rank = 10 * rank + text.front() - '0';
  }
  return point_at(rank - 1, col);
}

inline Point point(std::string_view text) {
  return take_point(text);
}

inline Position position(std::string_view black, std::string_view white = "") {
  Position position;
  while (!black.empty()) position.place(take_point(black), Color::kBlack);
  while (!white.empty()) position.place(take_point(white), Color::kWhite);
  return position;
}

inline Position transformed(const Position& position, int symmetry) {
  Position image;
  for (Point p = 0; p < kPoints; ++p) {
    if (!position.is_empty(p)) image.place(transform(p, symmetry), position.at(p));
  }
  return image;
}

}  // namespace renju::test
