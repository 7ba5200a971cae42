/* math_table_rows.h: the part of the template math_table.h that is for vectors of eight floats (AVX2), whose lanes take from no more: ra__<name>_n.
 *
 * The table is turned when a call begins, so that what belongs to an interval lies together; the rows of eight elements are loaded, and turned to be
 * the coefficients of each. What rows they are is found by a loop of its own, as a core does not look far enough ahead to have
 * several in flight from there to the end. No more than eight numbers belong to an interval.
 */
#ifndef RA_CPU_MATH_TABLE_ROWS_H
#define RA_CPU_MATH_TABLE_ROWS_H

#define RA__ROWS_HALF(k, h) \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((const float *)(const void *)(base + offsets[k]) + (h))), \
                         _mm_loadu_ps((const float *)(const void *)(base + offsets[(k) + 4]) + (h)), 1)

/* turned[j]: number j of each of the eight rows that are so many bytes behind base. */
RA_MATH void ra__turn_rows(const char *base, const uint32_t *offsets, __m256 *turned) {
    for (int h = 0; h < 8; h += 4) {
        const __m256 a = RA__ROWS_HALF(0, h), b = RA__ROWS_HALF(1, h), c = RA__ROWS_HALF(2, h), d = RA__ROWS_HALF(3, h);
        const __m256d ab = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)), cd = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
        const __m256d high_ab = _mm256_castps_pd(_mm256_unpackhi_ps(a, b)), high_cd = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
        turned[h] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab, cd));
        turned[h + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab, cd));
        turned[h + 2] = _mm256_castpd_ps(_mm256_unpacklo_pd(high_ab, high_cd));
        turned[h + 3] = _mm256_castpd_ps(_mm256_unpackhi_pd(high_ab, high_cd));
    }
}

RA_MATH __m256 ra__magnitudes_rows(__m256 x) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x); }

/* Of a mask of lanes: which lanes those are, in their order, and the other way round, which of them is in each of their lanes. A byte for each. */
RA_MATH uint64_t ra__lanes_of_rows(int mask) { return _pext_u64(0x0706050403020100u, _pdep_u64((uint64_t)mask, 0x0101010101010101u) * 0xff); }
RA_MATH uint64_t ra__places_of_rows(int mask) { return _pdep_u64(0x0706050403020100u, _pdep_u64((uint64_t)mask, 0x0101010101010101u) * 0xff); }
RA_MATH __m256 ra__permuted_rows(__m256 x, uint64_t lanes) { return _mm256_permutevar8x32_ps(x, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)lanes))); }

#undef RA__ROWS_HALF
#endif

/* Which lanes are far. */
#ifndef RA_TABLE_ROWS_FAR
#define RA_TABLE_ROWS_FAR(x) ra__magnitudes_rows(x)
#endif

/* Of each element's row, where it begins; whether some are far. */
RA_MATH int RA__TABLE(_rows_of)(uint32_t *offsets, const float *in, size_t n) {
    const __m256 near = _mm256_set1_ps(RA_TABLE_NEAR);
    __m256 far = _mm256_setzero_ps();
    for (size_t i = 0; i < n; i += 8) {
        const __m256 x = _mm256_loadu_ps(in + i), z = _mm256_min_ps(near, ra__magnitudes_rows(x)), s = RA__TABLE_PLACE(z, _mm256_fmadd_ps, _mm256_set1_ps);
        const __m256i k = _mm256_and_si256(_mm256_castps_si256(s), _mm256_set1_epi32(31));
        _mm256_store_si256((__m256i *)(void *)(offsets + i), _mm256_slli_epi32(k, 5));
        far = _mm256_or_ps(far, _mm256_cmp_ps(RA_TABLE_ROWS_FAR(x), near, _CMP_GT_OQ));
    }
    return _mm256_movemask_ps(far) != 0;
}

