// What new[] has allocated belongs to delete[].
struct Point {
  int x, y;
};

int main() {
  Point *points = new Point[3];
  points[0].x = 1;
  delete points; //~ invalid-free: `new[]` has allocated
  return 0;
}
