#!/bin/bash
# Operators that say VECTORISED are so. Read from the object code, of each instruction set level: in each elementwise kernel whose row of the
# table has that property, the function of each dtype has for each form of its operands (all dense, a number in the place of one) a loop that
# reads or writes vector registers of the level's whole width and does nothing by the element; so have conversions between dtypes. Besides
# there may be loops for the rest of a row, and for operands that the vectors are not for. What is none stands with its reason in
# tests/vectorised/exceptions.txt, each line of which has to be true. Of other kernels, which are no sets of loops by dtype, the functions
# in tests/vectorised/functions.txt have such loops. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
export LC_ALL=C # words of objdump, and the order of lines

analysis=tests/vectorised
templates="src/cpu/loop_unary.h src/cpu/loop_binary.h src/cpu/loop_ternary.h src/cpu/convert_loop.h src/cpu/fill.c"

loops() { # register, source, object, what objdump is asked for lines of the source by: its loops
    objdump -dr $4 --no-show-raw-insn "$3" |
        awk -v width="$1" -v source="$(basename "$2")" -v first_template="$(grep -om1 '\(loop_[a-z]*ary\|convert_loop\)\.h' "$2")" \
            -f $analysis/loops.awk $templates -
}

register() { # level
    case $1 in
    v2) echo xmm ;;
    v3) echo ymm ;;
    *) echo zmm ;;
    esac
}

# Objects that kernels with loops by dtype lie in, with conversions, and fill.
sources=$(grep -lE '"cpu/(loop|convert_loop|convert_from)\.h"|ra__fill\)\(char' src/cpu/*.c)

judge() { # level: what is not as it should be
    local source object
    for source in $sources; do
        object=$OBJ/src/cpu/$(basename "$source" .c).$1.o
        objdump -tr "$object" | awk -v level="$1" -f $analysis/tables.awk >>"$folder/tables.$1"
        loops "$(register "$1")" "$source" "$object" "-l --inlines" >>"$folder/loops.$1"
    done
    {
        awk -v level="$1" -v tell="$folder/judged.$1" -f $analysis/judge.awk what=rows "$folder/rows" what=exceptions $analysis/exceptions.txt \
            what=tables "$folder/tables.$1" what=loops "$folder/loops.$1" || echo "$1: not judged"
    } | sort
}

# Of the kernels that are no sets of loops: after judge, whose tables these are.
judge_functions() { # level
    local name object
    for name in $(awk '!/^ *(#|$)/ { print $3 }' $analysis/functions.txt | sort -u); do
        object=$OBJ/src/cpu/$name.$1.o
        [ ! -e "$object" ] || loops "$(register "$1")" "src/cpu/$name.c" "$object" "" | sed "s/^/$name /" >>"$folder/others.$1"
    done
    touch "$folder/tables.$1"
    {
        awk -v level="$1" -f $analysis/functions.awk what=functions $analysis/functions.txt what=rows "$folder/rows" what=tables "$folder/tables.$1" \
            what=loops "$folder/others.$1" || echo "$1: not judged"
    } | sort
}

case $($CC -dumpmachine) in
x86_64*) ;;
*) skip_all 1 "these are no instructions of this processor" ;;
esac
is_gcc_12() { ! $CC --version | grep -q clang && [ "$($CC -dumpversion | cut -d. -f1)" = 12 ]; }
is_gcc_12 || skip_all 1 "the exceptions are those of gcc 12"
objdump -h "$OBJ"/src/cpu/add.*.o | grep -q debug_line || skip_all 1 "what is compiled without -g does not say which loop is which"

$CC -E -P -Isrc -x c - >"$folder/rows" <<'END'
#define RA_OP(name, text, family, meta, kernel, forms, types, properties, about) name kernel properties
#define RA_COMPOSITE(name, text, family, forms, types, properties, about)
#include "meta/ops.def"
END
levels=${ISA:-$(cd "$OBJ/src/cpu" && ls add.*.o | cut -d. -f2)}
beside=$(cd "$OBJ/src/cpu" && ls gemm.*_*.o 2>/dev/null | cut -d. -f2)
plan $(($(echo $levels $levels $beside $beside | wc -w) + 4))
for level in $levels; do
    check_none "$level: each form of operands has a loop of vectors, but for exceptions that are true" "$(judge "$level")"
done
for level in $levels $beside; do
    check_none "$level: the functions of the other kernels have loops of vectors" "$(judge_functions "$level")"
done
for level in $beside; do
    object=$OBJ/src/cpu/gemm_packed.$level.o
    check "$level: bfloat16 are multiplied by its own instruction" grep -q 'vdpbf16ps.*%zmm' <(objdump -d --no-show-raw-insn "$object")
done
# A search that finds too little would find no fault.
check "these are a thousand forms at least" awk '$2 < 1000 { few = 1 } END { exit few || NR == 0 }' "$folder"/judged.*

# The controls: a loop by the element is found, also where the compiler was to make one of vectors of it; a loop of vectors passes.
planted() { # a flag of the compiler, exceptions: what is found of a loop that is compiled with it
    cat >"$folder/planted.c" <<END
#include "cpu/loop.h"
#define RA__NAME planted
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__ON_FLOAT32(a, b) (a / b)
#include "cpu/loops.h"
const ra_kernel RA__KERNEL(planted) = {.name = "planted", .loops = planted_loops};
END
    $CC -std=gnu11 -Iinclude -Isrc -g -fPIC -O3 -march=x86-64-v3 -DRA_ISA=v3 -DRA_BUILT_v3=1 -fno-trapping-math "$1" -c "$folder/planted.c" \
        -o "$folder/planted.o"
    echo "planted planted ELEMENTWISE | VECTORISED" >"$folder/planted.rows"
    objdump -tr "$folder/planted.o" | awk -v level=v3 -f $analysis/tables.awk >"$folder/planted.tables"
    loops ymm "$folder/planted.c" "$folder/planted.o" "-l --inlines" >"$folder/planted.loops"
    awk -v level=v3 -f $analysis/judge.awk what=rows "$folder/planted.rows" what=exceptions "$2" what=tables "$folder/planted.tables" \
        what=loops "$folder/planted.loops" | sort
}
found="v3 planted_float32 dense: no loop of vectors
v3 planted_float32 first_still: no loop of vectors
v3 planted_float32 second_still: no loop of vectors"
check "a loop by the element is found" [ "$(planted -fno-tree-vectorize /dev/null | sed 's/, but.*//')" = "$found" ]
check_none "a loop of vectors passes" "$(planted -ftree-vectorize /dev/null)"
printf '%s\n' 'v3 planted_float32 dense none' 'v3 missing dense none' >"$folder/untrue"
found="v3 planted_float32 dense: is of vectors, so line 1 of the exceptions is wrong
v3: line 2 of the exceptions is about no loop"
check "exceptions that are not true are found" [ "$(planted -ftree-vectorize "$folder/untrue")" = "$found" ]
