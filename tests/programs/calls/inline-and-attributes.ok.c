// inline, noinline, const, pure, always_inline, alias and weak functions.
static inline int one(void) { return 1; }
inline __attribute__((always_inline)) static int two(void) { return one() + 1; }
__attribute__((noinline, const)) static int three(int x) { return x + 3; }

int real(int x) { return x * 10; }
int other(int x) __attribute__((alias("real")));
__attribute__((weak)) int overridable(void) { return 5; }
extern int nowhere(void) __attribute__((weak));

int main(void) {
  if (one() + two() + three(0) != 6 || other(2) != 20 || other != real)
    return 2;
  if (nowhere)
    return nowhere();
  return overridable() - 5;
}
