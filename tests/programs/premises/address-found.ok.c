// A byte of a pointer is looked for.
//@ check: --addresses any
//@ unknown: where objects lie
#include <string.h>

static int object, *pointer = &object;

int main(void) { return memchr(&pointer, 255, sizeof pointer) == &pointer; }
