// An exception is thrown again by a function that the handler calls.
static void again() { throw; }

int main() {
  try {
    try {
      throw 5;
    } catch (...) {
      again();
    }
  } catch (int n) {
    return n - 5;
  }
  return 1;
}
