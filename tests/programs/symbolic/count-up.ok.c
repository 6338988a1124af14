// A counter that starts anywhere and is counted up a little.
//@ native: no
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int i = c;
  for (int n = 0; n < 3; n++)
    i++, c++;
  if (i != c && i < 128)
    reach_error();
  return 0;
}
