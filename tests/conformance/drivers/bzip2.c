/* Compresses and decompresses with bzip2. */

#include "data.h"
#include "bzlib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bz_internal_error(int code)
{
    printf("bzip2 has failed: %d\n", code);
    exit(1);
}

int main(int argc, char **argv)
{
    unsigned size = argc > 1 ? strtoul(argv[1], NULL, 10) : SIZE;
    unsigned packed_size = sizeof packed, unpacked_size = sizeof unpacked;
    make_data(size);
    int status = BZ2_bzBuffToBuffCompress((char *)packed, &packed_size, (char *)data, size, 9, 0, 0);
    printf("%u bytes to %u, status %d, checksum %08x\n", size, packed_size, status, checksum(packed, packed_size));
    status = BZ2_bzBuffToBuffDecompress((char *)unpacked, &unpacked_size, (char *)packed, packed_size, 0, 0);
    printf("back to %u, status %d, %s\n", unpacked_size, status,
           memcmp(data, unpacked, size) ? "different" : "the same");
    return 0;
}
