// What is copied from a variable that no unit defines is as unknown.
//@ unknown: variable `box`, which no unit defines
//@ native: no
struct box { int a, b; };
extern struct box box;
int main(void) {
  struct box copy = box;
  return copy.a;
}
