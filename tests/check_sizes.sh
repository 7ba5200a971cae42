#!/bin/bash
# Sizes, strides, offsets, extents and byte counts of tensors are added and multiplied by the checked functions of
# src/meta/sizes.h, or on a line that says why the result fits 64 bits, "fits: ...". Read from the source, line by line; in
# floating point, where nothing wraps, no reason is needed. Of kernels, which count at most RA__MOST_ELEMENTS, this finds what
# is multiplied for the size of an allocation. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
. tests/tap.sh

# A number of a layout or storage: sizes[d], ra__strides(l)[d], numel, o->offset, ra__itemsize(l), ...
place='(ra__)?(sizes|strides)(\([^()]*\))?\[[^]]*\]'
whole='(numel|extent|offset|(storage|s)->bytes|need|itemsize|element)\b(\([^()]*\))?'
bytes='(ra__itemsize|ra__element_bytes|ra_dtype_size)\([^()]*(\([^()]*\))?[^()]*\)'
term="(($place|$whole|$bytes))"
# What a function says of such a number, by its name: bytes_of(k), ra_size(t, 0), strlen(name), ...
told='[a-z_0-9]*(bytes|size|sizes|numel|extent|elements|strides?|strlen)(_[a-z0-9_]+)?\('

raw() { # of the files given: lines where such a number is multiplied, or added to one
    grep -nE "\b$term( \* | \*= |\s\+= )|[])a-z0-9_] \* (\([a-z0-9_]+\))?([a-z]+(->|\.))*$term|[*+]= (.*[^a-z_])?$term|\boffset \+ |[a-z)] \+ ([a-z]+(->|\.))*$whole|[*+]= (.*[^a-z_0-9])?$told" "$@" /dev/null |
        grep -vE 'fits:|^[^:]*:[0-9]+:\s*(/\*|\*( |/|$))|sizeof|\(double\)|#define|\+ \*?(s->|w\.)?offset\b.*size_t|size_t\)|"[^"]*offset \+'
}
sized() { # allocations of kernels
    grep -nE '(ra__plan_alloc\(|->(workspace|scratch) \+?= ).*\*' "$@" /dev/null | grep -vE 'fits:|ra_plan \*p, size_t|scratch = \(int64_t\)\*scratch|sizeof \*[a-z]+\);$'
}

plan 7
check_none "meta: sums and products of sizes fit, and say why" "$(raw $(ls src/meta/*.[ch] | grep -vE '/(sizes\.[ch]|generate(_table)?\.c)$'))"
check_none "async: likewise, but for files and mappings" "$(raw $(ls src/async/*/*.[ch] | grep -vE '/os(_[a-z]+)?\.[ch]$'))"
check_none "io: likewise" "$(raw src/io/*.[ch])"
check_none "cuda: likewise" "$(raw src/cuda/*.[ch])"
check_none "cpu: sizes of allocations fit, and say why" "$(sized src/cpu/*.[ch])"
# The control: the same searches must find lines that break the rule, and pass one that does not.
planted=$folder/planted.c
cat >"$planted" <<'END'
    int64_t end = t->offset + extent * ra__element_bytes(r->shape.dtype);
        step *= sizes[d];
    int64_t next = ra__strides(l)[d] * ra__sizes(l)[d];
    bool grows = o->offset + bytes > need;
    p->scratch = (size_t)(span * element);
    need_of_all += operand_bytes(j, k);
    rows += ra_size(t, 0);
        *(d < dim ? &outer : &inner) *= ra__sizes(self)[d];
END
found=$({ raw "$planted"; sized "$planted"; } | cut -d: -f2 | sort -u | wc -l)
check_none "planted lines are found" "$([ "$found" = 8 ] || echo "$found of 8")"
printf '    step *= sizes[d]; /* fits: numel */\n    bool fit = ra__product_fits(sizes[d], strides[d], &step);\n' >"$planted"
check_none "lines that say why are not" "$(raw "$planted")"
