#include "net.h"
byte leads, done;
active proctype one() { byte a, b; put(to_right, 1, 0); if :: to_left ? a, b :: empty(to_left) fi; atomic { if :: a && 1 > a -> leads++ :: else fi; done++ } }
active proctype two() { byte a, b; put(to_left, 2, 0); if :: to_right ? a, b :: empty(to_right) fi; atomic { if :: a && 2 > a -> leads++ :: else fi; done++ } }
active proctype judge() { done == 2; assert(leads <= 1) }
