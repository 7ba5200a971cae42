# Which loops of object code are of vectors. Reads the loop templates, then `objdump -drl --inlines --no-show-raw-insn` of object files, and
# prints "FUNCTION FORM KIND WHY" for each innermost loop of a function, where FORM is the template's form that its lines belong to, and
# "FUNCTION FORM calls OTHER" for each call of a function of the same file.
#   width           the register of the level: zmm, ymm or xmm
#   source          the name of the source file
#   first_template  of the first template in it
# KIND is vector where the loop reads or writes memory by registers of that width and computes nothing by the element: nothing on single
# floating numbers, no element by itself into a vector or out of it, no division of integers, no call. Else it is scalar, and WHY has an
# instruction that says so.

# ---- templates: the forms of operands, blocks of one condition on strides each; names in their order ----

BEGIN {
    names["loop_unary.h"] = "dense"
    names["loop_binary.h"] = "dense second_still first_still"
    names["loop_ternary.h"] = "dense second_still third_still both_still"
    names["convert_loop.h"] = "dense parts"
    names["fill.c"] = "1 2 4 8 16"
}
FILENAME != "-" {
    if (FNR == 1) {
        file = FILENAME
        sub(/.*\//, "", file)
        forms = split(names[file], of_file, " ")
        seen = 0
    }
    if (/^    }/ || /return/)
        open = ""
    if (/^    (if|} else)/) # a block that has no loop of its own for vectors names no form
        begins = FNR
    if (begins && (/RA__INDEPENDENT/ || /RA__STORE\(RA/)) {
        if (++seen > forms)
            print file, "-", "unknown", FNR
        begins = 0
        open = of_file[seen]
    }
    if (open != "")
        form_at[file ":" FNR] = open
    if (/^ +(FILL|fill_pairs)\(/)
        form_at[file ":" FNR] = of_file[++seen]
    if (/RA__DENSE\(/)
        form_at[file ":" FNR] = "dense"
    next
}

# ---- object code ----

function is_single(m) { # computes with one floating number, takes an element out of a vector or puts it in, or divides an integer
    return m ~ /^v?(add|sub|mul|div|sqrt|rcp|rsqrt|max|min|cmp[a-z_]*|round|rndscale|fn?m(add|sub)[0-9]*|ucomi|comi|cvt[a-z0-9]*)s[sd]$/ || \
        m ~ /^v?p(ext|ins)r[bwdq]$/ || m ~ /^v?cvt(t?s[sd]2u?si|u?si2s[sd])[lq]?$/ || m ~ /^i?div[bwlq]?$/
}
function inside(i, j,   k, mnemonic, why, wide, memory) { # of the loop from instruction i to j
    wide = memory = 0
    why = ""
    for (k = i; k <= j; k++) {
        mnemonic = text[k]
        sub(/^(\{[a-z0-9]*\} |notrack |lock |rep[nz]* )*/, "", mnemonic)
        sub(/ .*/, "", mnemonic)
        if (mnemonic == "call")
            why = "call"
        else if (is_single(mnemonic))
            why = mnemonic
        if (index(text[k], "%" width) && (width != "xmm" || mnemonic !~ /s[sd]$|^mov[dq]$/)) {
            wide++
            if (text[k] ~ /\(%r?[a-ds0-9]/ && text[k] !~ /\(%r[is]p\)/)
                memory++
        }
    }
    return why != "" ? "scalar " why : !wide ? "scalar no_" width : !memory ? "scalar no_memory" : "vector -"
}
function finish(   i, j, k, from, form, inner) {
    for (j = 1; j <= count; j++) {
        if (text[j] ~ /^(call|jmp) / && text[j] ~ /<[^>+]*>$/) {
            target = text[j]
            sub(/.*</, "", target)
            sub(/>$/, "", target)
            print name, form_of[j] == "" ? "-" : form_of[j], "calls", target
        }
        if (text[j] !~ /^(bnd )?j/ )
            continue
        split(text[j], part, " ")
        from = part[2] in at ? at[part[2]] : 0
        if (!from || from > j || (part[1] ~ /^jmp/))
            continue
        inner = 1
        for (k = from; k < j && inner; k++)
            if (k in back && back[k] >= from)
                inner = 0
        back[j] = from
        if (!inner)
            continue
        form = "-"
        for (k = from; k <= j; k++)
            if (form_of[k] != "")
                form = form_of[k]
        print name, form, inside(from, j), address[from]
    }
}
function clear(   i) {
    for (i = 1; i <= count; i++)
        delete at[address[i]]
    count = 0
    split("", back)
    split("", text)
    form = innermost = ""
}
/^[0-9a-f]+ <.*>:$/ {
    finish()
    clear()
    name = $2
    gsub(/[<>:]/, "", name)
    next
}
/^ +[0-9a-f]+:\t/ {
    split($0, column, "\t")
    place = column[1]
    gsub(/[ :]/, "", place)
    text[++count] = column[2]
    sub(/ +#.*/, "", text[count])
    sub(/ +$/, "", text[count])
    address[count] = place
    at[place] = count
    form_of[count] = form
    begins_place = 1
    next
}
/^\t+[0-9a-f]+: R_X86_64_PLT32\t/ {
    sub(/ <.*/, "", text[count])
    target = $3
    sub(/-0x.*/, "", target)
    text[count] = text[count] " <" target ">"
    next
}
# Where an instruction comes from is told innermost first, and that is left out where it is what it was. The outermost place in a form says
# which; a function that is inlined into itself in part has its first line beyond that. objdump of binutils 2.40 takes the source file's
# name for that of the first template in it.
/^(inlined by )?[^ ].*:[0-9]+( |$)/ {
    line = $0
    is_outer = sub(/^inlined by /, "", line)
    sub(/ \(.*/, "", line)
    sub(/.*\//, "", line)
    sub("^" source ":", first_template ":", line)
    if (!is_outer)
        innermost = line in form_at ? form_at[line] : ""
    if (!is_outer || begins_place)
        form = innermost
    begins_place = 0
    if (is_outer && line in form_at)
        form = form_at[line]
    next
}
END { finish() }
