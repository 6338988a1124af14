// A loop that never comes back to a state.
int main(void) {
  for (unsigned long n = 0;; n++)
    if (n == ~0ul)
      return 1;
}
