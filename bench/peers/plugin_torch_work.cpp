/*
 * What libtorch does with the work that the marks name, called from compiled code through its C++ interface.
 *
 * "mix ..." are 64 calls over 8 operators and 8 small shapes in turn: what is timed are the calls and the release of the
 * results; these are read and checked outside of the clock. Every other work is timed as a loop over one call.
 */
#include "peers/abi.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <malloc.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using Call = std::function<at::Tensor()>;
using Maker = std::function<Call(int64_t)>;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

at::Tensor rand(std::initializer_list<int64_t> sizes) { return at::rand(at::IntArrayRef(sizes.begin(), sizes.size())); }

at::Tensor chain(const at::Tensor &a, const at::Tensor &b)
{
    return at::tanh(at::sqrt(at::abs(at::sub(at::mul(at::relu(at::add(at::mul(a, b), 1.5)), a), b))));
}

template <typename Operator> Maker unary(Operator op, at::ScalarType dtype = at::kFloat)
{
    return [op, dtype](int64_t n) -> Call {
        const at::Tensor a = at::randn({n}, dtype);
        return [a, op] { return op(a); };
    };
}

template <typename Operator> Maker rows(Operator op)
{
    return [op](int64_t) -> Call {
        const at::Tensor a = rand({4096, 1024});
        return [a, op] { return op(a); };
    };
}

Call convolution(int64_t kernel, int64_t padding, int64_t groups, int64_t images = 8, at::ScalarType dtype = at::kFloat)
{
    const at::Tensor x = at::rand({images, 64, 56, 56}, dtype), w = at::rand({64, 64 / groups, kernel, kernel}, dtype);
    return [=] { return at::conv2d(x, w, {}, at::IntArrayRef{1, 1}, at::IntArrayRef{padding, padding}, at::IntArrayRef{1, 1}, groups); };
}

/* Of a symmetric matrix with eigenvalues from 1 to a few, and 16 columns beside it. */
template <typename Operator> Maker matrix(Operator op)
{
    return [op](int64_t n) -> Call {
        const at::Tensor part = at::rand({n, n}), a = at::eye(n) + at::mm(part, part.t()) / n, b = at::rand({n, 16});
        return [a, b, op] { return op(a, b); };
    };
}

Maker product(at::ScalarType dtype)
{
    return [dtype](int64_t n) -> Call {
        const at::Tensor a = at::rand({n, n}).to(dtype), b = at::rand({n, n}).to(dtype);
        return [=] { return at::mm(a, b); };
    };
}

template <typename Operator> Maker truths(Operator op)
{
    return [op](int64_t n) -> Call {
        const at::Tensor a = at::rand({n}) < 0.5, b = at::rand({n}) < 0.5;
        return [a, b, op] { return op(a, b); };
    };
}

template <typename Operator> Maker quotient(Operator op)
{
    return [op](int64_t n) -> Call {
        const at::Tensor a = at::rand({n}, at::kDouble) * 500, b = at::rand({n}, at::kDouble);
        return [a, b, op] { return op(a, b); };
    };
}

