// Constructors run before main, by priority; destructors after it, the other way round.
//@ exit: 21
#include <stdlib.h>
#include <unistd.h>

static int order;

__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
__attribute__((destructor(101))) static void last(void) { _exit(order); }
__attribute__((destructor(200))) static void before(void) { order = order * 2 + 1; }

int main(void) {
  if (order != 123)
    return 2;
  order = 10;
  return 0;
}
