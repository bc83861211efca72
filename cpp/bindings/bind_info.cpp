#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "renju/isa.hpp"

namespace renju::bindings {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#elif defined(_MSC_VER)
  return "msvc " + std::to_string(_MSC_VER);
#else
  return "unknown";
#endif
}

constexpr bool assertions() {
#ifdef NDEBUG
  return false;
#else
  return true;
#endif
}

}  // namespace

void bind_info(py::module_& m) {
  if (const std::string problem = isa_problem(); !problem.empty()) {
    throw py::import_error(problem);
  }
  m.attr("__version__") = RENJU_VERSION;
  m.def("build_info", [] {
    py::dict info;
    info["version"] = RENJU_VERSION;
    info["compiler"] = compiler();
    info["isa"] = std::string(isa());
    info["isas"] = [] {
      std::vector<std::string> names;
      for (const std::string_view name : isas()) names.emplace_back(name);
      return names;
    }();
    info["assertions"] = assertions();
    return info;
  });
}

}  // namespace renju::bindings
