// Symbolic bytes go through a pipe.
//@ native: no
#include <unistd.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  int ends[2];
  unsigned char out[2] = {__VERIFIER_nondet_bool(), 7}, in[2] = {0, 0};
  if (pipe(ends) != 0)
    return 0;
  if (write(ends[1], out, 2) == 2 && read(ends[0], in, 2) == 2)
    if (in[0] != out[0] || in[1] != 7)
      reach_error();
  close(ends[0]);
  close(ends[1]);
  return 0;
}
