/* Behind the README's operator that is put together from others: called with the default of its schema and with a number. */

static int gives(const ra_op *op, ra_tensor *x, double steepness, size_t given)
{
    const ra_arg args[] = {{.tensor = x, .kind = RA_ARG_TENSOR}, {.real = steepness, .kind = RA_ARG_FLOAT}};
    ra_tensor *gated = NULL;
    bool same = false;
    return !ra_call(op, RA_FUNCTIONAL, args, given, &gated, 1, NULL) && !ra_equal(gated, ra_mul(x, ra_sigmoid(ra_mul(x, steepness))), &same) && same;
}

int main(void)
{
    const ra_op *op = register_gate();
    ra_scope_begin();
    ra_tensor *x = ra_linspace(-3, 3, 100);
    const int right = op && op == ra_op_find("mine.gate") && gives(op, x, 1.702, 1) && gives(op, x, 0.5, 2);
    return !right + (ra_scope_end() != RA_OK);
}
