#!/bin/sh
# Installs `tracer`, the client of the trace-testing tool, on Linux and macOS:
#
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh
#   curl -fsSL https://get.apigen.example/tracer/install-cli.sh | sh -s -- --version 0.1.0 --dir ~/.local/bin
#
# Nothing runs before the last line, which calls `main`: a download that broke off does nothing.

# shellcheck disable=SC2016 # What stands in backquotes, and $HOME, is for others to read.

main() {
  set -eu
  # A shell may have been started with -C or -f.
  set +C +f
  umask 022

  releases_url=${TRACER_RELEASES_URL:-https://get.apigen.example/releases}
  deb_repo_url=${TRACER_DEB_REPO_URL:-https://get.apigen.example/deb}
  rpm_repo_url=${TRACER_RPM_REPO_URL:-https://get.apigen.example/rpm}
  tap=${TRACER_TAP:-apigen/tap}
  source_list=/etc/apt/sources.list.d/tracer.list
  repo_file=/etc/yum.repos.d/tracer.repo

  version='' asked='' dir='' method='' uninstall='' elevate='' staged='' made='' written='' undo='' replaced='' tmp=''
  promise='nothing was installed'
  trap cleanup EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM

  read_arguments "$@"
  find_platform
  tmp=$(mktemp -d "${TMPDIR:-/tmp}/tracer.XXXXXXXX" 2>/dev/null) ||
    die "cannot make a temporary folder in ${TMPDIR:-/tmp}" 'set TMPDIR to a folder that can be written to'
  if [ -n "$uninstall" ]; then
    uninstall
    return
  fi
  choose_method
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
  --dir DIR            put the executable into DIR, past every package manager
  --method NAME        brew, apt-get, dpkg, yum, dnf, rpm or archive, instead of the first that is there in this order
  --uninstall          remove tracer, however it was installed
  --help               show this text

Mirrors, each also by the environment variable that stands behind it:
  --releases-url URL   TRACER_RELEASES_URL  $releases_url
  --deb-repo-url URL   TRACER_DEB_REPO_URL  $deb_repo_url
  --rpm-repo-url URL   TRACER_RPM_REPO_URL  $rpm_repo_url
  --tap TAP            TRACER_TAP           $tap
USAGE
}

say() {
  printf '%s\n' "$*"
}

# die WHAT [HINT]: ends with 1.
die() {
  printf 'Error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '    %s\n' "$2" >&2; fi
  exit 1
}

wrong_use() {
  printf 'Error: %s\n    --help lists the options\n' "$1" >&2
  exit 2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# interrupted CODE: says what that leaves behind, before `cleanup` runs.
interrupted() {
  # Behind a terminal's own ^C.
  if [ -t 2 ]; then printf '\n' >&2; fi
  printf 'interrupted: %s\n' "$promise" >&2
  exit "$1"
}

# Runs at every end: what was written for an installation that failed goes again, temporary files always.
cleanup() {
  code=$?
  trap - EXIT
  # A second Ctrl-C, from someone in a hurry, must not stop the tidying up.
  trap '' HUP INT TERM
  if [ -n "$staged" ]; then as_root rm -f "$staged" || :; fi
  if [ "$code" -ne 0 ]; then remove_made; fi
  if [ -n "$written" ] && [ "$code" -ne 0 ]; then
    if [ -f "$tmp/before" ]; then
      as_root cp "$tmp/before" "$written" || :
    else
      if [ "$written" = "$source_list" ]; then forget_lists || :; fi
      as_root rm -f "$written" || :
    fi
  fi
  if [ -n "$tmp" ]; then rm -rf "$tmp"; fi
  exit "$code"
}

# The folders that were made for `--dir`, from the innermost on; one with something in it stays.
remove_made() {
  while [ -n "$made" ]; do
    as_root rmdir "$dir" 2>/dev/null || :
    if [ "$dir" = "$made" ]; then return; fi
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
      --version | --dir | --method | --releases-url | --deb-repo-url | --rpm-repo-url | --tap)
        option=$1
        [ $# -ge 2 ] || wrong_use "$1 needs a value"
        value=$2
        shift 2
        ;;
      -*) wrong_use "there is no option $1" ;;
      *) wrong_use "unexpected argument '$1'" ;;
    esac
    [ -n "$value" ] || wrong_use "$option needs a value"
    case $option in
      --version) version=${value#v} ;;
      --dir) dir=$value ;;
      --method) method=$value ;;
      --releases-url) releases_url=$value ;;
      --deb-repo-url) deb_repo_url=$value ;;
      --rpm-repo-url) rpm_repo_url=$value ;;
      --tap) tap=$value ;;
      *) wrong_use "there is no option $option" ;;
    esac
  done
  asked=$version
  [ -z "$version" ] || is_version "$version" || wrong_use "--version '$version' is no version: it looks like 1.2.3"
  case $method in
    '' | brew | apt-get | dpkg | yum | dnf | rpm | archive) ;;
    *) wrong_use "--method '$method' is none of brew, apt-get, dpkg, yum, dnf, rpm, archive" ;;
  esac
  if [ -n "$dir" ] && [ -n "$method" ] && [ "$method" != archive ]; then
    wrong_use "--dir and --method $method exclude each other: $method has its own place"
  fi
  if [ -n "$version" ] && [ "$method" = brew ]; then
    wrong_use '--version and --method brew exclude each other: a tap holds the latest version only'
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

