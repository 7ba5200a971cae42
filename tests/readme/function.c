/* Behind the README's function of one's own: a frame that is calibrated, in order with what reads it. */

int main(void)
{
    double least = 0, most = 0;
    ra_scope_begin();
    ra_tensor *frame = ra_full(RA_DIMS(480, 640), 5.0), *offset = ra_full(RA_DIMS(480, 640), 2.0), *done = calibrate_later(frame, offset);
    const int read = done && !ra_item_f64(ra_amin(frame), &least) && !ra_item_f64(ra_amax(frame), &most);
    return !read + !(least >= 3 && most <= 3) + (ra_scope_end() != RA_OK);
}
