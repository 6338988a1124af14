// A constant shifted too far, in a template.
template <int N> int shifted() {
  int one = 1 << N; //~ invalid-shift
  return one;
}

int main() { return shifted<33>(); }
