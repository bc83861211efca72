#include <algorithm>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "renju/batch.hpp"
#include "renju/move_text.hpp"

namespace renju::bindings {
namespace {

// The Python layer hands over C-contiguous arrays of the right type and shape, in chunks. Sizes are
// checked here once more, since a wrong one would read past the end; what the cells hold is checked
// by the core.
template <class T>
using Array = py::array_t<T, py::array::c_style>;
using Bytes = Array<std::uint8_t>;

std::size_t count_of(const Bytes& boards) {
  if (boards.size() % kPoints != 0) throw py::value_error("boards have 225 cells each");
  return static_cast<std::size_t>(boards.size() / kPoints);
}

template <class T>
void need(const Array<T>& array, std::size_t size, const char* name) {
  if (static_cast<std::size_t>(array.size()) != size) {
    throw py::value_error(std::string(name) + ": wrong size");
  }
}

int checked_threads(int threads) {
  if (threads < 1) throw py::value_error("threads: at least 1");
  return threads;
}

std::int64_t verdict_map(const Bytes& boards, int color, int reading, Bytes& out, int threads) {
  const std::size_t n = count_of(boards);
  need(out, n * kPoints, "out");
  const Color stone = checked_color(color);
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::verdict_map(in, n, stone, read, to, threads);
}

std::int64_t verdicts(const Bytes& boards, const Bytes& points, int color, int reading, Bytes& out,
                      int threads) {
  const std::size_t n = count_of(boards);
  need(points, n, "points");
  need(out, n, "out");
  for (std::size_t i = 0; i < n; ++i) checked_point(points.data()[i]);
  const Color stone = checked_color(color);
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  const std::uint8_t* at = points.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::verdicts(in, at, n, stone, read, to, threads);
}

std::int64_t winners(const Bytes& boards, Bytes& out, int threads) {
  const std::size_t n = count_of(boards);
  need(out, n, "out");
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::winners(in, n, to, threads);
}

std::int64_t five_map(const Bytes& boards, int color, Bytes& out, int threads) {
  const std::size_t n = count_of(boards);
  need(out, n * kPoints, "out");
  const Color stone = checked_color(color);
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::five_map(in, n, stone, to, threads);
}

void check_colors(const Bytes& colors, std::size_t n) {
  need(colors, n, "colors");
  for (std::size_t i = 0; i < n; ++i) checked_color(colors.data()[i]);
}

std::int64_t legal_mask(const Bytes& boards, const Bytes& colors, int reading, Bytes& out,
                        int threads) {
  const std::size_t n = count_of(boards);
  check_colors(colors, n);
  need(out, n * kPoints, "out");
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  const std::uint8_t* stones = colors.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::legal_mask(in, stones, n, read, to, threads);
}

std::int64_t play(Bytes& boards, const Bytes& points, const Bytes& colors, int reading, Bytes& out,
                  int threads) {
  const std::size_t n = count_of(boards);
  need(points, n, "points");
  for (std::size_t i = 0; i < n; ++i) {
    if (points.data()[i] != batch::kPass) checked_point(points.data()[i]);
  }
  check_colors(colors, n);
  need(out, n, "out");
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  std::uint8_t* cells = boards.mutable_data();
  const std::uint8_t* at = points.data();
  const std::uint8_t* stones = colors.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::play(cells, at, stones, n, read, to, threads);
}

std::int64_t canonical_keys(const Bytes& boards, Array<std::uint64_t>& out, int threads) {
  const std::size_t n = count_of(boards);
  need(out, n, "out");
  checked_threads(threads);
  const std::uint8_t* in = boards.data();
  std::uint64_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::canonical_keys(in, n, to, threads);
}

void transform_boards(const Bytes& boards, int symmetry, Bytes& out) {
  const std::size_t n = count_of(boards);
  need(out, n * kPoints, "out");
  checked_symmetry(symmetry);
  const std::uint8_t* in = boards.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  batch::transform(in, n, symmetry, to);
}

std::int64_t pack(const Bytes& boards, Array<std::uint64_t>& out) {
  const std::size_t n = count_of(boards);
  need(out, n * 8, "out");
  const std::uint8_t* in = boards.data();
  std::uint64_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::pack(in, n, to);
}

std::int64_t unpack(const Array<std::uint64_t>& bits, Bytes& out) {
  const std::size_t n = count_of(out);
  need(bits, n * 8, "bits");
  const std::uint64_t* in = bits.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::unpack(in, n, to);
}

std::int64_t from_planes(const Bytes& planes, Bytes& out) {
  const std::size_t n = count_of(out);
  need(planes, n * 2 * kPoints, "planes");
  const std::uint8_t* in = planes.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  return batch::from_planes(in, n, to);
}

struct Games {
  std::size_t n;
  std::size_t k;
};

Games games_of(const Bytes& moves) {
  if (moves.ndim() != 2) throw py::value_error("moves are (n, k)");
  if (moves.shape(1) > 32767) throw py::value_error("moves: at most 32767 a game");
  return {static_cast<std::size_t>(moves.shape(0)), static_cast<std::size_t>(moves.shape(1))};
}

void replay(const Bytes& moves, int reading, Bytes& verdicts, Array<std::int16_t>& first_five,
            Array<std::int16_t>& first_foul, Array<std::int16_t>& first_overline,
            Array<std::int16_t>& impossible, Bytes& reason, Array<std::int16_t>& length,
            Bytes& winner, Bytes& after_five, int threads) {
  const Games games = games_of(moves);
  need(verdicts, games.n * games.k, "verdicts");
  for (const auto* array : {&first_five, &first_foul, &first_overline, &impossible, &length}) {
    need(*array, games.n, "plies");
  }
  for (const auto* array : {&reason, &winner, &after_five}) need(*array, games.n, "bytes");
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const batch::Replay out{
      verdicts.mutable_data(),       first_five.mutable_data(), first_foul.mutable_data(),
      first_overline.mutable_data(), impossible.mutable_data(), reason.mutable_data(),
      length.mutable_data(),         winner.mutable_data(),     after_five.mutable_data()};
  const std::uint8_t* in = moves.data();
  const py::gil_scoped_release release;
  batch::replay(in, games.n, games.k, read, out, threads);
}

void count_fouls(const Bytes& moves, int reading, Bytes& out, int threads) {
  const Games games = games_of(moves);
  need(out, games.n * games.k, "out");
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const std::uint8_t* in = moves.data();
  std::uint8_t* to = out.mutable_data();
  const py::gil_scoped_release release;
  batch::count_fouls(in, games.n, games.k, read, to, threads);
}

void count_shapes(const Bytes& moves, int reading, Bytes& straight_fours, Bytes& threes,
                  int threads) {
  const Games games = games_of(moves);
  need(straight_fours, games.n * games.k, "straight_fours");
  need(threes, games.n * games.k, "threes");
  const Reading read = checked_reading(reading);
  checked_threads(threads);
  const std::uint8_t* in = moves.data();
  const batch::ShapeCounts out{straight_fours.mutable_data(), threes.mutable_data()};
  const py::gil_scoped_release release;
  batch::count_shapes(in, games.n, games.k, read, out, threads);
}

/// The games of a column of texts as (n, k), and those that the plain reader leaves.
py::tuple read_column(const Bytes& data, const Array<std::int64_t>& offsets, std::size_t most) {
  if (offsets.size() < 1) throw py::value_error("offsets: one more than texts");
  if (most > 32767) throw py::value_error("moves: at most 32767 a game");
  const auto n = static_cast<std::size_t>(offsets.size() - 1);
  const std::int64_t* at = offsets.data();
  if (at[0] < 0 || at[n] > data.size() || !std::is_sorted(at, at + n + 1)) {
    throw py::value_error("offsets: they rise within the data");
  }
  const auto* text = reinterpret_cast<const char*>(data.data());
  MoveColumn column;
  {
    const py::gil_scoped_release release;
    column = read_move_column(text, at, n, most);
  }
  Bytes moves({n, column.longest});
  std::uint8_t* row = moves.mutable_data();
  {
    const py::gil_scoped_release release;
    const std::uint8_t* from = column.moves.data();
    for (const std::uint32_t count : column.count) {
      std::copy_n(from, count, row);
      std::fill(row + count, row + column.longest, batch::kPadding);
      from += count;
      row += column.longest;
    }
  }
  return py::make_tuple(moves, Array<std::int64_t>(static_cast<py::ssize_t>(column.unread.size()),
                                                   column.unread.data()));
}

/// Moves as bytes, or None for a text that the plain reader leaves to the Python layer.
py::object read_moves(const py::str& text, std::vector<std::uint8_t>& moves) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  moves.clear();
  if (data == nullptr) {
    PyErr_Clear();  // lone surrogates
    return py::none();
  }
  if (!read_plain_moves({data, static_cast<std::size_t>(size)}, moves)) return py::none();
  return py::bytes(reinterpret_cast<const char*>(moves.data()), moves.size());
}

py::list read_all_moves(const py::list& texts) {
  std::vector<std::uint8_t> moves;
  py::list found;
  for (const py::handle text : texts) found.append(read_moves(py::cast<py::str>(text), moves));
  return found;
}

/// The games as text; in place of a game with a number that is no move None.
py::list print_all_moves(const Bytes& moves) {
  const Games games = games_of(moves);
  py::list found;
  std::string text;
  for (std::size_t i = 0; i < games.n; ++i) {
    text.clear();
    if (print_moves(moves.data() + i * games.k, games.k, text)) {
      found.append(py::str(text));
    } else {
      found.append(py::none());
    }
  }
  return found;
}

}  // namespace

