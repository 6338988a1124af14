#include "net.h"
byte decided, decision, ended;
active proctype participant()
{
    byte a, b, tries;
    if
    :: to_right ? a, b ->
        do
        :: tries < 2 && decided == 0 ->
            tries++;
            put(to_left, 'y', 0);
            if :: to_right ? a, b -> decided = a :: empty(to_right) -> decided = 'a' fi
        :: else -> break
        od
    :: empty(to_right) -> decided = 'a'
    fi;
    ended = 1
}
active proctype coordinator()
{
    byte a, b;
    put(to_right, 'p', 0);
    if :: to_left ? a, b :: empty(to_left) fi;
    if :: a == 'y' -> decision = 'c' :: else -> decision = 'a' fi;
    put(to_right, decision, 0);
    if :: to_left ? a, b -> put(to_right, decision, 0) :: empty(to_left) fi;
    ended == 1;
    assert(decided == 0 || decided == decision)
}
