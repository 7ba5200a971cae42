/*
 * What a sequence of elements comes to: a class each, of what it has come to so far.
 */

/* ---- arithmetic ---- */

template <class T> __device__ inline T ra_plus(T a, T b) { return a + b; }
template <class T> __device__ inline T ra_times(T a, T b) { return a * b; }
template <> __device__ inline ra_i64 ra_plus(ra_i64 a, ra_i64 b) { return (ra_i64)((unsigned long long)a + (unsigned long long)b); }
template <> __device__ inline ra_i64 ra_times(ra_i64 a, ra_i64 b) { return (ra_i64)((unsigned long long)a * (unsigned long long)b); }

template <class C> struct ra_part { typedef C type; };
template <> struct ra_part<ra_c64> { typedef float type; };
template <> struct ra_part<ra_c128> { typedef double type; };

#define RA_COMPLEX(C) \
    __device__ inline C ra_plus(C a, C b) { C c = {a.re + b.re, a.im + b.im}; return c; } \
    __device__ inline C ra_minus(C a, C b) { C c = {a.re - b.re, a.im - b.im}; return c; } \
    __device__ inline C ra_times(C a, C b) { C c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; } \
    __device__ inline C ra_scaled(C a, ra_part<C>::type s) { C c = {a.re * s, a.im * s}; return c; } \
    __device__ inline C ra_over(C a, ra_part<C>::type s) { C c = {a.re / s, a.im / s}; return c; } \
    __device__ inline ra_part<C>::type ra_dot(C a, C b) { return a.re * b.re + a.im * b.im; } \
    __device__ inline ra_part<C>::type ra_modulus(C a) { return hypot(a.re, a.im); } \
    __device__ inline C ra_exponential(C a) \
    { \
        const ra_part<C>::type r = exp(a.re); \
        C c = {r == 0 ? 0 : r * cos(a.im), a.im == 0 || r == 0 ? a.im * 0 : r * sin(a.im)}; \
        return c; \
    } \
    __device__ inline C ra_logarithm(C a) { C c = {log(hypot(a.re, a.im)), atan2(a.im, a.re)}; return c; }

#define RA_REAL(R) \
    __device__ inline R ra_minus(R a, R b) { return a - b; } \
    __device__ inline R ra_scaled(R a, R s) { return a * s; } \
    __device__ inline R ra_over(R a, R s) { return a / s; } \
    __device__ inline R ra_dot(R a, R b) { return a * b; } \
    __device__ inline R ra_modulus(R a) { return fabs(a); } \
    __device__ inline R ra_exponential(R a) { return exp(a); } \
    __device__ inline R ra_logarithm(R a) { return log(a); }

RA_REAL(float)
RA_REAL(double)
RA_COMPLEX(ra_c64)
RA_COMPLEX(ra_c128)

template <class T> __device__ inline T ra_of(int number) { return ra_element<T>::of(number); }
template <class T> struct ra_in_double { typedef double type; };
template <> struct ra_in_double<ra_c64> { typedef ra_c128 type; };
template <> struct ra_in_double<ra_c128> { typedef ra_c128 type; };

template <class T> struct ra_limit { static __device__ T lowest() { return ra_float(0xff800000u); } static __device__ T highest() { return ra_float(0x7f800000u); } };
template <> struct ra_limit<ra_u8> { static __device__ ra_u8 lowest() { return 0; } static __device__ ra_u8 highest() { return 255; } };
template <> struct ra_limit<ra_i8> { static __device__ ra_i8 lowest() { return -128; } static __device__ ra_i8 highest() { return 127; } };
template <> struct ra_limit<ra_i16> { static __device__ ra_i16 lowest() { return -32768; } static __device__ ra_i16 highest() { return 32767; } };
template <> struct ra_limit<ra_i32> { static __device__ ra_i32 lowest() { return -2147483647 - 1; } static __device__ ra_i32 highest() { return 2147483647; } };
template <> struct ra_limit<ra_i64> { static __device__ ra_i64 lowest() { return -9223372036854775807LL - 1; } static __device__ ra_i64 highest() { return 9223372036854775807LL; } };

