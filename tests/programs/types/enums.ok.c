// Enumerations: values, gaps, negative ones, as array sizes, indices and bit masks.
enum plain { A, B, C };
enum gaps { X = -3, Y, Z = 10, W };
enum mask { R = 1 << 0, G = 1 << 1, BL = 1 << 2, ALL = R | G | BL };
enum wide { BIG = 0x100000000 };

int main(void) {
  int names[C + 1] = {[B] = 7};
  if (Y != -2 || W != 11 || names[B] != 7 || names[C])
    return 2;
  enum mask m = R | BL;
  m &= ~R;
  if (m != BL || (ALL ^ m) != 3)
    return 3;
  enum plain p = (enum plain)2;
  for (enum plain i = A; i <= C; i++)
    p = i;
  return p == C && sizeof(enum wide) == 8 && BIG >> 32 == 1 ? 0 : 4;
}
