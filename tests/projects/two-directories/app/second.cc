/* Instantiates Stack<int>, as first.cc does, and Stack<long>. */
#include "../lib/shapes.h"
#include "stack.h"

int second(void) {
  Stack<int> stack;
  Stack<long> longs;
  stack.push(3);
  longs.push(4);
  return stack.pop() + (int)longs.pop();
}
