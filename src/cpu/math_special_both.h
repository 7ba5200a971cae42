/*
 * Special functions of float64; kernels of float32 and halves compute with them too and round once. C that is CUDA C as well:
 * math_special.h includes it for the processor, and programs for devices have it behind src/cuda/special.cu.
 *
 * Written with branches, an element at a time. "Error" is the largest found by tests/test_special.c among random samples, in
 * units in the last place of the exact result. The polynomials interpolate in the nodes of Chebyshev, to the degree
 * beside each.
 *
 *   RA_MATH, RA_SPECIAL          before a small function, and before any other
 *   RA_FMA, ra__log, ...         as math_f64.h has them
 */

RA_MATH double ra__polynomial(const double *c, int degree, double t) {
    double p = c[degree];
    for (int k = degree - 1; k >= 0; k--)
        p = RA_FMA(p, t, c[k]);
    return p;
}

/* ---- gamma ---- */

/* digamma(x) / (x - z), z its positive zero, for x = (t + 3) / 2, |t| <= 1: degree 23. */
RA_MATH double ra__digamma_slope(double t) {
    static const double c[] = {
        0x1.e6f0cbb873616p-1, -0x1.b1cb63005ee96p-3, 0x1.eca189b8e6f7bp-5, -0x1.2feeeb98a7e3cp-6,
        0x1.8512e59037ebbp-8, -0x1.fb44202998234p-10, 0x1.4de9aa1802de8p-11, -0x1.b9f8b1503d333p-13,
        0x1.25647156391a7p-14, -0x1.86355909e5cc0p-16, 0x1.03c0b2b60f6f7p-17, -0x1.5a080a5ba7f11p-19,
        0x1.cd1f26d55994ep-21, -0x1.33508ac98b319p-22, 0x1.99e1aca26565dp-24, -0x1.1144ccfb9f265p-25,
        0x1.69ba8fdd1d52cp-27, -0x1.e17aa9af08d5cp-29, 0x1.56c5b73aaffa6p-30, -0x1.cd8ccba6f21b1p-32,
        0x1.80260c257a44fp-34, -0x1.e3398d469a1d0p-36, 0x1.00b98a8f0aa04p-35, -0x1.606028e8bf55cp-37};
    return ra__polynomial(c, 23, t);
}

