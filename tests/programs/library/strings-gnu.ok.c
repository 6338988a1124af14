// string.h and strings.h beyond ISO C: copying, searching, parts, letters' case, order in a locale.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }
static void bytes(const char *b, int n) {
  for (int i = 0; i < n; i++)
    putchar(b[i] ? b[i] : '.');
  printf("\n");
}

static void copying(void) {
  char b[16];
  memset(b, '-', sizeof b);
  char *end = stpcpy(b, "abc");
  printf("%td ", end - b);
  bytes(b, 16);
  end = stpncpy(b, "xy", 5);
  printf("%td ", end - b);
  end = stpncpy(b + 8, "12345", 3);
  printf("%td ", end - b);
  bytes(b, 16);
  end = mempcpy(b, "hello", 5);
  printf("%td ", end - b);
  end = memccpy(b + 5, "some;more", ';', 9);
  printf("%td %d ", end - b, memccpy(b, "none", ';', 4) == NULL);
  bytes(b, 16);
  bcopy(b, b + 2, 8);
  bytes(b, 16);
  bcopy(b + 3, b, 8);
  bytes(b, 16);
  bzero(b + 1, 3);
  explicit_bzero(b + 6, 2);
  bytes(b, 16);
  char *part = strndup("duplicate", 3), *whole = strndup("all", 30);
  printf("%s %s\n", part, whole);
  free(part);
  free(whole);
}

static void searching(void) {
  const char *t = "Needle in a haystack";
  printf("%td %td", (char *)memrchr(t, 'a', 20) - t, (char *)rawmemchr(t, 'k') - t);
  printf(" %d", memrchr(t, 'z', 20) == NULL);
  printf(" %td %d", (char *)memmem(t, 20, "in", 2) - t, memmem(t, 20, "pin", 3) == NULL);
  printf(" %td %td", (char *)memmem(t, 20, "", 0) - t, rindex(t, 'e') - t);
  printf(" %td %td", strchrnul(t, 'h') - t, strchrnul(t, 'z') - t);
  printf(" %td %d", strcasestr(t, "HAY") - t, strcasestr(t, "straw") == NULL);
  printf(" %zu %zu\n", strnlen(t, 5), strnlen(t, 50));
  printf("%d %d\n", bcmp("abc", "abd", 2), bcmp("abc", "abd", 3) != 0);
  for (int i = 0; i < 64; i += 7)
    printf("%d %d %d ", ffs((int)(1u << i % 32)), ffsl(1L << i), ffsll(-1LL << i));
  printf("%d %d %d\n", ffs(0), ffsl(0), ffsll(0));
}

static void parts(void) {
  char fields[] = "a::b:c", *rest = fields, *field;
  while ((field = strsep(&rest, ":")))
    printf("[%s]", field);
  char words[] = " two  words ", *place;
  for (char *word = strtok_r(words, " ", &place); word; word = strtok_r(NULL, " ", &place))
    printf("<%s>", word);
  printf("\n");
}

static void order(void) {
  static const char *const words[] = {"", "a", "A", "abc", "ABD", "abcd", "Zz", "_"};
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      const char *a = words[i], *b = words[j];
      printf("%d%d%d%d%d%d ", sign(strcasecmp(a, b)), sign(strncasecmp(a, b, 3)), sign(strcasecmp_l(a, b, locale)),
             sign(strncasecmp_l(a, b, 3, locale)), sign(strcoll(a, b)), sign(strcoll_l(a, b, locale)));
    }
  char key[8], other[8];
  printf("\n%zu %zu", strxfrm(key, "abc", 8), strxfrm_l(other, "abd", 8, locale));
  printf(" %d %zu\n", sign(strcmp(key, other)), strxfrm(NULL, "needs", 0));
  printf("%s, %s, ", strerror(ENOENT), strerror_l(EINVAL, locale));
  char message[64];
  printf("%s, ", strerror_r(ERANGE, message, sizeof message));
  char *unknown = strerror_r(12345, message, 11);
  printf("%d %s, %s\n", unknown == message, message, strerror(12345));
  freelocale(locale);
}

int main(void) {
  copying();
  searching();
  parts();
  order();
  return 0;
}
