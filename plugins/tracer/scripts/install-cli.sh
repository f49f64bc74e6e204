#!/bin/sh
# Installs `tracer`, the client of the trace-testing tool, on Linux and macOS:
#
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh -s -- --version 0.1.0 --dir ~/.local/bin
#
# Nothing runs before the last line, which calls `main`: an incomplete download does nothing.

# shellcheck disable=SC2016 # Backquotes and $HOME in messages are literal.

main() {
  set -eu
  # The shell may run with -C or -f.
  set +C +f
  umask 022

  releases_url=${TRACER_RELEASES_URL:-https://get.apigen.example/releases}
  deb_repo_url=${TRACER_DEB_REPO_URL:-https://get.apigen.example/deb}
  rpm_repo_url=${TRACER_RPM_REPO_URL:-https://get.apigen.example/rpm}
  tap=${TRACER_TAP:-apigen--example/tap}
  source_list=/etc/apt/sources.list.d/tracer.list
  repo_file=/etc/yum.repos.d/tracer.repo

  program=tracer version='' requested='' dir='' dry_run='' method='' uninstall='' elevate='' staged='' new_folder='' written='' undo='' replaced='' missing='' tmp=''
  state='nothing was installed'
  trap cleanup EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM

  read_arguments "$@"
  find_platform
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/tracer.XXXXXXXX" 2>/dev/null) ||
    die "cannot create a temporary folder in ${TMPDIR:-/tmp}" 'set TMPDIR to a writable folder'
  if [ -n "$uninstall" ]; then
    uninstall
    return
  fi
  choose_method
  if [ -n "$dry_run" ] && [ "$method" != archive ]; then
    print_plan
    return
  fi
  case $method in
    brew) install_with_brew ;;
    apt-get) if [ -n "$version" ]; then install_with_dpkg; else install_with_apt; fi ;;
    dpkg) install_with_dpkg ;;
    yum | dnf) if [ -n "$version" ]; then install_with_rpm; else install_with_yum; fi ;;
    rpm) install_with_rpm ;;
    archive) install_from_archive ;;
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

Mirrors, with their environment variables and current values:
  --releases-url URL   TRACER_RELEASES_URL  $releases_url
  --deb-repo-url URL   TRACER_DEB_REPO_URL  $deb_repo_url
  --rpm-repo-url URL   TRACER_RPM_REPO_URL  $rpm_repo_url
  --tap TAP            TRACER_TAP           $tap
USAGE
}

say() {
  printf '%s\n' "$*"
}

# die MESSAGE [HINT]: exits with 1.
die() {
  printf 'Error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '    %s\n' "$2" >&2; fi
  exit 1
}

usage_error() {
  printf 'Error: %s\n    --help lists the options\n' "$1" >&2
  exit 2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# interrupted CODE: reports what state the system is in, before `cleanup` runs.
interrupted() {
  # The terminal has printed ^C.
  if [ -t 2 ]; then printf '\n' >&2; fi
  printf 'interrupted: %s\n' "$state" >&2
  exit "$1"
}

# Runs at every exit: removes temporary files, and what a failed installation has written.
cleanup() {
  code=$?
  trap - EXIT
  # A second Ctrl-C must not interrupt the cleanup.
  trap '' HUP INT TERM
  if [ -n "$staged" ]; then as_root rm -f "$staged" || :; fi
  if [ "$code" -ne 0 ]; then remove_new_folders; fi
  if [ -n "$written" ] && [ "$code" -ne 0 ]; then
    if [ -f "$tmp/before" ]; then
      as_root cp "$tmp/before" "$written" || :
    else
      if [ "$written" = "$source_list" ]; then remove_apt_lists || :; fi
      as_root rm -f "$written" || :
    fi
  fi
  if [ -n "$tmp" ]; then rm -rf "$tmp"; fi
  exit "$code"
}

# Removes the folders that were created for `--dir`, innermost first, up to one that is not empty.
remove_new_folders() {
  while [ -n "$new_folder" ]; do
    as_root rmdir "$dir" 2>/dev/null || :
    if [ "$dir" = "$new_folder" ]; then return; fi
    dir=$(dirname "$dir")
  done
}

# ---- arguments ----

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h)
        usage
        exit 0
        ;;
      --uninstall)
        uninstall=yes
        shift
        continue
        ;;
      --*=*)
        option=${1%%=*}
        value=${1#*=}
        shift
        ;;
      --dry-run)
        dry_run=yes
        shift
        continue
        ;;
      --program | --version | --dir | --method | --releases-url | --deb-repo-url | --rpm-repo-url | --tap)
        option=$1
        [ $# -ge 2 ] || usage_error "$1 needs a value"
        value=$2
        shift 2
        ;;
      -*) usage_error "unknown option $1" ;;
      *) usage_error "unexpected argument '$1'" ;;
    esac
    [ -n "$value" ] || usage_error "$option needs a value"
    case $option in
      --program) program=$value ;;
      --version) version=${value#v} ;;
      --dir) dir=$value ;;
      --method) method=$value ;;
      --releases-url) releases_url=$value ;;
      --deb-repo-url) deb_repo_url=$value ;;
      --rpm-repo-url) rpm_repo_url=$value ;;
      --tap) tap=$value ;;
      *) usage_error "unknown option $option" ;;
    esac
  done
  requested=$version
  [ -z "$version" ] || is_version "$version" || usage_error "invalid --version '$version': expected a version such as 1.2.3"
  case $method in
    '' | brew | apt-get | dpkg | yum | dnf | rpm | archive) ;;
    *) usage_error "invalid --method '$method': expected brew, apt-get, dpkg, yum, dnf, rpm or archive" ;;
  esac
  case $program in
    tracer) ;;
    apigen) method=${method:-archive} ;;
    *) usage_error "invalid --program '$program': expected tracer or apigen" ;;
  esac
  if [ "$program" = apigen ] && [ "$method" != archive ]; then
    usage_error "--program apigen cannot be combined with --method $method: install the package apigen with it yourself"
  fi
  if [ -n "$dry_run" ] && [ -n "$uninstall" ]; then usage_error '--dry-run cannot be combined with --uninstall'; fi
  if [ -n "$dir" ] && [ -n "$method" ] && [ "$method" != archive ]; then
    usage_error "--dir cannot be combined with --method $method, which has its own folder"
  fi
  if [ -n "$version" ] && [ "$method" = brew ]; then
    usage_error '--version cannot be combined with --method brew: a tap has only the latest version'
  fi
  read_dir
  check_url --releases-url "$releases_url"
  check_url --deb-repo-url "$deb_repo_url"
  check_url --rpm-repo-url "$rpm_repo_url"
  releases_url=${releases_url%/}
}

