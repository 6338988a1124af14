// A member function of a deleted object.
struct Counter {
  int n = 0;
  int next() {
    return n++;
  }
};

int main() {
  Counter *c = new Counter;
  c->next();
  int v = c->next();
  delete c;
  return v - 1;
}