/* ---- reducers: what a sequence has come to so far. `later` is of elements that come behind; finish makes the value ---- */

template <class T> struct ra_sum {
    T sum;
    __device__ void start() { sum = ra_of<T>(0); }
    __device__ void add(T x, ra_i64, double) { sum = ra_plus(sum, x); }
    __device__ void join(const ra_sum &later) { sum = ra_plus(sum, later.sum); }
    __device__ T finish(ra_i64, double) const { return sum; }
};

/* Without NaN. */
template <class T> struct ra_sum_known : ra_sum<T> {
    __device__ void add(T x, ra_i64 at, double value)
    {
        if (x == x)
            ra_sum<T>::add(x, at, value);
    }
};

template <class T> struct ra_mean : ra_sum<T> {
    __device__ T finish(ra_i64 count, double) const { return ra_over(this->sum, (typename ra_part<T>::type)count); }
};

template <class T> struct ra_product {
    T product;
    __device__ void start() { product = ra_of<T>(1); }
    __device__ void add(T x, ra_i64, double) { product = ra_times(product, x); }
    __device__ void join(const ra_product &later) { product = ra_times(product, later.product); }
    __device__ T finish(ra_i64, double) const { return product; }
};

/* Whether all (one = 1), or any (one = 0), are set. */
template <int one> struct ra_truth {
    ra_bool is;
    __device__ void start() { is.bits = one; }
    __device__ void add(ra_bool x, ra_i64, double) { is.bits = one ? is.bits & x.bits : is.bits | x.bits; }
    __device__ void join(const ra_truth &later) { add(later.is, 0, 0); }
    __device__ ra_bool finish(ra_i64, double) const { return is; }
};

template <class T, bool up> struct ra_extreme {
    T value;
    __device__ void start() { value = up ? ra_limit<T>::lowest() : ra_limit<T>::highest(); }
    __device__ void add(T x, ra_i64, double)
    {
        if ((up ? x > value : x < value) | (x != x))
            value = x;
    }
    __device__ void join(const ra_extreme &later) { add(later.value, 0, 0); }
    __device__ T finish(ra_i64, double) const { return value; }
};

/* With its first position; NaN is beyond all others. */
template <class T, bool up> struct ra_first {
    T value;
    ra_i64 at; /* -1: of no element */
    __device__ void start() { value = 0, at = -1; }
    __device__ void take(T x, ra_i64 place)
    {
        const bool is_equal = x == value || (x != x && value != value);
        const bool is_beyond = (up ? x > value : x < value) || (x != x && value == value);
        if (at < 0 || is_beyond || (is_equal && place < at))
            value = x, at = place;
    }
    __device__ void add(T x, ra_i64 place, double) { take(x, place); }
    __device__ void join(const ra_first &later)
    {
        if (later.at >= 0)
            take(later.value, later.at);
    }
    __device__ T finish(ra_i64, double) const { return value; }
    __device__ ra_i64 position() const { return at; }
};

/* With its last position, likewise. */
template <class T, bool up> struct ra_last : ra_first<T, up> {
    __device__ void take(T x, ra_i64 place)
    {
        const T value = this->value;
        const bool is_equal = x == value || (x != x && value != value);
        const bool is_beyond = (up ? x > value : x < value) || (x != x && value == value);
        if (this->at < 0 || is_beyond || (is_equal && place > this->at))
            this->value = x, this->at = place;
    }
    __device__ void add(T x, ra_i64 place, double) { take(x, place); }
    __device__ void join(const ra_last &later)
    {
        if (later.at >= 0)
            take(later.value, later.at);
    }
};