is_version() {
  case $1 in
    *[!0-9A-Za-z.+-]*) return 1 ;;
    [0-9]*.[0-9]*.[0-9]*) return 0 ;;
    *) return 1 ;;
  esac
}

# Makes --dir absolute, without a trailing slash, as PATH would name it.
read_dir() {
  case $dir in
    '' | /*) ;;
    # Shells expand `~` only at the beginning of a word, so not in `--dir=~`.
    \~ | \~/*)
      [ -n "${HOME:-}" ] || usage_error "invalid --dir '$dir': HOME is not set"
      dir=$HOME${dir#\~}
      ;;
    *) dir=$PWD/$dir ;;
  esac
  while [ "$dir" != / ] && [ "$dir" != "${dir%/}" ]; do dir=${dir%/}; done
  [ "$dir" != / ] || usage_error "invalid --dir '/': expected a folder below the root"
}

check_url() {
  case $2 in
    *[[:space:]]*) usage_error "invalid $1 '$2': expected a URL without white space" ;;
    https://?* | http://?*) ;;
    *) usage_error "invalid $1 '$2': expected a URL with https:// or http://" ;;
  esac
}

# ---- platform ----

find_platform() {
  os=$(uname -s)
  arch=$(uname -m)
  case $os in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) die 'unsupported shell on Windows' 'run install-cli.ps1 in PowerShell' ;;
    *) die "unsupported operating system $os" 'tracer is built for Linux, macOS and Windows' ;;
  esac
  case $arch in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) die "unsupported processor $arch" 'tracer is built for amd64 (x86_64) and arm64 (aarch64)' ;;
  esac
  # A 64-bit kernel may have 32-bit programs only, and under Rosetta `uname` prints x86_64 on arm64.
  if has getconf && [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then
    die 'unsupported 32-bit system' 'tracer is built for 64-bit systems'
  fi
  if [ $os = darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then arch=arm64; fi
  platform=${os}_$arch
  libc=
  if [ $os = linux ]; then
    find_libc
    if [ $libc = musl ]; then platform=${platform}_musl; fi
  fi
}

# ldd belongs to the system's libc and prints its name, even if the loader of the other one is installed too.
find_libc() {
  libraries=$({ ldd --version 2>&1 || :; } | head -n 1)
  case $libraries in
    *musl*) libc=musl ;;
    *GNU* | *GLIBC* | *glibc*) libc=glibc ;;
    *)
      if [ -e /lib64/ld-linux-x86-64.so.2 ] || [ -e /lib/ld-linux-aarch64.so.1 ]; then
        libc=glibc
      elif [ -e /lib/ld-musl-x86_64.so.1 ] || [ -e /lib/ld-musl-aarch64.so.1 ]; then
        libc=musl
      else
        die 'cannot find the libraries of glibc or musl' \
          'the npm package of apigen needs only Node: `apigen tracer` has the same commands'
      fi
      ;;
  esac
}

choose_method() {
  if [ -n "$method" ]; then
    if [ "$method" != archive ] && ! has "$method"; then die "--method $method: $method is not on PATH"; fi
    if [ "$method" = brew ] && ! brew_works; then
      die '--method brew: Homebrew does not run as root' 'run this as the owner of Homebrew, or omit --method'
    fi
    if [ "$method" != archive ] && [ "$libc" = musl ]; then
      die "--method $method: the packages need glibc, and this system has musl" 'omit --method to install the build for musl'
    fi
    return
  fi
  method=archive
  # Package managers do not install into a chosen folder, and the packages do not run on musl.
  if [ -n "$dir" ] || [ "$libc" = musl ]; then return; fi
  if has brew && [ -z "$version" ]; then
    if brew_works; then
      method=brew
      return
    fi
    say 'Homebrew does not run as root: trying the next method'
  fi
  if [ $os = darwin ]; then return; fi
  for candidate in apt-get dpkg yum dnf rpm; do
    if has "$candidate"; then
      method=$candidate
      return
    fi
  done
}

# Whether Homebrew runs for this user. It refuses root, except in containers, which it detects itself.
brew_works() {
  if [ "$(id -u)" -ne 0 ]; then return 0; fi
  case $(brew list --versions tracer 2>&1) in
    *' as root '*) return 1 ;;
  esac
}

# require_root PURPOSE: prints the purpose before anything runs as root. Sets `elevate`, which is cleared where the next step does not need root.
require_root() {
  if [ "$(id -u)" -eq 0 ]; then return; fi
  if has sudo; then
    elevate=sudo
  elif has doas; then
    elevate=doas
  else
    die "root is needed to $1, and neither sudo nor doas is installed" \
      'run this as root, or use --dir "$HOME/.local/bin"'
  fi
  say "$elevate is needed to $1"
  "$elevate" true || die "$elevate failed: root is needed to $1" 'run this as root, or use --dir "$HOME/.local/bin"'
}

as_root() {
  if [ -n "$elevate" ]; then "$elevate" "$@"; else "$@"; fi
}

# ---- downloads ----

# fetch URL FILE
fetch() {
  # A redirect from https must not lead to http.
  case $1 in
    https:*) protocols='=https' ;;
    *) protocols='=http,https' ;;
  esac
  if has curl; then
    printed=$(curl --proto "$protocols" --proto-redir "$protocols" --fail --silent --show-error --location \
      --retry 2 --connect-timeout 20 --speed-limit 1 --speed-time 60 --output "$2" "$1" 2>&1) && return
  elif has wget; then
    fetch_with_wget "$1" "$2" && return
  else
    die 'curl or wget is needed to download' 'install one of them and run this again'
  fi
  # In the words of curl, wget, wget2 and busybox.
  case ${missing:+$printed} in
    *[Ee][Rr][Rr][Oo][Rr]*\ 404*) die "$missing: $1 does not exist" "$advice" ;;
  esac
  die "cannot download $1" "$(last_line "${printed:-the download failed without a message}")$(low_space "${TMPDIR:-/tmp}")"
}

# fetch_with_wget URL FILE: sets `printed`. No wget refuses a redirect from https to http, and some do not verify certificates.
fetch_with_wget() {
  case $1/$(wget --version 2>/dev/null | head -n 1) in
    https:*/GNU\ Wget2*) printed=$(wget --https-enforce=hard -O "$2" "$1" 2>&1) || return ;;
    https:*/GNU*)
      printed=$(wget --verbose -O "$2" "$1" 2>&1) || return
      # It prints each address after the time.
      case $printed in
        *--\ \ http://* | *--\ \ ftp://*) die "cannot download $1" 'it redirects to an address without https' ;;
      esac
      ;;
    https:*)
      # Alpine's ssl_client, a separate program, verifies certificates. The one in busybox, the same file as its wget, does not.
      ssl_client=$(command -v ssl_client || :)
      # shellcheck disable=SC3013 # Every sh has -ef.
      if [ "${ssl_client#/}" = "$ssl_client" ] || [ "$ssl_client" -ef "$(command -v wget)" ]; then
        die "cannot download $1: this wget does not verify certificates" 'install curl or GNU wget and run this again'
      fi
      printed=$(wget -S -O "$2" "$1" 2>&1) || return
      case $printed in
        *[Ll]ocation:\ [Hh][Tt][Tt][Pp]:* | *[Ll]ocation:\ [Ff][Tt][Pp]:*) die "cannot download $1" 'it redirects to an address without https' ;;
      esac
      ;;
    # Without -q: busybox would not print the reason.
    *) printed=$(wget -O "$2" "$1" 2>&1) ;;
  esac
}

