// Classes: virtual calls, casts at run time, and objects that a vector of unique pointers owns.
#include <cstdio>
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual long area() const = 0;
};

struct Square : Shape {
  explicit Square(long side) : side(side) {}
  long area() const override { return side * side; }
  long side;
};

struct Rectangle : Shape {
  Rectangle(long width, long height) : width(width), height(height) {}
  long area() const override { return width * height; }
  long width, height;
};

int main() {
  long total = 0, squares = 0;
  for (int round = 0; round < 40; round++) {
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 0; i < 1000; i++) {
      if (i % 3 == 0)
        shapes.push_back(std::make_unique<Square>(i));
      else
        shapes.push_back(std::make_unique<Rectangle>(i, round));
    }
    for (const auto &shape : shapes) {
      total += shape->area();
      squares += dynamic_cast<const Square *>(shape.get()) != nullptr;
    }
  }
  std::printf("%ld %ld\n", total, squares);
}
