// A symbolic value is printed and read again.
//@ native: no
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar() & 7;
  char text[16];
  int again = 9;
  snprintf(text, sizeof text, "<%d>", c * 3);
  if (sscanf(text, "<%d>", &again) != 1 || again != c * 3)
    reach_error();
  return 0;
}
