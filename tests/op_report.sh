#!/bin/bash
# What each operator has: who computes it, where, cases of PyTorch's answers, and calls in random programs; totals at the end.
# op_report.sh PROGRAM TEST_VECTORS TEST_DIFFERENTIAL PROGRAMS
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$2" --count >"$folder/cases" || exit 1
"$3" "$4" >"$folder/drawn" || { echo "random programs fail: $3 $4"; exit 1; }
# Lines "#   name accepted/refused  name accepted/refused ..." behind their heading.
awk '/^# operators, accepted.refused:/ { on = 1; next } on && /^#   / { for (i = 2; i < NF; i += 2) { split($(i + 1), n, "/"); print $i "\t" n[1] "\t" n[2] } next } { on = 0 }' "$folder/drawn" >"$folder/calls"
"$1" ops --tsv | awk -F'\t' -v cases="$folder/cases" -v calls="$folder/calls" '
BEGIN {
    while ((getline <cases) > 0) of[$1] = $2
    while ((getline <calls) > 0) { well[$1] = $2; refused[$1] = $3 }
    row = "%-34s %-10s %-15s %-24s %6s %9s %8s\n"
    printf row, "operator", "made", "devices", "variants", "cases", "accepted", "refused"
}
NR > 1 {
    printf row, $1, $7, $6, $4, of[$1] + 0, well[$1] + 0, refused[$1] + 0
    all++; made[$7]++; cuda += $6 ~ /cuda/; told += of[$1] > 0; drawn += well[$1] > 0; sum += of[$1]
}
END {
    printf "\n%d operators:", all
    for (m in made) printf " %d %s", made[m], m
    printf "; %d on CUDA; %d with cases, %d in all; %d accepted in %s random programs\n", cuda, told, sum, drawn, programs
}' programs="$4"
