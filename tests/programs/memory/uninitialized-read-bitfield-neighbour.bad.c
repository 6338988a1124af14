// One bit-field of a byte is not set; its neighbours do not count.
//@ missed: memory knows of bytes, not of bits, whether they have a value
struct flags {
  unsigned a : 3, b : 5, c : 8;
};

int main(void) {
  struct flags f;
  f.a = 1;
  f.c = 2;
  return f.a + f.b - 3; //~ uninitialized-read
}
