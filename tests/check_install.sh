#!/bin/bash
# An installed copy is complete: its headers compile as C and C++, programs link to both libraries, by hand, through
# pkg-config and through CMake (where those are installed), wherever it was put, and nothing but ra_* is to be seen; what
# was installed is removed again, and nothing else. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
root=$folder/root/usr
cc=${CC:-gcc}
cxx=${CXX:-g++}

make_install() { make_with install DESTDIR="$folder/root" PREFIX=/usr; }

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
# Constructors of a program call the library: an ordinary one, and (with -DFIRST) one that comes before the static library's own.
cat >"$folder/early.c" <<'END'
#include <runahead.h>
static double sum_of_ones(void)
{
    double sum = 0;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2, 3)), *s = ra_sum(x, RA_ALL);
    return ra_item_f64(s, &sum) == RA_OK ? sum : -1;
}
static double at_first = -1;
__attribute__((constructor)) static void begin(void) { at_first = sum_of_ones(); }
#ifdef FIRST
static ra_status refused;
__attribute__((constructor(101))) static void begin_before(void)
{
    refused = sum_of_ones() == -1 ? ra_last_status() : RA_OK;
    ra_clear_error();
}
#else
static ra_status refused = RA_ERR_STATE;
#endif
int main(void) { return at_first == 6 && sum_of_ones() == 6 && refused == RA_ERR_STATE ? 0 : 1; }
END
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.10)
project(installed C)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
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
static_early() { $cc $warnings "$@" -I"$root/include" "$folder/early.c" "$root/lib/librunahead.a" $libraries -o "$folder/early" && "$folder/early"; }
shared_early() { $cc $warnings -I"$root/include" "$folder/early.c" -L"$root/lib" -lrunahead -o "$folder/early" && "$folder/early"; }
# The first C program of the README, copied out as it stands.
of_the_readme() {
    awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md >"$folder/readme.c"
    $cc $warnings -I"$root/include" "$folder/readme.c" "$root/lib/librunahead.a" $libraries -o "$folder/readme" && "$folder/readme" | grep -q '^tensor(\['
}
# A shared object with an operator, loaded by a program that knows it by name alone; twice is a name that is taken.
cat >"$folder/plugin.c" <<'END'
#include <runahead.h>
#include <stddef.h>
static ra_status twice(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_mul(call->args[0].tensor, 2);
    return RA_OK;
}
__attribute__((visibility("default"))) ra_status ra_library_init(void);
ra_status ra_library_init(void)
{
    const ra_op_description d = {.size = sizeof d, .name = "plugin.twice", .schema = "(Tensor x) -> Tensor", .definition = twice};
    return ra_op_register(&d, NULL);
}
END
cat >"$folder/host.c" <<'END'
#include <runahead.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    double got = 0;
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(), 21.0);
    const ra_arg args[] = {{.tensor = x, .kind = RA_ARG_TENSOR}};
    ra_tensor *y = NULL;
    if (argc < 2 || ra_load_library(argv[1]) || ra_call(ra_op_find("plugin.twice"), RA_FUNCTIONAL, args, 1, &y, 1, NULL) || ra_item_f64(y, &got)) {
        fprintf(stderr, "%s\n", ra_last_error());
        return 1;
    }
    ra_release(y);
    return !(got == 42 && ra_load_library(argv[1]) == RA_ERR_ARGUMENT);
}
END
loads_operators() {
    $cc $warnings -fPIC -shared -I"$root/include" "$folder/plugin.c" -L"$root/lib" -lrunahead -o "$folder/plugin.so" &&
        $cc $warnings -I"$root/include" "$folder/host.c" -L"$root/lib" -lrunahead -o "$folder/host" && "$folder/host" "$folder/plugin.so"
}
# A program loads the library while it runs: its threads, those it had before too, have their thread-local storage, in what is left of it for
# libraries that come late. That is little, so ours is small; and it is found without a call.
cat >"$folder/late.c" <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <runahead.h>
#include <stdio.h>
static pthread_barrier_t loaded;
static ra_tensor *(*full)(ra_dims, ra_scalar, const ra_full_opts *, ra_site);
static ra_status (*item)(const ra_tensor *, double *, ra_site);
static void (*release)(ra_tensor *);
static const char *(*last_error)(void);
static void *computes(void *wrong)
{
    double got = 0;
    pthread_barrier_wait(&loaded);
    for (int i = 0; i < 1000; i++) {
        ra_tensor *t = full(RA_DIMS(3), RA_F(i), NULL, RA_HERE), *s = full(RA_DIMS(), RA_F(i), NULL, RA_HERE);
        const ra_status refused = item(t, &got, RA_HERE), status = item(s, &got, RA_HERE);
        if (refused == RA_OK || status != RA_OK || got != i || !*last_error())
            *(int *)wrong = 1;
        release(t), release(s);
    }
    return NULL;
}
int main(int argc, char **argv)
{
    enum { BEFORE = 4, THREADS = 8 };
    pthread_t thread[THREADS];
    int wrong[THREADS] = {0}, all = argc != 2;
    pthread_barrier_init(&loaded, NULL, THREADS);
    for (int i = 0; i < BEFORE; i++)
        pthread_create(&thread[i], NULL, computes, &wrong[i]);
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library || !(*(void **)&full = dlsym(library, "ra_full_at")) || !(*(void **)&item = dlsym(library, "ra_item_f64_at")) ||
        !(*(void **)&release = dlsym(library, "ra_release")) || !(*(void **)&last_error = dlsym(library, "ra_last_error"))) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    for (int i = BEFORE; i < THREADS; i++)
        pthread_create(&thread[i], NULL, computes, &wrong[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL), all |= wrong[i];
    return all;
}
END
loaded_late() { $cc $warnings -Wno-strict-aliasing -I"$root/include" "$folder/late.c" -lpthread -ldl -o "$folder/late" && "$folder/late" "$root/lib/librunahead.so.0"; }
little_of_a_thread() {
    local bytes
    bytes=$(readelf -lW "$root/lib/librunahead.so.0" | awk '$1 == "TLS" { print $6 }')
    echo "$bytes bytes"
    [ $((bytes)) -gt 0 ] && [ $((bytes)) -le 1024 ] && ! readelf -rW "$root/lib/librunahead.so.0" | grep -E 'DTPMOD|__tls_get_addr'
}
soname() { readelf -d "$root/lib/librunahead.so.0" | grep SONAME | grep -F '[librunahead.so.0]'; }
exports() { # public names only, and not none
    nm -D --defined-only "$root/lib/librunahead.so.0" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' >"$folder/names"
    nm -g --defined-only "$root/lib/librunahead.a" | awk 'NF == 3 { print $3 }' >>"$folder/names"
    grep -q '^ra_add$' "$folder/names" && ! grep -vE '^ra_[^_]' "$folder/names"
}
cxx_with() { $cxx -std="$1" $warnings -I"$root/include" "$folder/program.cpp" -L"$root/lib" -lrunahead -o "$folder/cxx" && "$folder/cxx"; }

