// What is noted is what was compared.
//@ check
//@ note: `set` is 1
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool set = true;
  if (set) assert(!set); //~ assertion
  return 0;
}
