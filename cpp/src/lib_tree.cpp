#include "renju/lib_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "renju/geometry.hpp"

namespace renju::lib {
namespace {

constexpr std::int32_t kNone = -1;
using Data = std::span<const std::uint8_t>;

/// Points are counted from the bottom, position bytes from the top; a pass is 0.
std::uint8_t to_move(std::uint8_t position) {
  if (position == 0) return kPassMove;
  const int col = (position & 0x0F) - 1;
  const int row = kSize - 1 - (position >> 4);
  return on_board(row, col) ? static_cast<std::uint8_t>(point_at(row, col)) : kMakesNone;
}

/// Finds the end of a text that stops at a NUL and is filled up to an even length.
std::size_t end_of_text(Data data, std::size_t at, std::size_t (&text)[2], bool& open) {
  text[0] = at;
  const void* found =
      at < data.size() ? std::memchr(data.data() + at, 0, data.size() - at) : nullptr;
  if (found == nullptr) {
    open = true;
    text[1] = data.size();
    return data.size();
  }
  text[1] = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - data.data());
  const std::size_t length = text[1] + 1 - at;
  return std::min(data.size(), at + length + length % 2);
}

/// The same for an old comment, whose last byte has its highest bit set and belongs to it.
std::size_t end_of_old_text(Data data, std::size_t at, std::size_t (&text)[2], bool& open) {
  text[0] = at;
  std::size_t end = at;
  while (end < data.size() && data[end] < 0x80) ++end;
  open = end == data.size();
  text[1] = open ? end : end + 1;
  const std::size_t length = text[1] - at;
  return std::min(data.size(), at + length + length % 2);
}

/// Whether a link leads to a node below the root, or nowhere.
bool is_link(std::int32_t link, std::size_t n) {
  return link == kNone || (link > 0 && static_cast<std::size_t>(link) < n);
}

/// Calls `visit(node)` for each node below 0 in preorder; false if the links are those of no tree.
template <class Visit>
bool walk(const ConstLinks& tree, const Visit& visit) {
  if (tree.n == 0) return false;
  std::size_t seen = 0;
  std::int32_t node = tree.first_child[0];
  if (!is_link(node, tree.n)) return false;
  while (node != kNone) {
    if (++seen >= tree.n) return false;  // more nodes than there are: a ring
    if (tree.parent[node] < 0 || static_cast<std::size_t>(tree.parent[node]) >= tree.n) {
      return false;
    }
    visit(node);
    std::int32_t next = tree.first_child[node];
    std::size_t climbed = 0;
    while (next == kNone && node != 0) {
      next = tree.next_sibling[node];
      if (next != kNone) break;
      node = tree.parent[node];
      if (node < 0 || static_cast<std::size_t>(node) >= tree.n || ++climbed > tree.n) {
        return false;
      }
    }
    if (!is_link(next, tree.n)) return false;
    node = next;
  }
  return true;
}

}  // namespace

bool split_node(Data data, std::size_t at, NodeBytes& node) {
  if (at + 2 > data.size()) return false;
  node = {};
  node.position = data[at];
  node.flags = data[at + 1];
  at += 2;
  if ((node.flags & kExtension) != 0) {
    if (at + 2 > data.size()) return false;
    node.extension = static_cast<std::uint16_t>(data[at] << 8 | data[at + 1]);
    at += 2;
  }
  if ((node.flags & kOldComment) != 0) {
    at = end_of_old_text(data, at, node.comment, node.open);
  } else if ((node.flags & kComment) != 0) {
    at = end_of_text(data, at, node.comment, node.open);
  }
  if ((node.extension & kBoardText) != 0 && !node.open) {
    at = end_of_text(data, at, node.label, node.open);
  }
  node.end = at;
  return true;
}

std::size_t count_nodes(Data data, std::size_t start) {
  std::size_t n = 0;
  NodeBytes node;
  for (std::size_t at = start; split_node(data, at, node); at = node.end) ++n;
  return n;
}

