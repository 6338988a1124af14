// A harness: five calls of any kind, compared with what a queue does.
#include "ring.h"
#include <assert.h>
#include <gmc.h>

int main(void)
{
    struct ring ring = {{0}};
    int model[8], first = 0, last = 0;
    for (int i = 0; i < 5; i++) {
        if (gmc_choose(2)) {
            unsigned char byte = i + 1;
            if (put(&ring, byte))
                model[last++] = byte;
            else
                assert(last - first == ROOM);
        } else {
            int byte = get(&ring);
            assert(byte == (first < last ? model[first++] : -1));
        }
    }
    return 0;
}
