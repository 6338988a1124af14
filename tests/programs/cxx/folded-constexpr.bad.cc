// What is computed while compiling is still computed then; at run time, nothing is folded.
constexpr int twice_less(int n) { return n * 2 - n; } //~ signed-overflow
static_assert(twice_less(21) == 21, "computed while compiling");
static int table[twice_less(3)];

int main() {
  volatile int n = 2000000000;
  table[0] = twice_less(n);
  return table[0] == 12345;
}
