// A loop that goes on as long as it is told to: it comes back to a state that is known.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int turn = 0;
  while (__VERIFIER_nondet_int()) {
    turn = !turn;
    if (turn != 0 && turn != 1)
      reach_error();
  }
  return 0;
}
