#!/bin/bash
# Each mutant of the library (src/async/os/mutants.def) must fail the test that watches over it, and the library with none
# switched on must pass those tests: mutants.sh FOLDER NAME:TEST... One that fails without a word about what was wrong may
# have failed for another reason: it does not count as caught. What goes unnoticed depends on who comes first, on a busy machine
# most of all: a test has five runs to notice it, and the number that it took is told.
runs=5
limit=${TEST_LIMIT:-120}
passed=0
failed=0
folder=$1
shift
export CMOCKA_MESSAGE_OUTPUT=TAP

say() { # verdict, text
    printf '%-8s %s\n' "$1" "$2"
    if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

for test in $(printf '%s\n' "${@#*:}" | sort -u); do
    if timeout -k 10 "$limit" "$folder/$test" >"$folder/$test.log" 2>&1; then
        say ok "the library passes $test"
    else
        say FAILED "the library passes $test (see $folder/$test.log)"
    fi
done
for mutant; do
    name=${mutant%:*}
    test=${mutant#*:}
    log=$folder/$test.$name.log
    if ! grep -rqE "RA__MUTANT\($name\)" src/async/*/*.c src/async/*/*.h; then
        say FAILED "$name: no RA__MUTANT($name) in src/async"
        continue
    fi
    for ((run = 1, status = 0; run <= runs && status == 0; run++)); do
        RUNAHEAD_MUTANT=$name timeout -k 10 "$limit" "$folder/$test" >"$log" 2>&1
        status=$?
    done
    reason=$(grep -m1 -aE 'differs|never given back|went unnoticed|live after|crashed|a wait is missing' "$log") || reason=$(grep -m1 -aE '^not ok|^run out of time' "$log")
    if ((status == 0)); then
        say FAILED "$name was not noticed by $test"
    elif [ -z "$reason" ]; then
        say FAILED "$name ended with status $status and said nothing of why (see $log)"
    else
        say ok "$name was caught by $test$( ((run > 2)) && echo " in run $((run - 1))"): $reason"
    fi
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
