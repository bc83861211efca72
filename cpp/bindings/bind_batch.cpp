#include "bindings.hpp"

namespace renju::bindings {

void bind_batch(py::module_& m) {
  m.def("transform_point", [](int point, int symmetry) {
    if (symmetry < 0 || symmetry >= kSymmetries)
      throw py::value_error("symmetries run from 0 to 7");
    return transform(checked_point(point), symmetry);
  });
}

}  // namespace renju::bindings
