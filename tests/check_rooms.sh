#!/bin/bash
# The rooms of src/async: a file calls and includes only files of its own room and of those below it, and no more than three
# files go in a circle; nor does a file name (in a declaration, a macro, an inline function) what a room above it defines.
# The same of circles in src/cuda, which is one room. Calls are read from the objects, includes and names from the lines; the rooms and
# their order stand in README.md. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

rooms() { # of the README, from the lowest
    sed -n '/^    src.async/,/^    src.io/s|^      \([a-z]*\)/  .*|\1|p' README.md
}

# "has room/file symbol", "wants room/file symbol", of the objects of a tree.
symbols() { # src/async, the objects
    find "$2" -name '*.o' 2>/dev/null | while IFS= read -r object; do
        file=${object#"$2"/}
        file=${file%.o}
        [ -e "$1/$file.c" ] && nm "$object" | awk -v file="$file" 'NF == 3 && $2 ~ /^[A-TV-Z]$/ { print "has", file, $3 } NF == 2 && $1 == "U" { print "wants", file, $2 }'
    done
}

# "names room/file symbol": what stands in a file outside of comments and strings.
names() { # src/async
    (cd "$1" && for file in */*.[ch]; do
        sed -z 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g; s/"\(\\.\|[^"\\\n]\)*"//g' "$file" | grep -oE '\bra_[a-z0-9_A-Z]+' | sort -u | sed "s|^|names ${file%.[ch]} |"
    done)
}

# "room/file room/file why": file.c and file.h are one. Of a tree, with its objects where there are some.
arrows() { # src/async or src/cuda, the objects
    local own=${1#src/}
    {
        symbols "$1" "$2"
        (cd "$1" && grep -rEo "^[[:space:]]*#[[:space:]]*include[[:space:]]+\"$own/[a-z_/]+" --include='*.[ch]' . | sed -E "s|^\./([a-z_/]+)\.[ch]:.*\"$own/|includes \1 |")
    } | awk '
        $1 == "has" { home[$3] = $2 }
        $1 == "wants" { wants[++n] = $2 " " $3 }
        $1 == "includes" && $2 != $3 { print $2, $3, "#include" }
        END {
            for (i = 1; i <= n; i++) {
                split(wants[i], of, " ")
                if (of[2] in home && home[of[2]] != of[1])
                    print of[1], home[of[2]], of[2]
            }
        }' | sort -u
}

upward() { # arrows
    awk -v rooms="$(rooms | tr '\n' ' ')" '
        BEGIN { n = split(rooms, list, " "); for (i = 1; i <= n; i++) level[list[i]] = i }
        { split($1, from, "/"); split($2, to, "/"); if (level[to[1]] > level[from[1]]) print $1 " -> " $2 ": " $3 }' "$1"
}

# Circles of more than three, each in a line, and who calls whom in them: two files are in one if each can be reached from the other.
circles() { # arrows
    awk '
        { if (!(($1, $2) in arrow)) { arrow[$1, $2] = $3; next_of[$1] = next_of[$1] " " $2 } node[$1]; node[$2] }
        function reach(from,    stack, top, at, list, n, i) {
            stack[top = 1] = from
            while (top) {
                at = stack[top--]
                n = split(next_of[at], list, " ")
                for (i = 1; i <= n; i++)
                    if (!((from, list[i]) in reached)) { reached[from, list[i]]; stack[++top] = list[i] }
            }
        }
        END {
            for (a in node) reach(a)
            for (a in node) {
                if (a in done) continue
                members = a; size = 1; done[a]
                for (b in node)
                    if (a != b && (a, b) in reached && (b, a) in reached) { members = members " " b; size++; done[b] }
                if (size <= 3) continue
                print size " files: " members
                n = split(members, list, " ")
                for (i = 1; i <= n; i++) for (k = 1; k <= n; k++)
                    if ((list[i], list[k]) in arrow) print "  " list[i] " -> " list[k] ": " arrow[list[i], list[k]]
            }
        }' "$1"
}

# The same of names, and of who defines them.
named() { # src/async, the objects
    {
        symbols "$1" "$2"
        names "$1"
    } | awk '$1 == "has" { home[$3] = $2 } $1 == "names" && $3 in home && home[$3] != $2 { print $2, home[$3], $3 }'
}

found=$folder/arrows
plan 11
arrows src/async "${OBJ:-}/src/async" >"$found"
check_none "the README has the rooms that there are" "$(diff <(rooms | sort) <(find src/async -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort))"
check_none "every file is in a room" "$(find src/async -maxdepth 1 -name '*.[ch]')"
if [ -d "${OBJ:-}/src/async" ]; then check "there are arrows to look at" test "$(grep -vc '#include' "$found")" -gt 300; else skip "nothing is built"; fi
check_none "no file calls or includes what stands above it" "$(upward "$found")"
check_none "no circle has more than three files" "$(circles "$found")"
arrows src/cuda "${OBJ:-}/src/cuda" >"$found"
if [ -d "${OBJ:-}/src/cuda" ]; then check "there are arrows of CUDA to look at" test "$(grep -vc '#include' "$found")" -gt 100; else skip "nothing is built"; fi
check_none "no circle of CUDA has more than three files" "$(circles "$found")"
check_none "no file that is not generated has more than 600 lines" "$(find src -name '*.[ch]' ! -name stubs.c -exec wc -l {} + | awk '$2 != "total" && $1 > 600')"
named src/async "${OBJ:-}/src/async" >"$found"
check_none "no file names what a room above it defines" "$(upward "$found")"
# The controls: a name is found, but in comments and strings; an arrow that goes up is found, and with it a circle of four.
mkdir "$folder/os" && printf '%s\n' '/* ra_one' ' * ra_two **/ extern int ra_three; /*/ ra_four */ int n = f("\" ra_five", ra_six);' >"$folder/os/x.h"
check_none "planted names are found" "$(diff <(names "$folder") <(printf 'names os/x %s\n' ra_six ra_three))"
printf '%s\n' 'os/a engine/d x' 'engine/d run/c x' 'run/c tasks/b x' 'tasks/b os/a x' >"$found"
is_found() { [ "$(upward "$found" | wc -l)" = 1 ] && circles "$found" | grep -q '^4 files'; }
check "a planted circle is found" is_found
