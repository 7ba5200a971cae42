#!/bin/bash
# What is checked in is what the operator table gives. Prints TAP. OBJ: where the build made the files anew.
cd "$(dirname "$0")/.." || exit 1
echo 1..3
n=0
for pair in include/runahead/ops.h:ops.h src/async/front/stubs.c:stubs.c README.md:README.md; do
    n=$((n + 1))
    if difference=$(diff -u "${pair%%:*}" "$OBJ/generated/${pair##*:}" | head -40) && [ -z "$difference" ]; then
        echo "ok $n - ${pair%%:*} is up to date"
    else
        echo "not ok $n - ${pair%%:*} is up to date (make generate)"
        printf '%s\n' "$difference" | sed 's/^/# /'
    fi
done
