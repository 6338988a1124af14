// What is assigned together with an operation is evaluated once in C++, too.
#include "../arithmetic/compound-shift.ok.c"
