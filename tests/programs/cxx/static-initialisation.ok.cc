// Globals with constructors, static locals made once, destructors at exit.
//@ exit: 42
extern "C" void _exit(int);

static int steps;

struct Early {
  int v;
  Early(int v) : v(v + steps++) {}
  ~Early() {
    if (v == 10)
      _exit(42);
  }
};

static Early first(10), second(20);

static Early &once() {
  static Early it(100);
  return it;
}

int main() {
  if (first.v != 10 || second.v != 21 || steps != 2)
    return 2;
  if (&once() != &once() || once().v != 102 || steps != 3)
    return 3;
  return 0;
}
