#!/bin/bash
# The programs of examples/ compile as a user would compile them, and each finds its own results right: run ahead, one after
# another, and with one worker. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

arguments() { # what keeps a run short
    case $1 in kalman) echo 400 ;; esac
}

runs() { # program, settings...
    local name=$1
    shift
    env "$@" timeout 60 "$folder/$name" $(arguments "$name")
}

compiles() { # program
    ${CC:-gcc} -Wall -Wextra -Werror -O2 -Iinclude "examples/$1.c" "${OBJ:-build}/librunahead.a" ${EXTRA_CFLAGS:-} -lhwloc -lpthread -ldl -lm -o "$folder/$1"
}

examples=$(basename -s .c examples/*.c)
plan $((4 * $(wc -w <<<"$examples")))
for name in $examples; do
    check "$name compiles" compiles "$name"
    check "$name is right" runs "$name"
    check "$name is right, one operator after another" runs "$name" RUNAHEAD_SYNC=1
    check "$name is right with one worker" runs "$name" RUNAHEAD_WORKERS=1
done
