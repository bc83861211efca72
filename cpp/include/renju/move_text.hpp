// Move text, the plain spellings only, as fast as bytes can be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace renju {

/// Appends the moves of `text` to `moves`, passes as batch::kPass. It reads points in either case,
/// `pass`,
/// `--`, blanks, commas and semicolons between them; false means that the text holds something
/// else, and then `moves` is of no use: other spellings and the words for what is wrong are the
/// Python layer's.
[[nodiscard]] bool read_plain_moves(std::string_view text, std::vector<std::uint8_t>& moves);

/// Games read from one buffer of text after another, as Arrow keeps a column of texts.
struct MoveColumn {
  std::vector<std::uint8_t> moves;   ///< of all games, one after another
  std::vector<std::uint32_t> count;  ///< how many moves each game has
  std::vector<std::int64_t>
      unread;  ///< games that the plain reader leaves; they have no moves here
  std::size_t longest = 0;
};

/// Reads n games: text i is data[offsets[i] .. offsets[i + 1]). A game of more than `most` moves is
/// left unread, so that one long text cannot make all rows long.
[[nodiscard]] MoveColumn read_move_column(const char* data, const std::int64_t* offsets,
                                          std::size_t n, std::size_t most);

/// Prints moves up to the padding, `"h8 i9 pass"`. Returns false at a number that is
/// no move, padding before a move among them.
[[nodiscard]] bool print_moves(const std::uint8_t* moves, std::size_t k, std::string& text);

}  // namespace renju
