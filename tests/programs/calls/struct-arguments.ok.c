// Structs of many sizes by value, as arguments and results, unchanged in the caller.
struct one {
  char c;
};
struct mixed {
  float f;
  int i;
};
struct big {
  long v[10];
};
struct empty {};
union either {
  int i;
  float f;
};

static struct one inc(struct one o) {
  o.c++;
  return o;
}
static struct mixed swap(struct mixed m) { return (struct mixed){(float)m.i, (int)m.f}; }
static struct big reverse(struct big b) {
  for (int i = 0; i < 5; i++) {
    long t = b.v[i];
    b.v[i] = b.v[9 - i];
    b.v[9 - i] = t;
  }
  return b;
}
static int take(struct empty e, int x, struct empty f) { return x; }
static union either view(union either u) { return u; }

int main(void) {
  struct one o = {1}, p = inc(inc(o));
  if (o.c != 1 || p.c != 3)
    return 2;
  struct mixed m = swap((struct mixed){2.0f, 5});
  if (m.f != 5.0f || m.i != 2)
    return 3;
  struct big b = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, r = reverse(b);
  if (r.v[0] != 9 || b.v[0] != 0 || reverse(r).v[3] != 3)
    return 4;
  b = reverse(b);
  if (b.v[1] != 8)
    return 5;
  struct empty e;
  union either u = {.f = 1.0f};
  return take(e, 6, e) == 6 && view(u).i == 0x3f800000 ? 0 : 6;
}
