// An argument of the right type through a cast pointer.
static double half(double x) { return x / 2; }

int main(void) {
  double (*f)(double) = (double (*)(double))half;
  return f(4) == 2 ? 0 : 3;
}
