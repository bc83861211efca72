#include <span>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "renju/lib_tree.hpp"

namespace renju::bindings {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;
using Moves = Array<std::uint8_t>;
using Nodes = Array<std::int32_t>;
using Offsets = Array<std::int64_t>;
using Data = std::span<const std::uint8_t>;

/// The bytes themselves, which stay where they are while Python holds the object.
Data data_of(const py::bytes& bytes) {
  const std::string_view text = bytes;
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::size_t checked_start(Data data, std::int64_t start) {
  if (start < 0 || static_cast<std::size_t>(start) > data.size()) {
    throw py::value_error("start: not in the data");
  }
  return static_cast<std::size_t>(start);
}

template <class T>
void need(const Array<T>& array, py::ssize_t size, const char* name) {
  if (array.size() != size) throw py::value_error(std::string(name) + ": wrong size");
}

lib::ConstLinks links_of(const Moves& moves, const Nodes& parent, const Nodes& first_child,
                         const Nodes& next_sibling) {
  need(parent, moves.size(), "parent");
  need(first_child, moves.size(), "first_child");
  need(next_sibling, moves.size(), "next_sibling");
  return {static_cast<std::size_t>(moves.size()), moves.data(), parent.data(), first_child.data(),
          next_sibling.data()};
}

template <class T>
Array<T> array_of(const std::vector<T>& values) {
  return Array<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

std::size_t lib_count(const py::bytes& bytes, std::int64_t start) {
  const Data data = data_of(bytes);
  const std::size_t from = checked_start(data, start);
  const py::gil_scoped_release release;
  return lib::count_nodes(data, from);
}

py::tuple lib_read(const py::bytes& bytes, std::int64_t start, bool has_root, Moves& moves,
                   Nodes& parent, Nodes& first_child, Nodes& next_sibling, Offsets& offsets,
                   std::size_t most_problems) {
  const Data data = data_of(bytes);
  const std::size_t from = checked_start(data, start);
  links_of(moves, parent, first_child, next_sibling);
  need(offsets, moves.size(), "offsets");
  const auto n = static_cast<std::size_t>(moves.size());
  const lib::Links tree{moves.mutable_data(), parent.mutable_data(), first_child.mutable_data(),
                        next_sibling.mutable_data()};
  std::int64_t* to = offsets.mutable_data();
  lib::ReadReport report;
  {
    const py::gil_scoped_release release;
    report = lib::read_tree(data, from, has_root, n, tree, to, most_problems);
  }
  py::list problems;
  for (const lib::Problem& problem : report.problems) {
    problems.append(py::make_tuple(static_cast<int>(problem.fault), problem.node, problem.byte));
  }
  return py::make_tuple(problems, report.problem_count, report.dangling);
}

py::object lib_node(const py::bytes& bytes, std::int64_t offset) {
  lib::NodeBytes node;
  const Data data = data_of(bytes);
  if (!lib::split_node(data, checked_start(data, offset), node)) return py::none();
  return py::make_tuple(static_cast<int>(node.position), static_cast<int>(node.flags),
                        static_cast<int>(node.extension),
                        py::make_tuple(node.comment[0], node.comment[1]),
                        py::make_tuple(node.label[0], node.label[1]), node.end);
}

Offsets lib_texts(const py::bytes& bytes, const Offsets& offsets) {
  const Data data = data_of(bytes);
  const std::span<const std::int64_t> at(offsets.data(), static_cast<std::size_t>(offsets.size()));
  for (const std::int64_t offset : at) {
    if (offset > static_cast<std::int64_t>(data.size())) {
      throw py::value_error("offsets: not in the data");
    }
  }
  std::vector<std::int64_t> spans;
  {
    const py::gil_scoped_release release;
    lib::find_texts(data, at, spans);
  }
  return array_of(spans);
}

py::object lib_write(const Moves& moves, const Nodes& parent, const Nodes& first_child,
                     const Nodes& next_sibling, const Moves& positions, const Moves& flags,
                     const Offsets& begin, const Offsets& end, const py::bytes& payload,
                     bool with_root) {
  const lib::ConstLinks tree = links_of(moves, parent, first_child, next_sibling);
  need(positions, moves.size(), "positions");
  need(flags, moves.size(), "flags");
  need(begin, moves.size(), "begin");
  need(end, moves.size(), "end");
  const lib::Payload parts{positions.data(), flags.data(), begin.data(), end.data(),
                           data_of(payload)};
  std::string out;
  bool sound = false;
  {
    const py::gil_scoped_release release;
    sound = lib::write_tree(tree, parts, with_root, out);
  }
  if (!sound) return py::none();
  return py::bytes(out);
}

py::object lib_merge(const Moves& moves, const Nodes& parent, const Nodes& first_child,
                     const Nodes& next_sibling, const Nodes& keys, const Moves& other_moves,
                     const Nodes& other_parent, const Nodes& other_first_child,
                     const Nodes& other_next_sibling, const Nodes& other_keys, bool symmetric) {
  const lib::ConstLinks first = links_of(moves, parent, first_child, next_sibling);
  const lib::ConstLinks second =
      links_of(other_moves, other_parent, other_first_child, other_next_sibling);
  need(keys, moves.size(), "keys");
  need(other_keys, other_moves.size(), "other_keys");
  lib::Merged merged;
  bool sound = false;
  {
    const std::int32_t* of_first = keys.data();
    const std::int32_t* of_second = other_keys.data();
    const py::gil_scoped_release release;
    sound = lib::merge_trees(first, of_first, second, of_second, symmetric, merged);
  }
  if (!sound) return py::none();
  return py::make_tuple(array_of(merged.moves), array_of(merged.parent),
                        array_of(merged.first_child), array_of(merged.next_sibling),
                        array_of(merged.target), array_of(merged.symmetry));
}

}  // namespace

void bind_lib(py::module_& m) {
  const auto array = [](const char* name) { return py::arg(name).noconvert(); };
  m.def("lib_count", &lib_count, py::arg("data"), py::arg("start"));
  m.def("lib_read", &lib_read, py::arg("data"), py::arg("start"), py::arg("has_root"),
        array("moves"), array("parent"), array("first_child"), array("next_sibling"),
        array("offsets"), py::arg("most_problems"));
  m.def("lib_node", &lib_node);
  m.def("lib_texts", &lib_texts, py::arg("data"), array("offsets"));
  m.def("lib_write", &lib_write, array("moves"), array("parent"), array("first_child"),
        array("next_sibling"), array("positions"), array("flags"), array("begin"), array("end"),
        py::arg("payload"), py::arg("with_root"));
  m.def("lib_merge", &lib_merge, array("moves"), array("parent"), array("first_child"),
        array("next_sibling"), array("keys"), array("other_moves"), array("other_parent"),
        array("other_first_child"), array("other_next_sibling"), array("other_keys"),
        py::arg("symmetric"));
}

}  // namespace renju::bindings
