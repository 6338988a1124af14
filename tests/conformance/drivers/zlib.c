/* Compresses and decompresses with zlib. */

#include "data.h"
#include "zlib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    uLong size = argc > 1 ? strtoul(argv[1], NULL, 10) : SIZE;
    int level = argc > 2 ? atoi(argv[2]) : 6;
    make_data(size);
    uLongf packed_size = sizeof packed, unpacked_size = sizeof unpacked;
    int status = compress2(packed, &packed_size, data, size, level);
    printf("level %d: %lu bytes to %lu, status %d, checksum %08x\n", level, size, packed_size, status,
           checksum(packed, packed_size));
    status = uncompress(unpacked, &unpacked_size, packed, packed_size);
    printf("back to %lu, status %d, %s, crc %08lx\n", unpacked_size, status,
           memcmp(data, unpacked, size) ? "different" : "the same", crc32(0, unpacked, unpacked_size));
    return 0;
}
