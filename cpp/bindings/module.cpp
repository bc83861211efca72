#include "bindings.hpp"

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used(),
                pybind11::multiple_interpreters::per_interpreter_gil()) {
  m.doc() = "The core of renju in C++. Private: use the names of the package renju.";
  renju::bindings::bind_info(m);
  renju::bindings::bind_position(m);
  renju::bindings::bind_batch(m);
  renju::bindings::bind_lib(m);
}
