// Definitions and calls without prototypes, implicit int and implicit declarations.
//@ flags: -std=gnu89
add(a, b)
  int a, b;
{
  return a + b;
}

double scale();

int main() {
  if (add(1, 2) != 3 || later(4) != 8)
    return 2;
  return scale(2.0, 3) == 6.0 ? 0 : 3;
}

int later(x) { return x * 2; }

double scale(d, n)
  double d;
  int n;
{
  return d * n;
}
