// A second exception may be thrown and caught in a destructor that the first one makes run.
static int seen;

struct Guard {
  ~Guard() {
    try {
      throw 2;
    } catch (int n) {
      seen = n;
    }
  }
};

int main() {
  try {
    Guard guard;
    throw 1;
  } catch (int n) {
    return n == 1 && seen == 2 ? 0 : 1;
  }
  return 2;
}