plan 36
check "make install" make_install
check "each header compiles alone" each_header_alone
check "program with the static library" static_by_hand
check "program with the shared library" shared_by_hand
check "a constructor with the static library" static_early
check "a constructor before those of the static library is refused" static_early -DFIRST
check "a constructor with the shared library" shared_early
check "the program of the README" of_the_readme
check "a shared object with operators is loaded" loads_operators
check "a program that loads the shared library while it runs" loaded_late
check "what a thread has of it is little, and found without a call" little_of_a_thread
check "soname" soname
check "only public names" exports
for standard in c++17 c++20; do
    if command -v "$cxx" >/dev/null; then check "$standard" cxx_with $standard; else skip "no C++ compiler here"; fi
done

# ---- what lies there ----

has() { for place; do [ -f "$root/$place" ] || { echo "no $place"; return 1; }; done; }
complete() { has include/runahead.h include/runahead/ops.h lib/librunahead.a lib/librunahead.so.0 lib/librunahead.so share/doc/runahead/{LICENSE,README.md}; }
# The debug information lies where gdb looks for it, and is that of this library.
debug_file() {
    local library=$root/lib/librunahead.so.0
    if readelf -S "$library" "$root/lib/librunahead.a" | grep -F .debug_info; then return 1; fi
    readelf -S "$root/lib/.debug/librunahead.so.0.debug" | grep -F .debug_info && readelf -p .gnu_debuglink "$library" | grep -F librunahead.so.0.debug || return 1
    command -v gdb >/dev/null || return 0
    gdb -nx -batch -ex 'info line ra_version' "$library" | tee /dev/stderr | grep -F 'src/'
}
program_runs() {
    has bin/runahead share/runahead/photo.npy && [ "$("$root/bin/runahead" --version)" = "runahead $version" ] && "$root/bin/runahead" info | grep -E '^version +'"$version"
}
program_finds_its_data() { (cd / && "$root/bin/runahead" bench image --quick); }
version=$(sed -n 's/^#define RA_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p' include/runahead/base.h | paste -sd.)

