// An array without elements is initialised before something goes wrong.
int main(void) {
  int none[0] = {};
  int *p = 0;
  return *p + (int)sizeof none; //~ null-dereference
}
