// Templates: functions, classes, specialisation, variadics, values, lambdas.
template <class T> static T largest(const T *a, int n) {
  T best = a[0];
  for (int i = 1; i < n; i++)
    if (best < a[i])
      best = a[i];
  return best;
}

template <class T, int N> struct Stack {
  T items[N];
  int used = 0;
  void push(const T &x) { items[used++] = x; }
  T pop() { return items[--used]; }
};

template <int N> struct Factorial {
  static constexpr int value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
  static constexpr int value = 1;
};

template <class... Ts> static int count(Ts... xs) { return (0 + ... + static_cast<int>(xs)); }

template <class F> static int apply(F f, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f(i);
  return s;
}

int main() {
  int a[] = {3, 9, 2};
  double d[] = {0.5, 0.25};
  if (largest(a, 3) != 9 || largest(d, 2) != 0.5 || Factorial<5>::value != 120)
    return 2;
  Stack<long, 4> s;
  s.push(1);
  s.push(2);
  if (s.pop() != 2 || s.used != 1 || count(1, 2.9, 'a' - 'A') != 35)
    return 3;
  int calls = 0, k = 3;
  int total = apply([&calls, k](int x) { return ++calls, x * k; }, 4);
  return total == 18 && calls == 4 ? 0 : 4;
}
