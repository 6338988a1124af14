// stdlib.h: after the same seed, every generator gives the same numbers again, in its range.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long first[4];
  double fraction = 0;
  for (int round = 0; round < 2; round++) {
    unsigned seed = 5;
    srandom(7);
    srand48(11);
    long now[4] = {random(), lrand48(), mrand48(), rand_r(&seed)};
    double part = drand48();
    for (int i = 0; i < 4; i++) {
      if (round && now[i] != first[i])
        return 1;
      first[i] = now[i];
    }
    if (round && part != fraction)
      return 2;
    fraction = part;
    for (int i = 0; i < 50; i++) {
      long word = mrand48(), half = lrand48();
      double unit = drand48();
      if (word < -2147483648L || word > 2147483647L || half < 0 || half > 2147483647L || unit < 0 || unit >= 1)
        return 3;
      int small = rand_r(&seed);
      long big = random();
      if (small < 0 || big < 0 || big > 2147483647L)
        return 4;
    }
  }
  // The linear congruence of POSIX.
  srand48(1);
  printf("%ld %ld %a", lrand48(), mrand48(), drand48());
  unsigned seed = 1;
  srandom(1);
  printf(" %d %u", rand_r(&seed), seed);
  printf(" %ld\n", random());
  return 0;
}