last_line() {
  printf '%s' "${1##*
}"
}

# low_space FOLDER: prints a warning if an executable would hardly fit there.
low_space() {
  free=$(df -Pk "$1" 2>/dev/null | { read -r _ && read -r _ _ _ free _ && printf '%s' "$free"; }) || return 0
  if [ "${free:-500000}" -lt 200000 ]; then printf '; only %s MB are free in %s' $((free / 1024)) "$1"; fi
}

sha256_of() {
  if has sha256sum; then
    sum=$(sha256sum "$1")
  elif has shasum; then
    sum=$(shasum -a 256 "$1")
  else
    sum=$(openssl dgst -sha256 -r "$1")
  fi
  printf '%s' "${sum%% *}"
}

# Reads the version from the release's checksums, because an API would need a token.
read_release() {
  if [ -f "$tmp/checksums.txt" ]; then return; fi
  if [ -n "$version" ]; then
    list=$releases_url/download/v$version/checksums.txt
    missing="there is no release $version" advice='omit --version to install the latest release'
  else
    list=$releases_url/latest/download/checksums.txt
    missing='there is no release' advice='check the address of the releases'
  fi
  fetch "$list" "$tmp/checksums.txt"
  missing=
  # A list that was edited on Windows has a carriage return at the end of each line.
  carriage_return=$(printf '\r')
  if [ -n "$version" ]; then return; fi
  while read -r _ name || [ -n "$name" ]; do
    name=${name#\*}
    name=${name%"$carriage_return"}
    case $name in
      "$program"_*_"$platform".tar.gz)
        version=${name#"$program"_}
        version=${version%_"$platform".tar.gz}
        ;;
    esac
  done <"$tmp/checksums.txt"
  is_version "$version" ||
    die "$list has no $program for $platform" "$(why_not_listed)"
}

is_sum() {
  case $1 in
    *[!0-9a-f]*) return 1 ;;
  esac
  [ ${#1} -eq 64 ]
}

# Prints why the list of checksums has no line for a file.
why_not_listed() {
  while read -r sum _; do
    if is_sum "$sum"; then
      printf 'this release lacks the file: install another one with --version'
      return
    fi
  done <"$tmp/checksums.txt"
  printf 'check the address: a proxy may have sent another file'
}

# find_checksum EXTENSION: sets `name` to a file of the release, and `wanted` to its SHA-256.
find_checksum() {
  read_release
  name=${program}_${version}_$platform.$1
  wanted=
  while read -r sum file || [ -n "$file" ]; do
    file=${file%"$carriage_return"}
    if [ "${file#\*}" = "$name" ]; then wanted=$sum; fi
  done <"$tmp/checksums.txt"
  is_sum "$wanted" || die "$list has no checksum for $name" "$(why_not_listed)"
}

# download EXTENSION: downloads a file of the release and verifies its checksum. Sets `file` to its path.
download() {
  find_checksum "$1"
  has sha256sum || has shasum || has openssl ||
    die 'sha256sum, shasum or openssl is needed to verify a download' 'install one of them and run this again'
  say "Downloading $name"
  fetch "$releases_url/download/v$version/$name" "$tmp/$name"
  found=$(sha256_of "$tmp/$name")
  if [ "$found" != "$wanted" ]; then
    die "$releases_url/download/v$version/$name does not match its checksum: nothing was installed" \
      "SHA-256 is $found, expected $wanted"
  fi
  file=$tmp/$name
}

# ---- installing ----

# version_at EXECUTABLE: prints its version; nothing if it does not exist or is another program.
version_at() {
  if [ ! -x "$1" ]; then return; fi
  reported=$("$1" --version 2>/dev/null | head -n 1) || :
  case $reported in
    "$program"/*)
      reported=${reported#"$program"/}
      printf '%s' "${reported%% *}"
      ;;
  esac
}

# is_newer A B: whether version A is newer than B. Pre-releases with the same numbers are not.
is_newer() {
  left=${1%%[-+]*}. right=${2%%[-+]*}.
  while [ -n "$left" ] && [ -n "$right" ]; do
    if [ "${left%%.*}" != "${right%%.*}" ]; then
      [ "${left%%.*}" -gt "${right%%.*}" ] 2>/dev/null
      return
    fi
    left=${left#*.} right=${right#*.}
  done
  case $1/$2 in
    *-*/*) return 1 ;;
    */*-*) return 0 ;;
    *) return 1 ;;
  esac
}

# is_current EXECUTABLE: whether it needs no installation, which is printed. Sets `old` to its version.
is_current() {
  read_release
  old=$(version_at "$1")
  if [ -n "$old" ] && [ "$old" = "$version" ]; then
    say "$program $old is already installed: $1"
  elif [ -n "$old" ] && [ -z "$requested" ] && is_newer "$old" "$version"; then
    say "$program $old is already installed and newer than the latest release $version: $1"
    say "    to install the latest release, use --version $version"
  else
    return 1
  fi
}

# finish EXECUTABLE: reports success only if it runs.
finish() {
  installed=$(version_at "$1")
  if [ -z "$installed" ]; then
    printed=$("$1" --version 2>&1 | head -n 3) || :
    # shellcheck disable=SC2086 # A command and its arguments.
    if [ -n "$undo" ] && as_root $undo >/dev/null 2>&1; then die "$1 does not run here: the package was removed" "$printed"; fi
    if [ -n "$replaced" ]; then
      die "$1 does not run here, and it has replaced $program $replaced" "$printed
    to go back, use --version $replaced"
    fi
    die "$1 is installed but does not run" "$printed"
  fi
  if [ -n "$version" ] && [ "$installed" != "$version" ]; then
    die "$1 is version $installed, expected $version: the package manager kept another one" "run --uninstall, then this again"
  fi
  say "$program $installed is installed: $1"
  first=$(command -v "$program" || :)
  # shellcheck disable=SC3013 # Every sh has -ef: /bin may be a link to /usr/bin.
  if [ -z "$first" ]; then
    say "Add $(dirname "$1") to PATH to start it as \`$program\`: export PATH=\"$(dirname "$1"):\$PATH\""
  elif [ ! "$first" -ef "$1" ]; then
    say "$first comes first on PATH: remove it, or put $(dirname "$1") first."
  fi
  if [ "$program" = tracer ]; then say 'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.'; fi
}

# The texts that this script writes for the address of a repository.
apt_source() {
  printf 'deb [trusted=yes] %s /' "$1"
}

yum_source() {
  printf '[tracer]\nname=tracer\nbaseurl=%s\nenabled=1\ngpgcheck=0' "$1"
}

# is_ours FILE: whether this script wrote it, for any address.
is_ours() {
  text=$(cat "$1" 2>/dev/null) || return 1
  if [ "$1" = "$source_list" ]; then
    url=${text#deb \[trusted=yes\] }
    url=${url% /}
    [ "$text" = "$(apt_source "$url")" ] || return 1
  else
    url=${text#*baseurl=}
    url=${url%%
*}
    [ "$text" = "$(yum_source "$url")" ] || return 1
  fi
  case $url in
    *[[:space:]]*) return 1 ;;
  esac
}

# names_repository FILE URL: whether one of its lines has that address, and, for yum, whether it has the section `tracer`.
names_repository() {
  found='' section=
  if [ "$1" = "$source_list" ]; then section=yes; fi
  while read -r line || [ -n "$line" ]; do
    case " $line " in
      ' #'*) ;;
      ' [tracer] ') section=yes ;;
      *[\ =]"${2%/} "* | *[\ =]"${2%/}/ "*) found=yes ;;
    esac
  done <"$1"
  [ -n "$found" ] && [ -n "$section" ]
}

# keeps_own_source FILE URL: whether the user has written a file with that repository. It is never overwritten.
keeps_own_source() {
  if [ ! -f "$1" ] || is_ours "$1"; then return 1; fi
  names_repository "$1" "$2" ||
    die "$1 names another repository than $2: nothing was installed" 'move it away, or use --method archive'
  say "$1 already names $2: it is not changed"
}

# Stops if another file of apt names our repository: apt reads no source at all if two lines set different options for an address.
check_other_sources() {
  other=$(grep -ls "^[^#]*$deb_repo_url" /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources |
    grep -vxF "$source_list" | head -n 1) || :
  if [ -n "$other" ]; then
    die "$other already names $deb_repo_url: nothing was installed" 'use `apt-get install tracer`, or --method archive'
  fi
}

# write_source FILE TEXT: writes it as root; `cleanup` restores the old one if the installation fails.
write_source() {
  if [ -f "$1" ]; then as_root cat "$1" >"$tmp/before"; fi
  written=$1
  printed=$({
    as_root mkdir -p "$(dirname "$1")" && printf '%s\n' "$2" | as_root tee "$1" && as_root chmod 644 "$1"
  } 2>&1 >/dev/null) || die "cannot write $1: nothing was installed" "$(last_line "$printed")"
}

# The hook that apt runs before dpkg, with the names of the packages on standard input. dpkg cannot undo an upgrade, so the program in our
# package is started before it replaces another version. A package that cannot be unpacked is installed without this test.
deb_test='while read -r package; do
  if [ "$(dpkg-deb -f "$package" Package)" != tracer ]; then continue; fi
  dpkg-deb --fsys-tarfile "$package" | tar -xOf - ./usr/bin/tracer >"$TRACER_TEST_FOLDER/tracer" || exit 0
  if "$TRACER_TEST_FOLDER/tracer" --version >"$TRACER_TEST_FOLDER/fault" 2>&1; then rm "$TRACER_TEST_FOLDER/fault"; else exit 1; fi
done'

# Creates the folder for the test. Fails if programs in the temporary folder cannot run, such as on a noexec mount.
prepare_test() {
  export TRACER_TEST_FOLDER="$tmp/test"
  mkdir "$TRACER_TEST_FOLDER"
  printf '#!/bin/sh\n' >"$TRACER_TEST_FOLDER/tracer"
  chmod 755 "$TRACER_TEST_FOLDER/tracer"
  "$TRACER_TEST_FOLDER/tracer" 2>/dev/null
}

# Starts the program in the package `file`, unless it cannot be unpacked.
test_package() {
  prepare_test || return 0
  case $file in
    *.deb) printf '%s\n' "$file" | sh -c "$deb_test" || stop_after_failed_test ;;
    *)
      unpack_rpm >"$TRACER_TEST_FOLDER/tracer" 2>/dev/null || return 0
      rm -f "$file.tar" "$file.tgz"
      "$TRACER_TEST_FOLDER/tracer" --version >"$TRACER_TEST_FOLDER/fault" 2>&1 || stop_after_failed_test
      ;;
  esac
}

# Prints the program in the package `file`. An older rpm2archive always compresses, which takes seconds, and the oldest rpms have none.
unpack_rpm() {
  has rpm2archive || return 1
  if rpm2archive -n "$file" >&2; then
    tar -xOf "$file.tar" ./usr/bin/tracer
  else
    rpm2archive "$file" >&2 && tar -xzOf "$file.tgz" ./usr/bin/tracer
  fi
}

# Exits with the output of a failed test.
stop_after_failed_test() {
  if [ ! -e "$tmp/test/fault" ]; then return; fi
  printed=$(head -n 3 "$tmp/test/fault")
  die "the build for $platform does not run here: nothing was installed" "${printed:-it prints no message}"
}

# owner MANAGER: whose package `tracer` dpkg or rpm has installed: prints `ours`, `another`, or nothing if there is none.
owner() {
  if [ "$1" = dpkg ]; then
    is_installed tracer || return 0
    maintainer=$(dpkg-query -W -f '${Maintainer}' tracer)
  else
    maintainer=$(query_rpm --queryformat '%{PACKAGER}' tracer 2>/dev/null) || return 0
  fi
  case $maintainer in
    *apigen*) printf ours ;;
    *) printf another ;;
  esac
}

# query_rpm ARGUMENT...: queries the packages. Fails without a database, because a query creates one: on Debian in the user's home.
query_rpm() {
  [ -d "$(rpm --eval '%{_dbpath}' 2>/dev/null)" ] && rpm --query "$@"
}

# check_owner MANAGER REMOVAL: stops if another package has the name `tracer`. Sets `undo`, which removes a first installation that does not run.
check_owner() {
  case $(owner "$1") in
    another) die 'another program is installed as the package `tracer`' "remove it, or install elsewhere with --dir \"\$HOME/.local/bin\"" ;;
    ours) replaced=$(version_at /usr/bin/tracer) ;;
    '') undo=$2 ;;
  esac
}

# What `--dry-run` prints for a package manager.
print_plan() {
  case $method$version in
    brew) from=$tap ;;
    apt-get) from=$deb_repo_url ;;
    yum | dnf) from=$rpm_repo_url ;;
    *)
      read_release
      from=$releases_url/download/v$version
      ;;
  esac
  old=$(version_at "$(command -v tracer || :)")
  say "It would install the package tracer${version:+ $version} with $method${old:+, instead of tracer $old}"
  say "    from $from"
  say '    to do it, run the same command without --dry-run'
}

install_with_brew() {
  say "Installing $tap/tracer with Homebrew"
  if [ -n "$(brew list --versions tracer 2>/dev/null)" ]; then
    step='upgrade'
  else
    step='install'
  fi
  state='run `tracer --version` to see whether it was installed'
  brew $step "$tap/tracer" || die "brew $step $tap/tracer failed" 'see the output above; --method archive does without Homebrew'
  # Another tracer may come first on PATH.
  finish "$(brew --prefix)/bin/tracer"
}

# apt-get with our repository only: others may be broken, or have another package `tracer`.
our_apt() {
  as_root env DEBIAN_FRONTEND=noninteractive TRACER_TEST_FOLDER="${TRACER_TEST_FOLDER:-}" TRACER_DEB_TEST="$deb_test" apt-get \
    -o Dir::Etc::sourcelist="$source_list" -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0 -o DPkg::Lock::Timeout=60 "$@"
}

install_with_apt() {
  require_root "install apt-transport-https, ca-certificates and tracer with apt-get, and to write $source_list"
  check_owner dpkg 'dpkg --purge tracer'
  say 'Installing with apt-get'
  if ! is_installed apt-transport-https || ! is_installed ca-certificates; then
    as_root apt-get update || die 'apt-get update failed' 'see the output above; --method archive does without apt'
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 install -y --no-upgrade apt-transport-https ca-certificates ||
      die 'apt-get install apt-transport-https ca-certificates failed' 'see the output above; --method archive does without apt'
  fi
  if ! keeps_own_source "$source_list" "$deb_repo_url"; then
    check_other_sources
    write_source "$source_list" "$(apt_source "$deb_repo_url")"
    # What apt has once verified with a key that is gone, it never updates, not even from a trusted source.
    if [ ! -f "$tmp/before" ]; then remove_apt_lists; fi
  fi
  our_apt -o APT::Update::Error-Mode=any update || die "apt-get cannot read the repository $deb_repo_url" 'see the output above; nothing was installed'
  state='run `tracer --version` to see whether it was installed'
  hook='cat >/dev/null'
  if prepare_test; then hook='sh -c "$TRACER_DEB_TEST"'; fi
  our_apt -o DPkg::Pre-Install-Pkgs::="$hook" install -y tracer || {
    stop_after_failed_test
    die 'apt-get install tracer failed' 'see the output above; nothing was installed'
  }
  finish /usr/bin/tracer
}

install_with_dpkg() {
  check_owner dpkg 'dpkg --purge tracer'
  if [ -z "$undo" ] && is_current /usr/bin/tracer; then return; fi
  require_root 'install the package tracer with dpkg'
  download deb
  test_package
  say 'Installing with dpkg'
  state='run `tracer --version` to see whether it was installed'
  as_root dpkg -i "$file" || {
    # shellcheck disable=SC2086 # A command and its arguments.
    if [ -n "$undo" ]; then as_root $undo >/dev/null 2>&1 || :; fi
    die "dpkg -i $name failed" 'see the output above'
  }
  finish /usr/bin/tracer
}

# is_installed PACKAGE: whether dpkg has installed it.
is_installed() {
  case $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) in
    *' ok installed') return 0 ;;
    *) return 1 ;;
  esac
}

install_with_yum() {
  require_root "install tracer with $method, and to write $repo_file"
  check_owner rpm 'rpm -e tracer'
  say "Installing with $method"
  keeps_own_source "$repo_file" "$rpm_repo_url" || write_source "$repo_file" "$(yum_source "$rpm_repo_url")"
  refresh=--refresh
  case $($method --version 2>/dev/null | head -n 1) in
    3.*)
      # yum 3 has no --refresh.
      refresh=
      as_root "$method" -q --disablerepo='*' --enablerepo=tracer clean expire-cache || :
      ;;
  esac
  # Fedora has another package of this name, so only our repository is enabled.
  set -- --disablerepo='*' --enablerepo=tracer
  # `install` does not upgrade an older version, and `upgrade` does not install.
  state='run `tracer --version` to see whether it was installed'
  for step in install upgrade; do
    # shellcheck disable=SC2086 # Empty if this yum has no --refresh.
    as_root "$method" $step -y $refresh "$@" tracer ||
      die "$method $step tracer failed" "see the output above; is $rpm_repo_url the repository?"
  done
  finish /usr/bin/tracer
}

install_with_rpm() {
  check_owner rpm 'rpm -e tracer'
  if [ -z "$undo" ] && is_current /usr/bin/tracer; then return; fi
  require_root 'install the package tracer with rpm'
  download rpm
  test_package
  say 'Installing with rpm'
  state='run `tracer --version` to see whether it was installed'
  as_root rpm -U --replacepkgs --oldpackage "$file" || die "rpm -U $name failed" 'see the output above'
  finish /usr/bin/tracer
}

# manager_of FILE: prints what has installed it: project (npm in a project's folder), npm, brew, apt-get or dnf. Prints nothing for other files.
manager_of() {
  case $1 in
    */node_modules/.bin/*)
      printf project
      return
      ;;
  esac
  case $(readlink "$1" 2>/dev/null) in
    */node_modules/*) printf npm ;;
    */Cellar/*) printf brew ;;
    *)
      # dpkg and rpm know no file by a linked folder, such as /bin.
      folder=$(cd -P "${1%/*}/" 2>/dev/null && pwd) || return 0
      if has dpkg && dpkg -S "$folder/${1##*/}" >/dev/null 2>&1; then
        printf apt-get
      elif has rpm && query_rpm --file "$folder/${1##*/}" >/dev/null 2>&1; then
        printf dnf
      fi
      ;;
  esac
}

