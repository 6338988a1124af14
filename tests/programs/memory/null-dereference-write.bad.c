// A write through a pointer that was never set.
static int *where;
static int target;

int main(void) {
  *where = 1; //~ null-dereference
  return target - 1;
}
