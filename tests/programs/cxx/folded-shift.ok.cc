// A constant shifted by a number of bits that it has, in a template.
template <int N> int shifted() {
  int one = 1 << N;
  return one;
}

int main() { return 8 - shifted<3>(); }
