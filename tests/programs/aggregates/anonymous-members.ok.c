// Anonymous structs and unions, nested, with -fms-extensions not needed.
struct packet {
  int type;
  union {
    struct {
      short x, y;
    };
    int raw;
    struct {
      unsigned char b[4];
    } bytes;
  };
};

int main(void) {
  struct packet p = {.type = 1, .x = 2, .y = 3};
  if (p.raw != 0x30002 || p.bytes.b[2] != 3)
    return 2;
  p.raw = 0;
  int *y = &p.raw;
  *y = 0x70005;
  return p.x == 5 && p.y == 7 ? 0 : 3;
}
