#define MISSED 1
#include "net.h"
active proctype all()
{
    byte missed, i, a, b;
    put(to_left, 1, 0); put(to_left, 1, 0);
    do
    :: i < 2 -> i++; if :: to_left ? a, b :: empty(to_left) -> missed++ fi
    :: else -> break
    od;
    assert(missed < MISSED)
}
