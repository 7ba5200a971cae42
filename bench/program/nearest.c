#include "program/nearest.h"

#include <string.h>

enum { LONGEST = 64 };

static int smaller(int a, int b) { return a < b ? a : b; }

/* Row by row over the letters of `a`, each cell from the three rows that it can be reached from. */
static int changes(const char *a, const char *b)
{
    int rows[3][LONGEST + 1];
    const int m = (int)strlen(a), n = (int)strlen(b);
    if (m > LONGEST || n > LONGEST)
        return 2 * LONGEST;
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            row[j] = smaller(above[j - 1] + (a[i - 1] != b[j - 1]), 1 + smaller(above[j], row[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], second[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

const char *nearest(const char *wanted, nearest_name *name_at)
{
    const char *best = NULL;
    const int length = (int)strlen(wanted);
    int most = 1 + length / 4; /* as many slips as a word of that length has */
    for (size_t i = 0; length && name_at(i); i++) {
        int distance = changes(wanted, name_at(i));
        if (length > 2 && strstr(name_at(i), wanted))
            distance = smaller(distance, most);
        if (distance < most || (distance == most && !best)) {
            most = distance;
            best = name_at(i);
        }
    }
    return best;
}
