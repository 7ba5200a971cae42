#!/bin/bash
# Every mark of bench/marks/marks.def is measured somewhere, those of a part stand in the report of `runahead bench --marks=PART` with
# a verdict, whether they could be measured or not, and what is measured is judged as its figures say. No peers, and one part
# alone: nothing here depends on how fast a machine is. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
program_can_be_built || skip_all 7 "the bench needs jansson"
plan 7

run() { "$program" bench --marks=dispatch --quick --peers "$folder" --json "$folder/marks.json"; }

# One line for each row with a verdict: id, verdict, ours, judged, mark.
rows() {
    awk '
        /^ *"(ours|judged|mark)": \{/ { cell = $1; gsub(/[":]/, "", cell) }
        /^ *"value":/ && cell { value[cell] = $2; sub(/,/, "", value[cell]); cell = "" }
        /^ *"id": "[A-Z]/ { id = $2; gsub(/[",]/, "", id) }
        /^ *"verdict":/ { sub(/^ *"verdict": "/, ""); sub(/"$/, ""); print id "|" $0 "|" value["ours"] "|" value["judged"] "|" value["mark"] }
    ' "$folder/marks.json" >"$folder/rows"
}
each_is_measured_somewhere() {
    local id missing=0
    for id in $(sed -n 's/^MARK(\([A-Z0-9_]*\),.*/\1/p' bench/marks/marks.def); do
        grep -qE "MARK_$id\>" bench/*/*.c || { echo "nothing measures $id" && missing=1; }
    done
    return $missing
}
# The part's rows alone.
each_has_a_verdict() {
    rows
    printf '%s\n' ADD META VIEW SIXTEEN OWN QUEUE_LIMIT QUEUE_MILLION CHAIN_TINY JAX | sort >"$folder/wanted"
    cut -d'|' -f1 "$folder/rows" | sort | diff "$folder/wanted" - || return 1
    ! grep -vE '^[A-Z0-9_]*\|(reached|step reached|short|reported|not measured: .+)\|' "$folder/rows"
}
verdict_of() { sed -n "s/^$1|\([^|]*\)|.*/\1/p" "$folder/rows"; }
# Without libtorch the one is not measured and says why; the other needs nobody.
missing_peers_are_named() {
    cat "$folder/rows"
    verdict_of ADD | grep -q '^not measured: no libtorch' && verdict_of SIXTEEN | grep -qE '^(reached|short)$'
}
# A call with 16 tensors: at most so many times one with 2.
judged_by_its_figures() {
    awk -F'|' '$1 == "SIXTEEN" { print; right = $3 > 0 && $4 > 0 && $5 == 3 && ($4 <= $5) == ($2 == "reached") } END { exit !right }' "$folder/rows"
}
# In a process of its own, which gives up root's rights: two times, and no further figures.
scenes_are_played() {
    "$program" part prompt cancel ordinary 0 - >"$folder/scene" && grep -qE '^[0-9.e-]+ [0-9.e-]+ [0-9]+ [0-9]+ (nan ){2}$' "$folder/scene" || { cat "$folder/scene" && return 1; }
    ! "$program" part prompt nonsense ordinary 0 - && ! "$program" part prompt cancel
}
unknown_parts_are_refused() { ! "$program" bench --marks=dispatch,nonsense --quick; }

if make_with "$program" >"$folder/log" 2>&1; then
    check "the marks are measured" run
else
    check "the bench builds" false
fi
check "each mark is measured somewhere" each_is_measured_somewhere
check "each mark of the part has a verdict" each_has_a_verdict
check "a missing peer is named" missing_peers_are_named
check "the verdict follows from the figures" judged_by_its_figures
check "a scene is played as an ordinary user" scenes_are_played
check "unknown parts are refused" unknown_parts_are_refused
