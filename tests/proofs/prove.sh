#!/bin/bash
# Proves what the functions of src/meta/sizes.h and sizes.c claim in their annotations, of that very text, for all operands,
# and that nothing in them overflows or is otherwise undefined: Frama-C's WP makes the goals, its own simplifier and z3
# prove them. Prints TAP: a test a function, with how many goals it came to. A function passes only if each was proved, and
# if its requirements can be met and each of its statements reached (else everything could be proved of it). The control is
# functions that are wrong at the edge: each must have a goal that is not proved.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# What z3 is told is how to search, matching instead of models; what it calls proved is so by any way.
printf '#!/bin/sh\nexec %s smt.auto_config=false smt.mbqi=false "$@"\n' "$(command -v z3)" >"$work/z3"
chmod +x "$work/z3"
export WHY3CONFIG=$work/why3.conf
why3 config detect >"$work/detect" 2>&1
version=$(z3 --version | sed 's/.*version \([0-9.]*\).*/\1/')
sed -i '/^\[partial_prover\]/,$d' "$work/why3.conf"
printf '[partial_prover]\nname = "Z3"\npath = "%s"\nversion = "%s"\n' "$work/z3" "$version" >>"$work/why3.conf"

prove() { # file: lines of "[wp] [prover] Goal typed_FUNCTION_... : Valid" and the like
    frama-c -cpp-extra-args="-Isrc -Iinclude -include tests/proofs/assumed.h" -wp -wp-rte -wp-smoke-tests -wp-prover z3 -wp-timeout "${PROOF_SECONDS:-60}" "$1" 2>&1
}

# The goals of a function, whose name WP gives with one underscore for two; a smoke test is passed where `false` cannot be proved.
goals() { # function, log
    grep -E "^\[wp\] \[[^]]*\] (Goal|Smoke-test) typed_${1/__/__?}_" "$2"
}
open_goals() { # of those on stdin
    grep -vE ' : Valid|^\[wp\] \[Passed\]'
}

functions=$(grep -ohE '\bra__[a-z_]+\(int64_t [a-z]+, [^;]*\)$' src/meta/sizes.h src/meta/sizes.c | sed 's/(.*//' | sort -u)
wrong=$(grep -ohE '\bwrong_[a-z_]+\(' tests/proofs/control.c | tr -d '(' | sort -u)
set -- $functions $wrong
echo "1..$#"
count=0
say() { # passed, name, text
    count=$((count + 1))
    if [ "$1" = 1 ]; then echo "ok $count - $2: $3"; else echo "not ok $count - $2: $3"; fi
}

prove src/meta/sizes.c >"$work/log"
prove tests/proofs/control.c >"$work/control"
for f in $functions; do
    goals "$f" "$work/log" >"$work/goals"
    all=$(wc -l <"$work/goals")
    open=$(open_goals <"$work/goals" | wc -l)
    if ((all > 0 && open == 0)); then say 1 "$f" "$all goals proved"; else
        say 0 "$f" "$open of $all goals not proved"
        open_goals <"$work/goals" | sed 's/^/# /'
    fi
done
if ! grep -q 'Proved goals' "$work/log"; then sed 's/^/# /' "$work/log" "$work/detect"; fi
for f in $wrong; do
    goals "$f" "$work/control" >"$work/goals"
    if [ -s "$work/goals" ] && open_goals <"$work/goals" | grep -q ' Goal '; then say 1 "$f" "not proved, as it must be"; else
        say 0 "$f" "a wrong function was proved, or not looked at"
        sed 's/^/# /' "$work/control"
    fi
done
