// An interpreter with labels as values.
static int run(const unsigned char *code) {
  static const void *const table[] = {&&push, &&add, &&mul, &&halt};
  int stack[16], *sp = stack;
#define NEXT goto *table[*code++]
  NEXT;
push:
  *sp++ = *code++;
  NEXT;
add:
  sp--;
  sp[-1] += sp[0];
  NEXT;
mul:
  sp--;
  sp[-1] *= sp[0];
  NEXT;
halt:
  return sp[-1];
}

static int relative(int which) {
  static const int offsets[] = {&&a - &&a, &&b - &&a};
  goto *(&&a + offsets[which]);
a:
  return 1;
b:
  return 2;
}

int main(void) {
  static const unsigned char code[] = {0, 3, 0, 4, 1, 0, 6, 2, 3};
  void *p = &&there;
  if (run(code) != 42)
    return 2;
  goto *p;
  return 3;
there:
  return relative(0) == 1 && relative(1) == 2 ? 0 : 4;
}
