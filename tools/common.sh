# Sourced by the set-up scripts.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$(realpath -m "${PORTHOS_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/porthos}")

say() { echo "porthos: $*" >&2; }
die() { say "$*"; exit 1; }

# The folder of the Emscripten to use (>= 3.1.60), or nothing: the one on PATH if it is recent
# enough, otherwise the one that setup-emscripten.sh has put in the cache.
emscripten_dir() {
  local dir version
  if dir=$(command -v em++); then
    dir=$(em-config EMSCRIPTEN_ROOT 2>/dev/null) || dir=$(dirname "$(readlink -f "$(command -v em++)")")
    version=$(tr -d '"' 2>/dev/null < "$dir/emscripten-version.txt" || true)
    if [ -n "$version" ] && printf '3.1.60\n%s\n' "${version%%[-+~]*}" | sort -V -C; then
      echo "$dir"
      return
    fi
  fi
  if [ -e "$cache/emscripten/.complete-1" ]; then echo "$cache/emscripten/emscripten"; fi
}
