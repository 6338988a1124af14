// The bytes of an object can be anything, lengths too.
#include <gmc.h>

struct packet {
  unsigned char length;
  unsigned char kind;
  char data[5];
};

int main(void) {
  struct packet a;
  int sum = 0;
  gmc_any(&a, sizeof a, "a");
  if (a.kind == 7 && a.length <= sizeof a)
    for (unsigned i = 0; i < a.length; i++)
      sum += a.data[i]; //~ out-of-bounds
  return sum == 0;
}
