// There is no exception to throw again.
//@ violation: abort
int main() {
  try {
    throw;
  } catch (...) {
    return 0;
  }
}
