// locale.h: the C locale by all its names, others are refused, and what it says of numbers.
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  printf("%s", setlocale(LC_ALL, NULL));
  printf(" %s", setlocale(LC_ALL, "C"));
  printf(" %s", setlocale(LC_CTYPE, "POSIX") ? "known" : "unknown");
  printf(" %d\n", setlocale(LC_NUMERIC, "no such locale") == NULL);
  struct lconv *c = localeconv();
  printf("[%s][%s][%s]", c->decimal_point, c->thousands_sep, c->grouping);
  printf("[%s][%s][%s]", c->int_curr_symbol, c->currency_symbol, c->mon_decimal_point);
  printf("[%s][%s][%s][%s]", c->mon_thousands_sep, c->mon_grouping, c->positive_sign, c->negative_sign);
  printf(" %d", c->int_frac_digits == CHAR_MAX && c->frac_digits == CHAR_MAX && c->p_cs_precedes == CHAR_MAX);
  printf(" %d", c->p_sep_by_space == CHAR_MAX && c->n_cs_precedes == CHAR_MAX && c->n_sep_by_space == CHAR_MAX);
  printf(" %d\n", c->p_sign_posn == CHAR_MAX && c->n_sign_posn == CHAR_MAX && c->int_n_sign_posn == CHAR_MAX);
  return 0;
}
