// Overloaded operators, references, default arguments, namespaces, conversion.
namespace geometry {
struct Point {
  int x, y;
  Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  Point &operator+=(const Point &o) { return *this = *this + o; }
  bool operator==(const Point &o) const { return x == o.x && y == o.y; }
  int &operator[](int i) { return i ? y : x; }
  explicit operator bool() const { return x || y; }
  int operator()(int k = 2) const { return (x + y) * k; }
};
inline Point operator*(int k, Point p) { return {k * p.x, k * p.y}; }
} // namespace geometry

static void swap(int &a, int &b) {
  int t = a;
  a = b;
  b = t;
}

int main() {
  geometry::Point a{1, 2}, b = 3 * a;
  a += b;
  if (!(a == geometry::Point{4, 8}) || !a || a() != 24 || a(1) != 12)
    return 2;
  swap(a[0], a[1]);
  const int &r = a.x;
  a.x = 9;
  auto [x, y] = a;
  int s = 0;
  int list[] = {1, 2, 3};
  for (int v : list)
    s += v;
  return r == 9 && x == 9 && y == 4 && s == 6 ? 0 : 3;
}
