// What is thrown instead can be caught.
int main() {
  try {
    throw 0;
  } catch (...) {
    return 0;
  }
}
