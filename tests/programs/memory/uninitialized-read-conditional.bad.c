// Set in some cases of a switch.
static int size(int kind) {
  int n;
  switch (kind) {
  case 0:
    n = 1;
    break;
  case 1:
    n = 2;
    break;
  }
  return n + 1; //~ uninitialized-read: `n`
}

int main(void) { return size(0) + size(1) + size(2) - 10; }
