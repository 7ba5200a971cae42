#!/bin/bash
# The folders of src/ depend on each other one way only, and system calls are made in one place: read from the include
# lines. Kernels call nothing of the library's public face (they run under its lock): read from the objects. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
count=0

check() { # name, offending lines
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

includes() { # of the files given: "file:line:#include ..."
    grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]' "$@" /dev/null
}

# Includes of ours in src/FOLDER that neither begin with one of the folders allowed nor name a file of the same folder.
quoted() { # folder, folders allowed
    includes $(find src/"$1" -name '*.[ch]' -o -name '*.def') 2>/dev/null | grep '"' | while IFS= read -r line; do
        name=${line#*\"}
        name=${name%%\"*}
        case $name in
        *..*) ;;
        */*) printf '%s' "$name" | grep -qE "^($2)/" && continue ;;
        *) [ -e "src/$1/$name" ] && continue ;;
        esac
        printf '%s\n' "$line"
    done
}

echo 1..9
check "meta includes meta" "$(quoted meta meta)"
check "cpu includes cpu and meta" "$(quoted cpu 'cpu|meta')"
check "async includes async and meta" "$(quoted async 'async|meta')"
check "io includes io, async and meta" "$(quoted io 'io|async|meta')"
system='<(unistd|fcntl|sched|dlfcn|pthread|signal|poll|sys/[a-z]+|linux/[a-z]+|cpuid)\.h>'
check "system calls are made through src/async/os/os.h" \
    "$(includes $(find src -name '*.[ch]') | grep -E "$system" | grep -vE '^src/async/os/os(_[a-z]+)?\.[ch]:')"
check "hwloc is known to topology.c alone" "$(includes $(find src -name '*.[ch]') | grep '<hwloc' | grep -v '^src/async/os/topology')"
# The control: the same search must find a line that breaks the rule.
planted=$(mktemp -d)
mkdir -p "$planted/src/meta" && echo '#include "async/values/job.h"' >"$planted/src/meta/x.c"
found=$(cd "$planted" && quoted meta meta)
rm -r "$planted"
if [ -n "$found" ]; then echo "ok 7 - a planted include is found"; else echo "not ok 7 - a planted include is found"; fi

# Symbols of ours that objects of a folder want and those of another have.
objects() { # folder
    find "$OBJ/src/$1" -name '*.o'
}
between() { # folder that wants, folder that has
    comm -12 <(nm -u $(objects "$1") | sed -n 's/.* U \(ra_.*\)/\1/p' | sort -u) \
        <(nm --defined-only $(objects "$2") | sed -n 's/.* \(ra_[^ ]*\)$/\1/p' | sort -u)
}
if [ -d "${OBJ:-}/src/cpu" ]; then
    count=7
    check "objects of cpu want nothing of async but the text of a status" "$(between cpu async | grep -vx ra_status_text)"
    if [ -n "$(between async cpu)" ]; then echo "ok 9 - what objects want is found"; else echo "not ok 9 - what objects want is found"; fi
else
    echo "ok 8 - # SKIP nothing is built"
    echo "ok 9 - # SKIP nothing is built"
fi
