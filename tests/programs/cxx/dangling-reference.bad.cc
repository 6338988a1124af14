// A reference to a local variable is returned.
static const int &smaller(const int &a, int b) {
  const int &r = a < b ? a : b;
  return r;
}

int main() {
  int x = 5, y = 3;
  const int &r = smaller(x, y);
  return r - 3; //~ use-after-scope
}
