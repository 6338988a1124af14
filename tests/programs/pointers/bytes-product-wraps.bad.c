// What GCC multiplies may not: a pointer to numbers is moved further than any object reaches.
static unsigned numbers[16];

int main(void) {
  __SIZE_TYPE__ i = (__SIZE_TYPE__)1 << 62;
  unsigned *far = numbers + i; //~ invalid-pointer-operation
  return far == numbers;
}
