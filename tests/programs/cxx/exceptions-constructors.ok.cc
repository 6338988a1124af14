// What a constructor has built is destroyed where it throws; arrays; memory of `new`; function try blocks.
#include <initializer_list>

static int alive, handled;

struct Part {
  Part() { alive++; }
  Part(int n) {
    if (n > 2)
      throw n;
    alive++;
  }
  Part(const Part &) { alive++; }
  ~Part() { alive--; }
};

static int next;

struct Counted {
  Part p;
  Counted() : p(next++) {}
};

struct Whole {
  Part one, two;
  Whole(int n) try : one(1), two(n) {
    throw 'c';
  } catch (int) {
    handled++;
  } catch (char) {
    handled += 10;
    throw 9;
  }
};

int main() {
  for (int n : {1, 3}) {
    try {
      Whole whole(n);
    } catch (int got) {
      handled += got * 100;
    }
  }
  try {
    Counted all[5];
  } catch (int) {
    handled += 10000;
  }
  next = 0;
  try {
    delete[] new Counted[6];
  } catch (int) {
    handled += 20000;
  }
  return alive == 0 && handled == 31211 ? 0 : 1;
}
