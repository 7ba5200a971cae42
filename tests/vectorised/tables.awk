# Which functions are the loops of which kernel: reads `objdump -tr` of one object file, prints "KERNEL TABLE FUNCTION" for each place of a
# table of loops; of kernel copy those are the tables of conversions. Kernels, tables and functions are found by symbols, what points to what by relocations.
#   level  the instruction set level that the names of kernels end in
function name_at(place) { return place in symbol ? symbol[place] : "" }
/^RELOCATION RECORDS/ { section = $4; gsub(/[\[\]:]/, "", section); next }
# value flags section, a tab, size visibility name
/^[0-9a-f]+ .* [FO] .*\t/ {
    split($0, side, "\t")
    n = split(side[1], part, " ")
    symbol[part[n] "+" $1] = $NF
    if (part[n - 1] == "F")
        is_function[$NF] = 1
    if (part[n - 1] == "O")
        data[++objects] = part[n] " " $1
    next
}
/^[0-9a-f]+ R_/ && section !~ /^\.(text|debug|eh_frame)/ {
    target = $3
    sub(/\+0x/, "+", target)
    if (target !~ /\+/)
        target = target "+0000000000000000"
    relocation[++relocations] = section " " $1 " " target
}
function owner(section, offset,   i, best, part) { # the object whose bytes lie there
    best = ""
    for (i = 1; i <= objects; i++) {
        split(data[i], part, " ")
        if (part[1] == section && part[2] "" <= offset "" && part[2] "" > best "") # as strings: 0e0 is a number, too
            best = part[2]
    }
    return name_at(section "+" best)
}
END {
    for (r = 1; r <= relocations; r++) {
        split(relocation[r], part, " ")
        holder = owner(part[1], part[2])
        pointed = name_at(part[3])
        if (pointed != "")
            held[holder] = held[holder] " " pointed
    }
    for (holder in held) {
        if (holder ~ /^from_/) {
            n = split(held[holder], part, " ")
            for (k = 1; k <= n; k++)
                print "copy", holder, part[k]
        }
        if (holder !~ "^ra__kernel_.*_" level "$")
            continue
        kernel = substr(holder, 12, length(holder) - 12 - length(level))
        tables = ""
        n = split(held[holder], part, " ")
        for (k = 1; k <= n; k++)
            if (part[k] ~ /_loops$/)
                tables = (kernel "_variants") in held ? held[kernel "_variants"] : part[k]
        if (("ra__" kernel "_" level) in is_function) # one function, by the size of an element
            print kernel, "-", "ra__" kernel "_" level
        n = split(tables, table, " ")
        for (k = 1; k <= n; k++) {
            m = split(held[table[k]], loop, " ")
            for (i = 1; i <= m; i++)
                print kernel, table[k], loop[i]
        }
    }
}
