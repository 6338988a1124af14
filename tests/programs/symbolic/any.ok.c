// The bytes of an object can be anything, and stay what they are.
#include <gmc.h>
#include <string.h>

struct packet {
  unsigned char length;
  unsigned char kind;
  unsigned short sum;
  char data[5];
};

int main(void) {
  struct packet a, b;
  int number;
  gmc_any(&a, sizeof a, "a");
  gmc_any(&number, sizeof number, "number");
  memcpy(&b, &a, sizeof a);
  gmc_assert(b.sum == a.sum && (number & 1) == number % 2 * (number % 2));
  if (a.length <= sizeof a.data)
    for (unsigned i = 0; i < a.length; i++)
      gmc_assert(b.data[i] == a.data[i]);
  return 0;
}
