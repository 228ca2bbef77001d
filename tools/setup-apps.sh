#!/usr/bin/env bash
# Puts the bundlers and book systems of tests/package, with which the tests try the package, into the cache
# folder; returns at once when they are there.
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/common.sh"
wanted=$root/tests/package
apps=$cache/apps
cmp -s "$wanted/package-lock.json" "$apps/.installed" && exit 0
say "installing the bundlers of the tests in $apps (about 180 MB to download)"
mkdir -p "$apps"
rm -f "$apps/.installed"
cp "$wanted/package.json" "$wanted/package-lock.json" "$wanted/.npmrc" "$apps/"
# Not `npm ci`, which wants the packages of all other platforms in the lock file as well.
(cd "$apps" && npm install --include=dev --ignore-scripts --prefer-offline >&2)
cp "$wanted/package-lock.json" "$apps/.installed"
