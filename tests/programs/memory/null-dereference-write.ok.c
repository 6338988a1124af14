// A write through a pointer that points to something.
static int *where;
static int target;

int main(void) {
  where = &target;
  *where = 1;
  return target - 1;
}
