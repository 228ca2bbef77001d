#!/usr/bin/env bash
# Unpacks the C++ libraries (Eigen, nlohmann-json, Catch2 in its single-file form) from Debian 13's
# packages into the cache folder: the same headers for the native and the WebAssembly build, and
# nothing of /usr/include (see tools/cmake/deps.cmake).
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/common.sh"
prefix=$cache/deps
[ ! -e "$prefix/.complete-1" ] || exit 0
. "$tools/apt.sh"
say "setting up Eigen, nlohmann-json and Catch2 in $prefix"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apt_init "$work/apt"
mkdir "$work/debs"
cd "$work/debs"
apt_update apt_trixie
apt_trixie download libeigen3-dev nlohmann-json3-dev
apt_trixie source --download-only catch2
apt_check ./*.deb ./catch2_*.orig.tar.*
for d in *.deb; do dpkg-deb -x "$d" "$work/x"; done
rm -rf "$prefix"
mkdir -p "$prefix/catch2"
mv "$work/x/usr/include" "$work/x/usr/share" "$prefix/"
tar -x -C "$prefix/catch2" --strip-components=2 --wildcards -f catch2_*.orig.tar.* '*/extras/catch_amalgamated.*'
touch "$prefix/.complete-1"
