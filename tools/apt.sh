# Sourced. Downloads from apt with a state of its own under $1, so that the machine's own apt
# sources and lists stay as they are and no root is needed.
#   apt_own ARGS…     apt-get with the machine's own sources
#   apt_trixie ARGS…  apt-get with Debian 13 (trixie), from the mirror the machine already uses
apt_init() {
  apt_work=$1
  command -v apt-get >/dev/null || die "this needs a Debian machine, or Emscripten >= 3.1.60 on PATH"
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN)' 'Created-By: Packages' | awk '$2 == "Debian" && /\/debian\/? / { print $1; exit }')
  [ -n "$mirror" ] || mirror=$(sed -nE 's/^(URIs: *|deb +(\[[^]]*\] +)?)(https?:[^ ]*\/debian)\/?( .*)?$/\3/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
  [ -n "$mirror" ] || die "no Debian mirror among apt's sources"
  mkdir -p "$apt_work"/{etc,own/lists/partial,trixie/lists/partial} "$apt_work"/{own,trixie}/cache/archives/partial
  cat > "$apt_work/etc/trixie.sources" <<S
Types: deb deb-src
URIs: $mirror
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
S
}
apt_state() {
  local state=$1
  shift
  # Whatever the machine allows otherwise: only what Debian's keys have signed. Debug::NoLocking and
  # Sandbox::User do without root; they touch no check.
  apt-get -qq -y -o Dir::State::lists="$apt_work/$state/lists" -o Dir::Cache="$apt_work/$state/cache" \
    -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 \
    -o APT::Get::AllowUnauthenticated=false -o Acquire::AllowInsecureRepositories=false \
    -o Acquire::AllowWeakRepositories=false -o Acquire::AllowDowngradeToInsecureRepositories=false \
    -o Acquire::Check-Valid-Until="${apt_valid_until:-true}" "$@"
}
# Reads lists with `apt_own` or `apt_trixie`. The one exception: lists whose date has passed are taken
# after all, for some mirrors are snapshots and some clocks are wrong; their signature is checked as ever.
apt_update() {
  "$1" update && return
  say "the lists of the mirror may have expired: trying without their date, but with their signature"
  apt_valid_until=false
  "$1" update
}
# Compares files with tools/checksums.txt, where it names them. A package of another version (Debian has
# mended something) has a valid signature and nothing else.
apt_check() {
  local file sum
  for file in "$@"; do
    sum=$(awk -v name="${file##*/}" '$2 == name { print $1 }' "$tools/checksums.txt")
    if [ -z "$sum" ]; then
      say "${file##*/}: not among the pinned checksums, but signed by Debian"
    elif [ "$(sha256sum < "$file" | cut -d' ' -f1)" != "$sum" ]; then
      die "${file##*/} is not the file that is pinned in tools/checksums.txt"
    fi
  done
}
apt_own() { apt_state own "$@"; }
apt_trixie() {
  apt_state trixie -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt_work/etc" \
    -o Dir::Etc::preferencesparts=/dev/null "$@"
}