check "headers, libraries, licence and README" complete
check "debug information apart" debug_file
if [ -e "$root/bin/runahead" ]; then
    check "the program runs" program_runs
    check "the program finds its data" program_finds_its_data
else
    skip "no jansson here, so no program"
    skip "no jansson here, so no program"
fi

# ---- in a folder of two levels below a prefix with spaces ----

multiarch=$($cc -print-multiarch)
libdir=lib/${multiarch:-$($cc -dumpmachine)}
deep="$folder/a tree/of mine"
pkg() { PKG_CONFIG_PATH="${tree:-$deep}/$libdir/pkgconfig" pkg-config "$@" runahead; }
install_deep() { make_with install PREFIX="$deep" LIBDIR="$libdir"; }
# pkg-config writes spaces as a shell reads them.
by_pkg_config() {
    local flags
    eval "flags=($(pkg --cflags --libs))"
    $cc "$folder/program.c" "${flags[@]}" -o "$folder/pkg" && LD_LIBRARY_PATH="$deep/$libdir" "$folder/pkg" && LD_LIBRARY_PATH="$deep/$libdir" ldd "$folder/pkg" | grep -F "$deep/$libdir/librunahead.so.0"
}
pkg_config_variables() {
    pkg --variable=prefix --variable=libdir
    [ "$(pkg --variable=prefix)" = "$deep" ] && [ "$(pkg --variable=libdir)" = "$deep/$libdir" ] && [ "$(pkg --variable=includedir)" = "$deep/include" ] && [ "$(pkg --modversion)" = "$version" ]
}
# Beside a shared library the linker takes that one: where only the static one lies, its own needs must be named.
by_pkg_config_static() {
    local flags tree="$folder/static only"
    cp -a "$deep" "$tree" && rm "$tree/$libdir"/librunahead.so* || return 1
    sed -i "s|^prefix=.*|prefix=$tree|" "$tree/$libdir/pkgconfig/runahead.pc"
    eval "flags=($(pkg --static --cflags --libs))"
    $cc "$folder/program.c" "${flags[@]}" -o "$folder/pkg_static" && "$folder/pkg_static" && ! ldd "$folder/pkg_static" | grep -F librunahead
}
# Configures, builds and runs the project above: by_cmake SETTING...
by_cmake() {
    rm -rf "$folder/cmake"
    cmake -S "$folder" -B "$folder/cmake" -DCMAKE_C_COMPILER="${cc##* }" "$@" && cmake --build "$folder/cmake" && "$folder/cmake/shared" && "$folder/cmake/static"
}
by_cmake_moved() {
    cp -a "$deep" "$folder/moved tree" && mv "$deep" "$deep.away" && by_cmake "-Drunahead_DIR=$folder/moved tree/$libdir/cmake/runahead"
    local status=$?
    mv "$deep.away" "$deep"
    return $status
}
# As where /lib is /usr/lib, and / the first place that CMake looks in.
by_cmake_through_a_link() { ln -s usr/lib "$folder/root/lib" && by_cmake "-Drunahead_DIR=$folder/root/lib/cmake/runahead"; }
incomplete_to_cmake() {
    mv "$deep/$libdir/librunahead.a" "$folder/away" && by_cmake "-Drunahead_DIR=$deep/$libdir/cmake/runahead" >"$folder/cmake.log" 2>&1
    local status=$?
    mv "$folder/away" "$deep/$libdir/librunahead.a"
    cat "$folder/cmake.log"
    [ $status != 0 ] && tr -s ' \n' ' ' <"$folder/cmake.log" | grep -F 'librunahead.a is missing'
}

check "make install into $libdir below a prefix with spaces" install_deep
if command -v pkg-config >/dev/null; then
    check "pkg-config" by_pkg_config
    check "pkg-config: prefix, libdir, includedir, version" pkg_config_variables
    check "pkg-config --static" by_pkg_config_static
else
    for n in 1 2 3; do skip "no pkg-config here"; done
fi
if command -v cmake >/dev/null; then
    check "cmake" by_cmake "-DCMAKE_PREFIX_PATH=$root"
    if [ -n "$multiarch" ]; then check "cmake: $libdir is found" by_cmake "-DCMAKE_PREFIX_PATH=$deep"; else skip "no folder of the architecture's own here"; fi
    check "cmake: a tree that was moved" by_cmake_moved
    check "cmake: a tree behind a link" by_cmake_through_a_link
    check "cmake: what is missing is named" incomplete_to_cmake
