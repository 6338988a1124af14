// A function that takes a number gets an address.
//@ check: --addresses any
//@ unknown: where objects lie
#include <stdint.h>

static int object;

int main(void) { return __builtin_parityll((uintptr_t)&object) > 1; }
