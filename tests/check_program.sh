#!/bin/bash
# The program as it is met on a command line: help and version where one looks for them, a page for each operator, and what is
# mistaken is named, with what may have been meant. Nothing here measures. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
program_can_be_built || skip_all 16 "the program needs jansson"
plan 16


# Runs the program: its exit code, and what it says on one stream while the other one says nothing.
says() { # code, out|err, pattern, argument...
    local code=$1 stream=$2 pattern=$3 status other=err
    shift 3
    [ "$stream" = err ] && other=out
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    echo "runahead $*: status $status"
    cat "$folder/out" "$folder/err"
    [ $status = "$code" ] && [ ! -s "$folder/$other" ] && grep -qE -e "$pattern" "$folder/$stream"
}

said() { grep -qE "^$1$" "$folder/out"; } # a line of the last output

version=$(sed -n 's/^#define RA_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p' include/runahead/base.h | paste -sd.)
its_version() { says 0 out "^runahead ${version//./\\.}$" --version && says 0 out "^runahead ${version//./\\.}$" -V; }
general_help() { says 0 out '^usage: runahead ' --help && says 0 out '^usage: runahead ' -h && says 0 out '^usage: runahead ' help && says 2 err '^usage: runahead '; }
help_of_each() {
    local command
    for command in info ops bench; do
        says 0 out "^usage: runahead $command" $command --help && says 0 out "^usage: runahead $command" $command -h && says 0 out "^usage: runahead $command" help $command || return 1
    done
    says 0 out '^usage: runahead bench' bench --quick --help
}
commands_are_known() { says 2 err "no command opps; ops was meant" opps && says 2 err "no command benhc; bench was meant" help benhc && says 2 err 'no command xyzzyx \(' xyzzyx; }
arguments_are_known() {
    says 2 err 'unknown argument extra' info extra && says 2 err 'unknown option --yaml' ops --yaml && says 2 err 'not both' ops --tsv --json && says 2 err 'unknown argument infrence; inference was meant' bench infrence &&
        says 2 err 'unknown argument --fast \(' bench --fast && says 2 err '--json needs a value' bench --json
}
operators_are_known() {
    says 2 err 'no operator ad; add was meant' ops ad && says 2 err 'no operator sotfmax; softmax was meant' ops sotfmax && says 2 err 'no operator cholesky; linalg_cholesky was meant' ops cholesky &&
        says 2 err 'no operator nothinglikeit \(' ops nothinglikeit && says 2 err 'no operator  \(' ops ''
}
each_has_a_page() {
    local name names=0
    while read -r name; do
        names=$((names + 1))
        "$program" ops "$name" >"$folder/page" || return 1
        grep -q "^$name (" "$folder/page" && grep -qE "^  (ra_tensor \*|ra_status )ra_$name\(" "$folder/page" && grep -q '^Computes in  [a-z]' "$folder/page" || { cat "$folder/page" && return 1; }
        if grep -nE '^  ra_(tensor|status) .*RA_' "$folder/page"; then return 1; fi
    done < <("$program" ops --tsv | tail -n +2 | cut -f1)
    echo "$names pages"
    [ $names -gt 100 ]
}
page_of_one() {
    says 0 out '^  ra_status ra_add_out\(ra_tensor \*out, ' ops add && grep -q '^  alpha .*default 1$' "$folder/out" && grep -q '^Forms        functional, in-place, out$' "$folder/out" &&
        grep -q '^  \(.*\)first two operands may be exchanged' "$folder/out" || return 1
    says 0 out '"channels_last"' ops clone && says 0 out '^  bias .*RA_NONE$' ops conv2d && says 0 out '^  a list of tensors$' ops split && says 0 out '^  indices ' ops topk
}
names_in_c() {
    local name
    "$program" ops add >"$folder/add"
    for name in ra_add add_ ra_add_ add_out ra_add_out; do "$program" ops $name | diff "$folder/add" - || return 1; done
    says 0 out '^uniform_ ' ops ra_uniform_ && says 0 out '^mul ' ops add mul
}
tables() {
    says 0 out '^[0-9]+ operators$' ops && says 0 out '^add	' ops --tsv && [ "$(grep -c . "$folder/out")" -gt 100 ] || return 1
    says 0 out '^add	' ops --tsv add && [ "$(grep -c . "$folder/out")" = 2 ] && says 0 out '"name": "add"' ops add --json && [ "$(grep -c '"signature"' "$folder/out")" = 1 ]
}
the_machine() { says 0 out '^workers +[0-9]' info; }
the_cuda_libraries() {
    local at='[^ ]*/simcuda/'
    RUNAHEAD_CUDA=$OBJ/simcuda says 0 out '^CUDA +cuda:0 is there$' info && said "driver +${at}libcuda\.so\.1, CUDA 12\.4" && said "NVRTC +${at}libnvrtc\.so\.12, 12\.4" &&
        said "cuBLAS +${at}libcublas\.so\.12, 12\.4\.0" && said "cuSOLVER +${at}libcusolver\.so\.11, 11\.6\.0" && said "cuFFT +${at}libcufft\.so\.11, 11\.2\.0"
}
cuda_libraries_that_are_missing() {
    local some=$folder/some none='not available: there is no' where="for this driver, was looked for in $folder/some"
    RUNAHEAD_CUDA=/nowhere says 0 out '^CUDA +not available: .*no driver: libcuda\.so\.1 was looked for in /nowhere( |$)' info && ! said 'driver .*' || return 1
    mkdir -p "$some" && ln -s "$(realpath "$OBJ")/simcuda/libcuda.so.1" "$some/"
    RUNAHEAD_CUDA=$some says 0 out "^NVRTC +not available: no compiler: NVRTC .*was looked for in $some" info && said "driver +$some/libcuda\.so\.1, CUDA 12\.4" || return 1
    ln -s "$(realpath "$OBJ")/simcuda/libnvrtc.so.12" "$some/"
    RUNAHEAD_CUDA=$some says 0 out '^CUDA +cuda:0 is there$' info && said "cuBLAS +$none cuBLAS: libcublas\.so\.12, $where" && said "cuSOLVER +$none cuSOLVER: libcusolver\.so\.11, $where" &&
        said "cuFFT +$none cuFFT: libcufft\.so\.11, $where"
}
what_is_not_written_fails() {
    local arguments
    for arguments in --version --help "ops --help" ops "ops add" info; do
        # shellcheck disable=SC2086 # words
        "$program" $arguments >/dev/full 2>/dev/null && echo "runahead $arguments: a full disk went unnoticed" && return 1
    done
    return 0
}

check "the program builds" make_with "$program"
check "version" its_version
check "help" general_help
check "help of each command" help_of_each
check "unknown commands" commands_are_known
check "unknown arguments" arguments_are_known
check "unknown operators" operators_are_known
check "each operator has a page" each_has_a_page
check "the page of one operator" page_of_one
check "operators by their names in C" names_in_c
check "tables" tables
check "the machine" the_machine
if [ -e "${OBJ:-}/simcuda/libcuda.so.1" ]; then
    check "the libraries of CUDA" the_cuda_libraries
    check "libraries of CUDA that are missing" cuda_libraries_that_are_missing
else
    skip "there is no simulated device"
    skip "there is no simulated device"
fi
check "a page is not lost on a full disk" what_is_not_written_fails
check "settings that are wrong are said" eval '! RUNAHEAD_TOPOLOGY=nonsense "$program" info 2>"$folder/err" && [ -s "$folder/err" ]'
