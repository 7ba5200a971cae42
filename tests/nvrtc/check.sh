#!/bin/bash
# Every program that the tests of CUDA have compiled for the simulated driver is compiled by NVRTC, for four architectures: no
# device is needed. check.sh COMPILE TEST...; BUILD: where Python's package of NVRTC is put, if NVRTC is not found; RUNAHEAD_CUDA: the
# folder where it is. Prints TAP, and of each kernel the most registers; one that keeps registers in memory has failed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
compile=$1
shift

find_nvrtc() {
    local at name
    for at in ${RUNAHEAD_CUDA:+"$RUNAHEAD_CUDA"} "$BUILD"/nvrtc/lib/python3*/site-packages/nvidia/cuda_nvrtc/lib /usr/local/cuda/lib64 /usr/lib/*-linux-gnu; do
        for name in libnvrtc.so.13 libnvrtc.so.12; do
            [ -e "$at/$name" ] && echo "$at/$name" && return
        done
    done
    return 1
}
plan 3
nvrtc=$(find_nvrtc) || {
    { python3 -m venv "$BUILD/nvrtc" && "$BUILD/nvrtc/bin/pip" -q install nvidia-cuda-nvrtc-cu12; } >"$folder/install" 2>&1
    nvrtc=$(find_nvrtc)
}
good=0 # of the checks
found() { [ -n "$nvrtc" ] && good=$((good + 1)) || { cat "$folder/install"; return 1; }; }
check "there is NVRTC" found
mkdir "$folder/texts"
programs() {
    local test
    for test in "$@"; do
        env -u RUNAHEAD_CUDA SIMCUDA_SOURCES="$folder/texts" "$test" >"$folder/tests" 2>&1 || { cat "$folder/tests"; return 1; }
    done
    [ -n "$(ls "$folder/texts")" ] && good=$((good + 1))
}
check "the tests say which programs there are" programs "$@"
compiled() {
    find "$folder/texts" -name '*.cu' -print0 | xargs -0 -n 4 -P "$(nproc)" "$compile" "$nvrtc" >"$folder/kernels" && [ -s "$folder/kernels" ] && good=$((good + 1)) ||
        { grep -v '^[a-z_]* sm_[0-9]* [0-9]* 0$' "$folder/kernels"; return 1; }
}
check "they compile, and no kernel keeps registers in memory" compiled
echo "# $(find "$folder/texts" -name '*.cu' | wc -l) programs; registers at most of each kernel, for each architecture:"
awk 'BEGIN { n = split("sm_75 sm_80 sm_90 sm_100", architectures, " ") }
     NF == 4 && $2 ~ /^sm_/ { k = $1 " " $2; if ($3 > most[k]) most[k] = $3; kernels[$1] = 1; count[k]++; spilled[k] += $4 }
     END { for (name in kernels) {
               line = sprintf("# %-12s in %3d", name, count[name " sm_75"])
               for (i = 1; i <= n; i++) { k = name " " architectures[i]; line = line sprintf("  %s %3d%s", architectures[i], most[k], spilled[k] ? " SPILLS" : "") }
               print line } }' "$folder/kernels" | sort
[ "$good" = 3 ]
