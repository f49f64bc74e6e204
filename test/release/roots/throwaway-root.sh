#!/bin/sh
# Runs $JOB/script in a root with this machine's files. Changes go to an overlay in memory, which disappears with the mounts of this process.
# Run by throwaway-root.ts in a mount namespace of its own. Writes to $JOB: output, status, changed.
set -eu

mkdir "$JOB/layers"
mount -t tmpfs -o size=3g,mode=755 tmpfs "$JOB/layers"
cd "$JOB/layers"
mkdir upper work root
mount -t overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" overlay root
mount --rbind /proc root/proc
mount --rbind /dev root/dev
mount -t tmpfs -o mode=1777 tmpfs root/tmp
mount -t tmpfs tmpfs root/run
cp -R "$JOB/files/." root/tmp
# The release is in /run, because the new /tmp may hide its own folder.
mkdir root/run/release
mount --bind "$RELEASED" root/run/release

# Debian's man-db would read all manual pages after each package, which takes seconds.
mount --bind /bin/true root/usr/bin/mandb

status=0
chroot root /bin/sh /tmp/script >"$JOB/output" 2>&1 </dev/null || status=$?
printf '%s\n' "$status" >"$JOB/status"

# The changed files: `+` new or changed, `-` removed. A file with the same bytes is not changed.
cd upper
find . ! -type d | LC_ALL=C sort | while read -r file; do
  if [ -c "$file" ]; then
    printf -- '- %s\n' "${file#.}"
  elif ! cmp -s "$file" "/$file"; then
    printf '+ %s\n' "${file#.}"
  fi
done >"$JOB/changed"
