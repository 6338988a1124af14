// Arrays and integer arithmetic.
#include <stdio.h>
#include <string.h>

#ifndef ROUNDS
#define ROUNDS 10
#endif

static char composite[200000];

int main(void) {
  int count = 0;
  for (int round = 0; round < ROUNDS; round++) {
    memset(composite, 0, sizeof composite);
    count = 0;
    for (int i = 2; i < (int)sizeof composite; i++) {
      if (composite[i])
        continue;
      count++;
      for (long j = (long)i * i; j < (long)sizeof composite; j += i)
        composite[j] = 1;
    }
  }
  printf("%d primes\n", count);
  return 0;
}
