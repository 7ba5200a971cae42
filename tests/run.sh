#!/bin/bash
# Runs test programs, one after another, and counts: run.sh PROGRAM... Programs of simulated CUDA devices that follow one another run side
# by side, as many as there are processors: what they take at first is the host's compiler's time, which makes their kernels.
#
# A program prints TAP ("1..3", "ok 1 - name", "not ok 2 - name"), as cmocka does when asked. One line is printed for
# each program, all of its output where something failed, and last "N passed, M failed". A test that was planned and
# never reported (the program crashed or ran out of time) has failed.
#
# TEST_LIMIT: seconds a program may take; twice as many where others run beside it. RUN_WITH: a command that runs the programs (an emulator). SANITIZE: what the
# programs were compiled with.
limit=${TEST_LIMIT:-120}
passed=0
failed=0

# intercept_tls_get_addr=0: gcc 12's sanitizers take a library's variables of a thread that lie 16 bytes behind a page's begin for a block of an
# old C library's, with its address and size before it, which are anything; each simulated kernel is a library, so there are many.
case ${SANITIZE:-} in
*address*)
    export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:intercept_tls_get_addr=0:${ASAN_OPTIONS:-}
    export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
    ;;
*thread*)
    export TSAN_OPTIONS=halt_on_error=0:exitcode=66:history_size=4:intercept_tls_get_addr=0:${TSAN_OPTIONS:-}
    # gcc 12's TSan cannot place its shadow where address space is laid out with much randomness
    if setarch -R true 2>/dev/null; then RUN_WITH="setarch -R ${RUN_WITH:-}"; fi
    ;;
esac
export CMOCKA_MESSAGE_OUTPUT=TAP

output=$(mktemp -d)
# What runs beside this is told to end, which timeout hands on.
trap 'for job in $(jobs -p); do kill $(cat "/proc/$job/task/$job/children"); done 2>/dev/null; wait; rm -rf "$output"' EXIT
processors=$(nproc)

run() { # number, program, seconds
    local begin with=
    begin=$(date +%s%N)
    case $2 in
    *.sh) ;;
    *) with=${RUN_WITH:-} ;;
    esac
    timeout -k 10 "$3" $with "$2" >"$output/$1" 2>&1 </dev/null
    echo $? $((($(date +%s%N) - begin) / 1000000)) >"$output/$1.end"
}

report() { # number, program
    local name planned ok not_ok skipped status ms lost bad note
    name=$(basename "$2" .sh)
    read -r status ms <"$output/$1.end" || status=255 ms=0 # whoever was to write that is no more
    read -r planned ok not_ok skipped < <(LC_ALL=C awk '
        /^1\.\.[0-9]+/ { planned += substr($0, 4) + 0 }
        /^(not )?ok .*# SKIP/ { skipped++; next }
        /^ok / { ok++ }
        /^not ok / { not_ok++ }
        END { print planned + 0, ok + 0, not_ok + 0, skipped + 0 }' "$output/$1")
    lost=$((planned - ok - not_ok - skipped))
    bad=$((not_ok + (lost > 0 ? lost : 0)))
    # A bad exit that no test accounts for (a sanitizer's report at exit, a program that planned nothing) counts once.
    if ((bad == 0 && (status != 0 || ok + skipped == 0))); then bad=1; fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    note=
    ((skipped)) && note=", $skipped skipped"
    ((status == 124 || status == 137)) && note="$note, out of time"
    printf '%-28s %4d passed, %d failed%s (%d.%01d s)\n' "$name" "$ok" "$bad" "$note" $((ms / 1000)) $((ms % 1000 / 100))
    ((bad)) || grep -a "^# slow: " "$output/$1"
    if ((bad)); then
        echo "---- $name, exit status $status:"
        cat "$output/$1"
        echo "----"
    fi
}

reported=0
programs=("$@" "")
for number in "${!programs[@]}"; do
    program=${programs[number]}
    case ${program##*/} in
    test_cuda*)
        while (($(jobs -rp | wc -l) >= processors)); do wait -n; done
        run "$number" "$program" $((2 * limit)) &
        continue
        ;;
    esac
    wait
    if [ -n "$program" ]; then
        run "$number" "$program" "$limit"
    fi
    for (( ; reported <= number && reported < $#; reported++)); do report "$reported" "${programs[reported]}"; done
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
