// Owners that free what they own, also on early return; placement new; arrays with destructors.
#include <cstdlib>
#include <new>

static int alive;

class Buffer {
  int *data;
  int n;

public:
  explicit Buffer(int n) : data(static_cast<int *>(std::malloc(n * sizeof(int)))), n(n) { alive++; }
  Buffer(const Buffer &) = delete;
  ~Buffer() {
    std::free(data);
    alive--;
  }
  int &operator[](int i) { return data[i]; }
  int size() const { return n; }
};

static int use(bool early) {
  Buffer b(4);
  for (int i = 0; i < b.size(); i++)
    b[i] = i;
  if (early)
    return b[3];
  Buffer c(2);
  c[0] = b[1];
  return c[0];
}

struct Counted {
  Counted() { alive++; }
  ~Counted() { alive--; }
};

int main() {
  if (use(true) != 3 || use(false) != 1 || alive)
    return 2;
  Counted *many = new Counted[5];
  if (alive != 5)
    return 3;
  delete[] many;
  alignas(Counted) unsigned char room[sizeof(Counted)];
  Counted *placed = new (room) Counted;
  if (alive != 1)
    return 4;
  placed->~Counted();
  int *p = new int(7), *none = nullptr;
  int v = *p;
  delete p;
  delete none;
  return alive == 0 && v == 7 ? 0 : 5;
}
