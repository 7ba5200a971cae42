#!/bin/bash
# Each mutant of the library (src/async/os/mutants.def) must fail the test that watches over it, and the library with none
# switched on must pass those tests: mutants.sh FOLDER NAME:TEST... One that fails without a word about what was wrong may
# have failed for another reason: it does not count as caught. What goes unnoticed depends on who comes first, on a busy machine
# most of all: a test has five runs to notice it, and the number that it took is told. Many hang until their test's time is
# over: four run at once.
runs=5
limit=${TEST_LIMIT:-120}
folder=$1
shift
export CMOCKA_MESSAGE_OUTPUT=TAP runs limit folder
said=$(mktemp)
trap 'rm -f "$said"' EXIT

say() { # verdict, text
    printf '%-8s %s\n' "$1" "$2"
}

try() { # NAME:TEST
    local name=${1%:*} test=${1#*:} run status reason
    local log=$folder/$test.$name.log
    if ! grep -rqE "RA__MUTANT\($name\)" src/async/*/*.c src/async/*/*.h src/cuda/*.c; then
        say FAILED "$name: no RA__MUTANT($name) in src/async or src/cuda"
        return
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
}
export -f say try

{
    for test in $(printf '%s\n' "${@#*:}" | sort -u); do
        if timeout -k 10 "$limit" "$folder/$test" >"$folder/$test.log" 2>&1; then
            say ok "the library passes $test"
        else
            say FAILED "the library passes $test (see $folder/$test.log)"
        fi
    done
    printf '%s\n' "$@" | xargs -P 4 -I '{}' "${BASH:-bash}" -c 'try {}'
} | tee "$said"
passed=$(grep -c '^ok ' "$said")
failed=$(grep -c '^FAILED ' "$said")
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