/* Mean and squared deviations, in double (Welford; joined after Chan, Golub, LeVeque 1979). */
template <class T, bool root> struct ra_variance {
    typedef typename ra_in_double<T>::type wide;
    ra_i64 n;
    double squares;
    wide mean;
    __device__ void start() { n = 0, squares = 0, mean = ra_of<wide>(0); }
    __device__ void add(T element, ra_i64, double)
    {
        const wide x = ra_convert<wide, T>::of(element), d = ra_minus(x, mean);
        n++;
        mean = ra_plus(mean, ra_over(d, (double)n));
        squares += ra_dot(d, ra_minus(x, mean));
    }
    __device__ void join(const ra_variance &later)
    {
        if (!n || !later.n) {
            *this = n ? *this : later;
            return;
        }
        const double share = (double)later.n / (double)(n + later.n);
        const wide d = ra_minus(later.mean, mean);
        mean = ra_plus(mean, ra_scaled(d, share));
        squares += later.squares + ra_dot(d, d) * ((double)n * share);
        n += later.n;
    }
    __device__ typename ra_part<T>::type finish(ra_i64 count, double correction) const
    {
        const double less = (double)count - correction, divisor = less < 0 || count == 0 ? 0 : less;
        const double variance = (squares > 0 ? squares : squares * 0) / divisor;
        return (typename ra_part<T>::type)(root ? sqrt(variance) : variance);
    }
};

/* The largest real part and the sum of exponentials of what is left beside it. Where that is not finite nothing is taken off. */
template <class T> struct ra_logsumexp {
    typedef typename ra_part<T>::type real;
    T sum;
    real largest;
    static __device__ real off(real m) { return m - m == 0 ? m : (real)0; }
    __device__ void start() { sum = ra_of<T>(0), largest = ra_limit<real>::lowest(); }
    /* What is left of the sum so far once something as large as m has come. */
    __device__ void raise(real m)
    {
        if (!(m > largest) && m == m)
            return;
        const real less = off(largest) - off(m);
        sum = largest == ra_limit<real>::lowest() || less == 0 ? sum : ra_scaled(sum, ra_exponential(less));
        largest = m;
    }
    __device__ void add(T x, ra_i64, double)
    {
        raise(ra_real(x));
        sum = ra_plus(sum, ra_exponential(ra_minus(x, ra_convert<T, real>::of(off(largest)))));
    }
    __device__ void join(const ra_logsumexp &later)
    {
        raise(later.largest);
        if (later.largest == ra_limit<real>::lowest())
            sum = ra_plus(sum, later.sum);
        else
            sum = ra_plus(sum, ra_scaled(later.sum, ra_exponential(off(later.largest) - off(largest))));
    }
    __device__ T finish(ra_i64, double) const { return ra_plus(ra_logarithm(sum), ra_convert<T, real>::of(off(largest))); }
};

/* ---- norms: reducers of the modulus of each element ---- */

template <class T> struct ra_norm_2 : ra_sum<typename ra_part<T>::type> {
    typedef typename ra_part<T>::type real;
    __device__ void add(T x, ra_i64, double) { this->sum += ra_dot(x, x); }
    __device__ real finish(ra_i64, double) const { return sqrt(this->sum); }
};

template <class T> struct ra_norm_1 : ra_sum<typename ra_part<T>::type> {
    __device__ void add(T x, ra_i64, double) { this->sum += ra_modulus(x); }
};

template <class T> struct ra_norm_0 : ra_sum<typename ra_part<T>::type> {
    __device__ void add(T x, ra_i64, double) { this->sum += ra_is_set(x); }
};

template <class T> struct ra_norm_p : ra_sum<typename ra_part<T>::type> {
    typedef typename ra_part<T>::type real;
    __device__ void add(T x, ra_i64, double order) { this->sum += pow(ra_modulus(x), (real)order); }
    __device__ real finish(ra_i64, double order) const { return pow(this->sum, (real)1 / (real)order); }
};

template <class T, bool up> struct ra_norm_extreme : ra_extreme<typename ra_part<T>::type, up> {
    __device__ void add(T x, ra_i64 at, double value) { ra_extreme<typename ra_part<T>::type, up>::add(ra_modulus(x), at, value); }
};
