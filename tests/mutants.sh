#!/bin/bash
# Each mutant of the library must fail the test that watches over it, and the library itself must pass it: mutants.sh
# NAME... with OBJ, MUTANT_TEST. A mutant whose switch is nowhere in the source is the library itself; one that
# fails without a word about a program may have failed for another reason: neither counts as caught.
limit=${TEST_LIMIT:-120}
passed=0
failed=0

say() { # verdict, text
    printf '%-8s %s\n' "$1" "$2"
    if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

if timeout -k 10 "$limit" "$OBJ/tests/$MUTANT_TEST" >"$OBJ/$MUTANT_TEST.log" 2>&1; then
    say ok "the library passes $MUTANT_TEST"
else
    say FAILED "the library passes $MUTANT_TEST (see $OBJ/$MUTANT_TEST.log)"
fi
for name; do
    log=$OBJ/mutant-$name/log
    if ! grep -rqw "RA__MUTANT_$name" src/async; then
        say FAILED "$name: no RA__MUTANT_$name in src/async"
        continue
    fi
    timeout -k 10 "$limit" "$OBJ/mutant-$name/$MUTANT_TEST" >"$log" 2>&1
    status=$?
    reason=$(grep -m1 -aE 'differs|never given back|went unnoticed|live after|crashed' "$log")
    if ((status == 0)); then
        say FAILED "$name was not noticed"
    elif [ -z "$reason" ]; then
        say FAILED "$name ended with status $status and said nothing of why (see $log)"
    else
        say ok "$name was caught: $reason"
    fi
done
echo "$passed passed, $failed failed"
((failed == 0))