# The folder as PATH would name it: from the root on, and without a slash at its end.
read_dir() {
  case $dir in
    '' | /*) ;;
    # Shells put the home in where `~` begins a word, but not behind `--dir=`.
    \~ | \~/*)
      [ -n "${HOME:-}" ] || wrong_use "--dir '$dir': there is no HOME"
      dir=$HOME${dir#\~}
      ;;
    *) dir=$PWD/$dir ;;
  esac
  while [ "$dir" != / ] && [ "$dir" != "${dir%/}" ]; do dir=${dir%/}; done
  [ "$dir" != / ] || wrong_use "--dir '/' is the root of all folders: name one below it"
}

check_url() {
  case $2 in
    *[[:space:]]*) wrong_use "$1 '$2' is no address: there is white space in it" ;;
    https://?* | http://?*) ;;
    *) wrong_use "$1 '$2' is no address that begins with https:// or http://" ;;
  esac
}

# ---- the machine ----

find_platform() {
  os=$(uname -s)
  arch=$(uname -m)
  case $os in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) die 'this is Windows' 'use install-cli.ps1 in PowerShell instead' ;;
    *) die "there is no build of tracer for $os" 'builds are made for Linux, macOS and Windows' ;;
  esac
  case $arch in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) die "there is no build of tracer for the processor $arch" 'builds are made for amd64 (x86_64) and arm64 (aarch64)' ;;
  esac
  # A 64-bit kernel may carry 32-bit programs only, and Rosetta says x86_64 on a processor that is none.
  if has getconf && [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then
    die 'this system is a 32-bit one' 'builds are made for 64-bit systems only'
  fi
  if [ $os = darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then arch=arm64; fi
  platform=${os}_$arch
  libc=
  if [ $os = linux ]; then
    find_libc
    if [ $libc = musl ]; then platform=${platform}_musl; fi
  fi
}

# ldd belongs to the system's own libc, and says whose it is, even where the other one's loader is installed too.
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
        die 'neither the libraries of glibc nor those of musl are where programs look for them' \
          'with Node there, `npm install --global @apigen/cli` gives the same commands as `apigen tracer`'
      fi
      ;;
  esac
}

choose_method() {
  if [ -n "$method" ]; then
    if [ "$method" != archive ] && ! has "$method"; then die "--method $method: there is no $method on PATH"; fi
    if [ "$method" = brew ] && ! brew_works; then
      die '--method brew: Homebrew refuses to work for root' 'run this as the user whose Homebrew it is, or leave --method out'
    fi
    if [ "$method" != archive ] && [ "$libc" = musl ]; then
      die "--method $method: the packages are for glibc, and this system has musl" 'leave --method out: the build for musl is then installed'
    fi
    return
  fi
  method=archive
  # A folder of one's own is none of a package manager's business, and the packages do not run on musl.
  if [ -n "$dir" ] || [ "$libc" = musl ]; then return; fi
  if has brew && [ -z "$version" ]; then
    if brew_works; then
      method=brew
      return
    fi
    say 'Homebrew refuses to work for root: going on without it'
  fi
  if [ $os = darwin ]; then return; fi
  for candidate in apt-get dpkg yum dnf rpm; do
    if has "$candidate"; then
      method=$candidate
      return
    fi
  done
}

# Whether Homebrew works for this user: not for root, but in containers, which it knows itself.
brew_works() {
  if [ "$(id -u)" -ne 0 ]; then return 0; fi
  case $(brew list --versions tracer 2>&1) in
    *' as root '*) return 1 ;;
  esac
}

# need_root WHAT-FOR: says so before anything is run as root. It holds for the step: `elevate` is emptied where the next one needs none.
need_root() {
  if [ "$(id -u)" -eq 0 ]; then return; fi
  if has sudo; then
    elevate=sudo
  elif has doas; then
    elevate=doas
  else
    die "root is needed to $1, and neither sudo nor doas is there" \
      'run this as root, or without with --dir "$HOME/.local/bin"'
  fi
  say "$elevate is needed to $1"
  "$elevate" true || die "$elevate was refused, and root is needed to $1" 'run this as root, or without with --dir "$HOME/.local/bin"'
}

as_root() {
  if [ -n "$elevate" ]; then "$elevate" "$@"; else "$@"; fi
}

# ---- downloads ----

# fetch URL FILE
fetch() {
  # What began with https does not go on without, wherever it is sent.
  case $1 in
    https:*) protocols='=https' ;;
    *) protocols='=http,https' ;;
  esac
  if has curl; then
    said=$(curl --proto "$protocols" --proto-redir "$protocols" --fail --silent --show-error --location \
      --retry 2 --connect-timeout 20 --speed-limit 1 --speed-time 60 --output "$2" "$1" 2>&1) && return
  elif has wget; then
    fetch_with_wget "$1" "$2" && return
  else
    die 'neither curl nor wget is there to download with' 'install one of them, and run this again'
  fi
  die "cannot download $1" "$(last_line "${said:-the download failed without a reason}")$(room "${TMPDIR:-/tmp}")"
}

# fetch_with_wget URL FILE: sets `said`. No wget keeps to https by itself, and some look at no certificate.
fetch_with_wget() {
  case $1/$(wget --version 2>/dev/null | head -n 1) in
    https:*/GNU\ Wget2*) said=$(wget --https-enforce=hard -O "$2" "$1" 2>&1) || return ;;
    https:*/GNU*)
      said=$(wget --verbose -O "$2" "$1" 2>&1) || return
      # Each address that it goes to stands behind the time.
      case $said in
        *--\ \ http://* | *--\ \ ftp://*) die "cannot download $1" 'it is sent on to an address without https' ;;
      esac
      ;;
    https:*)
      # Alpine's ssl_client, a program of its own, looks at certificates; busybox's, which is its wget too, does not.
      ssl_client=$(command -v ssl_client || :)
      # shellcheck disable=SC3013 # Every sh has -ef.
      if [ "${ssl_client#/}" = "$ssl_client" ] || [ "$ssl_client" -ef "$(command -v wget)" ]; then
        die "cannot download $1: this wget does not check whom it talks to" 'install curl or GNU wget, and run this again'
      fi
      said=$(wget -S -O "$2" "$1" 2>&1) || return
      case $said in
        *[Ll]ocation:\ [Hh][Tt][Tt][Pp]:* | *[Ll]ocation:\ [Ff][Tt][Pp]:*) die "cannot download $1" 'it is sent on to an address without https' ;;
      esac
      ;;
    # Not -q: busybox would keep the reason to itself.
    *) said=$(wget -O "$2" "$1" 2>&1) ;;
  esac
}

