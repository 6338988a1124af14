// GCC's statement expressions, nested, with locals and jumps out of them.
#define max(a, b)                                                                                                      \
  ({                                                                                                                   \
    __typeof__(a) a_ = (a);                                                                                            \
    __typeof__(b) b_ = (b);                                                                                            \
    a_ > b_ ? a_ : b_;                                                                                                 \
  })

static int early(int x) {
  int r = 1 + ({
            if (x)
              return 50;
            2;
          });
  return r;
}

int main(void) {
  int n = 3;
  if (max(n++, 2) != 3 || n != 4 || max(max(1, 9), max(4, 2)) != 9)
    return 2;
  struct {
    int a, b;
  } s = ({
    __typeof__(s) t = {1, 2};
    t.a += 10;
    t;
  });
  return s.a == 11 && s.b == 2 && early(0) == 3 && early(1) == 50 ? 0 : 3;
}
