#!/bin/sh
# Stands for the program under test: starts /apigen inside $BARE_ROOT, in the folder it was called in.
exec unshare --root="$BARE_ROOT" --wd="$PWD" /apigen "$@"
