// __builtin_unreachable promises that control never comes there.
static int kind(int x) {
  switch (x) {
  case 0:
    return 10;
  case 1:
    return 11;
  default:
    __builtin_unreachable();
  }
}

int main(void) { return kind(0) + kind(1) - 21; }
