// The same with a struct as the result.
struct pair {
  int a, b;
};

static struct pair make(int x) {
  if (x)
    return (struct pair){x, x};
} //~ missing-return: make

int main(void) {
  struct pair p = make(0);
  return p.a;
}
