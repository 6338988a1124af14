// Virtual calls, multiple and virtual inheritance, destructors through a base, dynamic types while constructing.
static int log_;

struct Shape {
  int kind_at_birth;
  Shape() { kind_at_birth = kind(); }
  virtual int kind() const { return 0; }
  virtual int area() const = 0;
  virtual ~Shape() { log_ = log_ * 10 + 1; }
};

struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int kind() const override { return 1; }
  int area() const override { return side * side; }
  ~Square() override { log_ = log_ * 10 + 2; }
};

struct Named {
  const char *name = "named";
  virtual char first() const { return name[0]; }
  virtual ~Named() = default;
};

struct Both : Square, Named {
  Both() : Square(3) {}
  char first() const override { return 'B'; }
};

struct Top {
  int v = 5;
  virtual ~Top() = default;
};
struct Left : virtual Top {};
struct Right : virtual Top {};
struct Bottom : Left, Right {};

int main() {
  Shape *s = new Square(4);
  if (s->area() != 16 || s->kind() != 1 || s->kind_at_birth != 0)
    return 2;
  delete s;
  if (log_ != 21)
    return 3;
  Both b;
  Named &n = b;
  Shape &q = b;
  if (n.first() != 'B' || q.area() != 9 || *n.name != 'n')
    return 4;
  Bottom bottom;
  static_cast<Left &>(bottom).v = 6;
  return static_cast<Right &>(bottom).v == 6 ? 0 : 5;
}
