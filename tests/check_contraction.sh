#!/bin/bash
# Products and sums of complex numbers are rounded apart. gcc 12 makes one instruction (vfmaddsub, vfmsubadd) of a product whose
# parts are a difference and a sum, though contraction is off, and only in vector code, so that the bits hang on where an element
# stands: no kernel may have that instruction. Read from the object code. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

contracted() { # object files: the functions that have such an instruction
    objdump -d --no-show-raw-insn "$@" | awk '/file format/ { file = $1 } /^[0-9a-f]+ </ { name = $2 } /vfm(addsub|subadd)/ { found[file " " name]++ }
        END { for (f in found) print f, found[f] }'
}

case $($CC -dumpmachine) in
x86_64*) ;;
*)
    plan 1
    check "these are no instructions of this processor" true
    exit 0
    ;;
esac
plan 2
check_none "no kernel multiplies and adds in one instruction by itself" "$(contracted "$OBJ"/src/cpu/*.o)"
# The control: the search finds one that is there.
cat >"$folder/product.s" <<'END'
planted:
    vfmaddsub231pd %ymm0, %ymm1, %ymm2
    ret
END
$CC -c "$folder/product.s" -o "$folder/product.o"
check "where there is one it is found" [ -n "$(contracted "$folder/product.o")" ]
