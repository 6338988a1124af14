// One bit-field is not set, in a byte of its own.
struct flags {
  unsigned a : 8, b : 9, c : 8;
};

int main(void) {
  struct flags f;
  f.a = 1;
  f.c = 2;
  return f.a + f.b - 3; //~ uninitialized-read
}
