#!/bin/sh
# Installs `tracer`, the client of the trace-testing tool, on Linux and macOS:
#
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh -s -- --version 0.1.0 --dir ~/.local/bin
#
# Nothing runs before the last line, which calls `main`: an incomplete download does nothing.
# shellcheck disable=SC2016,SC3013 # Backquotes and $HOME in messages are literal; every sh has -ef.

main() {
  set -eu
  umask 022
  releases_url=${TRACER_RELEASES_URL:-https://get.apigen.example/releases}
  deb_repo_url=${TRACER_DEB_REPO_URL:-https://get.apigen.example/deb}
  rpm_repo_url=${TRACER_RPM_REPO_URL:-https://get.apigen.example/rpm}
  tap=${TRACER_TAP:-apigen--example/tap}
  source_list=/etc/apt/sources.list.d/tracer.list
  repo_file=/etc/yum.repos.d/tracer.repo
  mark='# Written by install-cli.sh'

  program=tracer version='' dir='' method='' dry_run='' uninstall='' sudo='' staged='' tmp='' removed=''
  read_arguments "$@"
  target=${dir:-/usr/local/bin}/$program
  trap 'if [ -n "$staged" ]; then $sudo rm -f "$staged"; fi; rm -rf "$tmp"' EXIT
  trap 'exit 130' HUP INT TERM
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/tracer.XXXXXXXX")
  find_platform
  choose_method
  case $method in
    uninstall) uninstall ;;
    brew) install_with_brew ;;
    archive) install_from_archive ;;
    *) install_package ;;
  esac
}

usage() {
  cat <<USAGE
Installs tracer, the client of the trace-testing tool.

Usage: install-cli.sh [option...]
       curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh -s -- [option...]

  --version X          install this version instead of the latest release
  --dir DIR            put the executable into DIR, without a package manager
  --method NAME        brew, apt-get, dpkg, yum, dnf, rpm or archive; by default the first that is available, in this order
  --uninstall          remove tracer, however it was installed
  --program apigen     install, update or remove the executable apigen instead, without a package manager
  --dry-run            print what would be installed, and how, but change nothing
  --help               show this text

Environment variables for mirrors, with their current values:
  TRACER_RELEASES_URL  $releases_url
  TRACER_DEB_REPO_URL  $deb_repo_url
  TRACER_RPM_REPO_URL  $rpm_repo_url
  TRACER_TAP           $tap
USAGE
  exit 0
}

say() { printf '%s\n' "$*"; }

# die MESSAGE HINT
die() {
  printf 'error: %s\n    %s\n' "$@" >&2
  exit 1
}

usage_error() {
  printf 'error: %s\n    --help lists the options\n' "$1" >&2
  exit 2
}

has() { command -v "$1" >/dev/null 2>&1; }

