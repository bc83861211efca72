#include "bindings.hpp"

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
  m.attr("__version__") = RENJU_VERSION;
  m.def("build_info", [] {
    py::dict info;
    info["version"] = RENJU_VERSION;
    info["compiler"] = compiler();
    info["isa"] = "baseline";
    info["isas"] = std::vector<std::string>{"baseline"};
    info["assertions"] = assertions();
    return info;
  });
}

}  // namespace renju::bindings
