/* Instantiates Stack<int>, as second.cc does. */
#include "../lib/shapes.h"
#include "stack.h"

int first(void) {
  Stack<int> stack;
  stack.push(1);
  stack.push(2);
  return stack.pop();
}
