// Set in all cases of a switch.
static int size(int kind) {
  int n;
  switch (kind) {
  case 0:
    n = 1;
    break;
  case 1:
    n = 2;
    break;
  default:
    n = 4;
    break;
  }
  return n + 1;
}

int main(void) { return size(0) + size(1) + size(2) - 10; }
