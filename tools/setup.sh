#!/usr/bin/env bash
# Sets up what is missing, and returns at once when nothing is.
#   tools/setup.sh         what `npm start` needs: the WebAssembly build and the page
#   tools/setup.sh --test  what `npm test` needs besides: a native compiler, formatter and browser
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/common.sh"
mkdir -p "$cache"
exec 9> "$cache/.lock"
flock 9 # two set-ups at once would unpack into the same folder

command -v node >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] ||
  die "please install Node.js 20 or newer"

missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need cmake cmake
need ninja ninja-build
python3 -c '' 2>/dev/null || missing+=(python3)
if [ "${1:-}" = --test ]; then
  need g++ g++
  need clang-format clang-format
  need chromium-headless-shell chromium-headless-shell
  need firefox-esr firefox-esr
  need parallel parallel
  compgen -G '/usr/share/fonts/truetype/liberation*' >/dev/null || missing+=(fonts-liberation)
fi
if [ ${#missing[@]} -gt 0 ]; then
  need ccache ccache
  sudo=
  [ "$(id -u)" = 0 ] || { sudo -n true 2>/dev/null && sudo=sudo; } ||
    die "please install: ${missing[*]}   (sudo apt-get install ${missing[*]})"
  command -v apt-get >/dev/null || die "please install: ${missing[*]}"
  say "installing ${missing[*]}"
  apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=600 "$@" >&2; }
  apt update
  apt install --no-install-recommends "${missing[@]}"
fi

"$tools/setup-emscripten.sh" 9>&- &
emscripten=$!
apps=
if [ "${1:-}" = --test ]; then
  "$tools/setup-apps.sh" 9>&- &
  apps=$!
fi
"$tools/setup-deps.sh" 9>&-
wait "$emscripten"
[ -z "$apps" ] || wait "$apps"

# npm writes node_modules/.package-lock.json last.
if [ ! -e "$root/node_modules/.package-lock.json" ] || [ "$root/package-lock.json" -nt "$root/node_modules/.package-lock.json" ]; then
  say "installing the npm packages"
  (cd "$root" && npm ci >&2)
fi
