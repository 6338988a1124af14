// `new (std::nothrow)` returns null where there is no memory.
//@ check: --fail malloc=1
#include <new>

int main() {
  int *one = new (std::nothrow) int;
  *one = 1; //~ null-dereference
  delete one;
  return 0;
}
