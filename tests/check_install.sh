#!/bin/bash
# An installed copy is complete: its headers compile as C and C++, programs link to both libraries, by hand, through
# pkg-config and through CMake (where those are installed), and nothing but ra_* is to be seen. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root/usr
cc=${CC:-gcc}
cxx=${CXX:-g++}
count=0

check() { # name, command...: its output is shown where it fails
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >"$folder/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' "$folder/log"
    fi
}

skip() {
    count=$((count + 1))
    echo "ok $count - # SKIP $1"
}

make_install() {
    "${MAKE:-make}" --no-print-directory install DESTDIR="$folder/root" PREFIX=/usr CC="$cc" BUILD="${BUILD:-build}" ${ISA:+ISA="$ISA"} ${CFLAGS:+CFLAGS="$CFLAGS"} \
        EXTRA_CFLAGS="${EXTRA_CFLAGS:-}" WERROR="${WERROR:-}"
}

cat >"$folder/program.c" <<'END'
#include <runahead.h>
#include <stdio.h>
int main(void)
{
    double sum = 0;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2, 3));
    RA_AUTO ra_tensor *y = ra_add(x, 1.5);
    RA_AUTO ra_tensor *s = ra_sum(y, RA_DIMS(0, -1));
    if (ra_item_f64(s, &sum) != RA_OK)
        fprintf(stderr, "%s\n", ra_last_error());
    return sum == 15.0 ? 0 : 1;
}
END
cat >"$folder/program.cpp" <<'END'
#include <runahead.h>
int main()
{
    double sum = 0;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2, 3));
    RA_AUTO ra_tensor *y = ra_add(x, 1.5);
    RA_AUTO ra_tensor *t = ra_add(ra_add(y, x), RA_F(-1), RA_OPTS(ra_add, .alpha = 2));
    RA_AUTO ra_tensor *s = ra_sum(y, RA_DIMS(0, -1));
    (void)t;
    return ra_item_f64(s, &sum) == RA_OK && sum == 15.0 ? 0 : 1;
}
END
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.10)
project(installed C)
find_package(runahead 0.1 REQUIRED)
add_executable(shared program.c)
target_link_libraries(shared runahead::runahead)
add_executable(static program.c)
target_link_libraries(static runahead::static)
END

export LD_LIBRARY_PATH=$root/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
warnings="-Wall -Wextra -Werror"
libraries="-lhwloc -lpthread -ldl -lm"

each_header_alone() {
    for header in "$root"/include/runahead.h "$root"/include/runahead/*.h; do
        printf '#include <%s>\n' "${header#"$root"/include/}" | $cc -std=c11 $warnings -Wpedantic -Wno-pedantic -I"$root/include" -fsyntax-only -x c - || return 1
    done
}
static_by_hand() { $cc $warnings -I"$root/include" "$folder/program.c" "$root/lib/librunahead.a" $libraries -o "$folder/static" && "$folder/static"; }
shared_by_hand() { $cc $warnings -I"$root/include" "$folder/program.c" -L"$root/lib" -lrunahead -o "$folder/shared" && "$folder/shared"; }
# The first C program of the README, copied out as it stands.
of_the_readme() {
    awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md >"$folder/readme.c"
    $cc $warnings -I"$root/include" "$folder/readme.c" "$root/lib/librunahead.a" $libraries -o "$folder/readme" && "$folder/readme" | grep -q '^tensor(\['
}
soname() { readelf -d "$root/lib/librunahead.so.0" | grep SONAME | grep -F '[librunahead.so.0]'; }
exports() { # public names only, and not none
    nm -D --defined-only "$root/lib/librunahead.so.0" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' >"$folder/names"
    nm -g --defined-only "$root/lib/librunahead.a" | awk 'NF == 3 { print $3 }' >>"$folder/names"
    grep -q '^ra_add$' "$folder/names" && ! grep -vE '^ra_[^_]' "$folder/names"
}
by_pkg_config() {
    export PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/root PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
    $cc "$folder/program.c" $(pkg-config --cflags --libs runahead) -o "$folder/pkg" && "$folder/pkg"
}
by_cmake() {
    cmake -S "$folder" -B "$folder/cmake" -DCMAKE_PREFIX_PATH="$root" -DCMAKE_C_COMPILER="${cc##* }" && cmake --build "$folder/cmake" && "$folder/cmake/shared" && "$folder/cmake/static"
}
cxx_with() { $cxx -std="$1" $warnings -I"$root/include" "$folder/program.cpp" -L"$root/lib" -lrunahead -o "$folder/cxx" && "$folder/cxx"; }

echo 1..11
check "make install" make_install
check "each header compiles alone" each_header_alone
check "program with the static library" static_by_hand
check "program with the shared library" shared_by_hand
check "the program of the README" of_the_readme
check "soname" soname
check "only public names" exports
if command -v pkg-config >/dev/null; then check "pkg-config" by_pkg_config; else skip "no pkg-config here"; fi
if command -v cmake >/dev/null; then check "cmake" by_cmake; else skip "no cmake here"; fi
for standard in c++17 c++20; do
    if command -v "$cxx" >/dev/null; then check "$standard" cxx_with $standard; else skip "no C++ compiler here"; fi
done
