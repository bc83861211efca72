// RenLib libraries: the bytes of a tree as arrays and back, and two trees as one. What the texts
// say is for others; here they are spans of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace renju::lib {

/// The bits of a node's flag byte.
inline constexpr std::uint8_t kSibling = 0x80;  ///< RenLib: DOWN. A sibling follows later.
inline constexpr std::uint8_t kLeaf = 0x40;     ///< RenLib: RIGHT. It has no children.
inline constexpr std::uint8_t kOldComment = 0x20;
inline constexpr std::uint8_t kComment = 0x08;
inline constexpr std::uint8_t kNoMove = 0x02;
inline constexpr std::uint8_t kExtension = 0x01;
/// The bit of the extension that says that a board text follows.
inline constexpr std::uint16_t kBoardText = 0x0001;

/// What stands for a move where there is none, as in the trees of Python.
inline constexpr std::uint8_t kPassMove = 225;
inline constexpr std::uint8_t kMakesNone = 254;
inline constexpr std::uint8_t kRoot = 255;

enum class Fault : std::uint8_t {
  kNoPoint = 1,   ///< a position byte that names no point
  kOccupied = 2,  ///< a point that is played already on the way to the node
  kOpenText = 3,  ///< a text that the file ends in
  kCut = 4,       ///< a node that the file ends in
};

struct Problem {
  Fault fault;
  std::int64_t node;
  std::int64_t byte;
};

/// Where a node's parts are. `texts` are offsets: begin and end of a text without its end mark.
struct NodeBytes {
  std::uint8_t position = 0;
  std::uint8_t flags = 0;
  std::uint16_t extension = 0;
  std::size_t comment[2] = {0, 0};
  std::size_t label[2] = {0, 0};
  std::size_t end = 0;  ///< offset of the next node
  bool open = false;    ///< whether a text has no end mark
};

/// Splits the node at `at`; false if fewer bytes are left than a node has.
[[nodiscard]] bool split_node(std::span<const std::uint8_t> data, std::size_t at, NodeBytes& node);

/// The number of nodes in the file from `start` on.
[[nodiscard]] std::size_t count_nodes(std::span<const std::uint8_t> data, std::size_t start);

/// The arrays of a tree, each of `n` cells; index -1 is none.
struct Links {
  std::uint8_t* moves;
  std::int32_t* parent;
  std::int32_t* first_child;
  std::int32_t* next_sibling;
};
struct ConstLinks {
  std::size_t n;
  const std::uint8_t* moves;
  const std::int32_t* parent;
  const std::int32_t* first_child;
  const std::int32_t* next_sibling;
};

struct ReadReport {
  std::vector<Problem> problems;  ///< the first ones
  std::int64_t problem_count = 0;
  std::int64_t dangling = 0;  ///< nodes that announce a sibling which never comes
};

/// Fills the arrays and the offset of each node, in the order of the file. Without a root in the
/// file, node 0 is made and its offset is -1. The arrays have `count_nodes` cells, and one more
/// without a root.
ReadReport read_tree(std::span<const std::uint8_t> data, std::size_t start, bool has_root,
                     std::size_t n, const Links& tree, std::int64_t* offsets,
                     std::size_t most_problems);

/// Appends begin and end of each comment and board text that holds a byte above 0x7F to `spans`;
/// old comments are 7-bit and left out.
void find_texts(std::span<const std::uint8_t> data, std::span<const std::int64_t> offsets,
                std::vector<std::int64_t>& spans);

/// What a node has besides its links: its position byte, its flags without those of the tree, and
/// the range of its further bytes in one buffer.
struct Payload {
  const std::uint8_t* positions;
  const std::uint8_t* flags;
  const std::int64_t* begin;
  const std::int64_t* end;
  std::span<const std::uint8_t> bytes;
};

/// Appends the nodes in preorder, without node 0 if `with_root` is not set. False if the links are
/// those of no tree.
[[nodiscard]] bool write_tree(const ConstLinks& tree, const Payload& payload, bool with_root,
                              std::string& out);

/// Two trees as one: the nodes of the first keep their numbers.
struct Merged {
  std::vector<std::uint8_t> moves;
  std::vector<std::int32_t> parent;
  std::vector<std::int32_t> first_child;
  std::vector<std::int32_t> next_sibling;
  std::vector<std::int32_t> target;    ///< for each node of the second: which node it became
  std::vector<std::uint8_t> symmetry;  ///< and the symmetry that took it there
};

/// Puts the second tree into the first. `keys` tell siblings apart: a point, a pass (225), or
/// 256 + a point for a label on it; others are compared as they are. With `symmetric`, a line goes
/// where any symmetry of the board takes it. False if the links are those of no tree.
[[nodiscard]] bool merge_trees(const ConstLinks& first, const std::int32_t* first_keys,
                               const ConstLinks& second, const std::int32_t* second_keys,
                               bool symmetric, Merged& merged);

}  // namespace renju::lib