# update_command MANAGER
update_command() {
  case $1 in
    project) printf 'npm install @apigen/cli@latest' ;;
    npm) printf 'npm install --global @apigen/cli@latest' ;;
    brew) printf 'brew upgrade %s' "$program" ;;
    apt-get) printf 'apt-get install %s' "$program" ;;
    dnf) printf 'dnf upgrade --refresh %s' "$program" ;;
  esac
}

# removal_command MANAGER
removal_command() {
  case $1 in
    project) printf 'npm uninstall @apigen/cli' ;;
    npm) printf 'npm uninstall --global @apigen/cli' ;;
    brew) printf 'brew uninstall %s' "$program" ;;
    *) printf '%s remove %s' "$1" "$program" ;;
  esac
}

install_from_archive() {
  dir=${dir:-/usr/local/bin}
  target=$dir/$program
  manager=$(manager_of "$target")
  if [ -n "$manager" ]; then
    die "$target was installed by a package manager" "update it with \`$(update_command "$manager")\`, or choose another folder with --dir"
  fi
  # -h: a broken link belongs to somebody too.
  if { [ -e "$target" ] || [ -h "$target" ]; } && [ -z "$(version_at "$target")" ]; then
    die "$target exists and is not this $program, or does not run" 'move it away, or choose another folder with --dir'
  fi
  if is_current "$target"; then return; fi
  # The nearest existing folder decides whether root is needed.
  parent=$dir first_new=
  while [ ! -d "$parent" ]; do
    first_new=$parent
    parent=$(dirname "$parent")
  done
  find_checksum tar.gz
  if [ -n "$dry_run" ]; then
    if [ -n "$old" ]; then say "It would replace $program $old by $version: $target"; else say "It would install $program $version: $target"; fi
    say "    from $releases_url/download/v$version/$name"
    say '    to do it, run the same command without --dry-run'
    return
  fi
  if [ ! -w "$parent" ]; then require_root "put $program into $dir"; fi
  download tar.gz
  unpacked=$tmp/${name%.tar.gz}/$program
  printed=$(tar -xzf "$file" -C "$tmp" "${name%.tar.gz}/$program" 2>&1) ||
    die "cannot unpack $name: nothing was installed" "$(last_line "$printed")$(low_space "${TMPDIR:-/tmp}")"
  # cp would follow a link to any file of this machine, and the file would be started.
  if [ -h "$unpacked" ] || [ ! -f "$unpacked" ]; then
    die "$program in $name is not a regular file: nothing was installed"
  fi
  rm -f "$file"
  if [ "$libc" = musl ]; then require_cxx_library; fi
  new_folder=$first_new
  as_root mkdir -p "$dir" || die "cannot create the folder $dir"
  staged=$dir/.$program.$$
  # Copied next to the target and renamed, so that the file is replaced atomically.
  printed=$(as_root cp "$unpacked" "$staged" 2>&1) ||
    die "cannot write into $dir: nothing was installed" "$(last_line "$printed")$(low_space "$dir")"
  as_root chmod 755 "$staged"
  [ "$(version_at "$staged")" = "$version" ] ||
    die "the build for $platform does not run here: nothing was installed" "$("$staged" --version 2>&1 | head -n 3)"
  state="$target may already be the new version"
  as_root mv -f "$staged" "$target" || die "cannot write $target: nothing was installed"
  staged='' new_folder=''
  if [ -n "$old" ]; then say "It replaces $program $old."; fi
  finish "$target"
}

