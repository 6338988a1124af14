// The last byte is not filled.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned words[3] = {0};
  unsigned char c = __VERIFIER_nondet_uchar();
  memset(words, c, sizeof words - 1);
  if (words[2] != words[0])
    reach_error(); //~ assertion
  return 0;
}
