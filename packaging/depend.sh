#!/bin/sh
# Installs what is missing, through apt-get: depend.sh GROUP..., of build, program, test, bench, peers, aarch64, fuzz, numa, dlpack, proofs.
# It says what and why first. RUNAHEAD_NO_INSTALL=1: it says so and fails.
# Nothing but a shell and apt-get is needed; what is there already is found by looking, whoever installed it.
set -u
CC=${CC:-gcc}
missing=

# need PACKAGE REASON: the check that came before has failed
need() {
    missing="$missing $1"
    printf '  %-28s %s\n' "$1" "$2"
}

has_header() {
    printf '#include <stddef.h>\n#include <stdint.h>\n#include <stdarg.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" | $CC -E -x c - >/dev/null 2>&1
}

has_library() { # a file by any of these names, in one of the loader's usual folders or LD_LIBRARY_PATH
    for folder in /usr/lib /usr/lib64 /usr/local/lib /usr/lib/*-linux-gnu /usr/lib/*-linux-gnu/openblas-* $(printf '%s' "${LD_LIBRARY_PATH:-}" | tr ':' ' '); do
        for name in "$@"; do
            [ -e "$folder/$name" ] && return 0
        done
    done
    return 1
}

has_command() { command -v "$1" >/dev/null 2>&1; }

# Of whichever version of clang is the system's, or will be.
fuzzer_package() {
    version=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
    echo "libclang-rt-${version:-14}-dev"
}

has_fuzzer() {
    has_command clang && ls "$(clang -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-* >/dev/null 2>&1
}

check() {
    case $1 in
    build)
        has_header hwloc.h || need libhwloc-dev "to build: where processors, caches and memory lie"
        ;;
    test)
        has_header cmocka.h || need libcmocka-dev "for the tests: their framework"
        has_header jansson.h || need libjansson-dev "for the tests: they read traces"
        has_header zlib.h || need zlib1g-dev "for the tests: what PyTorch answers is stored compressed"
        [ -n "${RUNAHEAD_BLAS:-}" ] || has_library libopenblas.so.0 || need libopenblas0-serial "at run time: LAPACK, for solves and decompositions"
        has_library libdw.so.1 || need libdw1 "at run time: files and lines in the stall report"
        has_library libz.so.1 || need zlib1g "at run time: deflated .npz files"
        has_library libjansson.so.4 || need libjansson4 "at run time: the headers of safetensors files"
        has_command "${CXX:-g++}" || need g++ "for the tests: it compiles the kernels of the simulated CUDA device"
        ;;
    program)
        has_header jansson.h || need libjansson-dev "for the program runahead: JSON"
        ;;
    bench)
        has_header jansson.h || need libjansson-dev "for the bench: JSON"
        has_command gnuplot || need gnuplot-nox "for the bench: plots"
        [ -n "${RUNAHEAD_BLAS:-}" ] || has_library libopenblas.so.0 || need libopenblas0-serial "at run time: LAPACK, for solves and decompositions"
        ;;
    peers)
        has_command g++ || need g++ "for the peers: they are C++"
        [ -n "${TORCH_DIR:-}" ] || [ -e /usr/include/torch/csrc/api/include/torch/torch.h ] || need libtorch-dev "for the peers: PyTorch's library"
        [ -e /usr/include/tbb/version.h ] || [ -e /usr/include/oneapi/tbb.h ] || need libtbb-dev "for the peers: a task scheduler"
        ;;
    aarch64)
        has_command aarch64-linux-gnu-gcc || need gcc-aarch64-linux-gnu "for aarch64: the cross compiler"
        has_command qemu-aarch64-static || need qemu-user-static "for aarch64: runs the programs"
        [ -e /usr/lib/aarch64-linux-gnu/libhwloc.so ] || need libhwloc-dev:arm64 "for aarch64: as for building"
        [ -e /usr/lib/aarch64-linux-gnu/libcmocka.so ] || need libcmocka-dev:arm64 "for aarch64: as for the tests"
        [ -e /usr/lib/aarch64-linux-gnu/libjansson.so ] || need libjansson-dev:arm64 "for aarch64: as for the tests"
        [ -e /usr/lib/aarch64-linux-gnu/libz.so ] || need zlib1g-dev:arm64 "for aarch64: as for the tests"
        [ -e /usr/lib/aarch64-linux-gnu/openblas-serial/libopenblas.so.0 ] || need libopenblas0-serial:arm64 "for aarch64: as for the tests"
        ;;
    fuzz)
        has_command clang || need clang "for fuzzing: the compiler that has the fuzzer"
        has_fuzzer || need "$(fuzzer_package)" "for fuzzing: the fuzzer and the sanitizers"
        ;;
    numa)
        has_command qemu-system-x86_64 || need qemu-system-x86 "for numa: machines with several nodes"
        has_command busybox || need busybox-static "for numa: what else runs in them"
        has_command cpio || need cpio "for numa: packs their file system"
        ;;
    dlpack)
        ${PYTHON:-python3} -c 'import numpy' 2>/dev/null || need python3-numpy "for DLPack: who lends tensors and borrows them"
        ;;
    proofs)
        has_command frama-c || need frama-c-base "for the proofs: reads C and what is claimed of it"
        has_command why3 || need why3 "for the proofs: hands the claims to a prover"
        has_command z3 || need z3 "for the proofs: the prover"
        ;;
    *)
        echo "depend.sh: no group $1" >&2
        exit 2
        ;;
    esac
}

# Groups may ask for the same package; listing it twice does no harm.
list=$(for group in "$@"; do check "$group"; done | sort -u) || exit 2
[ -n "$list" ] || exit 0
missing=$(printf '%s\n' "$list" | awk '{ print $1 }')

echo "runahead needs these Debian packages:"
printf '%s\n' "$list"
if [ -n "${RUNAHEAD_NO_INSTALL:-}" ]; then
    echo "Not installing them. By hand: apt-get install" $missing
    exit 1
fi
if ! has_command apt-get; then
    echo "There is no apt-get here: install the like of them with this system's own means."
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    root=
elif has_command sudo; then
    root=sudo
else
    echo "Neither root nor sudo: have them installed with: apt-get install" $missing
    exit 1
fi

install_them() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

case " $* " in
*" aarch64 "*)
    if ! dpkg --print-foreign-architectures | grep -qx arm64; then
        echo "Adding arm64 to the architectures of this system's packages."
        $root dpkg --add-architecture arm64 && $root apt-get update || exit 1
    fi
    ;;
esac
if ! ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
    echo "Reading package lists first: there are none."
    $root apt-get update || exit 1
fi
# Lists that are there may be too old for the archive: then once more with new ones.
install_them || { $root apt-get update && install_them; } || {
    echo "apt-get could not install:" $missing
    exit 1
}
