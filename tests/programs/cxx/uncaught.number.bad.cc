// A handler of another type does not catch it.
int main() {
  try {
    throw 42; //~ uncaught-exception: `int` (42)
  } catch (long) {
    return 1;
  }
}