# The build for musl needs libstdc++, which not all musl systems have.
require_cxx_library() {
  for folder in /lib /usr/lib /usr/local/lib; do
    if [ -e "$folder/libstdc++.so.6" ]; then return; fi
  done
  has apk || die 'the library libstdc++.so.6 is missing' "install it with your system's package manager and run this again"
  # The next steps may write into the user's own folder, and then not as root.
  before=$elevate
  require_root 'install libstdc++ with apk'
  as_root apk add --quiet libstdc++ || die 'apk add libstdc++ failed' 'see the output above'
  elevate=$before
}

# ---- removing ----

uninstall() {
  removed='' state='run --uninstall again to remove the rest'
  if [ -z "$dir" ] && [ "$program" = tracer ]; then
    if has brew; then uninstall_from_brew; fi
    if has dpkg; then remove_package dpkg --purge; fi
    if has rpm; then remove_package rpm -e; fi
    remove_repositories
  fi
  target=${dir:-/usr/local/bin}/$program
  remove_file "$target"
  if [ -n "$removed" ]; then
    say "$program was removed."
  elif [ -n "$dir" ]; then
    say "$program is not installed as $target"
  else
    report_other_program
    say "$program is not installed, neither as a package nor as $target"
  fi
}

# Stops if another folder on PATH has the program.
report_other_program() {
  other=$(command -v "$program" || :)
  if [ -z "$other" ] || [ -z "$(version_at "$other")" ]; then return; fi
  refuse_managed "$other"
  die "$program is not installed as $target, but as $other" "to remove it, add --dir \"$(dirname "$other")\""
}

