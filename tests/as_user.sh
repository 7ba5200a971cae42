#!/bin/bash
# Runs the tests that are built and the bench, shortened, as an ordinary user: as_user.sh MAKE ARGUMENT... says how make is called
# for them. Where this is root, that user is nobody, without a group's rights: he may read the tree and writes to a folder of
# his own, which goes with him. Else it is who runs this. The tree must lie where he can reach it; where it does not, a copy of it
# is lent to him.
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
become=()
if [ "$(id -u)" = 0 ]; then
    if ! command -v setpriv >/dev/null; then
        echo "this is root, and there is no setpriv to become another user with"
        exit 1
    fi
    become=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chown 65534:65534 "$folder"
else
    echo "this is an ordinary user already"
fi
as_user() { "${become[@]}" env HOME="$folder" TMPDIR="$folder" "$@"; }

if ! as_user "${BASH:-bash}" -c 'cd "$1" && [ -r Makefile ]' - "$PWD" 2>/dev/null; then
    echo "the tree cannot be read by that user: a copy of it can"
    as_user mkdir "$folder/tree" && cp -r --preserve=mode,timestamps,links . "$folder/tree/" && chown -R 65534:65534 "$folder/tree" && cd "$folder/tree" || exit 1
fi
as_user "$@" run-tests
tests=$?
as_user "$@" run-bench BENCH=--quick REPORTS="$folder"
bench=$?
grep -q '<p class="result">' "$folder/bench.html" && [ -s "$folder/bench.json" ] && ((bench == 0)) && echo "1 passed, 0 failed" || echo "0 passed, 1 failed"
((tests == 0 && bench == 0))
