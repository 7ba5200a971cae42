#!/bin/bash
# A program of the explorer's is printed as C that compiles by itself: short where it is what is left of one that failed, and
# whatever its steps are. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
explorer=$OBJ/explored/explorer
[ -x "$explorer" ] || skip_all 3 "there is no explorer for this machine or compiler"
plan 3

# The program of a seed, or of the shrunk failure that a log ends with, compiled with nothing but the public header and the library.
built() { # name, seed, steps...
    local name=$1
    shift
    "$explorer" print "$@" >"$folder/$name.c" &&
        ${CC:-gcc} -std=gnu11 -Wall -Wextra -Werror -Iinclude "$folder/$name.c" "${BUILD:-build}/librunahead.a" -lhwloc -lpthread -ldl -lm -o "$folder/$name"
}

# A writer that does not wait for readers fails within some dozens of schedules.
found() {
    EXPLORER_MUTANT=NO_WAR EXPLORER_JOBS=1 "$explorer" 2000 >"$folder/found"
    grep -q '^not ok 1 ' "$folder/found" && read -r seed steps < <(sed -n 's/^# replay: explorer replay \([0-9]*\) 0x[0-9a-f]* \(0x[0-9a-f]*\)$/\1 \2/p' "$folder/found")
    [ -n "$steps" ] || { cat "$folder/found"; return 1; }
}
shrunk() { grep -qE '^# in [1-9] steps of ' "$folder/found" && built shrunk "$seed" "$steps" && "$folder/shrunk" 3; }
any() {
    local n
    for n in $(seq 1 12); do
        built any "$n" && timeout 60 "$folder/any" || { echo "seed $n" && cat "$folder/any.c" && return 1; }
    done
}

check "a planted defect is found, and its program shrunk" found
check "the shrunk program compiles by itself, is short, and runs with a library that has no such defect" shrunk
check "programs of all kinds compile by themselves and run" any
