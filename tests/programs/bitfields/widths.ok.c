// Bit-fields of every width, signed and unsigned, over storage boundaries.
struct u {
  unsigned a : 1, b : 2, c : 7, d : 13, e : 31;
  unsigned long f : 33, g : 63;
  unsigned char h : 3;
};
struct s {
  int a : 1, b : 5;
  long c : 40;
  signed char d : 7;
};

int main(void) {
  struct u u = {1, 3, 127, 8191, 0x7fffffff, 0x1ffffffff, 0x7fffffffffffffff, 7};
  if (u.a + u.b + u.c + u.d != 1 + 3 + 127 + 8191 || u.e != 0x7fffffff)
    return 2;
  if (u.f != 0x1ffffffff || u.g != 0x7fffffffffffffff || u.h != 7)
    return 3;
  u.c = 200;
  u.d += 2;
  u.f++;
  if (u.c != 72 || u.d != 1 || u.f != 0 || u.b != 3 || u.e != 0x7fffffff)
    return 4;
  struct s s = {-1, -16, -(1l << 39), -64};
  if (s.a != -1 || s.b != -16 || s.c != -(1l << 39) || s.d != -64)
    return 5;
  s.b = 15;
  s.c = 5;
  s.a = 0;
  return s.b == 15 && s.c == 5 && s.d == -64 && s.a == 0 ? 0 : 6;
}
