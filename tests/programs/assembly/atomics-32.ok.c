// Atomic operations in 32 bits: what the same code does in 64.
//@ flags: -m32
//@ native: no
//@ stdout: "8 0 1 1\n"
//@ stdout: "1 0 0 8 2\n"
//@ stdout: "7 7 7 9 9 15\n"
//@ stdout: "0 1 15 0 0 1 2 21\n"
//@ stdout: "0 0 3 3 2\n"
//@ stdout: "100000002 100000002 100000002\n"
#include "atomics.ok.c"
