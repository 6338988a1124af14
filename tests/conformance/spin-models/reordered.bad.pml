#define LOSE 0
#include "net.h"
active proctype sender() { put(to_right, 1, 0); put(to_right, 2, 0) }
active proctype receiver()
{
    byte a, b, last;
    /* Whichever of those in flight. */
    if :: to_right ?? 1, b -> a = 1 :: to_right ?? 2, b -> a = 2 fi; last = a;
    if :: to_right ?? 1, b -> a = 1 :: to_right ?? 2, b -> a = 2 fi; last = a;
    assert(last == 2)
}
