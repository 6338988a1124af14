// A value in memory that cannot be written any more is still there, and becomes a number there, too.
#include <assert.h>
#include <gmc.h>
#include <sys/mman.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return 0;
  p[0] = __VERIFIER_nondet_int() & 7;
  if (mprotect(p, 4096, PROT_READ))
    return 0;
  int other = __VERIFIER_nondet_int() & 7;
  if (other == 3 && (other ^ p[0]) == 6)
    assert(p[0] == 5);
  munmap(p, 4096);
  return 0;
}
