// A program without exceptions of its own ends where there is no memory.
//@ check: --fail malloc=1
int main() {
  int *one = new int(1); //~ uncaught-exception: std::bad_alloc
  delete one;
  return 0;
}
