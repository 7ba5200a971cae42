#!/bin/sh
# Installs what was built, or removes it again: install.sh install|uninstall, with PREFIX, LIBDIR (below PREFIX), DESTDIR, OBJ (the
# build folder), OBJCOPY, SONAME and VERSION. What was installed stands in PREFIX/share/runahead/installed, a place below
# PREFIX a line: that, no less and no more, is removed, by uninstalling and by installing another version over it.
set -eu
action=$1
record=share/runahead/installed
made=$(mktemp -d) # the build folder may be one that is only to be read
trap 'rm -rf "$made"' EXIT

stop() {
    echo "make $action: $1" >&2
    exit 1
}

case $PREFIX in
/*) ;;
'') stop "PREFIX is empty" ;;
*)
    [ -z "$DESTDIR" ] || stop "PREFIX=$PREFIX must begin with / where DESTDIR is given"
    PREFIX=$(realpath -m "$PREFIX")
    ;;
esac
PREFIX=$(printf '%s\n' "$PREFIX" | sed 's|\(.\)/*$|\1|')
root=$DESTDIR$PREFIX

case $LIBDIR in
"$PREFIX"/*) LIBDIR=${LIBDIR#"$PREFIX"/} ;;
esac
LIBDIR=$(printf '%s\n' "$LIBDIR" | sed 's|//*|/|g; s|/\./|/|g; s|^\./||; s|/\.$||; s|\(.\)/$|\1|')
case /$LIBDIR/ in
// | //* | /./ | */../*) stop "LIBDIR=$LIBDIR must be a folder below PREFIX=$PREFIX" ;;
esac

# Mode, source, place, but for the record, which comes first: what is begun can be taken away again. A source `link:NAME` is a symbolic link to NAME, `fill:FILE` is FILE with its @WORDS@ filled in.
list() {
    for file in include/runahead.h include/runahead/*.h; do
        echo "644|$file|$file"
    done
    cat <<LIST
644|$made/librunahead.a|$LIBDIR/librunahead.a
755|$made/$SONAME|$LIBDIR/$SONAME
644|$made/$SONAME.debug|$LIBDIR/.debug/$SONAME.debug
777|link:$SONAME|$LIBDIR/librunahead.so
644|fill:packaging/runahead.pc.in|$LIBDIR/pkgconfig/runahead.pc
644|fill:packaging/runaheadConfig.cmake.in|$LIBDIR/cmake/runahead/runaheadConfig.cmake
644|fill:packaging/runaheadConfigVersion.cmake.in|$LIBDIR/cmake/runahead/runaheadConfigVersion.cmake
644|LICENSE|share/doc/runahead/LICENSE
644|README.md|share/doc/runahead/README.md
LIST
    # The program, and what its bench computes with.
    if [ -e "$OBJ/runahead" ]; then
        echo "755|$made/runahead|bin/runahead"
        for file in tests/data/*.*; do # not what is for the tests alone
            echo "644|$file|share/runahead/${file##*/}"
        done
    fi
}

# Debug information apart, where gdb and elfutils look for it: in .debug beside the library.
strip_all() {
    "$OBJCOPY" --only-keep-debug "$OBJ/$SONAME" "$made/$SONAME.debug"
    "$OBJCOPY" --strip-unneeded --add-gnu-debuglink="$made/$SONAME.debug" "$OBJ/$SONAME" "$made/$SONAME"
    "$OBJCOPY" --strip-debug "$OBJ/librunahead.a" "$made/librunahead.a"
    [ ! -e "$OBJ/runahead" ] || "$OBJCOPY" --strip-unneeded "$OBJ/runahead" "$made/runahead"
}

escaped() { printf '%s\n' "$1" | sed 's/[&|\\]/\\&/g'; }
fill_in() { # @UP@: from LIBDIR/cmake/runahead back to PREFIX
    up=$(printf '%s/cmake/runahead\n' "$LIBDIR" | sed 's|[^/][^/]*|..|g')
    sed -e "s|@PREFIX@|$(escaped "$PREFIX")|g" -e "s|@LIBDIR@|$(escaped "$LIBDIR")|g" -e "s|@UP@|$up|g" -e "s|@VERSION@|$VERSION|g" "$1"
}

put() { # mode, source, place
    mkdir -p "$(dirname "$root/$3")"
    case $2 in
    link:*) ln -sfn "${2#link:}" "$root/$3" ;;
    fill:*)
        fill_in "${2#fill:}" >"$made/filled-in"
        install -m "$1" "$made/filled-in" "$root/$3"
        ;;
    *) install -m "$1" "$2" "$root/$3" ;;
    esac
    echo "  $root/$3"
}

take_away() { # place; and its folder, where that is one of ours and empty
    rm -f "$root/$1"
    case /$(dirname "$1") in
    */runahead | */.debug) rmdir "$root/$(dirname "$1")" 2>/dev/null || true ;;
    esac
}

case $action in
install)
    strip_all
    list >"$made/files"
    { cut -d'|' -f3 "$made/files" && echo "$record"; } >"$made/places"
    { echo "644|$made/places|$record" && cat "$made/files"; } >"$made/list"
    if [ -e "$root/$record" ]; then # of another version, perhaps
        grep -vxF -f "$made/places" "$root/$record" | while IFS= read -r place; do take_away "$place"; done
    fi
    while IFS='|' read -r mode source place; do
        put "$mode" "$source" "$place"
    done <"$made/list"
    ;;
uninstall)
    [ -e "$root/$record" ] || stop "nothing is installed below $root (no $root/$record)"
    while IFS= read -r place; do
        take_away "$place"
        echo "  $root/$place"
    done <"$root/$record"
    ;;
*) stop "install.sh install|uninstall" ;;
esac
