/*
 * Parameters: T a type of integers, A the type they are multiplied and added in, NAME(name). Plain sums, which wrap: what is left of one is the
 * same with a sign or without, so they are multiplied as unsigned ones, in at least 32 bits, where that is defined.
 */
static void NAME(conv2d_plain)(const struct conv2d_state *st, const conv2d_part *part, ra__run *r)
{
    const struct ra__window_pre *w = &st->pre;
    int64_t per_part = st->group_out * part->rows * part->columns;
    for (int64_t g = part->group; g < part->group + part->groups; g++)
        for (int64_t i = 0; i < per_part; i++) {
            int64_t o = g * st->group_out + i / (part->rows * part->columns);
            int64_t y = part->row + i / part->columns % part->rows, x = part->column + i % part->columns;
            const char *in = r->data[1] + part->image * st->in_stride[0] + g * st->group_in * st->in_stride[1];
            const int64_t top = part->plane * w->depth.stride - w->depth.padding;
            const char *weight = r->data[2] + o * st->weight_stride[0];
            A sum = st->has_bias ? *(const T *)(const void *)(r->data[3] + o * st->bias_stride) : 0;
            for (int64_t k = 0; k < w->depth.kernel * w->kernel[0]; k++)
                for (int64_t kx = 0; kx < w->kernel[1]; kx++) {
                    int64_t kz = k / w->kernel[0], ky = k % w->kernel[0], iz = top + kz * w->depth.dilation;
                    int64_t iy = y * w->stride[0] - w->padding[0] + ky * w->dilation[0], ix = x * w->stride[1] - w->padding[1] + kx * w->dilation[1];
                    if (iz < 0 || iz >= w->depth.in || iy < 0 || iy >= w->in[0] || ix < 0 || ix >= w->in[1])
                        continue;
                    const char *a = in + iz * st->in_plane + iy * st->in_stride[2] + ix * st->in_stride[3];
                    const char *b = weight + kz * st->weight_plane + ky * st->weight_stride[2] + kx * st->weight_stride[3];
                    for (int64_t c = 0; c < st->group_in; c++)
                        sum += (A)*(const T *)(const void *)(a + c * st->in_stride[1]) * (A)*(const T *)(const void *)(b + c * st->weight_stride[1]);
                }
            *(T *)(void *)(r->data[0] + image_at(st, part) + o * st->out_stride[1] + y * st->out_stride[2] + x * st->out_stride[3]) = (T)sum;
        }
}

#undef T
#undef A
#undef NAME
