// GCC complements a truth value; the source negates it.
//@ check
//@ note: `!set` is 0
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool set = true;
  if (set) assert(!set); //~ assertion
  return 0;
}
