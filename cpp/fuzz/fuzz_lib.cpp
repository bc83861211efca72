// Invariants of any bytes as a library: what is read is a tree of nodes within the file, and when
// it is written and read again it is the same tree; merging it in twice adds nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "renju/lib_tree.hpp"

namespace {

using namespace renju::lib;
using Data = std::span<const std::uint8_t>;

struct Tree {
  explicit Tree(Data data, bool rooted)
      : n(count_nodes(data, 0) + (rooted ? 0 : 1)),
        moves(n),
        parent(n),
        first_child(n),
        next_sibling(n),
        offsets(n) {
    const Links links{moves.data(), parent.data(), first_child.data(), next_sibling.data()};
    const ReadReport report = read_tree(data, 0, rooted, n, links, offsets.data(), 10);
    if (report.problems.size() > 10 || report.problem_count < 0) std::abort();
  }
  [[nodiscard]] ConstLinks links() const {
    return {n, moves.data(), parent.data(), first_child.data(), next_sibling.data()};
  }

  std::size_t n;
  std::vector<std::uint8_t> moves;
  std::vector<std::int32_t> parent, first_child, next_sibling;
  std::vector<std::int64_t> offsets;
};

std::string write(const Tree& tree, Data data) {
  std::vector<std::uint8_t> positions(tree.n), flags(tree.n);
  std::vector<std::int64_t> begin(tree.n), end(tree.n);
  std::string bytes(reinterpret_cast<const char*>(data.data()), data.size());
  for (std::size_t i = 0; i < tree.n; ++i) {
    if (tree.offsets[i] < 0) continue;
    NodeBytes node;
    if (!split_node(data, static_cast<std::size_t>(tree.offsets[i]), node)) std::abort();
    positions[i] = node.position;
    flags[i] = node.flags & static_cast<std::uint8_t>(~(kSibling | kLeaf));
    begin[i] = tree.offsets[i] + 2;
    end[i] = static_cast<std::int64_t>(node.end);
  }
  const Payload payload{positions.data(), flags.data(), begin.data(), end.data(), data};
  std::string out;
  if (!write_tree(tree.links(), payload, tree.n > 0 && tree.offsets[0] >= 0, out)) std::abort();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Data data(bytes, size);
  const bool rooted = size >= 2 && data[0] == 0 && count_nodes(data, 0) > 0;
  const Tree tree(data, rooted);
  std::vector<std::int64_t> spans;
  find_texts(data, tree.offsets, spans);
  for (std::size_t i = 0; i < spans.size(); i += 2) {
    if (spans[i] > spans[i + 1] || spans[i + 1] > static_cast<std::int64_t>(size)) std::abort();
  }
  const std::string written = write(tree, data);
  const Data again(reinterpret_cast<const std::uint8_t*>(written.data()), written.size());
  const Tree copy(again, rooted);
  if (copy.moves != tree.moves || copy.parent != tree.parent ||
      copy.first_child != tree.first_child || copy.next_sibling != tree.next_sibling) {
    std::abort();
  }
  if (write(copy, again) != written) std::abort();

  // What was merged in once is there: the second time nothing is added. (With symmetries a line
  // can find another place that is as good.)
  for (const bool symmetric : {false, true}) {
    Merged once, twice;
    const std::vector<std::int32_t> keys(tree.moves.begin(), tree.moves.end());
    if (!merge_trees(tree.links(), keys.data(), copy.links(), keys.data(), symmetric, once)) {
      std::abort();
    }
    const std::vector<std::int32_t> more(once.moves.begin(), once.moves.end());
    const ConstLinks links{once.moves.size(), once.moves.data(), once.parent.data(),
                           once.first_child.data(), once.next_sibling.data()};
    if (!merge_trees(links, more.data(), copy.links(), keys.data(), symmetric, twice) ||
        (!symmetric && twice.next_sibling != once.next_sibling)) {
      std::abort();
    }
  }
  return 0;
}
