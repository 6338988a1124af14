// A write to memory that is freed later.
#include <stdlib.h>

struct account {
  long balance;
  int owner;
};

static void pay(struct account *a, long n) {
  a->balance += n;
}

int main(void) {
  struct account *a = calloc(1, sizeof *a);
  if (!a)
    return 2;
  pay(a, 5);
  free(a);
  return 0;
}
