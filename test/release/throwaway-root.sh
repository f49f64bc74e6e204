#!/bin/sh
# Runs $JOB/script in a root that shows this machine's files and keeps no change: an overlay in memory, gone with this process's mounts.
# Started by throwaway-root.ts in a mount namespace of its own. Leaves in $JOB: output, status, changed.
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
# Wherever the release stands here, there it is in /run: the new /tmp may hide it.
mkdir root/run/release
mount --bind "$RELEASED" root/run/release

# Debian's man-db would read every manual page again behind each package: many seconds, for nothing that is tested.
mount --bind /bin/true root/usr/bin/mandb

status=0
chroot root /bin/sh /tmp/script >"$JOB/output" 2>&1 </dev/null || status=$?
printf '%s\n' "$status" >"$JOB/status"

# What differs from before: `+` new or changed, `-` removed. Equal bytes are no change.
cd upper
find . ! -type d | LC_ALL=C sort | while read -r file; do
  if [ -c "$file" ]; then
    printf -- '- %s\n' "${file#.}"
  elif ! cmp -s "$file" "/$file"; then
    printf '+ %s\n' "${file#.}"
  fi
done >"$JOB/changed"
