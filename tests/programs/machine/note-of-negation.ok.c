// GCC complements a truth value; the source negates it.
//@ check
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool set = false;
  if (!set) assert(!set);
  return 0;
}
