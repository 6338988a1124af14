// What is assigned does not overlap where it goes, unless it is there already (C11 6.5.16.1p3).
struct numbers { int at[4]; };
union box {
  struct { int before; struct numbers late; } a;
  struct { struct numbers early; } b;
};
int main(void) {
  union box box = {{0, {{1, 2, 3, 4}}}}, *same = &box;
  struct numbers between = box.b.early;
  box.a.late = between;
  box = *same;
  box.a.late = same->a.late;
  return box.a.late.at[0] != 0 || box.a.late.at[1] != 1;
}
