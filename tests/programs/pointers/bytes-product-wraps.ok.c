// A product that the program computes may wrap: a pointer to bytes is moved by what is left.
static unsigned numbers[16];

int main(void) {
  unsigned i;
  for (i = 1; i < 16; i++)
    *(unsigned *)((char *)numbers + ((__SIZE_TYPE__)i + (__SIZE_TYPE__)-4 / 4) * 4) = i;
  for (i = 1; i < 16; i++)
    *(unsigned *)((void *)numbers + ((__SIZE_TYPE__)i + (__SIZE_TYPE__)-4 / 4) * 4) += 1;
  return numbers[0] == 2 && numbers[14] == 16 ? 0 : 1;
}
