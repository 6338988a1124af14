// A term that gets twice as deep with each round, and is asked about each time.
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong(), count = 0;
  for (;;) {
    unsigned long long z = x * y + (x >> 7);
    y = y * x ^ (z << 3);
    x = z * z + y;
    if (x % 1009 == 5)
      count++;
    if (count > 1000000)
      return 1;
  }
}
