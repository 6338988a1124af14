// Of an invariant that does not come to an end nobody knows whether it holds.
//@ check: --invariant always
//@ unknown: the invariant `always`, which has not ended
static volatile unsigned long turns;
int always(void) {
  for (;;) turns = turns;
  return 1;
}
int main(void) {
  turns = 0;
  return 0;
}
