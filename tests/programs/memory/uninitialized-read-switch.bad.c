// A switch on a value that was never set.
int main(void) {
  int way;
  switch (way) { //~ uninitialized-read: `way`
  case 1:
    return 0;
  default:
    return 2;
  }
}
