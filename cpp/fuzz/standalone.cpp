// Runs a fuzz target on made inputs where no fuzzing engine is linked: `fuzz_boards 2000`.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../tests/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 1000;
  renju::test::Random random(2026);
  std::vector<std::uint8_t> input;
  for (int run = 0; run < runs; ++run) {
    input.resize(static_cast<std::size_t>(random.below(240)));
    // Half of the inputs keep to letters and digits, which move text is made of.
    const bool text = random.below(2) == 0;
    for (std::uint8_t& byte : input) {
      const auto* alphabet = "abcdefghijklmno123456789015 ,-pas";
      byte = text ? static_cast<std::uint8_t>(alphabet[random.below(33)])
                  : static_cast<std::uint8_t>(random.below(256));
    }
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%d inputs\n", runs);
  return 0;
}
