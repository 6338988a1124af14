// The value is not used, but it is read.
int main(void) {
  int there = 0;
  int *p = &there;
  (void)*p;
  *p;
  return (*p, 0);
}
