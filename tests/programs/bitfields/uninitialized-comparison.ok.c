// A bit-field that was never set is compared.
struct wide {
  unsigned long a : 33;
  unsigned long : 0;
  unsigned long b : 40;
};

int main(void) {
  struct wide w;
  w.b = 5;
  return w.b == 6;
}
