// While a base is constructed, the object is of the base's class: what is pure there cannot be called.
struct Shape {
  explicit Shape(bool early) {
    if (early)
      measure();
  }
  virtual ~Shape() {}
  void measure() { size = area(); }
  virtual int area() const = 0;
  int size = 0;
};

struct Square : Shape {
  explicit Square(bool early) : Shape(early) {}
  int area() const override { return 4; }
};

int main() {
  Square square(false);
  square.measure();
  return square.size - 4;
}
