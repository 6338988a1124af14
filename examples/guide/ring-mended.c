// The ring buffer, mended.
#include "ring.h"

int put(struct ring *ring, unsigned char byte)
{
    if (ring->count == ROOM)
        return 0;
    ring->bytes[(ring->first + ring->count++) % ROOM] = byte;
    return 1;
}

int get(struct ring *ring)
{
    if (ring->count == 0)
        return -1;
    ring->count--;
    int byte = ring->bytes[ring->first];
    ring->first = (ring->first + 1) % ROOM;
    return byte;
}
