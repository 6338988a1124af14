#define DUPLICATE 1
#include "net.h"
byte delivered, next, ended;
active proctype receiver()
{
    byte a, b, expected;
    do
    :: to_right ? a, b ->
        if :: a == expected -> if :: b == delivered -> delivered++ :: else fi; expected = 1 - expected :: else fi;
        put(to_left, a, 0)
    :: over ? a -> break
    od;
    ended = 1
}
active proctype sender()
{
    byte tries, flag, a, b;
    do
    :: tries < 3 && next < 2 ->
        tries++;
        put(to_right, flag, next);
        if
        :: to_left ? a, b -> if :: true -> flag = 1 - flag; next++ :: else fi
        :: empty(to_left)
        fi
    :: else -> break
    od;
    over ! 0;
    ended == 1;
    assert(delivered >= next)
}
