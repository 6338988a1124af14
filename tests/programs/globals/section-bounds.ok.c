// Variables of a section are one array between bounds that the linker defines.
struct entry {
  const char *name;
  int (*run)(int);
};

#define REGISTER(function) \
  static const struct entry entry_##function __attribute__((section("entries"), used)) = {#function, function}

extern const struct entry __start_entries[], __stop_entries[];
extern int __start_numbers[], __stop_numbers[];
extern int __start_nothing[] __attribute__((weak));

static int add(int x) { return x + 1; }
static int twice(int x) { return x * 2; }

REGISTER(add);
REGISTER(twice);

int first __attribute__((section("numbers"))) = 1;
static int second __attribute__((section("numbers"), used)) = 2;

int main(void) {
  int x = 3;
  for (const struct entry *it = __start_entries; it < __stop_entries; it++) x = it->run(x);
  if (x != 8 && x != 7) return 1;
  if (__stop_entries - __start_entries != 2) return 2;
  int sum = 0;
  for (int *it = __start_numbers; it != __stop_numbers; it++) sum += (*it)++;
  if (sum != 3 || first != 2 || second != 3) return 3;
  return __start_nothing != 0;
}
