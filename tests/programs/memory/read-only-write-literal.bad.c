// A string literal cannot be written, an array initialised from one can.
int main(void) {
  char *s = "hello";
  s[0] = 'H'; //~ read-only-write: string literal
  return s[0] - 'H';
}
