// A write to freed memory.
#include <stdlib.h>

struct account {
  long balance;
  int owner;
};

static void pay(struct account *a, long n) {
  a->balance += n; //~ use-after-free
}

int main(void) {
  struct account *a = calloc(1, sizeof *a);
  if (!a)
    return 2;
  free(a);
  pay(a, 5);
  return 0;
}
