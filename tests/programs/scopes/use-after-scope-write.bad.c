// A write into a frame that has ended.
static char *buffer(char *spare) {
  char b[16];
  char *p = b;
  b[0] = 0;
  return p;
}

int main(void) {
  char spare[16], *p = buffer(spare);
  p[0] = 'x'; //~ use-after-scope: `b` (16 bytes
  return 0;
}