# refuse_managed FILE: stops if a package manager has installed it.
refuse_managed() {
  manager=$(manager_of "$1")
  if [ -n "$manager" ]; then
    die "$1 was installed by a package manager" "remove it with \`$(removal_command "$manager")\`"
  fi
}

uninstall_from_brew() {
  if ! brew_works; then
    say 'Homebrew does not run as root: what it installed stays until its owner removes it'
  elif [ -n "$(brew list --versions tracer 2>/dev/null)" ]; then
    brew uninstall tracer || die 'brew uninstall tracer failed' 'see the output above'
    removed=yes
  fi
}

# remove_package PROGRAM OPTION
remove_package() {
  case $(owner "$1") in
    ours)
      require_root 'remove the package tracer'
      as_root "$1" "$2" tracer || die "$1 $2 tracer failed" 'see the output above'
      removed=yes
      ;;
    another) say 'The installed package `tracer` is another program: it is not removed.' ;;
  esac
}

# Removes what apt has read from our repository, whose file must still exist. `partial` has what an interrupted apt was reading.
remove_apt_lists() {
  has apt-get || return 0
  our_apt --print-uris update 2>/dev/null >"$tmp/lists" || :
  while read -r _ list _; do
    case $list in
      ?*_InRelease)
        for prefix in "/var/lib/apt/lists/${list%InRelease}" "/var/lib/apt/lists/partial/${list%InRelease}"; do
          as_root rm -f "$prefix"Packages* "$prefix"Release* "$prefix"InRelease
        done
        ;;
    esac
  done <"$tmp/lists"
}

