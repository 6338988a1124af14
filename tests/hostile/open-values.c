// A hundred thousand values that stay open, and are then told apart.
int __VERIFIER_nondet_int(void);
static int values[100000];
int main(void) {
  for (int i = 0; i < 100000; i++)
    values[i] = __VERIFIER_nondet_int();
  int count = 0;
  for (int i = 0; i < 100000; i++)
    count += values[i] > i;
  return count > 7;
}
