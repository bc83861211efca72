// Many boards at once, as plain arrays: the fast way to judge them.
//
// A board is 225 cells, point 15 * row + column, 0 empty, 1 black, 2 white. Any stones, of any
// number, make a board. Verdicts are numbers of `Verdict`, points are 0 to 224.
//
// Functions that read cells return the index of the first board with a cell above 2, and then what
// they have written is of no use; or kAllValid. Sizes are not checked. No input may change while a
// call runs; inputs and outputs must not overlap, but for `play`.
//
// `threads` is at least 1; results never depend on it, and small batches use one. A caller who
// wants to look up every 50 ms or so gives some 100,000 boards at a time, or 4,000 games.
#pragma once

#include <cstddef>
#include <cstdint>

#include "renju/fouls.hpp"

namespace renju::batch {

inline constexpr std::int64_t kAllValid = -1;

/// In move lists: a pass, and what fills the list of a shorter game. The values between are no
/// moves.
inline constexpr std::uint8_t kPass = 225;
inline constexpr std::uint8_t kPadding = 255;

/// In verdicts of moves: no stone was judged here.
inline constexpr std::uint8_t kNotJudged = 255;

/// Are all bytes 0, 1 or 2?
[[nodiscard]] bool cells_valid(const std::uint8_t* cells, std::size_t size);

/// The verdict of a stone of `color` on every point, OCCUPIED under stones: out is (n, 225).
[[nodiscard]] std::int64_t verdict_map(const std::uint8_t* cells, std::size_t n, Color color,
                                       Reading reading, std::uint8_t* out, int threads);

/// The verdict of a stone on one point of each board: points and out are (n,).
[[nodiscard]] std::int64_t verdicts(const std::uint8_t* cells, const std::uint8_t* points,
                                    std::size_t n, Color color, Reading reading, std::uint8_t* out,
                                    int threads);

/// Whose row of five stands: 0 nobody's, 1 Black's of exactly five, 2 White's of five or more, 3
/// both.
[[nodiscard]] std::int64_t winners(const std::uint8_t* cells, std::size_t n, std::uint8_t* out,
                                   int threads);

/// Where a stone of `color` makes a five (White: five or more), as 0 or 1: out is (n, 225).
[[nodiscard]] std::int64_t five_map(const std::uint8_t* cells, std::size_t n, Color color,
                                    std::uint8_t* out, int threads);

/// Where a stone of colors[i] may be placed on board i, as 0 or 1: on empty points, and Black not
/// where it is a foul (RIF 9.2). colors holds 1 or 2.
[[nodiscard]] std::int64_t legal_mask(const std::uint8_t* cells, const std::uint8_t* colors,
                                      std::size_t n, Reading reading, std::uint8_t* out,
                                      int threads);

/// Judges a stone of colors[i] on points[i] of board i, then puts it there unless the point is
/// occupied; fouls are put too. A pass puts nothing and has the verdict kNotJudged. Boards before a
/// wrong one may have been played on when that is found: ask cells_valid first where it matters.
[[nodiscard]] std::int64_t play(std::uint8_t* cells, const std::uint8_t* points,
                                const std::uint8_t* colors, std::size_t n, Reading reading,
                                std::uint8_t* out, int threads);

/// renju::canonical_key of each board.
[[nodiscard]] std::int64_t canonical_keys(const std::uint8_t* cells, std::size_t n,
                                          std::uint64_t* out, int threads);

/// Image `symmetry` (geometry.hpp) of each board. Takes any bytes, so labels too.
void transform(const std::uint8_t* cells, std::size_t n, int symmetry, std::uint8_t* out);

/// Boards as bits: out is (n, 2, 4), Black's then White's, point i at bit i % 64 of word i / 64.
[[nodiscard]] std::int64_t pack(const std::uint8_t* cells, std::size_t n, std::uint64_t* out);

/// The way back. Returns the first board that has two stones on a point, or a bit past point 224.
[[nodiscard]] std::int64_t unpack(const std::uint64_t* bits, std::size_t n, std::uint8_t* out);

/// From planes (n, 2, 225) of 0 and 1, Black's then White's. Returns the first board that has two
/// stones on a point, or another number.
[[nodiscard]] std::int64_t from_planes(const std::uint8_t* planes, std::size_t n,
                                       std::uint8_t* out);

/// Why a move is impossible.
enum class Impossible : std::uint8_t {
  kNo = 0,
  kOccupied = 1,
  kOffBoard = 2,      ///< 226 to 254
  kAfterPadding = 3,  ///< the list goes on after its end
};

/// What `replay` finds of n games of at most k moves each. Plies count from 0, and are -1 if there
/// is none. Any pointer may be null.
struct Replay {
  std::uint8_t* verdicts;           ///< (n, k) of the stone, just before it is put
  std::int16_t* first_five;         ///< of either colour
  std::int16_t* first_foul;         ///< of Black
  std::int16_t* first_overline;     ///< of Black
  std::int16_t* impossible;         ///< the first move that cannot be made; none is judged after it
  std::uint8_t* impossible_reason;  ///< `Impossible`
  std::int16_t* length;             ///< plies before the padding
  std::uint8_t* winner;             ///< colour of the first five, or 0
  std::uint8_t* after_five;         ///< whether the list goes on after the first five
};

/// Replays games: moves is (n, k), Black moves at plies 0, 2, …, and a pass takes a turn. k is at
/// most 32,767.
void replay(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
            const Replay& out, int threads);

/// Judges the whole board for Black before each black stone and counts the fouls, kNotJudged at all
/// other plies: counts is (n, k).
void count_fouls(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
                 std::uint8_t* counts, int threads);

/// What `count_shapes` counts of the stone at each ply, (n, k) each, 0 where no stone is put.
struct ShapeCounts {
  std::uint8_t* straight_fours;
  std::uint8_t* threes;  ///< directions with one: of Black one that can grow by `reading`
};

/// Counts the straight fours and threes that each stone of games makes; moves as of `replay`.
void count_shapes(const std::uint8_t* moves, std::size_t n, std::size_t k, Reading reading,
                  const ShapeCounts& out, int threads);

}  // namespace renju::batch