/* For positive x: between 1 and 2 by its zero, above by 1 / x and the asymptotic series from 10 on. */
RA_SPECIAL double ra__digamma_above(double x) {
    if (x >= 10.0) {
        double y = 1.0 / (x * x);
        double p = RA_FMA(y, 1.0 / 12, -691.0 / 32760);
        p = RA_FMA(p, y, 1.0 / 132);
        p = RA_FMA(p, y, -1.0 / 240);
        p = RA_FMA(p, y, 1.0 / 252);
        p = RA_FMA(p, y, -1.0 / 120);
        p = RA_FMA(p, y, 1.0 / 12);
        return ra__log(x) - 0.5 / x - (x < 1e17 ? p * y : 0.0);
    }
    double sum = 0.0;
    if (x < 1.0) {
        sum = -1.0 / x;
        x += 1.0;
    }
    for (; x > 2.0; sum += 1.0 / x)
        x -= 1.0;
    return sum + ((x - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54) * ra__digamma_slope(2.0 * x - 3.0);
}

/* By reflection for negative x, where it is NaN at integers, and has zeros near which the difference cancels: there the error is
 * that many units of its terms. Elsewhere: 3.4. */
RA_SPECIAL double ra__digamma(double x) {
    if (x == 0.0)
        return copysign(INFINITY, -x);
    if (!(x < 0.0))
        return ra__digamma_above(x);
    double whole = rint(x);
    if (whole == x)
        return NAN;
    double r = x - whole, turned = 0.5 - fabs(r); /* the cotangent, near its own zero by the tangent of the other angle */
    double cotangent = turned < 0.25 ? copysign(tan(M_PI * turned), r) : 1.0 / tan(M_PI * r);
    return ra__digamma_above(1.0 - x) - M_PI * cotangent;
}

/* ---- error function ---- */

/* erfinv(y) / y for w = -log(1 - y^2) = 2.53125 (1 + t) <= 5.0625: degree 22. */
RA_MATH double ra__erfinv_centre(double t) {
    static const double c[] = {
        0x1.8255367243e7bp+0, 0x1.3f4d7eaaee0f7p-1, -0x1.c2b669bf8de78p-6, -0x1.45a26debf87e0p-6,
        0x1.2479c6a56c146p-7, -0x1.328e8ad8ec6a7p-11, -0x1.c8ae44965fcffp-11, 0x1.504bf8e30c7d3p-12,
        0x1.262176fdb6141p-16, -0x1.7a4d4d8cc3be4p-15, 0x1.56ea0e4185a4dp-17, 0x1.8c45a559ca571p-19,
        -0x1.1cf41490df8fdp-19, 0x1.ac09302cdad22p-23, 0x1.dbbd6cc6804b6p-23, -0x1.74b62b1fc1815p-24,
        -0x1.75793175ff55cp-28, 0x1.c119ed4bdfb3ap-27, -0x1.7573e73cd489fp-29, -0x1.2ec843661be80p-30,
        0x1.368121be5f3eep-31, 0x1.4de9c27466f0fp-35, -0x1.a4e8afa1f462fp-35};
    return ra__polynomial(c, 22, t);
}

/* The same for sqrt(w) = 4.25 + 2 t, from 2.25 to 6.25: degree 34. */
RA_MATH double ra__erfinv_tail(double t) {
    static const double c[] = {
        0x1.05e6fd13251afp+2, 0x1.028defb613f8fp+1, 0x1.75afae9517216p-9, -0x1.3eb627bd4d9e3p-8,
        0x1.bcf7816c212c2p-9, -0x1.0e322e35045abp-9, 0x1.70c3eeaa9d5c8p-10, -0x1.562d48ebfb659p-10,
        0x1.85b818ee3d448p-10, -0x1.aefd5df99a2adp-10, 0x1.900426921890ep-10, -0x1.14a259032f0f8p-10,
        0x1.90acb65902213p-12, 0x1.b8461ae30414dp-13, -0x1.02ed61f46450ep-11, 0x1.cd3e3027c8d1fp-12,
        -0x1.a51d149f6f922p-13, -0x1.90c6b5be41e79p-16, 0x1.f8aeddadd17cbp-14, -0x1.9e8c971c6461bp-14,
        0x1.3e1cf5de32d90p-15, 0x1.0505381d7c0fap-18, -0x1.5bda91eef99fap-16, 0x1.4b5e62c6423d8p-16,
        -0x1.3c54b25c8ed1ap-19, -0x1.6d605532331dep-17, 0x1.1b0642e00d5bep-19, 0x1.170a8eec3ef54p-17,
        -0x1.137e3bda392c5p-19, -0x1.55dec85eae05dp-18, 0x1.0acd97b9fed05p-19, 0x1.a0c6d96120ce7p-20,
        -0x1.a72c8a8da8d67p-21, -0x1.8c7f01c367b68p-23, 0x1.e02820a40c81dp-24};
    return ra__polynomial(c, 34, t);
}

/* The same over sqrt(w) = 1 / u, u between 1 / 27.5 and 1 / 6.25, linear in t: degree 25. */
RA_MATH double ra__erfinv_far(double t) {
    static const double c[] = {
        0x1.fa8e55b1d4415p-1, -0x1.53e7175b3ed50p-7, -0x1.67775b3cb8c65p-10, 0x1.9d7752910e5bbp-12,
        -0x1.0acbc93db9052p-14, 0x1.051042870eb3dp-16, -0x1.4f6fbc281652fp-18, 0x1.e504fa6598d69p-20,
        -0x1.7d7f9acc9d237p-21, 0x1.4018f54e0d4e6p-22, -0x1.19f80e28cf373p-23, 0x1.020eeec45d928p-24,
        -0x1.ea88103144836p-26, 0x1.ddb2b8ed51c37p-27, -0x1.b31d426526f8dp-28, 0x1.9f6fe8f057d72p-29,
        -0x1.6a5437a67b673p-29, 0x1.bae7f8e3e2522p-30, 0x1.65d24b8ee8ea1p-31, -0x1.41bb128489302p-31,
        -0x1.26e3e9ef56f29p-30, 0x1.914353f374fdfp-31, 0x1.da04b918ac3d7p-32, -0x1.3fde76272602cp-32,
        -0x1.18e1156a585b3p-33, 0x1.5ddf358edfe0dp-34};
    return ra__polynomial(c, 25, t);
}

/* erfinv(y) / y by w = -log(1 - y^2), of which far more than y tell how close it is to the end. */
RA_SPECIAL double ra__erfinv_ratio(double w) {
    if (w < 5.0625)
        return ra__erfinv_centre(RA_FMA(w, 1 / 2.53125, -1.0));
    double s = sqrt(w);
    if (s < 6.25)
        return ra__erfinv_tail((s - 4.25) * 0.5);
    const double low = 1 / 27.5, high = 1 / 6.25;
    return s * ra__erfinv_far((2.0 / s - (low + high)) / (high - low));
}

/* NaN beyond -1 and 1. Error: 2.6. */
RA_SPECIAL double ra__erfinv(double y) {
    double z = fabs(y);
    if (!(z < 1.0))
        return z == 1.0 ? copysign(INFINITY, y) : NAN;
    return y * ra__erfinv_ratio(z < 0.5 ? -ra__log1p(-z * z) : -ra__log((1.0 - z) * (1.0 + z)));
}

/* The number that a share p of a normal distribution lies below: sqrt(2) erfinv(2p - 1), where 1 - (2p - 1)^2 = 4p (1 - p).
 * Error: 3.4. */
RA_SPECIAL double ra__ndtri(double p) {
    if (!(p > 0.0 && p < 1.0))
        return p == 0.0 ? -INFINITY : p == 1.0 ? INFINITY : NAN;
    double y = 2.0 * p - 1.0;
    double w = fabs(y) < 0.5 ? -ra__log1p(-y * y) : p < 0x1p-1000 ? -ra__log(p) - 2 * M_LN2 : -ra__log(4.0 * p * (1.0 - p));
    return M_SQRT2 * y * ra__erfinv_ratio(w);
}

/* e^(x^2) erfc(x). Error: 2.3. */
RA_SPECIAL double ra__erfcx(double x) {
    double z = fabs(x);
    if (x != x || (x < 0.0 && z > 26.7))
        return x < 0.0 ? INFINITY : x;
    if (z > 27.5) { /* the asymptotic series */
        double u = 0.5 / (z * z), p = RA_FMA(u, 10395.0, -945.0);
        p = RA_FMA(p, u, 105.0);
        p = RA_FMA(p, u, -15.0);
        p = RA_FMA(p, u, 3.0);
        p = RA_FMA(p, u, -1.0);
        double y = 0x1.20dd750429b6dp-1 / z;
        return RA_FMA(y, p * u, y);
    }
    double y = ra__erfcx_close_f64(z);
    if (x >= 0.0)
        return y;
    double square = z * z, rest = z < 0x1p-400 ? 0.0 : ra__residual_f64(z, z, -square), e = ra__exp(square);
    return e <= 0x1.fffffffffffffp1023 ? 2.0 * RA_FMA(e, rest, e) - y : e;
}

/* The share of a normal distribution that lies above x: erfc(w) / 2, w = x / sqrt(2) in two parts, since its rounding is magnified by w
 * itself. */
RA_SPECIAL double ra__normal_above(double x) {
    double w = x * M_SQRT1_2, y = erfc(w);
    if (!(w > 0.5 && w < 27.5))
        return 0.5 * y;
    double low = ra__residual_f64(x, M_SQRT1_2, -w) + x * -0x1.bdd3413b26456p-55;
    return 0.5 * (y - M_2_SQRTPI * ra__exp(-w * w) * low);
}

RA_SPECIAL double ra__ndtr(double x) { return ra__normal_above(-x); }

/* log of the share of a normal distribution that lies below x. */
RA_SPECIAL double ra__log_ndtr(double x) {
    if (x < -1.0)
        return ra__log(0.5 * ra__erfcx(-x * M_SQRT1_2)) - 0.5 * x * x;
    return ra__log1p(-ra__normal_above(x));
}

/* ---- modified Bessel functions of the first kind; z = |x| ---- */

/* e^-z I0(z), z = 4 (1 + t) <= 8: degree 30. */
RA_MATH double ra__i0_near(double t) {
    static const double c[] = {
        0x1.a7f09f8eedf5ap-3, -0x1.cedda0048620cp-4, 0x1.8322d1d8a3bcdp-4, -0x1.6cb8d0c91587ap-4,
        0x1.65c235bfea525p-4, -0x1.5c028fe647b97p-4, 0x1.44b6196a81cd2p-4, -0x1.1cd73a8e68ccdp-4,
        0x1.d11e10f4df976p-5, -0x1.602411e311459p-5, 0x1.ee6f5662ed940p-6, -0x1.427b098c73974p-6,
        0x1.87e866afec072p-7, -0x1.bd258f50f2bbbp-8, 0x1.da1ab100a3279p-9, -0x1.daf9aa1897dd3p-10,
        0x1.c0f3e4b25cda1p-11, -0x1.91807fa4d8274p-12, 0x1.549d756b72d33p-13, -0x1.12c356acb216ep-14,
        0x1.a681c80c0a7f1p-16, -0x1.366f54c213419p-17, 0x1.b42febce920ccp-19, -0x1.24261d26d0826p-20,
        0x1.7a1853253013bp-22, -0x1.e8f1aa095cd03p-24, 0x1.23cbc2a0d556ap-25, -0x1.095d0ee259a0fp-27,
        0x1.2cb083ee40aeep-29, -0x1.45cb72134d0efp-30, 0x1.4ea63223aef14p-32};
    return ra__polynomial(c, 30, t);
}

/* sqrt(z) e^-z I0(z), z = 16 / (1 + t) >= 8: degree 26. */
RA_MATH double ra__i0_far(double t) {
    static const double c[] = {
        0x1.9bd428ad249a5p-2, 0x1.b87969bb93bc0p-9, 0x1.1daa72b5e65fcp-13, 0x1.75e5ee702007ep-17,
        0x1.8e513a0ac9181p-20, 0x1.3f49ad6d6f0a1p-22, 0x1.7d0fa25980c1ap-24, 0x1.51cbf2b8d32b7p-25,
        0x1.7219c8ee56ad8p-26, 0x1.03e3a46a554f4p-27, -0x1.cd0a7f75b52c4p-28, -0x1.ce4513f876824p-27,
        -0x1.7eff1550465d5p-28, 0x1.087d59e67c747p-27, 0x1.103d02e6bfc8bp-27, -0x1.0693a83668695p-28,
        -0x1.dcd81d0c614a0p-28, 0x1.10973e09f2335p-29, 0x1.56f1d3b1b2f41p-28, -0x1.1a39fc6f3b4f9p-30,
        -0x1.8ab4cd3d3ee3cp-29, 0x1.e28f74bf3289fp-32, 0x1.4b8dc5e842103p-30, -0x1.1153c28a5b22bp-33,
        -0x1.60f60148f45c3p-32, 0x1.24d48c7899979p-36, 0x1.604db61ad183bp-35};
    return ra__polynomial(c, 26, t);
}

/* e^-z I1(z) / z, z = 4 (1 + t) <= 8: degree 29. */
RA_MATH double ra__i1_near(double t) {
    static const double c[] = {
        0x1.6e14eb8e5d319p-5, -0x1.f4bb071a7752bp-5, 0x1.16c390ddb08ecp-4, -0x1.1881379ffb5c0p-4,
        0x1.0530f817ffa4bp-4, -0x1.c4daa51341cecp-5, 0x1.6df95e8bdfc56p-5, -0x1.13d5f358a4538p-5,
        0x1.84125b0d2e47fp-6, -0x1.fe3d9c01c0f92p-7, 0x1.3a0c1a00727d6p-7, -0x1.6ab6a385fff90p-8,
        0x1.89f8a695c14a5p-9, -0x1.936826ab64aacp-10, 0x1.8656c15e753d1p-11, -0x1.65bf648a39793p-12,
        0x1.37430c5bd419dp-13, -0x1.01a443791d1abp-14, 0x1.96932d5f66fc6p-16, -0x1.32695b322d6d0p-17,
        0x1.ba19833b81b33p-19, -0x1.3185873978224p-20, 0x1.93a8b3a01bb0bp-22, -0x1.01919a9b8d686p-23,
        0x1.46ac85139924fp-25, -0x1.81ab86ff6c562p-27, 0x1.65c830072c746p-29, -0x1.900f247d3c0a1p-31,
        0x1.99f2a0c3c4014p-32, -0x1.a21dbdbdd0288p-34};
    return ra__polynomial(c, 29, t);
}

/* sqrt(z) e^-z I1(z), z = 16 / (1 + t) >= 8: degree 26. */
RA_MATH double ra__i1_far(double t) {
    static const double c[] = {
        0x1.8ebe783a84030p-2, -0x1.3f796198ee63ap-7, -0x1.cbc54df1ecf62p-13, -0x1.f89c2304b860ep-17,
        -0x1.ec8e1003fce04p-20, -0x1.761384ba8ebf9p-22, -0x1.ad8de57f3f4ffp-24, -0x1.7277b8802ae6ap-25,
        -0x1.91759fab32adap-26, -0x1.21de6538102cbp-27, 0x1.cc06c41e185b8p-28, 0x1.e3a948c415f26p-27,
        0x1.a69d58942c392p-28, -0x1.0b4539bc948aap-27, -0x1.20a8e052b599fp-27, 0x1.ff8b852ecf326p-29,
        0x1.f3784680336d8p-28, -0x1.0183064562ff5p-29, -0x1.657e73fb0b9a6p-28, 0x1.07047fc5cb48bp-30,
        0x1.9ac4c40133035p-29, -0x1.c15e6112cf58cp-32, -0x1.58ea81b214456p-30, 0x1.fef895f7b11c8p-34,
        0x1.6f38e89af2324p-32, -0x1.12e7f21d2a5e7p-36, -0x1.6ea1785f91f89p-35};
    return ra__polynomial(c, 26, t);
}

/* e^-|x| I0(x). Error: 3.5. */
RA_SPECIAL double ra__i0e(double x) {
    double z = fabs(x);
    return z <= 8.0 ? ra__i0_near(RA_FMA(z, 0.25, -1.0)) : ra__i0_far(16.0 / z - 1.0) / sqrt(z);
}

/* e^-|x| I1(x). Error: 6. */
RA_SPECIAL double ra__i1e(double x) {
    double z = fabs(x);
    return copysign(z <= 8.0 ? z * ra__i1_near(RA_FMA(z, 0.25, -1.0)) : ra__i1_far(16.0 / z - 1.0) / sqrt(z), x);
}

/* y e^|x|, in two steps, since the exponential may overflow where the product does not; NaN for an infinity, as in PyTorch. */
RA_SPECIAL double ra__bessel_grown(double x, double y) {
    double z = fabs(x), e = ra__exp(z < 700.0 ? z : 0.5 * z);
    return z == INFINITY ? NAN : z < 700.0 ? y * e : y * e * e;
}

RA_SPECIAL double ra__i0(double x) { return ra__bessel_grown(x, ra__i0e(x)); }
RA_SPECIAL double ra__i1(double x) { return ra__bessel_grown(x, ra__i1e(x)); }
