// Fall through, ranges, default in the middle, gaps, negative and wide labels, and a loop inside.
static int f(int x) {
  int r = 0;
  switch (x) {
  case -5:
    return -50;
  case 1:
    r += 1;
  case 2:
    r += 2;
    break;
  default:
    r = 99;
    break;
  case 10 ... 19:
    r = 10;
    break;
  case 1000000:
    r = 7;
  }
  return r;
}

static int wide(long x) {
  switch (x) {
  case 0x100000000l:
    return 1;
  case -0x7fffffffffffffffl:
    return 2;
  case 0:
    return 3;
  }
  return 4;
}

static int duff(int count) {
  int done = 0, n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      done++;
    case 3:
      done++;
    case 2:
      done++;
    case 1:
      done++;
    } while (--n > 0);
  }
  return done;
}

enum colour { RED, GREEN = 5, BLUE };

static const char *name(enum colour c) {
  switch (c) {
  case RED:
    return "r";
  case GREEN:
    return "g";
  case BLUE:
    return "b";
  }
  return "?";
}

int main(void) {
  if (f(-5) != -50 || f(1) != 3 || f(2) != 2 || f(15) != 10 || f(20) != 99 || f(1000000) != 7)
    return 2;
  if (wide(0x100000000l) != 1 || wide(-0x7fffffffffffffffl) != 2 || wide(0) != 3 || wide(1) != 4)
    return 3;
  for (int i = 1; i < 20; i++)
    if (duff(i) != i)
      return 4;
  unsigned char c = 200;
  switch (c) {
  case 200:
    break;
  default:
    return 5;
  }
  return *name(BLUE) == 'b' && *name((enum colour)3) == '?' ? 0 : 6;
}
