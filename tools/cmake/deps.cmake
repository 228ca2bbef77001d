# The C++ libraries: Eigen and nlohmann-json (headers), Catch2 (one file, compiled once per preset).
# Under Emscripten, CMake looks for packages only inside Emscripten's own sysroot, and adding
# /usr/include would pull in the host's C library. tools/setup-deps.sh therefore unpacks them into a
# folder of their own, and both builds look there first.
if(DEFINED ENV{PORTHOS_CACHE})
  set(cache "$ENV{PORTHOS_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(cache "$ENV{XDG_CACHE_HOME}/porthos")
else()
  set(cache "$ENV{HOME}/.cache/porthos")
endif()
set(PORTHOS_DEPS_PREFIX "${cache}/deps" CACHE PATH "Where Eigen, nlohmann-json and Catch2 are")
list(PREPEND CMAKE_PREFIX_PATH "${PORTHOS_DEPS_PREFIX}")
list(APPEND CMAKE_FIND_ROOT_PATH "${PORTHOS_DEPS_PREFIX}")
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)
# Eigen has no vectors for WebAssembly, but would ask for more memory than it needs to align them.
if(EMSCRIPTEN)
  target_compile_definitions(Eigen3::Eigen INTERFACE EIGEN_DONT_VECTORIZE)
endif()

function(porthos_add_catch2)
  set(dir "${PORTHOS_DEPS_PREFIX}/catch2")
  add_library(catch2 STATIC EXCLUDE_FROM_ALL "${dir}/catch_amalgamated.cpp")
  target_include_directories(catch2 SYSTEM PUBLIC "${dir}")
  target_compile_features(catch2 PUBLIC cxx_std_20)
  set_target_properties(catch2 PROPERTIES CXX_EXTENSIONS OFF)
  # It is not under test, and is the longest file to compile.
  target_compile_options(catch2 PRIVATE -O1)
endfunction()
