#include "net.h"
byte delivered, next, ended;
active proctype receiver()
{
    byte a, b;
    do
    :: to_right ? a, b -> if :: a == delivered -> delivered++ :: else fi; put(to_left, a, b)
    :: over ? a -> break
    od;
    ended = 1
}
active proctype sender()
{
    byte tries, a, b;
    do
    :: tries < 3 && next < 2 ->
        tries++;
        put(to_right, next, 0);
        if
        :: to_left ? a, b -> if :: a == next -> next++ :: else fi
        :: empty(to_left)
        fi
    :: else -> break
    od;
    over ! 0;
    ended == 1;
    assert(delivered >= next && delivered <= next + 1 && delivered <= 2)
}
