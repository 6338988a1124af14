// An exception that is caught inside may be thrown there.
static void fail() { throw 1; }

static int careful() noexcept {
  try {
    fail();
  } catch (int) {
    return 0;
  }
  return 1;
}

int main() { return careful(); }
