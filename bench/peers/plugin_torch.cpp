/*
 * libtorch as a peer: operators called through its dispatcher, by name, with arguments put together from the schema.
 *
 * The stack of arguments is made once; a call copies it (reference counts) and runs the boxed kernel, which adds some hundred
 * nanoseconds to what compiled code would take. What single tiny operators cost from compiled code is measured by host_ns.
 */
#include "peers/abi.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

namespace {

#if TORCH_VERSION_MAJOR < 2
using OptionalTensor = c10::optional<at::Tensor>;
#else
using OptionalTensor = std::optional<at::Tensor>;
#endif

/* By the number that runahead/types.h gives a dtype. */
at::ScalarType scalar_type(int dtype)
{
    static const at::ScalarType types[] = {at::kFloat, at::kBool, at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kBFloat16,
                                           at::kFloat, at::kDouble, at::kComplexFloat, at::kComplexDouble};
    TORCH_CHECK(dtype > 0 && dtype < static_cast<int>(sizeof types / sizeof *types), "unknown dtype");
    return types[dtype];
}

at::Tensor tensor_of(const peer_buffer &b)
{
    return at::from_blob(b.data, at::IntArrayRef(b.sizes, static_cast<size_t>(b.ndim)), at::TensorOptions().dtype(scalar_type(b.dtype))).clone();
}

c10::TypePtr bare_type(const c10::Argument &argument)
{
    c10::TypePtr type = argument.real_type();
    if (auto optional = type->cast<c10::OptionalType>())
        type = optional->getElementType();
    return type;
}

/* A list of tensors, or of optional tensors, as the schema wants it. */
c10::IValue list_value(const peer_arg &a, const c10::TypePtr &type)
{
    const auto list = type->cast<c10::ListType>();
    if (list && list->getElementType()->kind() == c10::TypeKind::OptionalType) {
        c10::List<OptionalTensor> values;
        for (int i = 0; i < a.count; i++)
            values.push_back(tensor_of(a.tensors[i]));
        return values;
    }
    c10::List<at::Tensor> values;
    for (int i = 0; i < a.count; i++)
        values.push_back(tensor_of(a.tensors[i]));
    return values;
}

c10::IValue value_of(const peer_arg &a, const c10::Argument &argument)
{
    const c10::TypePtr type = bare_type(argument);
    const bool wants_list = type->kind() == c10::TypeKind::ListType;
    switch (a.kind) {
    case PEER_TENSOR:
        return tensor_of(a.tensors[0]);
    case PEER_TENSORS:
        return list_value(a, type);
    case PEER_INT:
        if (wants_list)
            return c10::List<int64_t>({a.integer});
        return type->kind() == c10::TypeKind::FloatType ? c10::IValue(static_cast<double>(a.integer)) : c10::IValue(a.integer);
    case PEER_FLOAT:
        return a.real;
    case PEER_BOOL:
        return a.integer != 0;
    case PEER_INTS:
        if (!wants_list && a.count == 1)
            return a.ints[0];
        return at::IntArrayRef(a.ints, static_cast<size_t>(a.count));
    case PEER_DTYPE:
        return static_cast<int64_t>(scalar_type(static_cast<int>(a.integer)));
    case PEER_TEXT:
        return std::string(a.text);
    }
    return c10::IValue();
}

struct Prepared {
    c10::OperatorHandle op;
    torch::jit::Stack arguments, results;
};

torch::jit::Stack stack_of(const c10::FunctionSchema &schema, const peer_arg *args, int count)
{
    torch::jit::Stack stack;
    int used = 0;
    for (const c10::Argument &argument : schema.arguments()) {
        const peer_arg *given = nullptr;
        for (int i = 0; i < count; i++)
            if (argument.name() == args[i].theirs)
                given = &args[i];
        if (given) {
            stack.push_back(value_of(*given, argument));
            used++;
        } else if (argument.default_value())
            stack.push_back(*argument.default_value());
        else {
            TORCH_CHECK(argument.type()->kind() == c10::TypeKind::OptionalType, "no value for ", argument.name());
            stack.push_back(c10::IValue());
        }
    }
    TORCH_CHECK(used == count, "an argument is not in the schema of ", schema.name());
    return stack;
}

void note(char *error, size_t size, const char *text)
{
    std::snprintf(error, size, "%.*s", static_cast<int>(std::strcspn(text, "\n")), text);
}

void *prepare(const char *name, const peer_arg *args, int count, char *error, size_t error_size)
{
    try {
        c10::InferenceMode guard;
        const std::string whole(name);
        const size_t dot = whole.find('.');
        const std::string overload = dot == std::string::npos ? "" : whole.substr(dot + 1);
        const auto op = c10::Dispatcher::singleton().findSchemaOrThrow(whole.substr(0, dot).c_str(), overload.c_str());
        return new Prepared{op, stack_of(op.schema(), args, count), {}};
    } catch (const std::exception &e) {
        note(error, error_size, e.what());
        return nullptr;
    }
}

bool run(void *prepared, int times, char *error, size_t error_size)
{
    auto *p = static_cast<Prepared *>(prepared);
    try {
        c10::InferenceMode guard;
        for (int i = 0; i < times; i++) {
            p->results.clear(); /* the result before this one is given up first, as on our side */
            torch::jit::Stack stack = p->arguments;
            p->op.callBoxed(stack);
            p->results = std::move(stack);
        }
        return true;
    } catch (const std::exception &e) {
        note(error, error_size, e.what());
        return false;
    }
}

int64_t result(void *prepared, int index, double *values, int64_t room)
{
    auto *p = static_cast<Prepared *>(prepared);
    try {
        c10::InferenceMode guard;
        std::vector<at::Tensor> all;
        for (const c10::IValue &v : p->results) {
            if (v.isTensor())
                all.push_back(v.toTensor());
            else if (v.isTensorList())
                for (const at::Tensor &t : v.toTensorVector())
                    all.push_back(t);
        }
        if (index < 0 || static_cast<size_t>(index) >= all.size())
            return -1;
        const at::Tensor flat = all[static_cast<size_t>(index)].to(at::kDouble).contiguous().view({-1});
        const int64_t count = flat.numel();
        std::memcpy(values, flat.data_ptr<double>(), static_cast<size_t>(count < room ? count : room) * sizeof *values);
        return count;
    } catch (const std::exception &) {
        return -1;
    }
}

void release(void *prepared)
{
    c10::InferenceMode guard;
    delete static_cast<Prepared *>(prepared);
}

template <typename Call> double ns_per_call(int times, Call call)
{
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; i++)
        call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e9 / times;
}

double host_ns(int what, int times)
{
    c10::InferenceMode guard;
    static const at::Tensor a = at::ones({4, 4}), b = at::ones({4, 4}), sum = at::zeros({4, 4});
    static const at::Tensor meta = at::empty({4, 4}, at::TensorOptions().device(at::kMeta));
    at::Tensor r;
    switch (what) {
    case 0:
        return ns_per_call(times, [&] { r = at::add(a, b); });
    case 1:
        return ns_per_call(times, [&] { sum.add_(b); });
    case 2:
        return ns_per_call(times, [&] { r = at::add(meta, meta); });
    case 3:
        return ns_per_call(times, [&] { r = a.t(); });
    default:
        return std::nan("");
    }
}

} // namespace

extern "C" __attribute__((visibility("default"))) bool peer_torch_open(peer_torch *table, int threads)
{
    try {
        at::set_num_threads(threads);
        *table = peer_torch{{0}, prepare, run, result, release, host_ns};
        std::snprintf(table->version, sizeof table->version, "%s", TORCH_VERSION);
        return true;
    } catch (const std::exception &) {
        return false;
    }
}
