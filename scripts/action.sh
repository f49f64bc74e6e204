#!/usr/bin/env bash
# Run by action.yml: downloads the executable of a release, verifies its checksum, and runs `apigen mesh` or tests. It needs neither Node nor a
# token nor write access. Inputs come from the environment, so that the shell never interprets them.
set -euo pipefail

fail() {
  printf '::error title=apigen::%s\n' "$1"
  exit 1
}

case $RUNNER_OS in
  Linux) os=linux ;;
  macOS) os=darwin ;;
  Windows) os=windows ;;
  *) fail "unsupported operating system $RUNNER_OS" ;;
esac
case $RUNNER_ARCH in
  X64) platform=${os}_amd64 ;;
  ARM64) platform=${os}_arm64 ;;
  *) fail "unsupported processor $RUNNER_ARCH" ;;
esac
# A job may run in an Alpine container.
if [ "$os" = linux ]; then
  case $(ldd --version 2>&1 || :) in *musl*) platform=${platform}_musl ;; esac
fi

version=${APIGEN_VERSION#v}
# By default the version of the action, so that pinning the action pins the executable.
if [ -z "$version" ]; then version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$GITHUB_ACTION_PATH/package.json"); fi
case $version in *[!0-9A-Za-z.+-]*) fail "invalid version '$APIGEN_VERSION': expected a version such as 1.2.3" ;; esac

home=$PWD
folder=$(mktemp -d "$RUNNER_TEMP/apigen.XXXXXX")
trap 'rm -rf "$folder"' EXIT
# Use names without folders, because tar takes the colon of a Windows path for a host.
cd "$folder"
file=apigen_${version}_$platform.tar.gz
for name in checksums.txt "$file"; do
  curl --fail --silent --show-error --location --retry 3 --output "$name" "$APIGEN_RELEASES/download/v$version/$name" ||
    fail "cannot download $APIGEN_RELEASES/download/v$version/$name: does release $version exist?"
done
if command -v sha256sum >/dev/null; then check=(sha256sum --check); else check=(shasum -a 256 --check); fi
# Both forms of a line of sha256sum; the dots of a version are not a pattern.
if ! grep -F -e "  $file" -e " *$file" checksums.txt >"$file.sha256"; then fail "checksums.txt of release $version does not list $file"; fi
"${check[@]}" "$file.sha256" >/dev/null || fail "$file does not match its checksum"
tar -xzf "$file" --strip-components=1
cd "$home"

arguments=(mesh)
if [ -n "$APIGEN_TRACER_TESTS" ]; then
  if [ -n "$APIGEN_IN$APIGEN_CONFIG$APIGEN_CHECK$APIGEN_OUT" ]; then fail "tracer-tests cannot be combined with in, config, check or out"; fi
  arguments=(tracer test run "$APIGEN_TRACER_TESTS")
fi
if [ -n "$APIGEN_IN" ]; then arguments+=(--in "$APIGEN_IN"); fi
if [ -n "$APIGEN_CONFIG" ]; then arguments+=(--config "$APIGEN_CONFIG"); fi
case $APIGEN_CONFIG:$APIGEN_CHECK in
  *: | ?*:false) ;;
  # Every output of the project is compared.
  ?*:true) arguments+=(--check) ;;
  *) arguments+=(--check "$APIGEN_CHECK") ;;
esac
if [ -n "$APIGEN_OUT" ]; then arguments+=(--out "$APIGEN_OUT"); fi
while IFS= read -r argument; do
  if [ -n "$argument" ]; then arguments+=("$argument"); fi
done <<<"$APIGEN_ARGS"
if [ -z "$APIGEN_CONFIG" ]; then echo "profile=${APIGEN_OUT:-$APIGEN_CHECK}" >>"$GITHUB_OUTPUT"; fi

# Prints an annotation for each problem, a line `file:line:column  message` with an indented hint below it, in the form of
# https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
annotate() {
  awk '
    function data(text) { gsub(/%/, "%25", text); return text }
    function property(text) { text = data(text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }
    function flush() { if (command != "") print command; command = "" }
    # A list of problems below an error, such as those of tests, is indented too.
    /^    / && !/^    [^ ].*:[0-9]+:[0-9]+  / { if (command != "") command = command "%0A" data(substr($0, 5)); next }
    { sub(/^    /, "") }
    /^apigen: / { flush(); next } # what was written
    # The counts of problems, and the summary of several descriptions, end what is printed.
    /^[0-9,]+ (error|warning|note)s?(,| in ) ?[0-9a-zA-Z]/ || /^(DESCRIPTION|API)  +OUTPUT  +RESULT$/ || /^[0-9]+ (description|API)s: / { flush(); exit }
    {
      flush()
      level = "error"
      place = ""
      message = $0
      if (match($0, /:[0-9]+:[0-9]+  /)) {
        split(substr($0, RSTART + 1, RLENGTH - 3), at, ":")
        place = " file=" property(substr($0, 1, RSTART - 1)) ",line=" at[1] ",col=" at[2]
        message = substr($0, RSTART + RLENGTH)
      }
      sub(/^error(: |  )/, "", message)
      if (sub(/^warning(: |  )/, "", message)) level = "warning"
      else if (sub(/^note(: |  )/, "", message)) level = "notice"
      command = "::" level place "::" data(message)
    }
    END { flush() }
  '
}

status=0
# Without this, bash of Git for Windows would convert `/api` in `--path.base=/api` to a Windows path.
MSYS_NO_PATHCONV=1 "$folder/apigen" "${arguments[@]}" 2>"$folder/problems" || status=$?
cat "$folder/problems" >&2
annotate <"$folder/problems" >&2
exit "$status"
