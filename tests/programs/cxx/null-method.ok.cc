// A member function called through a null pointer.
struct Node {
  int v = 3;
  int get() const {
    return v;
  }
};

int main() {
  Node n, *p = &n;
  return p->get() - 3;
}