const std::map<std::string, Maker> makers = {
    {"exp", unary([](const at::Tensor &a) { return at::exp(a); })},
    {"log", [](int64_t n) -> Call { const at::Tensor a = at::randn({n}).abs(); return [=] { return at::log(a); }; }},
    {"tanh", unary([](const at::Tensor &a) { return at::tanh(a); })},
    {"erf", unary([](const at::Tensor &a) { return at::erf(a); })},
    {"sin", unary([](const at::Tensor &a) { return at::sin(a); })},
    {"sigmoid", unary([](const at::Tensor &a) { return at::sigmoid(a); })},
    {"gelu", unary([](const at::Tensor &a) { return at::gelu(a); })},
    {"silu", unary([](const at::Tensor &a) { return at::silu(a); })},
    {"zeros", [](int64_t n) -> Call { return [n] { return at::zeros({n}); }; }},
    {"fill_", unary([](const at::Tensor &a) { return a.fill_(1.5); })},
    {"zero_", unary([](const at::Tensor &a) { return a.zero_(); })},
    {"logical_and", truths([](const at::Tensor &a, const at::Tensor &b) { return at::logical_and(a, b); })},
    {"logical_or", truths([](const at::Tensor &a, const at::Tensor &b) { return at::logical_or(a, b); })},
    {"logical_not", truths([](const at::Tensor &a, const at::Tensor &) { return at::logical_not(a); })},
    {"chain", [](int64_t n) -> Call { const at::Tensor a = at::rand({n}), b = at::rand({n}); return [=] { return chain(a, b); }; }},
    {"softmax", rows([](const at::Tensor &a) { return at::softmax(a, -1); })},
    {"layer_norm", [](int64_t) -> Call { const at::Tensor a = rand({4096, 1024}), w = at::ones({1024}), z = at::zeros({1024});
                                         return [=] { return at::layer_norm(a, {1024}, w, z); }; }},
    {"sum0", rows([](const at::Tensor &a) { return at::sum(a, at::IntArrayRef{0}); })},
    {"cumsum", rows([](const at::Tensor &a) { return at::cumsum(a, 1); })},
    {"turn", rows([](const at::Tensor &a) { return a.t().contiguous(); })},
    {"sort", rows([](const at::Tensor &a) { return std::get<0>(at::sort(a, -1)); })},
    {"mm", product(at::kFloat)},
    {"mm bfloat16", product(at::kBFloat16)},
    {"mm float16", product(at::kHalf)},
    {"bmm", [](int64_t n) -> Call { const at::Tensor a = at::rand({64, n, n}), b = at::rand({64, n, n}); return [=] { return at::bmm(a, b); }; }},
    {"addmm", [](int64_t n) -> Call { const at::Tensor c = at::rand({n, n}), a = at::rand({n, n}), b = at::rand({n, n}); return [=] { return at::addmm(c, a, b); }; }},
    {"matmul", [](int64_t n) -> Call { const at::Tensor a = at::rand({8, n, n}), b = at::rand({n, n}); return [=] { return at::matmul(a, b); }; }},
    {"exp double", unary([](const at::Tensor &a) { return at::exp(a); }, at::kDouble)},
    {"sigmoid double", unary([](const at::Tensor &a) { return at::sigmoid(a); }, at::kDouble)},
    {"silu double", unary([](const at::Tensor &a) { return at::silu(a); }, at::kDouble)},
    {"tanh double", unary([](const at::Tensor &a) { return at::tanh(a); }, at::kDouble)},
    {"softmax double", [](int64_t n) -> Call { const at::Tensor a = at::randn({n / 256, 256}, at::kDouble); return [=] { return at::softmax(a, -1); }; }},
    {"remainder double", quotient([](const at::Tensor &a, const at::Tensor &b) { return at::remainder(a, b); })},
    {"floor_divide double", quotient([](const at::Tensor &a, const at::Tensor &b) { return at::floor_divide(a, b); })},
    {"pow int64", [](int64_t n) -> Call { const at::Tensor a = at::randint(1000, {n}, at::kLong), b = at::randint(20, {n}, at::kLong); return [=] { return at::pow(a, b); }; }},
    {"cholesky", matrix([](const at::Tensor &a, const at::Tensor &) { return at::linalg_cholesky(a); })},
    {"solve", matrix([](const at::Tensor &a, const at::Tensor &b) { return at::linalg_solve(a, b); })},
    {"triangular", matrix([](const at::Tensor &a, const at::Tensor &b) { return at::linalg_solve_triangular(a, b, false); })},
    {"inv", matrix([](const at::Tensor &a, const at::Tensor &) { return at::linalg_inv(a); })},
    {"det", matrix([](const at::Tensor &a, const at::Tensor &) { return at::linalg_det(a); })},
    {"qr", matrix([](const at::Tensor &a, const at::Tensor &) { return std::get<0>(at::linalg_qr(a)); })},
    {"eigh", matrix([](const at::Tensor &a, const at::Tensor &) { return std::get<0>(at::linalg_eigh(a)); })},
    {"svd", matrix([](const at::Tensor &a, const at::Tensor &) { return std::get<1>(at::linalg_svd(a, false)); })},
    {"conv3", [](int64_t) { return convolution(3, 1, 1); }},
    {"depthwise", [](int64_t) { return convolution(3, 1, 64); }},
    {"conv3 complex64", [](int64_t) { return convolution(3, 1, 1, 1, at::kComplexFloat); }},
    {"conv1", [](int64_t) { return convolution(1, 0, 1); }},
};

/* ---- small calls in turn ---- */

const std::vector<std::vector<int64_t>> shapes = {{4, 4}, {2, 8}, {16}, {1, 16}, {3, 5}, {5, 3}, {2, 2, 4}, {7}};

