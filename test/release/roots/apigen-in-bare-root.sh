#!/bin/sh
# Takes the place of the program under test: runs /apigen in $BARE_ROOT, in the current folder.
exec unshare --root="$BARE_ROOT" --wd="$PWD" /apigen "$@"
