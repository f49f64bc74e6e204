#!/bin/sh
# run-in-bare-root.sh ROOT COMMAND…: runs the command with the repository and /tmp mounted in ROOT, where the tests read and write.
# Run in a mount namespace of its own. apigen-in-bare-root.sh runs the program under test in ROOT.
set -eu

root=$1
shift
# Programs find their stack in /proc and their standard streams in /dev.
for folder in "$PWD" /tmp /proc /dev; do
  mkdir -p "$root$folder"
  mount --rbind "$folder" "$root$folder"
done
exec "$@"
