#!/usr/bin/env bash
# Puts Emscripten 3.1.69 into the cache folder, from Debian's packages:
#   emscripten, binaryen   of Debian 13; binaryen runs with Debian 13's C library, kept beside it
#   clang, lld, llvm 19    of the machine's own Debian, with what they need and the machine lacks
# Nothing is installed on the machine itself. Does nothing if a suitable Emscripten is there already.
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/common.sh"
[ -z "$(emscripten_dir)" ] || exit 0
[ "$(uname -sm)" = "Linux x86_64" ] || die "please install Emscripten >= 3.1.60 and put it on PATH"
. "$tools/apt.sh"
say "setting up Emscripten in $cache/emscripten (about 320 MB to download)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
apt_init "$work/apt"
mkdir "$work/debs"
cd "$work/debs"
(apt_update apt_own && apt_own --no-install-recommends -d install clang-19 lld-19 llvm-19) &
own=$!
apt_update apt_trixie
apt_trixie download emscripten binaryen libc6 libstdc++6 libgcc-s1 node-acorn
wait "$own"
for p in clang-19 lld-19 llvm-19 libllvm19 libclang-cpp19 libclang-common-19-dev; do
  # Those which the machine has installed are not downloaded by the line above.
  compgen -G "$work/apt/own/cache/archives/${p}_*.deb" >/dev/null || (cd "$work/apt/own/cache/archives" && apt_own download "$p")
done
apt_check "$work"/debs/*.deb
deb() { echo "$work"/debs/"$1"_*.deb; }
case $(deb emscripten) in *_3.1.69*) ;; *) die "expected Emscripten 3.1.69, found $(deb emscripten)" ;; esac

prefix=$cache/emscripten
rm -rf "$prefix"
mkdir -p "$prefix"/{emscripten,binaryen/bin,binaryen/real,runtime,llvm,bin}

# The package carries 1.6 GB of ready-built libraries; leave out the kinds that are not used here.
dpkg-deb --fsys-tarfile "$(deb emscripten)" | tar -x -C "$prefix/emscripten" --strip-components=4 \
  --exclude='*/wasm32-emscripten/lto-pic' --exclude='*/wasm32-emscripten/pic' \
  --exclude='*/libGL*emu*' --exclude='*/libGL*es3*' --exclude='*/libGL*ofb*' --exclude='*-ww*.a' \
  --exclude='*asan*.a' --exclude='*ubsan_rt*' --exclude='*lsan*.a' --exclude='*sanitizer_common*' \
  --exclude='*/libwasmfs*' --exclude='*/libwebgpu*' --exclude='./usr/share/emscripten/test' \
  --exclude='./usr/share/emscripten/docs' --exclude='./usr/share/emscripten/ChangeLog*' \
  ./usr/share/emscripten

for p in libc6 libstdc++6 libgcc-s1; do
  dpkg-deb --fsys-tarfile "$(deb $p)" |
    tar -x -C "$prefix/runtime" --strip-components=4 --wildcards './usr/lib/x86_64-linux-gnu/*.so*'
done
dpkg-deb -x "$(deb binaryen)" "$work/binaryen"
mv "$work"/binaryen/usr/lib/x86_64-linux-gnu/libbinaryen.so* "$prefix/runtime/"
mv "$work"/binaryen/usr/bin/wasm* "$prefix/binaryen/real/"
for f in "$prefix"/binaryen/real/*; do
  cat > "$prefix/binaryen/bin/${f##*/}" <<S
#!/bin/sh
exec "$prefix/runtime/ld-linux-x86-64.so.2" --library-path "$prefix/runtime" "$f" "\$@"
S
  chmod +x "$prefix/binaryen/bin/${f##*/}"
done

for d in "$work"/apt/own/cache/archives/*.deb; do dpkg-deb -x "$d" "$prefix/llvm"; done
llvm=$prefix/llvm/usr/lib/llvm-19
for f in clang clang++ wasm-ld llvm-ar llvm-nm llvm-objcopy llvm-ranlib llvm-strip llvm-dwarfdump llvm-dwp llc opt; do
  cat > "$prefix/bin/$f" <<S
#!/bin/sh
LD_LIBRARY_PATH="$prefix/llvm/usr/lib/x86_64-linux-gnu:$llvm/lib" exec "$llvm/bin/$f" "\$@"
S
  chmod +x "$prefix/bin/$f"
done

# Emscripten's own JavaScript imports 'acorn' as an ES module, which NODE_PATH does not reach.
dpkg-deb -x "$(deb node-acorn)" "$work/acorn"
mkdir -p "$prefix/emscripten/node_modules"
cp -rL "$work/acorn/usr/share/nodejs/acorn" "$prefix/emscripten/node_modules/acorn"
cat > "$prefix/emscripten/.emscripten" <<S
LLVM_ROOT = '$prefix/bin'
LLVM_ADD_VERSION = ''
CLANG_ADD_VERSION = ''
BINARYEN_ROOT = '$prefix/binaryen'
NODE_JS = '$(node -p process.execPath)'
FROZEN_CACHE = True
S

echo '#include <cstdio>
int main() { std::puts("ready"); }' > "$work/probe.cpp"
env -u EM_CONFIG "$prefix/emscripten/em++" -O2 -fwasm-exceptions "$work/probe.cpp" -o "$work/probe.js"
[ "$(node "$work/probe.js")" = ready ] || die "the new Emscripten does not work"
touch "$prefix/.complete-1"
