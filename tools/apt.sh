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
  # Check-Valid-Until: a machine's clock and its mirror need not agree.
  apt-get -qq -y -o Dir::State::lists="$apt_work/$state/lists" -o Dir::Cache="$apt_work/$state/cache" \
    -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" -o Acquire::Check-Valid-Until=false \
    -o Acquire::Retries=3 "$@"
}
apt_own() { apt_state own "$@"; }
apt_trixie() {
  apt_state trixie -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt_work/etc" \
    -o Dir::Etc::preferencesparts=/dev/null "$@"
}
