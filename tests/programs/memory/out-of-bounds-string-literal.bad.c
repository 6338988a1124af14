// A string literal ends with its zero byte.
int main(void) {
  const char *s = "abc";
  int i = 4;
  return s[i]; //~ out-of-bounds: string literal (4 bytes)
}
