// Splitting a batch among threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace renju {

/// Calls work(first, last) for parts of 0..n that together are all of it, each but the last a
/// multiple of `grain` items, which is also the least that is worth a thread.
template <class Work>
void in_parallel(std::size_t n, int threads, std::size_t grain, const Work& work) {
  const std::size_t grains = (n + grain - 1) / grain;
  const std::size_t parts = std::min(grains, static_cast<std::size_t>(std::max(threads, 1)));
#if defined(__EMSCRIPTEN__)
  work(std::size_t{0}, n);
#else
  if (parts <= 1) {
    work(std::size_t{0}, n);
    return;
  }
  std::vector<std::thread> others;
  others.reserve(parts);
  const auto begin = [&](std::size_t part) { return std::min(n, grains * part / parts * grain); };
  std::size_t started = 1;  // part 0 is done here
  try {
    for (; started < parts; ++started) {
      others.emplace_back(
          [&work, first = begin(started), last = begin(started + 1)] { work(first, last); });
    }
  } catch (const std::system_error&) {
    // No more threads are to be had; the caller's takes the rest.
  }
  work(std::size_t{0}, begin(1));
  if (started < parts) work(begin(started), n);
  for (std::thread& other : others) other.join();
#endif
}

}  // namespace renju
