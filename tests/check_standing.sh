#!/bin/bash
# A schedule of the explorer's that goes round and round, and comes to no point at which anything else is looked at, ends, and is told. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
explorer=$OBJ/explored/explorer
[ -x "$explorer" ] || skip_all 2 "there is no explorer for this machine or compiler"
plan 2
export EXPLORER_STANDS=7 EXPLORER_SECONDS=0.5

found() {
    ! "$explorer" 20 1 >"$folder/found" && grep -q '^not ok 1 ' "$folder/found" && grep -q '^# seed 7: goes round and round, thread 0 at tests/explorer/program.c:[0-9]* (go_round)$' "$folder/found" &&
        read -r seed schedule < <(sed -n 's/^# replay: explorer replay \([0-9]*\) \(0x[0-9a-f]*\)$/\1 \2/p' "$folder/found") || { cat "$folder/found"; return 1; }
}
replayed() { ! "$explorer" replay "$seed" "$schedule" >"$folder/again" && grep -q 'goes round and round' "$folder/again" && ! "$explorer" replay 8 | grep -q 'goes round'; }

check "what goes round and round ends, and its seed is told" found
check "it does so again where it is replayed, and another does not" replayed
