#include "net.h"
byte executed, ended;
active proctype server()
{
    byte a, b, known;
    do
    :: to_right ? a, b -> if :: true -> executed++; known = a :: else fi; put(to_left, a, 0)
    :: over ? a -> break
    od;
    ended = 1
}
active proctype client()
{
    byte tries, a, b;
    do
    :: tries < 2 && a != 1 ->
        tries++;
        put(to_right, 1, 0);
        if :: to_left ? a, b :: empty(to_left) fi
    :: else -> break
    od;
    over ! 0;
    ended == 1;
    assert(executed <= 1)
}
