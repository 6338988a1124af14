// Variables that do not fit, before the program has begun.
static char a[1u << 30], b[1u << 30];
int main(void) {
  for (unsigned at = 0;; at = at * 5 + 1)
    a[at % sizeof a] = b[at / 7 % sizeof b] + 1;
}