void bind_batch(py::module_& m) {
  const auto array = [](const char* name) { return py::arg(name).noconvert(); };
  m.def("verdict_map", &verdict_map, array("boards"), py::arg("color"), py::arg("reading"),
        array("out"), py::arg("threads"));
  m.def("verdicts", &verdicts, array("boards"), array("points"), py::arg("color"),
        py::arg("reading"), array("out"), py::arg("threads"));
  m.def("winners", &winners, array("boards"), array("out"), py::arg("threads"));
  m.def("five_map", &five_map, array("boards"), py::arg("color"), array("out"), py::arg("threads"));
  m.def("legal_mask", &legal_mask, array("boards"), array("colors"), py::arg("reading"),
        array("out"), py::arg("threads"));
  m.def("play", &play, array("boards"), array("points"), array("colors"), py::arg("reading"),
        array("out"), py::arg("threads"));
  m.def("canonical_keys", &canonical_keys, array("boards"), array("out"), py::arg("threads"));
  m.def("transform", &transform_boards, array("boards"), py::arg("symmetry"), array("out"));
  m.def("pack", &pack, array("boards"), array("out"));
  m.def("unpack", &unpack, array("bits"), array("out"));
  m.def("from_planes", &from_planes, array("planes"), array("out"));
  m.def("replay", &replay, array("moves"), py::arg("reading"), array("verdicts"),
        array("first_five"), array("first_foul"), array("first_overline"), array("impossible"),
        array("reason"), array("length"), array("winner"), array("after_five"), py::arg("threads"));
  m.def("count_fouls", &count_fouls, array("moves"), py::arg("reading"), array("out"),
        py::arg("threads"));
  m.def("count_shapes", &count_shapes, array("moves"), py::arg("reading"), array("straight_fours"),
        array("threes"), py::arg("threads"));
  m.def("read_move_column", &read_column, array("data"), array("offsets"), py::arg("most"));
  m.def("read_all_moves", &read_all_moves, py::arg("texts"));
  m.def("print_all_moves", &print_all_moves, array("moves"));
}

}  // namespace renju::bindings
