// An error inside of a macro is reported where the macro is used.
#define GET(a, i) ((a)[i])

int main(void) {
  int a[2] = {0, 0}, n = 2;
  return GET(a, n); //~ out-of-bounds: index 2
}
