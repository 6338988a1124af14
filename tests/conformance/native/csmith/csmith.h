// csmith's header, with a checksum that is none: each value is printed. A checksum indexes a table with all that came
// before, which says nothing about the program and is a hard question where values are symbolic.
#define transparent_crc csmith_crc
#define transparent_crc_bytes csmith_crc_bytes
#define crc32_gentab csmith_gentab
#include_next <csmith.h>
#undef transparent_crc
#undef transparent_crc_bytes
#undef crc32_gentab

static void transparent_crc(uint64_t value, char *name, int flag) {
  (void)flag;
  printf("%s %lx\n", name, (unsigned long)value);
}

static void transparent_crc_bytes(char *bytes, int count, char *name, int flag) {
  for (int i = 0; i < count; i++)
    transparent_crc((unsigned char)bytes[i], name, flag);
}

static void crc32_gentab(void) {}
