// The operands' types are known only when the template is used.
template <class T> static T compute(T a, T b) {
  return a * b / b; //~ signed-overflow
}

int main() {
  volatile long a = 1L << 62, b = 4;
  return compute<long>(a, b) == 12345;
}
