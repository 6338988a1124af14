// A member function called through a null pointer.
struct Node {
  int v = 3;
  int get() const {
    return v; //~ null-dereference
  }
};

int main() {
  Node n, *p = nullptr;
  return p->get() - 3;
}
