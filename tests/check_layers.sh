#!/bin/bash
# The folders of src/ depend on each other one way only, and system calls are made in one place: read from the include
# lines; so do the rooms of bench/. Kernels, which run under the engine's lock, and meta functions call nothing of it: read from
# the objects. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

includes() { # of the files given: "file:line:#include ..."
    grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]' "$@" /dev/null
}

# Includes of ours in FOLDER that neither begin with one of the folders allowed nor name a file of the same folder.
quoted() { # folder, folders allowed
    includes $(find "$1" -name '*.[ch]' -o -name '*.def') 2>/dev/null | grep '"' | while IFS= read -r line; do
        name=${line#*\"}
        name=${name%%\"*}
        case $name in
        *..*) ;;
        */*) printf '%s' "$name" | grep -qE "^($2)/" && continue ;;
        *) [ -e "$1/$name" ] && continue ;;
        esac
        printf '%s\n' "$line"
    done
}

plan 17
check_none "meta includes meta" "$(quoted src/meta meta)"
check_none "cpu includes cpu and meta" "$(quoted src/cpu 'cpu|meta')"
check_none "async includes async and meta" "$(quoted src/async 'async|meta')"
check_none "cuda includes cuda, meta and the devices of async" "$(quoted src/cuda 'cuda|meta|async/(values|os|tasks|thread)')"
check_none "io includes io, async and meta" "$(quoted src/io 'io|async|meta')"
system='<(unistd|fcntl|sched|dlfcn|pthread|signal|poll|sys/[a-z]+|linux/[a-z]+|cpuid)\.h>'
check_none "system calls are made through src/async/os/os.h" \
    "$(includes $(find src -name '*.[ch]') | grep -E "$system" | grep -vE '^src/async/os/os(_[a-z]+)?\.[ch]:')"
check_none "hwloc is known to topology.c alone" "$(includes $(find src -name '*.[ch]') | grep '<hwloc' | grep -v '^src/async/os/topology')"
below=
for room in measure report work peers marks parts program; do
    below=${below:+$below|}$room
    check_none "bench/$room includes what stands below it" "$(quoted bench/$room "$below|async/[a-z]+" | grep -v '"bench\.h"')"
done
# The control: the same search must find a line that breaks the rule.
mkdir -p "$folder/src/meta" && echo '#include "async/values/job.h"' >"$folder/src/meta/x.c"
check "a planted include is found" test -n "$(cd "$folder" && quoted src/meta meta)"

# Symbols of ours that objects of a folder want and those of another have.
objects() { # folder
    find "$OBJ/src/$1" -name '*.o'
}
between() { # folder that wants, folder that has
    comm -12 <(nm -u $(objects "$1") | sed -n 's/.* U \(ra_.*\)/\1/p' | sort -u) \
        <(nm --defined-only $(objects "$2") | sed -n 's/.* \(ra_[^ ]*\)$/\1/p' | sort -u)
}
if [ -d "${OBJ:-}/src/cpu" ]; then
    check_none "objects of meta and cpu want nothing of async" "$(between meta async; between cpu async)"
    check "what objects want is found" test -n "$(between async cpu)"
else
    skip "nothing is built"
    skip "nothing is built"
fi
