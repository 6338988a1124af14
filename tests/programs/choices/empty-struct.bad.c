// Structures without members, before an error that is explained.
#include <assert.h>
#include <gmc.h>
#include <string.h>
struct empty {};
int main(void) {
  struct empty a = {}, b;
  memset(&a, 0, sizeof a);
  memcpy(&b, &a, sizeof b);
  int n = gmc_choose(3);
  b = a;
  (void)b;
  assert(n < 2); //~ assertion
  return 0;
}
