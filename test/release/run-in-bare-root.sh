#!/bin/sh
# run-in-bare-root.sh ROOT COMMAND…: runs the command where ROOT shows the repository and /tmp, for what the tests read and write there.
# Started in a mount namespace of its own; the program under test is started inside by apigen-in-bare-root.sh.
set -eu

root=$1
shift
# /proc and /dev are the kernel's: a program finds its own stack and its standard streams there.
for folder in "$PWD" /tmp /proc /dev; do
  mkdir -p "$root$folder"
  mount --rbind "$folder" "$root$folder"
done
exec "$@"
