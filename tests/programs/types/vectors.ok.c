// GCC's vector types: arithmetic, comparison, indexing, shuffles, conversion.
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static v4 add(v4 a, v4 b) { return a + b; }

int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = add(a, b) * 2 - a;
  if (c[0] != 21 || c[3] != 84)
    return 2;
  v4 m = a > 2;
  if (m[0] || m[3] != -1)
    return 3;
  c = (m & a) | (~m & -a);
  if (c[1] != -2 || c[2] != 3)
    return 4;
  c[1] = 9;
  c = __builtin_shuffle(c, (v4){3, 2, 1, 0});
  if (c[0] != 4 || c[2] != 9)
    return 5;
  f4 f = {0.5f, 1.5f, 2.5f, 3.5f};
  f = f * 2 + 1;
  v4 i = __builtin_convertvector(f, v4);
  if (i[0] != 2 || i[3] != 8)
    return 6;
  b16 bytes = (b16)a;
  v4 s = a << 2;
  v4 x = (a ^ b) & ~a;
  int same = 1;
  for (int k = 0; k < 4; k++)
    same &= x[k] == ((a[k] ^ b[k]) & ~a[k]) && s[k] == a[k] * 4;
  return bytes[4] == 2 && same ? 0 : 7;
}
