// A member function of a deleted object.
struct Counter {
  int n = 0;
  int next() {
    return n++; //~ use-after-free
  }
};

int main() {
  Counter *c = new Counter;
  c->next();
  delete c;
  int v = c->next();
  return v - 1;
}
