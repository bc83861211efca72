#include <stdexcept>

#include "bindings.hpp"
#include "renju/batch.hpp"
#include "renju/keys.hpp"
#include "renju/position.hpp"
#include "renju/shapes.hpp"

namespace renju::bindings {
namespace {

using Cells = py::array_t<std::uint8_t, py::array::c_style>;

Cells board_array() {
  return Cells({kSize, kSize});
}

Cells to_array(const Position& position) {
  Cells cells = board_array();
  std::uint8_t* out = cells.mutable_data();
  for (Point p = 0; p < kPoints; ++p) out[p] = static_cast<std::uint8_t>(position.at(p));
  return cells;
}

Position from_array(const Cells& cells) {
  if (cells.size() != kPoints) throw py::value_error("a board has 225 cells");
  Position position;
  const std::uint8_t* in = cells.data();
  for (Point p = 0; p < kPoints; ++p) {
    if (in[p] != 0) position.place(p, checked_color(in[p]));
  }
  return position;
}

void place(Position& position, int point, int color) {
  if (!position.is_empty(checked_point(point))) throw py::value_error("the point is occupied");
  position.place(point, checked_color(color));
}

void remove(Position& position, int point, int color) {
  if (position.at(checked_point(point)) != checked_color(color)) {
    throw py::value_error("no stone of that colour stands there");
  }
  position.remove(point, static_cast<Color>(color));
}

int verdict(const Position& position, int point, int color, int reading) {
  return static_cast<int>(
      judge(position, checked_point(point), checked_color(color), checked_reading(reading)));
}

Cells verdicts(const Position& position, int color, int reading) {
  const Cells cells = to_array(position);
  Cells out = board_array();
  const std::int64_t wrong = batch::verdict_map(cells.data(), 1, checked_color(color),
                                                checked_reading(reading), out.mutable_data(), 1);
  if (wrong != batch::kAllValid) throw std::logic_error("a position has only 0, 1 and 2");
  return out;
}

/// Black's foul points, ascending, with their verdicts.
py::list fouls(const Position& position, int reading) {
  const Cells verdicts_of_black = verdicts(position, static_cast<int>(Color::kBlack), reading);
  const std::uint8_t* labels = verdicts_of_black.data();
  py::list found;
  for (Point p = 0; p < kPoints; ++p) {
    if (is_foul(static_cast<Verdict>(labels[p]))) found.append(py::make_tuple(p, labels[p]));
  }
  return found;
}

/// (verdict, judgements made, most stones imagined at once) of a black stone on an empty point.
py::tuple trace(Position position, int point, int reading) {
  if (!position.is_empty(checked_point(point))) throw py::value_error("the point is occupied");
  Referee referee(position, checked_reading(reading));
  const Verdict found = referee.judge(point);
  return py::make_tuple(static_cast<int>(found), referee.calls(), referee.deepest());
}

py::list shapes(const Position& position, int point, int color) {
  py::list found;
  for (const Shape& shape : shapes_through(position, checked_point(point), checked_color(color))) {
    found.append(py::make_tuple(static_cast<int>(shape.kind), static_cast<int>(shape.direction),
                                py::tuple(py::cast(shape.stones)),
                                py::tuple(py::cast(shape.completing))));
  }
  return found;
}

}  // namespace

void bind_position(py::module_& m) {
  m.def("transform_point", [](int point, int symmetry) {
    return transform(checked_point(point), checked_symmetry(symmetry));
  });
  m.def(
      "may_be_played",
      [](int verdict, int reading) {
        return may_be_played(static_cast<Verdict>(verdict), checked_reading(reading));
      },
      py::arg("verdict"), py::arg("reading"));
  py::class_<Position>(m, "Position")
      .def(py::init<>())
      .def_static("from_array", &from_array, py::arg("cells").noconvert())
      .def("to_array", &to_array)
      .def("copy", [](const Position& position) { return position; })
      .def("at", [](const Position& position,
                    int point) { return static_cast<int>(position.at(checked_point(point))); })
      .def("place", &place, py::arg("point"), py::arg("color"))
      .def("remove", &remove, py::arg("point"), py::arg("color"))
      .def("count",
           [](const Position& position, int color) { return position.count(checked_color(color)); })
      .def("verdict", &verdict, py::arg("point"), py::arg("color"), py::arg("reading"))
      .def("verdicts", &verdicts, py::arg("color"), py::arg("reading"))
      .def("fouls", &fouls, py::arg("reading"))
      .def("trace", &trace, py::arg("point"), py::arg("reading"))
      .def("shapes", &shapes, py::arg("point"), py::arg("color"))
      .def("five_points", [](const Position& position,
                             int color) { return five_points(position, checked_color(color)); })
      .def("winning_rows", [](const Position& position,
                              int color) { return winning_rows(position, checked_color(color)); })
      .def("key", [](const Position& position) { return key(position); })
      .def("canonical_key", [](const Position& position) { return canonical_key(position); })
      .def("__eq__",
           [](const Position& a, const py::object& other) {
             return py::isinstance<Position>(other) && a == other.cast<const Position&>();
           })
      .attr("__hash__") = py::none();
}

}  // namespace renju::bindings
