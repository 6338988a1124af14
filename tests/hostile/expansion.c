// A source that its compiler is busy with for hours.
#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))
#define D(x) C(C(x))
static volatile int n;
int main(void) {
  D(n++;)
  return 0;
}
