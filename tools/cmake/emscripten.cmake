# Tool chain file of the wasm preset: the Emscripten that tools/setup.sh has found or set up.
execute_process(
  COMMAND "${CMAKE_CURRENT_LIST_DIR}/../emscripten-dir.sh"
  OUTPUT_VARIABLE emscripten_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT emscripten_dir)
  message(FATAL_ERROR "No suitable Emscripten: please run tools/setup.sh")
endif()
unset(ENV{EM_CONFIG})
set(CMAKE_CROSSCOMPILING_EMULATOR node)
include("${emscripten_dir}/cmake/Modules/Platform/Emscripten.cmake")
