# Which functions of functions.txt have no loop of vectors, and which kernels that say VECTORISED are neither there nor sets of loops. Reads,
# each after `what=` on the command line, functions (functions.txt), rows and tables (as judge.awk), and loops, which are lines of loops.awk
# behind the object's name; and the level as `level=`. A function that the compiler cut or copied has the loops of all its parts.
/^ *(#|$)/ { next }
what == "functions" {
    n = split($1, part, ",")
    for (i = 1; i <= n; i++)
        listed[part[i]] = 1
    if (!index("," $2 ",", "," level ","))
        next
    object[++lines] = $3
    gsub(/LEVEL/, level)
    pattern[lines] = "^(" $4 ")$"
    wanted[lines] = $5
    line_of[lines] = FNR
    next
}
what == "rows" {
    if (/VECTORISED/)
        rows[$2] = 1
    next
}
what == "tables" {
    listed[$1] = 1
    next
}
{
    sub(/\..*/, "", $2)
    name = $1 " " $2
    known[name] = 1
    if ($4 == "vector")
        vector[name] = 1
}
END {
    for (i = 1; i <= lines; i++) {
        count = 0
        for (name in known) {
            split(name, part, " ")
            if (part[1] != object[i] || part[2] !~ pattern[i])
                continue
            count++
            if (!(name in vector))
                print level, part[2] ": no loop of vectors"
        }
        if (count != wanted[i])
            print level ": line " line_of[i] " of the functions is about " count ", not " wanted[i]
    }
    if (level !~ /_/) # of a level that is another one with an instruction more there are few kernels
        for (k in rows)
            if (!(k in listed))
                print level, k ": no functions"
}
