// An exception may not leave a function that says so, even if its caller would catch it.
static void fail() {
  throw 1; //~ uncaught-exception: noexcept
}

static void careful() noexcept { fail(); }

int main() {
  try {
    careful();
  } catch (int) {
    return 1;
  }
  return 0;
}
