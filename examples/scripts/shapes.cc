// A class with a virtual function, for the scripts here.
struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
};

struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};

int total(const Shape &a, const Shape &b) { return a.area() + b.area(); }

int main() { return total(Square(1), Square(2)) != 5; }
