// One bit-field of a byte is set; its neighbours do not count.
struct flags {
  unsigned a : 3, b : 5, c : 8;
};

int main(void) {
  struct flags f;
  f.a = 1;
  f.b = 2;
  return f.a + f.b - 3;
}
