#!/usr/bin/env bash
# Prints the folder of the Emscripten to use; CMake's tool chain file asks here.
set -euo pipefail
. "$(dirname "$0")/common.sh"
emscripten_dir
