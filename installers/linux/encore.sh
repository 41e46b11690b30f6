#!/bin/sh
# Starts Encore from wherever this folder is.
here=$(dirname "$(readlink -f "$0")")
exec "$here/python/bin/python3" -I "$here/src/engine/boot.py" "$here/lib" app "$@"
