// A program in C89 with GNU extensions and trigraphs off, declarations first.
//@ flags: -std=c89
int main(void) {
  int i, s = 0;
  long l;
  for (i = 0; i < 3; i++)
    s += i;
  l = s;
  return (int)l - 3;
}
