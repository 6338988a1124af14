// The byte comes out of the pipe as it went in.
//@ native: no
#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int ends[2];
  unsigned char out = __VERIFIER_nondet_uchar() & 7, in = 0;
  if (pipe(ends) != 0)
    return 0;
  if (write(ends[1], &out, 1) == 1 && read(ends[0], &in, 1) == 1 && in * out == 25)
    reach_error(); //~ assertion
  close(ends[0]);
  close(ends[1]);
  return 0;
}
