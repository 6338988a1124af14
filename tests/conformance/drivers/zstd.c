/* Compresses and decompresses with zstd. */

#include "data.h"
#include "zstd.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : SIZE;
    int level = argc > 2 ? atoi(argv[2]) : 3;
    make_data(size);
    size_t packed_size = ZSTD_compress(packed, sizeof packed, data, size, level);
    if (ZSTD_isError(packed_size)) {
        printf("zstd has failed: %s\n", ZSTD_getErrorName(packed_size));
        return 1;
    }
    printf("level %d: %zu bytes to %zu, checksum %08x\n", level, size, packed_size, checksum(packed, packed_size));
    size_t unpacked_size = ZSTD_decompress(unpacked, sizeof unpacked, packed, packed_size);
    printf("back to %zu, %s\n", unpacked_size, memcmp(data, unpacked, size) ? "different" : "the same");
    return 0;
}
