#include "renju/move_text.hpp"

#include <algorithm>

#include "renju/batch.hpp"
#include "renju/geometry.hpp"

namespace renju {
namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_pass_word(std::string_view text) {
  constexpr std::string_view kWord = "pass";
  if (text.size() < kWord.size()) return false;
  for (std::size_t i = 0; i < kWord.size(); ++i) {
    if (lower(text[i]) != kWord[i]) return false;
  }
  return true;
}

}  // namespace

bool read_plain_moves(std::string_view text, std::vector<std::uint8_t>& moves) {
  const std::size_t size = text.size();
  for (std::size_t i = 0; i < size;) {
    const char c = lower(text[i]);
    if (c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n' || c == '\r') {
      ++i;
    } else if (c >= 'a' && c < 'a' + kSize && i + 1 < size && is_digit(text[i + 1])) {
      int rank = text[i + 1] - '0';
      i += 2;
      for (; i < size && is_digit(text[i]); ++i) {
        rank = 10 * rank + (text[i] - '0');
        if (rank > kSize) return false;
      }
      if (rank < 1) return false;
      moves.push_back(static_cast<std::uint8_t>(point_at(rank - 1, c - 'a')));
    } else if (is_pass_word(text.substr(i))) {
      moves.push_back(batch::kPass);
      i += 4;
    } else if (text.substr(i, 2) == "--") {
      moves.push_back(batch::kPass);
      i += 2;
    } else {
      return false;
    }
  }
  return true;
}

MoveColumn read_move_column(const char* data, const std::int64_t* offsets, std::size_t n,
                            std::size_t most) {
  MoveColumn column;
  column.count.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = column.moves.size();
    const auto size = static_cast<std::size_t>(offsets[i + 1] - offsets[i]);
    const bool read = read_plain_moves({data + offsets[i], size}, column.moves);
    if (!read || column.moves.size() - before > most) {
      column.moves.resize(before);
      column.unread.push_back(static_cast<std::int64_t>(i));
    }
    const std::size_t count = column.moves.size() - before;
    column.count.push_back(static_cast<std::uint32_t>(count));
    column.longest = std::max(column.longest, count);
  }
  return column;
}

bool print_moves(const std::uint8_t* moves, std::size_t k, std::string& text) {
  std::size_t length = k;
  while (length > 0 && moves[length - 1] == batch::kPadding) --length;
  for (std::size_t i = 0; i < length; ++i) {
    if (moves[i] > batch::kPass) return false;
    if (i != 0) text += ' ';
    if (moves[i] == batch::kPass) {
      text += "pass";
      continue;
    }
    const int rank = row_of(moves[i]) + 1;
    text += static_cast<char>('a' + col_of(moves[i]));
    if (rank >= 10) text += '1';
    text += static_cast<char>('0' + rank % 10);
  }
  return true;
}

}  // namespace renju
