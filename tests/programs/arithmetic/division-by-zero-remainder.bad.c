// The remainder by zero.
int main(void) {
  short a = 7;
  char b = 0;
  return a % b; //~ division-by-zero
}
