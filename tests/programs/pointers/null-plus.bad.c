// A null pointer points into no object, so that nothing can be added to it.
//@ options: --pedantic
int main(void) {
  char *volatile nowhere = 0;
  volatile int distance = 1;
  char *p = nowhere + distance; //~ invalid-pointer-operation: null pointer
  return p == 0;
}