ReadReport read_tree(Data data, std::size_t start, bool has_root, std::size_t n, const Links& tree,
                     std::int64_t* offsets, std::size_t most_problems) {
  ReadReport report;
  const auto note = [&](Fault fault, std::size_t node, std::size_t byte) {
    if (report.problems.size() < most_problems) {
      report.problems.push_back(
          {fault, static_cast<std::int64_t>(node), static_cast<std::int64_t>(byte)});
    }
    ++report.problem_count;
  };
  std::size_t index = 0;
  const auto add = [&](std::uint8_t move, std::int32_t parent, std::int64_t offset) {
    tree.moves[index] = move;
    tree.parent[index] = parent;
    tree.first_child[index] = kNone;
    tree.next_sibling[index] = kNone;
    offsets[index++] = offset;
  };
  if (!has_root && n > 0) add(kRoot, kNone, -1);

  std::vector<std::int32_t> waiting;  // nodes that announced a sibling
  std::array<std::uint32_t, kPoints> stones{};
  std::int32_t parent = 0;
  std::int32_t elder = kNone;  // the sibling before the next node
  std::size_t at = start;
  NodeBytes node;
  while (index < n && split_node(data, at, node)) {
    const bool is_root = index == 0;
    std::uint8_t move = is_root ? kRoot : to_move(node.position);
    if (move == kMakesNone) note(Fault::kNoPoint, index, at);
    if (!is_root && (node.flags & kNoMove) != 0) move = kMakesNone;
    const auto self = static_cast<std::int32_t>(index);
    add(move, is_root ? kNone : parent, static_cast<std::int64_t>(at));
    if (node.open) {
      note(Fault::kOpenText, index - 1, node.label[1] != 0 ? node.label[0] : node.comment[0]);
    }
    at = node.end;
    if (is_root) continue;
    if (elder == kNone) {
      tree.first_child[parent] = self;
    } else {
      tree.next_sibling[elder] = self;
    }
    if (move < kPoints && stones[move]++ > 0) {
      note(Fault::kOccupied, index - 1, static_cast<std::size_t>(offsets[index - 1]));
    }
    if ((node.flags & kSibling) != 0) waiting.push_back(self);
    parent = self;
    elder = kNone;
    if ((node.flags & kLeaf) == 0 || waiting.empty()) continue;
    elder = waiting.back();
    waiting.pop_back();
    const std::int32_t back = tree.parent[elder];
    for (std::int32_t gone = self; gone != back; gone = tree.parent[gone]) {
      if (tree.moves[gone] < kPoints) --stones[tree.moves[gone]];
    }
    parent = back;
  }
  if (at < data.size()) note(Fault::kCut, index, at);
  report.dangling = static_cast<std::int64_t>(waiting.size()) + (elder != kNone ? 1 : 0);
  return report;
}

void find_texts(Data data, std::span<const std::int64_t> offsets,
                std::vector<std::int64_t>& spans) {
  const auto add = [&](const std::size_t(&text)[2]) {
    const auto* begin = data.data() + text[0];
    const auto* end = data.data() + text[1];
    if (std::any_of(begin, end, [](std::uint8_t byte) { return byte >= 0x80; })) {
      spans.push_back(static_cast<std::int64_t>(text[0]));
      spans.push_back(static_cast<std::int64_t>(text[1]));
    }
  };
  NodeBytes node;
  for (const std::int64_t offset : offsets) {
    if (offset < 0 || !split_node(data, static_cast<std::size_t>(offset), node)) continue;
    if ((node.flags & kOldComment) == 0) add(node.comment);
    add(node.label);
  }
}

bool write_tree(const ConstLinks& tree, const Payload& payload, bool with_root, std::string& out) {
  bool sound = tree.n > 0;
  const auto put = [&](std::int32_t node, std::uint8_t links) {
    out += static_cast<char>(payload.positions[node]);
    out += static_cast<char>(payload.flags[node] | links);
    const std::int64_t begin = payload.begin[node];
    const std::int64_t end = payload.end[node];
    if (begin < 0 || begin > end || end > static_cast<std::int64_t>(payload.bytes.size())) {
      sound = false;
    } else {
      out.append(reinterpret_cast<const char*>(payload.bytes.data()) + begin,
                 static_cast<std::size_t>(end - begin));
    }
  };
  if (with_root && sound) put(0, tree.first_child[0] == kNone ? kLeaf : 0);
  return walk(tree,
              [&](std::int32_t node) {
                put(node,
                    static_cast<std::uint8_t>((tree.first_child[node] == kNone ? kLeaf : 0) |
                                              (tree.next_sibling[node] == kNone ? 0 : kSibling)));
              }) &&
         sound;
}

