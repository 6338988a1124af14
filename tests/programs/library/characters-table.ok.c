// ctype.h on all characters, in the program's locale and in one that is given.
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

#define CLASS(f)                    \
  printf(#f ":");                   \
  for (int c = 0; c < 256; c++)     \
    putchar((f(c)) ? '1' : '0');    \
  printf(" %d\n", (f(EOF)) != 0)
#define CLASS_L(f)                  \
  printf(#f ":");                   \
  for (int c = 0; c < 256; c++)     \
    putchar(f(c, locale) ? '1' : '0'); \
  printf(" %d\n", f(EOF, locale) != 0)
#define MAPPING(f, ...)             \
  printf(#f ":");                   \
  for (int c = 0; c < 256; c++)     \
    printf(" %d", f(c, ##__VA_ARGS__)); \
  printf("\n")

int main(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  CLASS(isalnum); CLASS(isascii); CLASS(isblank); CLASS(iscntrl); CLASS(isgraph); CLASS(islower); CLASS(isupper);
  CLASS_L(isalnum_l); CLASS_L(isalpha_l); CLASS_L(isblank_l); CLASS_L(iscntrl_l); CLASS_L(isdigit_l); CLASS_L(isgraph_l);
  CLASS_L(islower_l); CLASS_L(isprint_l); CLASS_L(ispunct_l); CLASS_L(isspace_l); CLASS_L(isupper_l); CLASS_L(isxdigit_l);
  MAPPING(toascii); MAPPING(tolower); MAPPING(toupper); MAPPING(tolower_l, locale); MAPPING(toupper_l, locale);
  // The functions themselves, where the header has macros.
  int (*functions[])(int) = {isalnum, isascii, isblank, iscntrl, isgraph, islower, isupper, toascii};
  for (int i = 0; i < 8; i++)
    printf("%d%d%d ", functions[i]('a') != 0, functions[i]('\t') != 0, functions[i](200) != 0);
  printf("\n");
  freelocale(locale);
  return 0;
}
