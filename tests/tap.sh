# What the checks share, sourced in the project's root: TAP, a folder of a check's own that goes with it, and building with the
# settings of the build that is tested.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0

plan() { echo "1..$1"; }

check() { # name, command...: the end of its output is shown where it fails
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >"$folder/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        tail -n 40 "$folder/log" | sed 's/^/# /'
    fi
}

check_none() { # name, lines that should not be there
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

skip() { # reason
    count=$((count + 1))
    echo "ok $count - # SKIP $1"
}

skip_all() { # how many, reason
    local n
    plan "$1"
    for ((n = 0; n < $1; n++)); do skip "$2"; done
    exit 0
}

make_with() { # target, VARIABLE=VALUE...
    "${MAKE:-make}" --no-print-directory "$@" CC="${CC:-gcc}" BUILD="${BUILD:-build}" ${ISA:+ISA="$ISA"} ${CFLAGS:+CFLAGS="$CFLAGS"} \
        EXTRA_CFLAGS="${EXTRA_CFLAGS:-}" WERROR="${WERROR:-}"
}

# The program `runahead`, which needs jansson.
program=${BUILD:-build}/runahead
program_can_be_built() { printf '#include <jansson.h>\n' | ${CC:-gcc} -E -x c - >/dev/null 2>&1; }