namespace {

/// What tells a node from its siblings, seen through a symmetry.
std::int32_t image(std::int32_t key, int symmetry) {
  if (key >= 0 && key < kPoints) return transform(key, symmetry);
  if (key >= 256 && key < 256 + kPoints) return 256 + transform(key - 256, symmetry);
  return key;
}

class Merger {
 public:
  Merger(const ConstLinks& first, const std::int32_t* keys, Merged& merged)
      : merged_(merged), last_child_(first.n, kNone) {
    merged.moves.assign(first.moves, first.moves + first.n);
    merged.parent.assign(first.parent, first.parent + first.n);
    merged.first_child.assign(first.first_child, first.first_child + first.n);
    merged.next_sibling.assign(first.next_sibling, first.next_sibling + first.n);
    children_.reserve(first.n);
    sound_ = walk(first, [&](std::int32_t node) {
      const std::int32_t parent = first.parent[node];
      children_.emplace(name(parent, keys[node]), node);  // of twins the first one stays
      last_child_[static_cast<std::size_t>(parent)] = node;
    });
  }

  [[nodiscard]] bool sound() const { return sound_; }

  /// Adds a node of the second tree below `parent`. `allowed` are the symmetries that take the
  /// line up to it where it went, as bits; those that take the node too are left.
  std::int32_t add(std::int32_t parent, std::int32_t key, std::uint8_t move, unsigned& allowed) {
    std::int32_t found = kNone;
    int by = std::countr_zero(allowed);
    for (unsigned left = allowed; left != 0 && found == kNone; left &= left - 1) {
      const int symmetry = std::countr_zero(left);
      const auto child = children_.find(name(parent, image(key, symmetry)));
      if (child == children_.end()) continue;
      found = child->second;
      by = symmetry;
    }
    const std::int32_t there = image(key, by);
    unsigned left = 0;
    for (unsigned rest = allowed; rest != 0; rest &= rest - 1) {
      const int symmetry = std::countr_zero(rest);
      if (image(key, symmetry) == there) left |= 1U << symmetry;
    }
    allowed = left;
    return found != kNone ? found : append(parent, there, move);
  }

 private:
  static std::uint64_t name(std::int32_t parent, std::int32_t key) {
    return static_cast<std::uint64_t>(parent) << 32 | static_cast<std::uint32_t>(key);
  }

  std::int32_t append(std::int32_t parent, std::int32_t key, std::uint8_t move) {
    const auto self = static_cast<std::int32_t>(merged_.moves.size());
    const auto at = static_cast<std::size_t>(parent);
    merged_.moves.push_back(move < kPoints ? static_cast<std::uint8_t>(key) : move);
    merged_.parent.push_back(parent);
    merged_.first_child.push_back(kNone);
    merged_.next_sibling.push_back(kNone);
    if (last_child_[at] == kNone) {
      merged_.first_child[at] = self;
    } else {
      merged_.next_sibling[static_cast<std::size_t>(last_child_[at])] = self;
    }
    last_child_[at] = self;
    last_child_.push_back(kNone);
    children_.emplace(name(parent, key), self);
    return self;
  }

  Merged& merged_;
  std::vector<std::int32_t> last_child_;
  std::unordered_map<std::uint64_t, std::int32_t> children_;
  bool sound_ = false;
};

}  // namespace

bool merge_trees(const ConstLinks& first, const std::int32_t* first_keys, const ConstLinks& second,
                 const std::int32_t* second_keys, bool symmetric, Merged& merged) {
  Merger merger(first, first_keys, merged);
  if (!merger.sound()) return false;
  merged.target.assign(second.n, kNone);
  merged.symmetry.assign(second.n, 0);
  std::vector<std::uint8_t> allowed(second.n, 0);
  if (second.n == 0) return false;
  merged.target[0] = 0;
  allowed[0] = symmetric ? 0xFF : 0x01;
  bool fits = true;
  const bool sound = walk(second, [&](std::int32_t node) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = second.parent[node];
    if (parent < 0 || static_cast<std::size_t>(parent) >= second.n ||
        merged.target[static_cast<std::size_t>(parent)] == kNone || !fits) {
      fits = false;
      return;
    }
    unsigned left = allowed[static_cast<std::size_t>(parent)];
    merged.target[at] = merger.add(merged.target[static_cast<std::size_t>(parent)],
                                   second_keys[node], second.moves[node], left);
    allowed[at] = static_cast<std::uint8_t>(left);
    merged.symmetry[at] = static_cast<std::uint8_t>(std::countr_zero(left));
  });
  return sound && fits;
}

}  // namespace renju::lib
