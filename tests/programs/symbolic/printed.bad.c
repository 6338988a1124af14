// The text is cut for some values.
//@ native: no
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar() & 7;
  char text[3];
  int again = 9;
  snprintf(text, sizeof text, "%d", c * 15);
  if (sscanf(text, "%d", &again) != 1 || again != c * 15)
    reach_error(); //~ assertion
  return 0;
}
