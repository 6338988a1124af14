// Memory is filled with a symbolic byte.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned words[3];
  unsigned char c = __VERIFIER_nondet_uchar();
  memset(words, c, sizeof words);
  if (words[0] != c * 0x01010101u || words[2] != words[0])
    reach_error();
  return 0;
}
