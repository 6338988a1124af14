// The remainder by one.
int main(void) {
  short a = 7;
  char b = 1;
  return a % b;
}
