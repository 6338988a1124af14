// Nothing added to a null pointer is nothing; so is the difference of two.
int main(void) {
  char *volatile nowhere = 0;
  volatile int distance = 0;
  char *p = nowhere + distance;
  return p != 0 || p - nowhere != 0;
}
