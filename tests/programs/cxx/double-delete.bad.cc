// Two owners of one object.
struct Owner {
  int *p;
  explicit Owner(int *p) : p(p) {}
  ~Owner() {
    delete p; //~ double-free
  }
};

int main() {
  Owner a(new int(1));
  Owner b = a;
  return *b.p - 1;
}
