// A string literal ends with its zero byte.
int main(void) {
  const char *s = "abc";
  int i = 3;
  return s[i];
}
