#!/bin/bash
# The programs of examples/ and of the README, of which two pieces get a main from tests/readme, compile as a user would compile them, and each
# finds its own results right: run ahead, one after another, and with one worker; those that use a device on the simulated one as well. Prints TAP.
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
    local file=examples/$1.c
    [ -e "$file" ] || file=$folder/$1.c
    ${CC:-gcc} -Wall -Wextra -Werror -O2 -Iinclude "$file" "${OBJ:-build}/librunahead.a" ${EXTRA_CFLAGS:-} -lhwloc -lpthread -ldl -lm -o "$folder/$1"
}

on_device() { # program
    runs "$1" RUNAHEAD_CUDA="$OBJ/simcuda" RUNAHEAD_CUDA_CACHE="$folder" >"$folder/said"
    local status=$?
    cat "$folder/said"
    [ "$status" = 0 ] && ! grep -q 'no driver' "$folder/said" && grep -q 'on the device' "$folder/said"
}

of_readme() { awk -v number="$1" '/^```c$/ { on = ++count == number; next } /^```$/ { on = 0 } on' README.md; } # the nth program or piece of one
of_readme 1 >"$folder/readme_first.c"
of_readme 2 | cat - tests/readme/function.c >"$folder/readme_function.c"
of_readme 3 | cat - tests/readme/operator.c >"$folder/readme_operator.c"
of_readme 4 >"$folder/readme_cuda.c"
all_of_readme() { ! of_readme 5 | grep .; } # those above
examples="$(basename -s .c examples/*.c) readme_first readme_function readme_operator readme_cuda"
devices="$(basename -s .c $(grep -l RA_CUDA examples/*.c)) readme_cuda"
plan $((4 * $(wc -w <<<"$examples") + $(wc -w <<<"$devices") + 2))
for name in $examples; do
    check "$name compiles" compiles "$name"
    check "$name is right" runs "$name"
    check "$name is right, one operator after another" runs "$name" RUNAHEAD_SYNC=1
    check "$name is right with one worker" runs "$name" RUNAHEAD_WORKERS=1
done
for name in $devices; do
    if [ -e "${OBJ:-}/simcuda/libcuda.so.1" ]; then check "$name is right on the simulated device" on_device "$name"; else skip "there is no simulated device"; fi
done
says_where() { runs pipeline RUNAHEAD_CUDA=/nowhere >"$folder/said" && grep -q 'on the processor alone' "$folder/said"; }
check "pipeline says that there is no device" says_where
check "every program of the README is run" all_of_readme