at::Tensor mixed(int which, const at::Tensor &a, const at::Tensor &b)
{
    switch (which) {
    case 0: return at::add(a, b);
    case 1: return at::sub(a, b);
    case 2: return at::mul(a, b);
    case 3: return at::div(a, b);
    case 4: return at::maximum(a, b);
    case 5: return at::minimum(a, b);
    case 6: return at::lt(a, b);
    default: return at::eq(a, b);
    }
}

at::Tensor viewed(int which, const at::Tensor &a)
{
    switch (which % 3) {
    case 0: return a.transpose(0, -1);
    case 1: return a.select(0, 1);
    default: return a.slice(-1, 1, 4);
    }
}

double expected(int which)
{
    const double a = 3, b = 2, all[] = {a + b, a - b, a * b, a / b, a, b, 0, 0};
    return all[which];
}

/* times rounds of the 64 calls; seconds per call. */
double mix(const std::string &kind, int times)
{
    std::vector<at::Tensor> as, bs, results(64);
    for (const auto &shape : shapes) {
        const at::TensorOptions options = kind == "mix meta" ? at::TensorOptions().device(at::kMeta) : at::TensorOptions();
        as.push_back(kind == "mix view" ? at::full({8, 8}, 3.0) : at::full(shape, 3.0, options));
        bs.push_back(at::full(shape, 2.0, options));
    }
    double seconds = 0;
    for (int n = 0; n < times; n++) {
        double start = now();
        for (int i = 0; i < 64; i++)
            results[i] = kind == "mix view" ? viewed(i, as[i % 8]) : mixed(i / 8, as[i % 8], bs[i % 8]);
        seconds += now() - start;
        for (int i = 0; kind == "mix add" && i < 64; i++)
            if (results[i].flatten()[0].item<double>() != expected(i / 8))
                return std::nan("");
        start = now();
        for (at::Tensor &r : results)
            r.reset();
        seconds += now() - start;
    }
    return seconds / times / 64;
}

double tiny_chain(int times)
{
    at::Tensor x = at::zeros({4, 4});
    const at::Tensor one = at::ones({4, 4});
    const double start = now();
    for (int i = 0; i < times; i++)
        x = at::add(x, one);
    const double took = now() - start;
    return x[0][0].item<double>() == times ? took / times : std::nan("");
}

/* Two threads with tensors of their own; seconds per product of both together. */
double two_callers(int64_t n, int times)
{
    const auto work = [=] {
        c10::InferenceMode guard;
        const at::Tensor a = at::rand({n, n}), b = at::rand({n, n});
        at::Tensor r;
        for (int i = 0; i < times; i++)
            r = at::mm(a, b);
    };
    const double start = now();
    std::thread other(work);
    work();
    other.join();
    return (now() - start) / (2.0 * times);
}

/* The last work asked for, with its data. */
std::string kept_name;
int64_t kept_size = -1;
Call kept;

double repeat(const std::string &name, int64_t size, int times)
{
    if (name != kept_name || size != kept_size) {
        kept = {};
        kept_name.clear();
        const auto found = makers.find(name);
        if (found == makers.end())
            return std::nan("");
        kept = found->second(size);
        kept_name = name;
        kept_size = size;
    }
    at::Tensor r;
    double start = now();
    do
        r = kept();
    while (now() - start < 1e-9 * int(PEER_WARM_NS));
    start = now();
    for (int i = 0; i < times; i++)
        r = kept();
    return (now() - start) / times;
}

} // namespace

extern "C" __attribute__((visibility("default"))) double peer_torch_work(const char *work, int64_t size, int times)
{
    const std::string name(work);
    try {
        c10::InferenceMode guard;
        if (name.rfind("mix ", 0) == 0)
            return mix(name, times);
        if (name == "tiny chain")
            return tiny_chain(times);
        if (name == "two callers")
            return two_callers(size, times);
        if (name == "tune allocator") /* memory is kept by the allocator instead of being mapped anew for each result */
            return mallopt(M_MMAP_THRESHOLD, 1 << 30) && mallopt(M_TRIM_THRESHOLD, 2047 << 20) ? 0 : std::nan("");
        if (name == "forget") {
            kept = {};
            kept_name.clear();
            return 0;
        }
        return repeat(name, size, times);
    } catch (const std::exception &) {
        return std::nan("");
    }
}
