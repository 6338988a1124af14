// A destructor lets no exception out, unless it says so.
struct Guard {
  ~Guard() {
    throw 1; //~ uncaught-exception: noexcept
  }
};

int main() {
  try {
    Guard guard;
  } catch (int) {
    return 0;
  }
  return 1;
}
