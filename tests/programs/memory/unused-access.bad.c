// The value is not used, but it is read.
int main(void) {
  int *volatile nowhere = 0;
  int *p = nowhere;
  (void)*p; //~ null-dereference
  return 0;
}
