// Construction, destruction, copies and moves in the order that the language fixes.
static int trace;
static void t(int digit) { trace = (trace * 10 + digit) % 100000000; }

struct Part {
  int id;
  explicit Part(int id) : id(id) { t(1); }
  Part(const Part &other) : id(other.id) { t(2); }
  Part(Part &&other) : id(other.id) {
    other.id = 0;
    t(3);
  }
  ~Part() { t(4); }
};

struct Whole {
  Part a, b;
  Whole() : a(1), b(2) { t(5); }
  ~Whole() { t(6); }
};

static int take(Part p) { return p.id; }

int main() {
  {
    Whole w;
  }
  if (trace != 115644)
    return 2;
  trace = 0;
  {
    Part p(7);
    int copied = take(p);
    int moved = take(static_cast<Part &&>(p));
    if (copied != 7 || moved != 7 || p.id != 0)
      return 3;
  }
  return trace == 124344 ? 0 : 4;
}
