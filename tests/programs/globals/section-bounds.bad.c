// Variables of a section are one array between bounds that the linker defines.
// Here one is read behind the last.
extern int __start_numbers[], __stop_numbers[];

int first __attribute__((section("numbers"))) = 1;
static int second __attribute__((section("numbers"), used)) = 2;

int main(void) {
  int sum = 0;
  for (int *it = __start_numbers; it <= __stop_numbers; it++) sum += *it; //~ out-of-bounds
  return sum != 3 || first != 1 || second != 2;
}