# Removes our repositories, and what apt and dnf have read from them.
remove_repositories() {
  if is_removable "$source_list" is_installed; then
    require_root "remove $source_list"
    remove_apt_lists
    as_root rm -f "$source_list"
    removed=yes
  fi
  if is_removable "$repo_file" query_rpm; then
    require_root "remove $repo_file"
    as_root rm -f "$repo_file"
    as_root rm -rf /var/cache/libdnf5/tracer-* /var/cache/dnf/tracer-* /var/cache/dnf/tracer.solv /var/cache/dnf/tracer-filenames.solvx
    removed=yes
  fi
}

# is_removable FILE QUERY: whether this script wrote the file and apigen does not come from its repository. Prints why not.
is_removable() {
  [ -f "$1" ] || return 1
  if ! is_ours "$1"; then
    say "$1 is not removed: this script did not write it."
  elif $2 apigen >/dev/null 2>&1; then
    say "$1 is not removed: the package apigen comes from there."
  else
    return 0
  fi
  return 1
}

remove_file() {
  refuse_managed "$1"
  if [ ! -e "$1" ]; then return; fi
  [ -n "$(version_at "$1")" ] || die "$1 is not this $program, or does not run" 'remove it yourself'
  elevate=
  if [ ! -w "$(dirname "$1")" ]; then require_root "remove $1"; fi
  as_root rm -f "$1"
  removed=yes
}

# When piped to a shell, standard input is this script: no other program may read it.
{ main "$@" </dev/null; }
