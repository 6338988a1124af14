// A second exception may not leave a destructor that the first one makes run.
struct Guard {
  ~Guard() noexcept(false) {
    throw 2; //~ uncaught-exception
  }
};

int main() {
  try {
    Guard guard;
    throw 1;
  } catch (int) {
    return 0;
  }
  return 1;
}
