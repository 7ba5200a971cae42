#!/bin/bash
# Each mutant of the library (src/async/mutants.def) must fail the test that watches over it, and the library with none
# switched on must pass it: mutants.sh PROGRAM NAME... One that fails without a word about a program may have failed for
# another reason: it does not count as caught.
limit=${TEST_LIMIT:-120}
passed=0
failed=0
program=$1
shift

say() { # verdict, text
    printf '%-8s %s\n' "$1" "$2"
    if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

if timeout -k 10 "$limit" "$program" >"$program.log" 2>&1; then
    say ok "the library passes $(basename "$program")"
else
    say FAILED "the library passes $(basename "$program") (see $program.log)"
fi
for name; do
    log=$program.$name.log
    if ! grep -rqE "RA__MUTANT\($name\)" src/async/*.c src/async/*.h; then
        say FAILED "$name: no RA__MUTANT($name) in src/async"
        continue
    fi
    RUNAHEAD_MUTANT=$name timeout -k 10 "$limit" "$program" >"$log" 2>&1
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
((failed == 0 && passed > 0))
