#define NUMBERS 2
#include "net.h"
byte delivered;
active proctype receiver()
{
    byte a, b;
    do
    :: to_right ? a, b ->
        if :: a == delivered % NUMBERS -> assert(b == delivered); delivered++ :: else fi;
        put(to_left, delivered % NUMBERS, 0)
    :: over ? a -> break
    od
}
active proctype sender()
{
    byte rounds, first, next, a, b;
    do
    :: rounds < 3 && first < 3 ->
        rounds++;
        do
        :: next < 3 && next < first + 2 -> put(to_right, next % NUMBERS, next); next++
        :: else -> break
        od;
        if
        :: empty(to_left) -> next = first
        :: to_left ? a, b ->
            do :: first < next && first % NUMBERS != a -> first++ :: else -> break od
        fi
    :: else -> break
    od;
    over ! 0
}
