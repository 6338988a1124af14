// An int is read at an address that is not a multiple of four.
int main(void) {
  union {
    char c[16];
    long long align;
  } u = {{0}};
  int *p = (int *)(u.c + 2);
  return *p; //~ misaligned-access: not aligned to 4 bytes
}
