// What the bindings share. Each bind_*.cpp registers one topic and holds no logic of its own.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>

#include "renju/fouls.hpp"
#include "renju/geometry.hpp"

namespace renju::bindings {

namespace py = pybind11;

void bind_position(py::module_& m);
void bind_batch(py::module_& m);
void bind_info(py::module_& m);
void bind_lib(py::module_& m);

// The Python layer names and checks its arguments; these only keep a wrong number from doing harm.

inline Point checked_point(int point) {
  if (point < 0 || point >= kPoints) {
    throw py::value_error("point " + std::to_string(point) + ": points run from 0 to 224");
  }
  return point;
}

inline Color checked_color(int color) {
  if (color != 1 && color != 2) {
    throw py::value_error("color " + std::to_string(color) + ": 1 is black, 2 is white");
  }
  return static_cast<Color>(color);
}

inline Reading checked_reading(int reading) {
  if (reading != 0 && reading != 1) {
    throw py::value_error("reading " + std::to_string(reading) + ": 0 is RIF, 1 is PERMITTED");
  }
  return static_cast<Reading>(reading);
}

inline int checked_symmetry(int symmetry) {
  if (symmetry < 0 || symmetry >= kSymmetries) throw py::value_error("symmetries run from 0 to 7");
  return symmetry;
}

}  // namespace renju::bindings
