# Which forms of the loops of kernels that say VECTORISED are not of vectors, but for the exceptions, and which exceptions are none.
# Reads, each after `what=` on the command line:
#   rows        "OPERATOR KERNEL PROPERTIES", of the table of operators
#   exceptions  exceptions.txt
#   tables      what tables.awk prints of each object file of a level
#   loops       what loops.awk prints of them
# and the level as `level=`.
/^ *(#|$)/ { next }
what == "rows" {
    if (/VECTORISED/)
        rows[$2] = 1
    if (/VECTORISED/ && /ELEMENTWISE/)
        by_element[$2] = 1
    next
}
what == "exceptions" {
    if (!index("," $1 ",", "," level ","))
        next
    exception[++exceptions] = "^" $2 "$"
    excepted_form[exceptions] = $3
    line_of[exceptions] = FNR
    next
}
what == "tables" {
    if (!($1 in rows))
        next
    found[$1] = 1
    if (!($3 in kernel))
        function_of[++functions] = $3
    kernel[$3] = $1
    next
}
$3 == "calls" {
    if ($2 != "-")
        has_form[$1] = 1
    calls[$1 " " $2] = calls[$1 " " $2] " " $4
    called[$1] = called[$1] " " $4
    next
}
$3 == "unknown" { print $1 ": a form of operands in line " $4 " that this check has no name for" }
{
    has[$1] = 1
    kinds[$1 " " $2 " " $3] = 1
    forms[$1 " " $2] = 1
    if ($2 != "-")
        has_form[$1] = 1
    if ($3 == "vector")
        any[$1] = 1
    else
        why[$1 " " $2] = why[$1 " " $2] " " $4
}
function is_vector(f, form,   list, n, i) {
    if ((f " " form " vector") in kinds)
        return 1
    if (!(f in has)) { # the same as another function, to which it goes
        n = split(called[f], list, " ")
        for (i = 1; i <= n; i++)
            if (list[i] != f && is_vector(list[i], form))
                return 1
    }
    if (!(f in has_form)) # a copy of an equal function, of which the compiler tells no lines
        return (f " - vector") in kinds
    n = split(calls[f " " form], list, " ")
    for (i = 1; i <= n; i++)
        if (list[i] in any || list[i] ~ /^mem(set|cpy|move)$/)
            return 1
    return 0
}
function judge(f, form,   i, vector, excepted) {
    vector = is_vector(f, form)
    excepted = 0
    for (i = 1; i <= exceptions; i++)
        if (f ~ exception[i] && (excepted_form[i] == "*" || excepted_form[i] == form)) {
            excepted = 1
            if (vector)
                print level, f, form ": is of vectors, so line " line_of[i] " of the exceptions is wrong"
            used[i] = 1
        }
    judged++
    if (!vector && !excepted)
        print level, f, form ": no loop of vectors" (why[f " " form] == "" ? "" : ", but" why[f " " form])
}
END {
    for (k in by_element)
        if (!(k in found))
            print level, k ": no loops"
    for (i = 1; i <= functions; i++) {
        f = function_of[i]
        if (f ~ /^ra__fill_/) {
            for (size = 1; size <= 16; size *= 2)
                judge(f, size)
            continue
        }
        judge(f, "dense")
        if ((f " parts") in forms)
            judge(f, "parts")
        if ((f " second_still") in forms || (f " first_still") in forms || (f " third_still") in forms) {
            judge(f, "second_still")
            if (called[f] !~ /ra__loop_expanded/)
                judge(f, "first_still")
            else {
                judge(f, "third_still")
                judge(f, "both_still")
            }
        }
    }
    for (i = 1; i <= exceptions; i++)
        if (!(i in used))
            print level ": line " line_of[i] " of the exceptions is about no loop"
    if (tell)
        print level, judged >tell
}
