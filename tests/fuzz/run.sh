#!/bin/bash
# Fuzzes: run.sh SECONDS FOLDER PROGRAM..., the seconds shared out among the programs, each without workers and with two.
#
# What is found (a crash, a sanitizer's report, a result that differs, an input that takes too long) lies in FOLDER
# afterwards, and is run again by the program with the file's name as its argument. Inputs that reach something new are
# kept there, too: FOLDER/corpus-NAME goes on from run to run. Beginnings are those of corpus/ beside this script.
seconds=$1 folder=$2 failed=0 passed=0
shift 2
here=$(dirname "$0")
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
each=$((seconds / (2 * $#)))
for program; do
    name=$(basename "$program")
    mkdir -p "$folder/corpus-$name"
    for workers in 0 2; do
        echo "== fuzz $name, $workers workers, $each s"
        FUZZ_WORKERS=$workers "$program" -max_total_time="$((each > 0 ? each : 1))" -timeout=30 -rss_limit_mb=4096 -max_len=400 -print_final_stats=1 -verbosity=0 \
            -artifact_prefix="$folder/$name-$workers-" "$folder/corpus-$name" "$here/corpus/$name" >"$folder/$name-$workers.log" 2>&1
        status=$?
        if ((status)); then
            failed=$((failed + 1))
            cat "$folder/$name-$workers.log"
        else
            passed=$((passed + 1))
            grep -E 'number_of_executed_units|average_exec_per_sec' "$folder/$name-$workers.log"
        fi
    done
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
