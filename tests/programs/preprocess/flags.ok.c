// Flags that change what a program means.
//@ flags: -std=gnu17 -funsigned-char -fshort-enums -DLIMIT=3
enum small { ONE, TWO };

int main(void) {
  char c = -1;
  if (c != 255 || sizeof(enum small) != 1)
    return 2;
  return LIMIT - 3;
}