last_line() {
  printf '%s' "${1##*
}"
}

# room FOLDER: says so when an executable would hardly fit there.
room() {
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

# The list of a release's files says its version too, so that nobody has to ask an interface that wants a token.
read_release() {
  if [ -f "$tmp/checksums.txt" ]; then return; fi
  if [ -n "$version" ]; then
    list=$releases_url/download/v$version/checksums.txt
  else
    list=$releases_url/latest/download/checksums.txt
  fi
  fetch "$list" "$tmp/checksums.txt"
  # A list that went through Windows has a carriage return at the end of each line.
  return=$(printf '\r')
  if [ -n "$version" ]; then return; fi
  while read -r _ name || [ -n "$name" ]; do
    name=${name#\*}
    name=${name%"$return"}
    case $name in
      tracer_*_"$platform".tar.gz)
        version=${name#tracer_}
        version=${version%_"$platform".tar.gz}
        ;;
    esac
  done <"$tmp/checksums.txt"
  is_version "$version" ||
    die "$list names no build of tracer for $platform" 'is that the list of a release? a proxy may have answered in its place'
}

# download ENDING: gives the path of a file that is what its release says it is.
download() {
  read_release
  name=tracer_${version}_$platform.$1
  wanted=
  while read -r sum file || [ -n "$file" ]; do
    file=${file%"$return"}
    if [ "${file#\*}" = "$name" ]; then wanted=$sum; fi
  done <"$tmp/checksums.txt"
  case $wanted in
    *[!0-9a-f]*) wanted= ;;
  esac
  [ ${#wanted} -eq 64 ] || die "$list has no checksum for $name" 'is that the list of a release? a proxy may have answered in its place'
  has sha256sum || has shasum || has openssl ||
    die 'there is nothing to check a download with' 'install sha256sum, shasum or openssl, and run this again'
  say "Downloading $name"
  fetch "$releases_url/download/v$version/$name" "$tmp/$name"
  found=$(sha256_of "$tmp/$name")
  if [ "$found" != "$wanted" ]; then
    die "$releases_url/download/v$version/$name is not what its release says it is: nothing was installed" \
      "SHA-256 is $found, not $wanted"
  fi
  file=$tmp/$name
}

# ---- installing ----

# version_at EXECUTABLE: what it says of itself; nothing when it is not there or is another program.
version_at() {
  if [ ! -x "$1" ]; then return; fi
  told=$("$1" --version 2>/dev/null | head -n 1) || :
  case $told in
    tracer/*)
      told=${told#tracer/}
      printf '%s' "${told%% *}"
      ;;
  esac
}

# is_newer A B: whether version A comes after B. Of pre-releases with the same numbers none does.
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

# stays EXECUTABLE: whether what is there is right already; says so. Sets `old` to its version.
stays() {
  read_release
  old=$(version_at "$1")
  if [ -n "$old" ] && [ "$old" = "$version" ]; then
    say "tracer $old is installed already: $1"
  elif [ -n "$old" ] && [ -z "$asked" ] && is_newer "$old" "$version"; then
    say "tracer $old is installed already, newer than the latest release $version: $1"
    say "    --version $version puts that in its place"
  else
    return 1
  fi
}

# finish EXECUTABLE: nothing is called installed that does not run.
finish() {
  installed=$(version_at "$1")
  if [ -z "$installed" ]; then
    said=$("$1" --version 2>&1 | head -n 3) || :
    # shellcheck disable=SC2086 # A command and its arguments.
    if [ -n "$undo" ] && as_root $undo >/dev/null 2>&1; then die "$1 does not run here: the package was removed again" "$said"; fi
    if [ -n "$replaced" ]; then
      die "$1 does not run here, and tracer $replaced, whose place it took, is gone" "$said
    to have that again: --version $replaced"
    fi
    die "$1 is there but does not run" "$said"
  fi
  if [ -n "$version" ] && [ "$installed" != "$version" ]; then
    die "$1 is version $installed, not $version: another one was kept" "remove it with --uninstall, and run this again"
  fi
  say "tracer $installed is installed: $1"
  first=$(command -v tracer || :)
  # shellcheck disable=SC3013 # Every sh has -ef: /bin may be another name of /usr/bin.
  if [ -z "$first" ]; then
    say "Add $(dirname "$1") to PATH to start it as \`tracer\`: export PATH=\"$(dirname "$1"):\$PATH\""
  elif [ ! "$first" -ef "$1" ]; then
    say "PATH finds $first before it: remove that, or put $(dirname "$1") first."
  fi
  say 'Next: `tracer install` puts the server on a cluster, `tracer --help` lists all commands.'
}

# What this script writes, for a repository's address.
apt_source() {
  printf 'deb [trusted=yes] %s /' "$1"
}

yum_source() {
  printf '[tracer]\nname=tracer\nbaseurl=%s\nenabled=1\ngpgcheck=0' "$1"
}

# is_ours FILE: whether this script wrote it, for whichever address.
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

# names_repository FILE URL: whether one of its lines has that address, and for yum the section that we ask for.
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

# source_stays FILE URL: whether there is one of the user's own that will do; another's is not written over.
source_stays() {
  if [ ! -f "$1" ] || is_ours "$1"; then return 1; fi
  names_repository "$1" "$2" ||
    die "$1 is there, with another repository than $2: nothing was installed" 'move it away, or go past it with --method archive'
  say "$1 names $2 already: it stays as it is"
}

# put FILE TEXT, as root; `cleanup` undoes it when the installation fails.
put() {
  if [ -f "$1" ]; then as_root cat "$1" >"$tmp/before"; fi
  written=$1
  said=$({
    as_root mkdir -p "$(dirname "$1")" && printf '%s\n' "$2" | as_root tee "$1" && as_root chmod 644 "$1"
  } 2>&1 >/dev/null) || die "cannot write $1: nothing was installed" "$(last_line "$said")"
}

# What apt is to run before it calls dpkg, with the names of the packages on standard input: dpkg has no way back, so what ours holds is
# started before it takes the place of another version. A package that cannot be unpacked here is installed untried.
deb_trial='while read -r package; do
  if [ "$(dpkg-deb -f "$package" Package)" != tracer ]; then continue; fi
  dpkg-deb --fsys-tarfile "$package" | tar -xOf - ./usr/bin/tracer >"$TRACER_TRIAL/tracer" || exit 0
  if "$TRACER_TRIAL/tracer" --version >"$TRACER_TRIAL/fault" 2>&1; then rm "$TRACER_TRIAL/fault"; else exit 1; fi
done'

# Makes the folder for a trial. It fails where nothing can be started from the temporary folder, which may be mounted noexec.
prepare_trial() {
  export TRACER_TRIAL="$tmp/trial"
  mkdir "$TRACER_TRIAL"
  printf '#!/bin/sh\n' >"$TRACER_TRIAL/tracer"
  chmod 755 "$TRACER_TRIAL/tracer"
  "$TRACER_TRIAL/tracer" 2>/dev/null
}

# Tries what the package `file` holds; one that cannot be unpacked goes untried.
try_package() {
  prepare_trial || return 0
  case $file in
    *.deb) printf '%s\n' "$file" | sh -c "$deb_trial" || stop_at_fault ;;
    *)
      unpack_rpm >"$TRACER_TRIAL/tracer" 2>/dev/null || return 0
      rm -f "$file.tar" "$file.tgz"
      "$TRACER_TRIAL/tracer" --version >"$TRACER_TRIAL/fault" 2>&1 || stop_at_fault
      ;;
  esac
}

# The program in the package `file`. Older rpms cannot leave out the compression, which takes seconds, and the oldest have no rpm2archive.
unpack_rpm() {
  has rpm2archive || return 1
  if rpm2archive -n "$file" >&2; then
    tar -xOf "$file.tar" ./usr/bin/tracer
  else
    rpm2archive "$file" >&2 && tar -xzOf "$file.tgz" ./usr/bin/tracer
  fi
}

# Stops with what the program said on trial.
stop_at_fault() {
  if [ ! -e "$tmp/trial/fault" ]; then return; fi
  said=$(head -n 3 "$tmp/trial/fault")
  die "the build for $platform does not run here: nothing was installed" "${said:-it ends without a word}"
}

# owner BOOKS: whose the package `tracer` is that dpkg or rpm has in its books: ours, another's, or nothing when there is none.
owner() {
  if [ "$1" = dpkg ]; then
    is_installed tracer || return 0
    maker=$(dpkg-query -W -f '${Maintainer}' tracer)
  else
    maker=$(rpm -q --queryformat '%{PACKAGER}' tracer 2>/dev/null) || return 0
  fi
  case $maker in
    *apigen*) printf ours ;;
    *) printf another ;;
  esac
}

# take_care BOOKS REMOVAL: keeps off other people's package of that name; what is new here is taken back when it does not run.
take_care() {
  case $(owner "$1") in
    another) die 'a package `tracer` is installed that is another program' "remove it, or put this one elsewhere: --dir \"\$HOME/.local/bin\"" ;;
    ours) replaced=$(version_at /usr/bin/tracer) ;;
    '') undo=$2 ;;
  esac
}

install_with_brew() {
  say "Installing $tap/tracer with Homebrew"
  if [ -n "$(brew list --versions tracer 2>/dev/null)" ]; then
    step='upgrade'
  else
    step='install'
  fi
  promise='look with `tracer --version` whether it was installed'
  brew $step "$tap/tracer" || die "brew $step $tap/tracer failed" 'its own words stand above; --method archive goes past Homebrew'
  # Another one may come first on PATH.
  finish "$(brew --prefix)/bin/tracer"
}

# apt that knows of our repository alone: other people's broken ones are not our business, nor is their package `tracer`.
our_apt() {
  as_root env DEBIAN_FRONTEND=noninteractive TRACER_TRIAL="${TRACER_TRIAL:-}" TRACER_DEB_TRIAL="$deb_trial" apt-get \
    -o Dir::Etc::sourcelist="$source_list" -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0 -o DPkg::Lock::Timeout=60 "$@"
}

install_with_apt() {
  need_root "install apt-transport-https, ca-certificates and tracer with apt-get, and to write $source_list"
  take_care dpkg 'dpkg --purge tracer'
  say 'Installing with apt-get'
  if ! is_installed apt-transport-https || ! is_installed ca-certificates; then
    as_root apt-get update || die 'apt-get update failed' 'its own words stand above; --method archive goes past apt'
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 install -y --no-upgrade apt-transport-https ca-certificates ||
      die 'apt-get install apt-transport-https ca-certificates failed' 'its own words stand above; --method archive goes past apt'
  fi
  source_stays "$source_list" "$deb_repo_url" || put "$source_list" "$(apt_source "$deb_repo_url")"
  our_apt -o APT::Update::Error-Mode=any update || die "apt-get cannot read the repository $deb_repo_url" 'its own words stand above; nothing was installed'
  promise='look with `tracer --version` whether it was installed'
  trial='cat >/dev/null'
  if prepare_trial; then trial='sh -c "$TRACER_DEB_TRIAL"'; fi
  our_apt -o DPkg::Pre-Install-Pkgs::="$trial" install -y tracer || {
    stop_at_fault
    die 'apt-get install tracer failed' 'its own words stand above; nothing was installed'
  }
  finish /usr/bin/tracer
}

install_with_dpkg() {
  take_care dpkg 'dpkg --purge tracer'
  if [ -z "$undo" ] && stays /usr/bin/tracer; then return; fi
  need_root 'install the package tracer with dpkg'
  download deb
  try_package
  say 'Installing with dpkg'
  promise='look with `tracer --version` whether it was installed'
  as_root dpkg -i "$file" || {
    # shellcheck disable=SC2086 # A command and its arguments.
    if [ -n "$undo" ]; then as_root $undo >/dev/null 2>&1 || :; fi
    die "dpkg -i $name failed" 'its own words stand above'
  }
  finish /usr/bin/tracer
}

# is_installed PACKAGE, by dpkg's word
is_installed() {
  case $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) in
    *' ok installed') return 0 ;;
    *) return 1 ;;
  esac
}

install_with_yum() {
  need_root "install tracer with $method, and to write $repo_file"
  take_care rpm 'rpm -e tracer'
  say "Installing with $method"
  source_stays "$repo_file" "$rpm_repo_url" || put "$repo_file" "$(yum_source "$rpm_repo_url")"
  refresh=--refresh
  case $($method --version 2>/dev/null | head -n 1) in
    3.*)
      # yum of old knows no --refresh.
      refresh=
      as_root "$method" -q --disablerepo='*' --enablerepo=tracer clean expire-cache || :
      ;;
  esac
  # Fedora has a package of this name too: only ours is looked at.
  set -- --disablerepo='*' --enablerepo=tracer
  # `install` leaves an older version as it is, `upgrade` does nothing where there is none.
  promise='look with `tracer --version` whether it was installed'
  for step in install upgrade; do
    # shellcheck disable=SC2086 # No word when this yum has no --refresh.
    as_root "$method" $step -y $refresh "$@" tracer ||
      die "$method $step tracer failed" "its own words stand above; is $rpm_repo_url the repository?"
  done
  finish /usr/bin/tracer
}

install_with_rpm() {
  take_care rpm 'rpm -e tracer'
  if [ -z "$undo" ] && stays /usr/bin/tracer; then return; fi
  need_root 'install the package tracer with rpm'
  download rpm
  try_package
  say 'Installing with rpm'
  promise='look with `tracer --version` whether it was installed'
  as_root rpm -U --replacepkgs --oldpackage "$file" || die "rpm -U $name failed" 'its own words stand above'
  finish /usr/bin/tracer
}

install_from_archive() {
  dir=${dir:-/usr/local/bin}
  target=$dir/tracer
  # A link that leads nowhere is somebody's too.
  if { [ -e "$target" ] || [ -h "$target" ]; } && [ -z "$(version_at "$target")" ]; then
    die "$target is there, and is not this tracer or does not run" 'move it away, or choose another folder with --dir'
  fi
  if stays "$target"; then return; fi
  # The nearest folder that is there decides who may write.
  parent=$dir first_new=
  while [ ! -d "$parent" ]; do
    first_new=$parent
    parent=$(dirname "$parent")
  done
  if [ ! -w "$parent" ]; then need_root "put tracer into $dir"; fi
  download tar.gz
  said=$(tar -xzf "$file" -C "$tmp" tracer 2>&1) ||
    die "cannot unpack $name: nothing was installed" "$(last_line "$said")$(room "${TMPDIR:-/tmp}")"
  rm -f "$file"
  if [ "$libc" = musl ]; then need_cxx_library; fi
  made=$first_new
  as_root mkdir -p "$dir" || die "cannot make the folder $dir"
  staged=$dir/.tracer.$$
  # Copied beside its place and moved: whoever starts it meanwhile gets the old one or the new one, whole.
  said=$(as_root cp "$tmp/tracer" "$staged" 2>&1) ||
    die "cannot write into $dir: nothing was installed" "$(last_line "$said")$(room "$dir")"
  as_root chmod 755 "$staged"
  [ "$(version_at "$staged")" = "$version" ] ||
    die "the build for $platform does not run here: nothing was installed" "$("$staged" --version 2>&1 | head -n 3)"
  promise="$target may be the new one already"
  as_root mv -f "$staged" "$target" || die "cannot write $target: nothing was installed"
  staged='' made=''
  if [ -n "$old" ]; then say "It takes the place of tracer $old."; fi
  finish "$target"
}

# The build for musl needs the library of C++, which musl systems do not all have.
need_cxx_library() {
  for folder in /lib /usr/lib /usr/local/lib; do
    if [ -e "$folder/libstdc++.so.6" ]; then return; fi
  done
  has apk || die 'the library libstdc++.so.6 is missing' "install it with your system's package manager, and run this again"
  # What comes after may be in the user's own folder: there nothing is to be root's.
  before=$elevate
  need_root 'install libstdc++ with apk'
  as_root apk add --quiet libstdc++ || die 'apk add libstdc++ failed' 'its own words stand above'
  elevate=$before
}

# ---- removing ----

uninstall() {
  removed='' promise='--uninstall once more removes what is left'
  if [ -z "$dir" ]; then
    if has brew; then uninstall_from_brew; fi
    if has dpkg; then remove_package dpkg --purge; fi
    if has rpm; then remove_package rpm -e; fi
    forget_repositories
  fi
  remove_file "${dir:-/usr/local/bin}/tracer"
  if [ -n "$removed" ]; then
    say 'tracer is removed.'
  else
    say "tracer is not installed: neither as a package nor as ${dir:-/usr/local/bin}/tracer"
  fi
}

uninstall_from_brew() {
  if ! brew_works; then
    say 'Homebrew refuses to work for root: what it installed stays; its own user can remove that'
  elif [ -n "$(brew list --versions tracer 2>/dev/null)" ]; then
    brew uninstall tracer || die 'brew uninstall tracer failed' 'its own words stand above'
    removed=yes
  fi
}

# remove_package PROGRAM OPTION
remove_package() {
  case $(owner "$1") in
    ours)
      need_root 'remove the package tracer'
      as_root "$1" "$2" tracer || die "$1 $2 tracer failed" 'its own words stand above'
      removed=yes
      ;;
    another) say 'The package `tracer` that is installed is another program: it stays.' ;;
  esac
}

# What apt read from our source, while that is still there; `partial` has what it was reading when it was interrupted.
forget_lists() {
  has apt-get || return 0
  our_apt --print-uris update 2>/dev/null >"$tmp/lists" || :
  while read -r _ list _; do
    case $list in
      ?*_InRelease)
        for of_ours in "/var/lib/apt/lists/${list%InRelease}" "/var/lib/apt/lists/partial/${list%InRelease}"; do
          as_root rm -f "$of_ours"Packages* "$of_ours"Release* "$of_ours"InRelease
        done
        ;;
    esac
  done <"$tmp/lists"
}

# Our sources, and what was read from them.
forget_repositories() {
  if can_go "$source_list" is_installed; then
    need_root "remove $source_list"
    forget_lists
    as_root rm -f "$source_list"
    removed=yes
  fi
  if can_go "$repo_file" 'rpm -q'; then
    need_root "remove $repo_file"
    as_root rm -f "$repo_file"
    as_root rm -rf /var/cache/libdnf5/tracer-* /var/cache/dnf/tracer-* /var/cache/dnf/tracer.solv /var/cache/dnf/tracer-filenames.solvx
    removed=yes
  fi
}

# can_go FILE BOOKS: whether the file of sources is this script's, and no other package comes from there; says why it stays.
can_go() {
  [ -f "$1" ] || return 1
  if ! is_ours "$1"; then
    say "$1 stays: this script did not write it."
  elif $2 apigen >/dev/null 2>&1; then
    say "$1 stays: the package apigen comes from there."
  else
    return 0
  fi
  return 1
}

remove_file() {
  if [ ! -e "$1" ]; then return; fi
  [ -n "$(version_at "$1")" ] || die "$1 is not this tracer, or does not run" 'remove it yourself'
  elevate=
  if [ ! -w "$(dirname "$1")" ]; then need_root "remove $1"; fi
  as_root rm -f "$1"
  removed=yes
}

# Standard input is this script when it is piped to a shell: nobody else may read from it.
{ main "$@" </dev/null; }
