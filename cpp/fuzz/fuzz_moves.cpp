// Invariants of any bytes as moves: what is read can be printed and read again, replays never fail.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "renju/batch.hpp"
#include "renju/move_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace renju;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::uint8_t> moves;
  if (read_plain_moves(text, moves)) {
    std::string printed;
    std::vector<std::uint8_t> again;
    if (!print_moves(moves.data(), moves.size(), printed)) std::abort();
    if (!read_plain_moves(printed, again) || again != moves) std::abort();
  }
  // A column of texts gives what its texts give one by one.
  const auto end = static_cast<std::int64_t>(size);
  const std::int64_t offsets[] = {0, end / 3, end / 3, end};
  const MoveColumn column = read_move_column(text.data(), offsets, 3, 50);
  if (column.count.size() != 3 || column.longest > 50 || column.count[1] != 0) std::abort();
  std::vector<std::uint8_t> last;
  const bool read = read_plain_moves(text.substr(size / 3), last) && last.size() <= 50;
  const bool unread = !column.unread.empty() && column.unread.back() == 2;
  if (read == unread || (read && last.size() != column.count[2])) std::abort();
  const std::size_t k = std::min<std::size_t>(size, 300);
  std::vector<std::uint8_t> verdicts(k);
  std::int16_t impossible = 0;
  std::int16_t length = 0;
  batch::Replay found{};
  found.verdicts = verdicts.data();
  found.impossible = &impossible;
  found.length = &length;
  batch::replay(data, 1, k, Reading::kRif, found, 1);
  if (impossible >= static_cast<int>(k) || length > static_cast<int>(k)) std::abort();
  return 0;
}
