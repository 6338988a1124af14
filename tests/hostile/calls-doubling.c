// 2^40 calls without a loop, a branch or a deep stack.
static unsigned n;
static void f0(void) { n++; }
#define TWICE(a, b) static void f##b(void) { f##a(); f##a(); }
TWICE(0, 1) TWICE(1, 2) TWICE(2, 3) TWICE(3, 4) TWICE(4, 5) TWICE(5, 6) TWICE(6, 7) TWICE(7, 8)
TWICE(8, 9) TWICE(9, 10) TWICE(10, 11) TWICE(11, 12) TWICE(12, 13) TWICE(13, 14) TWICE(14, 15) TWICE(15, 16)
TWICE(16, 17) TWICE(17, 18) TWICE(18, 19) TWICE(19, 20) TWICE(20, 21) TWICE(21, 22) TWICE(22, 23) TWICE(23, 24)
TWICE(24, 25) TWICE(25, 26) TWICE(26, 27) TWICE(27, 28) TWICE(28, 29) TWICE(29, 30) TWICE(30, 31) TWICE(31, 32)
TWICE(32, 33) TWICE(33, 34) TWICE(34, 35) TWICE(35, 36) TWICE(36, 37) TWICE(37, 38) TWICE(38, 39) TWICE(39, 40)
int main(void) {
  f40();
  return 0;
}
