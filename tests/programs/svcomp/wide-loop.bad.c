// A loop that goes on as long as it is told to, once too often.
//@ native: no
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int turns = 0;
  while (__VERIFIER_nondet_int()) {
    turns = (turns + 1) % 4;
    if (turns == 3)
      reach_error(); //~ assertion
  }
  return 0;
}
