#!/bin/bash
# The public headers: each compiles alone and warns of nothing, in every standard of C and C++ with gcc and, where it is
# installed, clang; they touch nobody's macros and nobody's touch them; numbers and options mean the same in both languages;
# what is no number or too many arguments does not compile. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh
library="${BUILD:-build}/librunahead.a -lhwloc -lpthread -ldl -lm"
case ${EXTRA_CFLAGS:-} in *coverage*) library="$library --coverage" ;; esac
warnings="-Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Wwrite-strings -Wcast-align -Wfloat-equal"
in_c="$warnings -Wstrict-prototypes -Wmissing-prototypes"
in_cxx="$warnings -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual"

compilers=()
for pair in "${CC:-gcc}:${CXX:-g++}" clang:clang++; do
    command -v "${pair%%[ :]*}" >/dev/null && compilers+=("$pair")
done
has_cxx() { command -v "${1##*:}" >/dev/null; }
c_standards="c99 c11 c17 c2x gnu99 gnu11 gnu17 gnu2x"
cxx_standards="c++11 c++14 c++17 c++20 gnu++11 gnu++17 gnu++20"

each_alone() { # compiler pair
    local header
    for header in include/runahead.h include/runahead/*.h; do
        printf '#include <%s>\n' "${header#include/}" >"$folder/alone.c"
        ${1%%:*} -std=c11 $in_c -Iinclude -fsyntax-only "$folder/alone.c" || return 1
        has_cxx "$1" && { ${1##*:} -std=c++11 $in_cxx -Iinclude -fsyntax-only -x c++ "$folder/alone.c" || return 1; }
    done
    return 0
}
in_every_c() { # compiler pair, file, flags...
    local pair=$1 file=$2 standard
    shift 2
    for standard in $c_standards; do
        echo "$standard" && ${pair%%:*} -std=$standard $in_c -Iinclude "$@" -fsyntax-only "$file" || return 1
    done
}
in_every_cxx() {
    local pair=$1 file=$2 standard quiet
    shift 2
    for standard in $cxx_standards; do
        # before C++14 a struct cannot say that its fields may be left out
        case $pair-$standard in *g++-*++11) quiet=-Wno-missing-field-initializers ;; *) quiet= ;; esac
        echo "$standard" && ${pair##*:} -std=$standard $in_cxx $quiet -Iinclude "$@" -fsyntax-only -x c++ "$file" || return 1
    done
}
run_options() { # command to compile with
    "$@" -Iinclude tests/headers/options.c -x none $library -o "$folder/options" && "$folder/options" >"$folder/options.txt" && diff tests/headers/options.txt "$folder/options.txt"
}
# Of every operator: fields whose default is not zero.
all_options_shown() {
    awk '/^typedef struct ra_.*_opts \{/ { name = $3; sub(/_opts$/, "", name) }
         /^    RA_OPTIONAL_/ { field = $0; gsub(/.*\(|\).*/, "", field); print name, field }' include/runahead/ops.h >"$folder/fields"
    [ "$(wc -l <"$folder/fields")" -ge 12 ] || { echo "few fields found"; return 1; }
    local function field
    while read -r function field; do
        grep -qE "RA_OPTS\($function, [^;]*\.$field = " tests/headers/options.c || { echo "$function: .$field is not tried"; return 1; }
    done <"$folder/fields"
}
# Where calls stand, of an operator and of other functions, each on a line of its own.
names_its_line() { # command to compile with
    "$@" -Iinclude "$folder/lines.c" -x none $library -o "$folder/lines" && "$folder/lines" >"$folder/said" || return 1
    sed 's/^/said: /' "$folder/said"
    [ "$(wc -l <"$folder/said")" = 6 ] && awk '{ at = $0; sub(/.*called at .*lines\.c:/, "", at); if (at + 0 != $1) exit 1 }' "$folder/said"
}
own_macros_only() { # what the headers define and their system headers do not
    local system='#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n'
    printf "$system" | ${1%%:*} -std=c11 -dM -E -x c - | sort >"$folder/before"
    printf "$system"'#include <runahead.h>\n' | ${1%%:*} -std=c11 -Iinclude -dM -E -x c - | sort >"$folder/after"
    comm -13 "$folder/before" "$folder/after" >"$folder/defined"
    grep -q 'RA_OPTS' "$folder/defined" && ! grep -vE '^#define (RA_|ra_|RUNAHEAD_)' "$folder/defined"
}
single_capitals() { sed -e 's|/\*.*\*/||' "$@" | grep -vE '^ \*|^/\*' | grep -nE '(^|[^A-Za-z0-9_."])[A-Z]([^A-Za-z0-9_"]|$)'; }
no_single_capitals() { ! single_capitals include/runahead.h include/runahead/*.h; }
statement() { # of a program, in a function
    printf '#include <runahead.h>\nvoid use(ra_tensor *x, int *pointer, const char *text);\nvoid use(ra_tensor *x, int *pointer, const char *text)\n{\n    (void)pointer, (void)text;\n    ra_release(%s);\n}\n' "$1"
}
compiles() { statement "$2" >"$folder/use.c" && ${1%%:*} -std=c11 -w -Iinclude -fsyntax-only "$folder/use.c"; }
refused() { # none of these compiles
    local wrong
    compiles "$1" 'ra_add(x, 1)' && compiles "$1" 'ra_sum(ra_sum(ra_sum(x), RA_ALL, NULL), RA_DIMS(0, 1))' || return 1
    for wrong in 'ra_add(x, pointer)' 'ra_add(x, text)' 'ra_add(x, x, RA_OPTS(ra_add), 1)' 'ra_add(x, x, NULL, NULL, NULL)' 'ra_add(x)' \
        'ra_full(RA_DIMS(2), pointer)' 'ra_relu(x, x)' 'ra_add(x, x, RA_OPTS(ra_add, .alpha = text))' 'ra_relu(x, RA_OPTS(ra_relu))' \
        'ra_sum(x, RA_ALL, RA_OPTS(ra_sum, .keepdims = 1))' 'ra_from_data(pointer, RA_INT32, RA_DIMS(1), NULL, NULL)' \
        'ra_sum()' 'ra_sum(x, RA_OPTS(ra_sum))' 'ra_sum(x, RA_ALL, NULL, NULL)' 'ra_count_nonzero(x, RA_ALL, NULL)' 'ra_linalg_vector_norm(x)'; do
        compiles "$1" "$wrong" 2>/dev/null && { echo "compiles: $wrong"; return 1; }
    done
    return 0
}
said_of_arguments() { # that there are too many or too few
    local wrong
    for wrong in 'ra_add(x, x, NULL, NULL)' 'ra_eye(4)' 'ra_from_data(pointer, RA_INT32)'; do
        compiles "$1" "$wrong" 2>&1 | grep -F wrong_number_of_arguments || { echo "not said: $wrong"; return 1; }
    done
}

cat >"$folder/hostile.c" <<'END'
#include <runahead.h>
int main(void)
{
    ra_tensor *ones = ra_add(ra_ones(RA_DIMS(2, 2)), 1.5, RA_OPTS(ra_add, .alpha = 2));
    ra_release(ra_clamp(ra_linalg_inv(ones), 0, 1));
    return ra_equal(ones, RA_NONE, NULL) == RA_ERR_ARGUMENT;
}
END
cat >"$folder/lines.c" <<'END'
#include <runahead.h>
static void say(int line)
{
    printf("%d %s\n", line, ra_last_error());
    ra_clear_error();
}
int main(void)
{
    ra_tensor *two = ra_ones(RA_DIMS(2)), *three = ra_ones(RA_DIMS(3));
    double number;
    ra_status status;
    (void)ra_add(two, three); say(__LINE__);
    status = ra_add_(two, three); say(__LINE__);
    status = ra_item_f64(three, &number); say(__LINE__);
    status = ra_wait(NULL); say(__LINE__);
    status = ra_scope_end(); say(__LINE__);
    (void)ra_op_find("no_such_operator"); say(__LINE__);
    (void)status;
    ra_release(two);
    ra_release(three);
    return 0;
}
END
cat >"$folder/numbers.cpp" <<'END'
#include <runahead.h>
#include <vector>
enum side { LEFT, RIGHT };
int main()
{
    std::vector<int> v(3);
    std::vector<int64_t> sizes{2, 3};
    ra_tensor *x = ra_ones(RA_DIMS(v.size(), 2u, short(1)));
    x = ra_div(x, v.size());
    x = ra_add(x, 3u);
    x = ra_add(x, 3ul);
    x = ra_add(x, 3ull);
    x = ra_add(x, 3ll);
    x = ra_add(x, 1.5f);
    x = ra_add(x, 1.5L);
    x = ra_add(x, 'a');
    x = ra_add(x, true);
    x = ra_add(x, RIGHT);
    x = ra_add(x, nullptr);
    x = ra_full(ra_dims_of(sizes.data(), 2), v.size());
    x = ra_sum(x, v.empty() ? RA_DIMS(0) : RA_DIMS(0, 1), RA_OPTS(ra_sum, .keepdim = true));
    ra_var_opts opts = *RA_OPTS(ra_var, .correction = 0);
    opts.keepdim = true;
    x = ra_var(x, RA_ALL, &opts);
    x = ra_cat(RA_LIST(x, x), 0);
    return x != nullptr;
}
END
of_readme() { awk -v number="$1" '/^```c$/ { on = ++count == number; next } /^```$/ { on = 0 } on' README.md; } # the nth program or piece of one
of_readme 1 >"$folder/readme.c"
of_readme 2 >"$folder/function.c"
of_readme 3 >"$folder/operator.c"
of_readme 4 >"$folder/source.c"

echo "1..$((4 + ${#compilers[@]} * 17))"
for pair in "${compilers[@]}"; do
    c=${pair%%:*} cxx=${pair##*:}
    check "$c: each header alone" each_alone "$pair"
    check "$c: numbers and options in every C" in_every_c "$pair" tests/headers/options.c
    check "$c: the README's program in every C" in_every_c "$pair" "$folder/readme.c"
    check "$c: the README's function in every C" in_every_c "$pair" "$folder/function.c" -Wno-missing-prototypes
    check "$c: the README's operator in every C" in_every_c "$pair" "$folder/operator.c" -Wno-missing-prototypes
    check "$c: the README's operator with CUDA source in every C" in_every_c "$pair" "$folder/source.c"
    check "$c: macros of the program's own" in_every_c "$pair" "$folder/hostile.c" -include tests/headers/hostile.h
    check "$c: options as C" run_options "$c" -std=c11
    check "$c: calls name their lines" names_its_line "$c" -std=c11
    check "$c: what is no number and too many arguments do not compile" refused "$pair"
    check "$c: a wrong number of arguments is said" said_of_arguments "$pair"
    check "$c: no macros but the library's" own_macros_only "$pair"
    if has_cxx "$pair"; then
        check "$cxx: numbers and options in every C++" in_every_cxx "$pair" tests/headers/options.c
        check "$cxx: numbers of every type" in_every_cxx "$pair" "$folder/numbers.cpp"
        check "$cxx: macros of the program's own" in_every_cxx "$pair" "$folder/hostile.c" -include tests/headers/hostile.h
        check "$cxx: options as C++" run_options "$cxx" -std=c++11 -x c++
        check "$cxx: calls name their lines" names_its_line "$cxx" -std=c++11 -x c++
    else
        for name in options numbers macros results lines; do check "# SKIP no $cxx here ($name)" true; done
    fi
done
check "every option that has a default of its own is tried" all_options_shown
check "no identifier is a single capital letter" no_single_capitals
# The controls: what must be found is found.
printf 'int f(int A);\n' >"$folder/planted.h"
check "a planted capital is found" single_capitals "$folder/planted.h"
sees_hostility() { ! printf '#include "tests/headers/hostile.h"\nint f(int A);\n' | ${CC:-gcc} -I. -fsyntax-only -x c - 2>/dev/null; }
check "a hostile macro is seen" sees_hostility