else
    for n in 1 2 3 4 5; do skip "no cmake here"; done
fi

# ---- other ways to name the place ----

relative_prefix() {
    local tree=$folder/relative
    make_with install PREFIX="$(realpath --relative-to=. "$tree")" LIBDIR=./lib/ && grep -Fx "prefix=$(realpath "$tree")" "$tree/lib/pkgconfig/runahead.pc" &&
        $cc "$folder/program.c" -I"$tree/include" -L"$tree/lib" -lrunahead -o "$folder/relative/program" && LD_LIBRARY_PATH=$tree/lib "$folder/relative/program"
}
absolute_libdir() { make_with install DESTDIR="$folder/absolute" PREFIX=/opt/it LIBDIR=/opt/it/lib64/deep/ && grep -Fx 'libdir=${prefix}/lib64/deep' "$folder/absolute/opt/it/lib64/deep/pkgconfig/runahead.pc"; }
refused_places() {
    local settings
    for settings in "DESTDIR=$folder/refused PREFIX=usr" "PREFIX=$folder/refused LIBDIR=../lib" "PREFIX=$folder/refused LIBDIR=/elsewhere" "PREFIX= " "PREFIX=$folder/refused LIBDIR= "; do
        # shellcheck disable=SC2086 # two words
        if make_with install $settings >"$folder/refusal" 2>&1; then echo "not refused: $settings" && return 1; fi
        grep -E '^make install: .*(PREFIX|LIBDIR)' "$folder/refusal" || { cat "$folder/refusal" && return 1; }
    done
    [ ! -e "$folder/refused" ]
}

# Letters that mean something to a shell, to make's recipes or to sed.
odd_prefix() {
    local tree="$folder/it's a \"tree\" & more|less"
    make_with install PREFIX="$tree" && grep -Fx "prefix=$tree" "$tree/lib/pkgconfig/runahead.pc" && $cc "$folder/program.c" -I"$tree/include" "$tree/lib/librunahead.a" $libraries -o "$folder/odd" &&
        "$folder/odd" && make_with uninstall PREFIX="$tree" && [ -z "$(find "$tree" ! -type d)" ]
}

check "a relative PREFIX" relative_prefix
check "an odd PREFIX" odd_prefix
check "an absolute LIBDIR" absolute_libdir
check "other places are refused before anything is written" refused_places

# ---- and away again ----

contents() { (cd "$1" && find . ! -type d -exec sha256sum {} + | sort -k2); }
others_stay() {
    local tree="$folder/others"
    mkdir -p "$tree"/{bin,lib/pkgconfig,lib/cmake/other,include/runahead,share/doc/other} && touch "$tree"/{bin/own,lib/librunahead.so.7,include/runahead/own.h,share/doc/other/LICENSE} || return 1
    contents "$tree" >"$folder/before"
    make_with install PREFIX="$tree" && contents "$tree" >"$folder/once" && [ "$(wc -l <"$folder/once")" -gt 20 ] || return 1
    # Over an older version, whose files go with it.
    touch "$tree/include/runahead/gone.h" && echo include/runahead/gone.h >>"$tree/share/runahead/installed"
    make_with install PREFIX="$tree" && contents "$tree" | diff "$folder/once" - || return 1
    make_with uninstall PREFIX="$tree" && contents "$tree" | diff "$folder/before" -
}
nothing_of_ours_stays() {
    make_with uninstall PREFIX="$deep" && find "$deep" -mindepth 1 ! -type d -o -mindepth 1 -name runahead -o -mindepth 1 -name .debug | grep . && return 1
    ! make_with uninstall PREFIX="$deep"
}

# An installation that cannot be finished, here since a file is where a folder belongs, can be taken away again.
begun_and_removed() {
    local tree="$folder/begun"
    mkdir -p "$tree/share" && touch "$tree/share/doc" || return 1
    if make_with install PREFIX="$tree"; then echo "installed" && return 1; fi
    [ -e "$tree/include/runahead.h" ] && make_with uninstall PREFIX="$tree" && [ "$(find "$tree" ! -type d)" = "$tree/share/doc" ]
}

check "what others put there stays" others_stay
check "what was begun goes again" begun_and_removed
check "nothing of ours stays, and there is nothing to be removed twice" nothing_of_ours_stays
check "uninstall below DESTDIR" make_with uninstall DESTDIR="$folder/root" PREFIX=/usr
