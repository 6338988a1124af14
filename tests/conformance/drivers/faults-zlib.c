/* Compresses and expands a little; each allocation on the way may fail. SEED names a mistake to make on an error path. */

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { NONE, LEAK, DOUBLE_FREE };

int main(void)
{
    static const char text[] = "a rose is a rose is a rose";
    z_stream out = { 0 }, in = { 0 };
    unsigned char *packed = malloc(64);
    if (!packed)
        return 0;
    /* The smallest window and hash table: what is looked for is in what happens when one of them is missing. */
    if (deflateInit2(&out, 9, Z_DEFLATED, 9, 1, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(packed);
        if (SEED == DOUBLE_FREE)
            free(packed);
        return 0;
    }
    out.next_in = (unsigned char *)text;
    out.avail_in = sizeof text;
    out.next_out = packed;
    out.avail_out = 64;
    assert(deflate(&out, Z_FINISH) == Z_STREAM_END);
    if (inflateInit(&in) != Z_OK) {
        if (SEED != LEAK)
            deflateEnd(&out);
        free(packed);
        return 0;
    }
    char plain[sizeof text];
    in.next_in = packed;
    in.avail_in = out.total_out;
    in.next_out = (unsigned char *)plain;
    in.avail_out = sizeof plain;
    int done = inflate(&in, Z_FINISH);
    assert(done == Z_MEM_ERROR || (done == Z_STREAM_END && memcmp(plain, text, sizeof text) == 0));
    inflateEnd(&in);
    deflateEnd(&out);
    free(packed);
    return 0;
}
