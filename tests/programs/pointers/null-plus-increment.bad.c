// A loop that begins at a null pointer.
//@ options: --pedantic
static int length(const char *text, const char *end) {
  int length = 0;
  for (; text != end; text++) //~ invalid-pointer-operation
    length++;
  return length;
}

int main(void) {
  static char text[4];
  const char *volatile nowhere = 0;
  return length(nowhere, text);
}
