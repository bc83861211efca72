# The batch kernel: one source, compiled once for each instruction set that dispatch.cpp can choose
# from at run time. Everything else is compiled for any CPU.
include_guard()

function(renju_add_kernel name)
  set(target renju_kernel_${name})
  add_library(${target} OBJECT src/kernels/kernel.cpp)
  target_include_directories(${target} PRIVATE include src)
  target_link_libraries(${target} PRIVATE renju_options)
  target_compile_definitions(${target} PRIVATE RENJU_KERNEL=${name} RENJU_KERNEL_NAME="${name}")
  target_compile_options(${target} PRIVATE ${ARGN})
  if(RENJU_SANITIZE AND NOT MSVC)
    # All is unrolled there: with checks at every step a compiler takes minutes for more than this.
    target_compile_options(${target} PRIVATE -O1 -g1)
  endif()
  # Link-time optimisation could carry code over to units for other CPUs.
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_sources(renju_core PRIVATE $<TARGET_OBJECTS:${target}>)
  if(NOT name STREQUAL "baseline")
    string(TOUPPER ${name} upper)
    set_property(SOURCE src/dispatch.cpp APPEND PROPERTY COMPILE_DEFINITIONS RENJU_HAS_${upper})
  endif()
endfunction()

renju_add_kernel(baseline)
# Two architectures in one build, as on Apple's systems, cannot have flags of one of them; a compiler
# that has no vector types would gain nothing.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang"
   AND NOT APPLE)
  set(_avx2 -mavx2 -mbmi -mbmi2 -mpopcnt)
  renju_add_kernel(avx2 ${_avx2})
  renju_add_kernel(avx512 ${_avx2} -mavx512f -mavx512bw -mavx512vl -mavx512dq)
endif()

option(RENJU_BENCH "build the C++ benchmark" OFF)
if(RENJU_BENCH)
  add_executable(renju_core_bench ${PROJECT_SOURCE_DIR}/benchmarks/core_bench.cpp)
  target_link_libraries(renju_core_bench PRIVATE renju::core renju_options)
endif()