/* What is near, and else nothing that counts. */
RA_MATH __m256 RA__TABLE(_by_rows)(__m256 x, const uint32_t *offsets, const float *rows) {
    const __m256 z = _mm256_min_ps(_mm256_set1_ps(RA_TABLE_NEAR), ra__magnitudes_rows(x)); /* NaN stays */
    __m256 c[8];
    ra__turn_rows((const char *)rows, offsets, c);
    const __m256 t = _mm256_sub_ps(z, c[0]);
    __m256 w = c[RA_TABLE_DEGREE + 1];
    for (int j = RA_TABLE_DEGREE; j > 0; j--)
        w = _mm256_fmadd_ps(w, t, c[j]);
    return RA_TABLE_JOIN_ROWS(x, _mm256_load_si256((const __m256i *)(const void *)offsets), w);
}

/* At most RA__TABLE_BLOCK elements, in eights. Those that are far are set aside, and done together behind the others. */
RA_MATH void RA__TABLE(_block)(float *out, const float *in, size_t n, const float *rows) {
    uint32_t offsets[RA__TABLE_BLOCK] __attribute__((aligned(64)));
    if (!RA__TABLE(_rows_of)(offsets, in, n)) {
        for (size_t i = 0; i < n; i += 8)
            _mm256_storeu_ps(out + i, RA__TABLE(_by_rows)(_mm256_loadu_ps(in + i), offsets + i, rows));
        return;
    }
    float aside[RA__TABLE_BLOCK + 8] __attribute__((aligned(64)));
    uint8_t masks[RA__TABLE_BLOCK / 8];
    size_t count = 0;
    for (size_t i = 0; i < n; i += 8) {
        const __m256 x = _mm256_loadu_ps(in + i);
        const int far = _mm256_movemask_ps(_mm256_cmp_ps(RA_TABLE_ROWS_FAR(x), _mm256_set1_ps(RA_TABLE_NEAR), _CMP_GT_OQ));
        masks[i / 8] = (uint8_t)far;
        _mm256_storeu_ps(out + i, RA__TABLE(_by_rows)(x, offsets + i, rows));
        if (far) {
            _mm256_storeu_ps(aside + count, ra__permuted_rows(x, ra__lanes_of_rows(far)));
            count += (size_t)__builtin_popcount((unsigned)far);
        }
    }
    RA__TABLE(_far_block)(aside, count);
    count = 0;
    for (size_t i = 0; i < n; i += 8) {
        const int far = masks[i / 8];
        if (!far)
            continue;
        const __m256i lanes = _mm256_cvtepi8_epi32(_mm_cvtsi64_si128((int64_t)(_pdep_u64((uint64_t)far, 0x0101010101010101u) * 0xff)));
        const __m256 y = ra__permuted_rows(_mm256_loadu_ps(aside + count), ra__places_of_rows(far));
        _mm256_storeu_ps(out + i, _mm256_blendv_ps(_mm256_loadu_ps(out + i), y, _mm256_castsi256_ps(lanes)));
        count += (size_t)__builtin_popcount((unsigned)far);
    }
}

/* out and in are the same array or do not overlap. */
static inline void RA__TABLE(_n)(float *out, const float *in, size_t count) {
    float rows[32][8] __attribute__((aligned(64)));
    uint32_t columns[8];
    for (uint32_t j = 0; j < 8; j++)
        columns[j] = (j < RA_TABLE_DEGREE + 2 ? j : 0) * (uint32_t)sizeof RA__TABLE(_table)[0];
    for (int k = 0; k < 32; k += 8)
        ra__turn_rows((const char *)(RA__TABLE(_table)[0] + k), columns, (__m256 *)(void *)rows[k]);
    const size_t whole = count & ~(size_t)7;
    for (size_t at = 0; at < whole; at += RA__TABLE_BLOCK)
        RA__TABLE(_block)(out + at, in + at, whole - at < RA__TABLE_BLOCK ? whole - at : RA__TABLE_BLOCK, rows[0]);
    if (whole < count) {
        float rest[8] = {0};
        for (size_t i = whole; i < count; i++)
            rest[i - whole] = in[i];
        RA__TABLE(_block)(rest, rest, 8, rows[0]);
        for (size_t i = whole; i < count; i++)
            out[i] = rest[i - whole];
    }
}
