#include "net.h"
active proctype receiver() { byte a, b; if :: to_right ? a, b -> put(to_left, a, b) :: over ? a fi }
active proctype sender() { byte a, b; put(to_right, 1, 0); to_left ? a, b; over ! 0 }
