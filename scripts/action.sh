#!/usr/bin/env bash
# What action.yml runs: fetches the executable of a release, checks it against the release's checksums, and starts `apigen mesh`.
# No Node, no token and no write access is needed. Values come by the environment: nothing in them is taken for a command.
set -euo pipefail

fail() {
  printf '::error title=apigen::%s\n' "$1"
  exit 1
}

case $RUNNER_OS in
  Linux) os=linux ;;
  macOS) os=darwin ;;
  Windows) os=windows ;;
  *) fail "there is no build of apigen for $RUNNER_OS" ;;
esac
case $RUNNER_ARCH in
  X64) platform=${os}_amd64 ;;
  ARM64) platform=${os}_arm64 ;;
  *) fail "there is no build of apigen for the processor $RUNNER_ARCH" ;;
esac
# A job may run in a container of Alpine.
if [ "$os" = linux ]; then
  case $(ldd --version 2>&1 || :) in *musl*) platform=${platform}_musl ;; esac
fi

version=${APIGEN_VERSION#v}
# The action's own: who pins the one has pinned the other.
if [ -z "$version" ]; then version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$GITHUB_ACTION_PATH/package.json"); fi
case $version in *[!0-9A-Za-z.+-]*) fail "version '$APIGEN_VERSION' is none: it looks like 1.2.3" ;; esac

home=$PWD
folder=$(mktemp -d "$RUNNER_TEMP/apigen.XXXXXX")
trap 'rm -rf "$folder"' EXIT
# Names without folders: tar takes the colon of a Windows path for a host.
cd "$folder"
file=apigen_${version}_$platform.tar.gz
for name in checksums.txt "$file"; do
  curl --fail --silent --show-error --location --retry 3 --output "$name" "$APIGEN_RELEASES/download/v$version/$name" ||
    fail "cannot download $APIGEN_RELEASES/download/v$version/$name: is there a release $version?"
done
if command -v sha256sum >/dev/null; then check=(sha256sum --check); else check=(shasum -a 256 --check); fi
grep " [ *]$file\$" checksums.txt | "${check[@]}" >/dev/null || fail "$file is not what its release says it is"
tar -xzf "$file"
cd "$home"

arguments=(--in "$APIGEN_IN")
if [ -n "$APIGEN_CHECK" ]; then arguments+=(--check "$APIGEN_CHECK"); fi
if [ -n "$APIGEN_OUT" ]; then arguments+=(--out "$APIGEN_OUT"); fi
while IFS= read -r argument; do
  if [ -n "$argument" ]; then arguments+=("$argument"); fi
done <<<"$APIGEN_ARGS"
echo "profile=${APIGEN_OUT:-$APIGEN_CHECK}" >>"$GITHUB_OUTPUT"
# Git's bash on Windows would take `--path.base=/api` for a path of its own.
MSYS_NO_PATHCONV=1 "$folder/apigen" mesh "${arguments[@]}"
