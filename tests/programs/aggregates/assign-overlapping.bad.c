// What is assigned does not overlap where it goes, unless it is there already (C11 6.5.16.1p3).
struct numbers { int at[4]; };
union box {
  struct { int before; struct numbers late; } a;
  struct { struct numbers early; } b;
};
int main(void) {
  union box box = {{0, {{1, 2, 3, 4}}}};
  box.a.late = box.b.early; //~ overlapping-copy
  return 0;
}
