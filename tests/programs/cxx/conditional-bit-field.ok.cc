// A conditional expression whose branches are bit-fields has the declared type of the field: the bits are widened, with
// their sign.
#include <assert.h>

struct fields {
  unsigned low : 5;
  int number : 5;
  bool flag : 1;
  unsigned long wide : 40;
};

static struct fields fields = {31, -2, true, 0xffffffffffUL};

static int incremented(int which) { return (which ? fields.number : fields.number) + 1; }

static unsigned long shifted(int which) { return (which ? fields.wide : fields.wide) << 20; }

int main() {
  volatile int yes = 1;
  assert(incremented(yes) == -1);
  assert(incremented(!yes) == -1);
  assert(shifted(yes) == 0xffffffffff00000UL);
  int table[32] = {0};
  table[yes ? fields.low : fields.low] = 1;
  assert(table[31] == 1);
  switch (yes ? fields.low : fields.low) {
  case 31:
      break;
  default:
      assert(0);
  }
  (yes ? fields.number : fields.number) = 3;
  assert(fields.number == 3);
  bool flag = yes ? fields.flag : fields.flag;
  assert(flag);
  return 0;
}
