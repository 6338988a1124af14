// An element is read at a symbolic position.
//@ native: no
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 8)
    return 0;
  if (squares[i] != (int)(i * i))
    reach_error();
  if (i > 0 && squares[i] - squares[i - 1] != (int)(2 * i - 1))
    reach_error();
  return 0;
}
