/* A megabyte to compress: text, then bytes that look random, in turns. The same on every machine. */

#include <stddef.h>

#define SIZE (1 << 20)

static unsigned char data[SIZE], packed[SIZE + (1 << 16)], unpacked[SIZE];

static unsigned next_random(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

static void make_data(size_t size)
{
    static const char *words[] = {"the ", "model ", "checker ", "runs ", "every ", "program ", "under ", "all ",
                                  "checks, ", "and ", "tells ", "what ", "is ", "wrong. ", "Again ", "and again "};
    size_t at = 0;
    while (at < size) {
        size_t end = at + 4096 < size ? at + 4096 : size;
        if (next_random() % 4 == 0)
            while (at < end)
                data[at++] = (unsigned char)next_random();
        else
            while (at < end)
                for (const char *word = words[next_random() % 16]; *word && at < end; word++)
                    data[at++] = (unsigned char)*word;
    }
}

/* Adler's checksum. */
static unsigned checksum(const unsigned char *bytes, size_t size)
{
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