read_arguments() {
  while [ $# -gt 0 ]; do
    option=$1
    shift
    case $option in
      --*=*)
        set -- "${option#*=}" "$@"
        option=${option%%=*}
        ;;
    esac
    case $option in
      --version | --dir | --method | --program)
        [ -n "${1:-}" ] || usage_error "$option needs a value"
        value=$1
        shift
        ;;
    esac
    case $option in
      --help | -h) usage ;;
      --uninstall) uninstall=yes ;;
      --dry-run) dry_run=yes ;;
      --version) version=${value#v} ;;
      --dir) dir=$value ;;
      --method) method=$value ;;
      --program) program=$value ;;
      -*) usage_error "unknown option $option" ;;
      *) usage_error "unexpected argument '$option'" ;;
    esac
  done
  case $program in
    tracer | apigen) ;;
    *) usage_error "invalid --program '$program': expected tracer or apigen" ;;
  esac
  case $method in
    '' | brew | apt-get | dpkg | yum | dnf | rpm | archive) ;;
    *) usage_error "invalid --method '$method': expected brew, apt-get, dpkg, yum, dnf, rpm or archive" ;;
  esac
  if [ "$program$dir" != tracer ] && [ "${method:=archive}" != archive ]; then
    usage_error "--method $method cannot be combined with --dir or --program apigen"
  fi
  say "${version:-0.0.0}" | grep -qx '[0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9A-Za-z.+-]*' ||
    usage_error "invalid --version '$version': expected a version such as 1.2.3"
  if [ -n "$version" ] && [ "$method" = brew ]; then usage_error '--version cannot be combined with --method brew: a tap has only the latest version'; fi
  if [ -n "$dry_run" ] && [ -n "$uninstall" ]; then usage_error '--dry-run cannot be combined with --uninstall'; fi
  # Shells do not expand the `~` in `--dir=~/bin`.
  case $dir in
    '' | /*) ;;
    \~/*) dir=${HOME:?}${dir#\~} ;;
    *) dir=$PWD/$dir ;;
  esac
}

find_platform() {
  case $(uname -s)_$(uname -m) in
    Linux_x86_64 | Linux_amd64) platform=linux_amd64 ;;
    Linux_aarch64 | Linux_arm64) platform=linux_arm64 ;;
    Darwin_x86_64) platform=darwin_amd64 ;;
    Darwin_arm64) platform=darwin_arm64 ;;
    *) die "unsupported system $(uname -s) $(uname -m)" 'tracer is built for Linux and macOS on amd64 and arm64; on Windows run install-cli.ps1' ;;
  esac
  # Under Rosetta, `uname` prints x86_64.
  if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then platform=darwin_arm64; fi
  case $platform/$(ldd --version 2>&1 || :) in linux*musl*) platform=${platform}_musl ;; esac
}

choose_method() {
  candidates='apt-get dpkg yum dnf rpm'
  # The packages need glibc.
  case $platform in darwin_* | *_musl) candidates='' ;; esac
  # A tap has only the latest version, and Homebrew refuses root.
  if [ -z "$version" ] && [ "$(id -u)" -ne 0 ]; then candidates="brew $candidates"; fi
  if [ -n "$uninstall" ]; then method=uninstall; fi
  for candidate in $candidates; do
    if [ -z "$method" ] && has "$candidate"; then method=$candidate; fi
  done
  method=${method:-archive}
  # The repositories have the latest version only.
  case $method/$version in
    apt-get/?*) method=dpkg ;;
    yum/?* | dnf/?*) method=rpm ;;
  esac
}

# need_root PURPOSE: prints the purpose before anything runs as root.
need_root() {
  if [ "$(id -u)" -eq 0 ]; then return; fi
  has sudo || die "root is needed to $1, and sudo is not installed" 'run this as root, or use --dir "$HOME/.local/bin"'
  sudo=sudo
  say "sudo is needed to $1"
}

# run COMMAND...: runs it, with sudo after `need_root`, and stops if it fails.
run() { $sudo "$@" || die "$* failed" 'see the output above'; }

# fetch URL FILE
fetch() {
  if has curl; then
    # A redirect from https must not lead to http.
    printed=$(curl --proto-redir "=${1%%:*},https" --fail --silent --show-error --location --retry 2 \
      --connect-timeout 20 --speed-limit 1 --speed-time 60 --output "$2" "$1" 2>&1) && return
  else
    printed=$(wget -O "$2" "$1" 2>&1) && return
  fi
  die "cannot download $1" "$(say "$printed" | tail -n 1)"
}

# find_file EXTENSION: sets `name` to a file of the release, `wanted` to its SHA-256, `version` and `from`, its address, by the checksums.
find_file() {
  list=$releases_url/${version:+download/v}${version:-latest/download}/checksums.txt
  fetch "$list" "$tmp/checksums.txt"
  line=$(grep "^[0-9a-f]\{64\} [ *]${program}_${version:-[0-9][0-9A-Za-z.+-]*}_$platform\.$1\$" "$tmp/checksums.txt" | head -n 1)
  [ -n "$line" ] || die "$list has no $program for $platform" 'check the address, or install another version with --version'
  wanted=${line%% *}
  name=${line#*[ *]?}
  version=${name#*_}
  version=${version%%_*}
  from=$releases_url/download/v$version/$name
}

# download: downloads `name` and verifies its checksum. Sets `file` to its path.
download() {
  say "Downloading $name"
  file=$tmp/$name
  fetch "$from" "$file"
  if has sha256sum; then sum=$(sha256sum "$file"); else sum=$(shasum -a 256 "$file"); fi
  [ "${sum%% *}" = "$wanted" ] ||
    die "$from does not match its checksum: nothing was installed" "SHA-256 is ${sum%% *}, expected $wanted"
}

# version_at EXECUTABLE: prints its version; nothing if it does not exist or is another program.
version_at() { "$1" --version 2>/dev/null | sed -n "1s#^$program/\([^ ]*\).*#\1#p" || :; }

# announce CHANGE: ends a dry run, which prints the change and its source.
announce() {
  if [ -z "$dry_run" ]; then return; fi
  printf 'It would %s\n    from %s\n    to do it, run the same command without --dry-run\n' "$1" "$from"
  exit 0
}

# finish EXECUTABLE: reports success only if it runs.
finish() {
  installed=$(version_at "$1")
  [ -n "$installed" ] || die "$1 is installed but does not run" "$("$1" --version 2>&1 | head -n 3)"
  say "$program $installed is installed: $1"
  first=$(command -v "$program" || :)
  if [ ! "$first" -ef "$1" ]; then say "Put ${1%/*} first on PATH to start it as \`$program\`: export PATH=\"${1%/*}:\$PATH\""; fi
  if [ "$program" = tracer ]; then say 'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.'; fi
}

install_with_brew() {
  from=$tap
  announce 'install the package tracer with brew'
  run brew install "$tap/tracer"
  finish "$(brew --prefix)/bin/tracer"
}

install_package() {
  kind=rpm from=$rpm_repo_url
  case $method in apt-get | dpkg) kind=deb from=$deb_repo_url ;; esac
  case $(packager $kind tracer) in
    '' | *apigen*) ;;
    *) die 'another program is installed as the package `tracer`' 'remove it, or install elsewhere with --dir "$HOME/.local/bin"' ;;
  esac
  case $method in dpkg | rpm) find_file $kind ;; esac
  announce "install the package tracer${version:+ $version} with $method"
  need_root "install the package tracer with $method"
  case $method in
    apt-get)
      run apt-get update
      run apt-get install -y apt-transport-https ca-certificates
      write_source "$source_list" "deb [trusted=yes] $deb_repo_url /"
      run apt-get update
      run apt-get install -y tracer
      ;;
    yum | dnf)
      write_source "$repo_file" '[tracer]' name=tracer "baseurl=$rpm_repo_url" enabled=1 gpgcheck=0
      # Fedora has another package of this name. `install` does not upgrade an older version.
      for step in install upgrade; do run "$method" $step -y --refresh --disablerepo='*' --enablerepo=tracer tracer; done
      ;;
    dpkg) download && run dpkg -i "$file" ;;
    rpm) download && run rpm -U --replacepkgs --oldpackage "$file" ;;
  esac
  finish /usr/bin/tracer
}

install_from_archive() {
  check_target
  find_file tar.gz
  if [ "$old" = "$version" ]; then
    say "$program $old is already installed: $target"
    return
  fi
  announce "install $program $version${old:+ in place of $old}: $target"
  folder=${target%/*}
  if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then need_root "put $program into $folder"; fi
  download
  tar -xzf "$file" -C "$tmp" || die "cannot unpack $name: nothing was installed" 'see the output above'
  # The build for musl needs it, and not all musl systems have it.
  case $platform in *_musl) if [ ! -e /usr/lib/libstdc++.so.6 ] && has apk; then run apk add --quiet libstdc++; fi ;; esac
  run mkdir -p "$folder"
  # Copied next to the target, started and renamed, so that the file is replaced atomically.
  staged=$folder/.$program.$$
  run cp "$tmp/${name%.tar.gz}/$program" "$staged"
  [ "$(version_at "$staged")" = "$version" ] ||
    die "the build for $platform does not run here: nothing was installed" "$("$staged" --version 2>&1 | head -n 3)"
  run mv -f "$staged" "$target"
  staged=''
  finish "$target"
}

# packager KIND PACKAGE: prints who made a deb or rpm that is installed; nothing if it is not.
packager() {
  case $1 in
    deb) dpkg-query -W -f '${db:Status-Status} ${Maintainer}\n' "$2" ;;
    rpm) rpm -q --queryformat 'installed %{PACKAGER}\n' "$2" ;;
  esac 2>/dev/null | sed -n 's/^installed //p'
}

# check_target: sets `old` to the version at the target. Stops if that is not this script's: npm and Homebrew install links.
check_target() {
  old=$(version_at "$target")
  if [ -h "$target" ] || dpkg -S "$target" >/dev/null 2>&1 || rpm -qf "$target" >/dev/null 2>&1; then
    die "$target was installed by a package manager" 'update or remove it with that, or choose another folder with --dir'
  elif [ -z "$old" ] && [ -e "$target" ]; then
    die "$target is not this $program, or does not run" 'move it away, or choose another folder with --dir'
  fi
}

# write_source FILE LINE...: keeps a file of the user, such as one with a signing key.
write_source() {
  source=$1
  shift
  if [ -e "$source" ] && ! grep -q "$mark" "$source"; then
    say "$source is kept: this script did not write it."
    return
  fi
  run mkdir -p "${source%/*}"
  printf '%s\n' "$mark" "$@" | run tee "$source" >/dev/null
}

uninstall() {
  if [ -z "$dir" ] && [ "$program" = tracer ]; then
    # Homebrew refuses root.
    if [ "$(id -u)" -ne 0 ] && has brew && brew list --versions tracer >/dev/null 2>&1; then
      run brew uninstall tracer
      removed=yes
    fi
    remove_package deb "$source_list" dpkg --purge
    remove_package rpm "$repo_file" rpm -e
  fi
  check_target
  if [ -n "$old" ]; then
    if [ ! -w "${target%/*}" ]; then need_root "remove $target"; fi
    run rm -f "$target"
    removed=yes
  fi
  if [ -n "$removed" ]; then say "$program was removed."; else say "$program is not installed${dir:+ as $target}"; fi
}

# remove_package KIND FILE COMMAND...: removes our package, and the file with the address of its repository unless apigen comes from there.
remove_package() {
  if packager "$1" tracer | grep -q apigen; then
    need_root 'remove the package tracer'
    run "$3" "$4" tracer
    removed=yes
  fi
  if grep -qs "$mark" "$2" && [ -z "$(packager "$1" apigen)" ]; then
    need_root "remove $2"
    run rm -f "$2"
    removed=yes
  fi
}

# When piped to a shell, standard input is this script: no other program may read it.
{ main "$@" </dev/null; }
