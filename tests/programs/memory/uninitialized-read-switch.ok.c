// A switch on a value that was never set.
int main(void) {
  int way = 1;
  switch (way) {
  case 1:
    return 0;
  default:
    return 2;
  }
}
