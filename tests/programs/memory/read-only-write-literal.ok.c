// A string literal cannot be written, an array initialised from one can.
int main(void) {
  char s[] = "hello";
  s[0] = 'H';
  return s[0] - 'H';
}
