// A destructor that says so may throw.
struct Guard {
  ~Guard() noexcept(false) { throw 1; }
};

int main() {
  try {
    Guard guard;
  } catch (int) {
    return 0;
  }
  return 1;
}
