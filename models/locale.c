/* locale.h, and the functions of other headers that take a locale: every locale is the C locale. */

#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper
#undef isalnum_l
#undef isalpha_l
#undef isblank_l
#undef iscntrl_l
#undef isdigit_l
#undef isgraph_l
#undef islower_l
#undef isprint_l
#undef ispunct_l
#undef isspace_l
#undef isupper_l
#undef isxdigit_l
#undef tolower_l
#undef toupper_l

void *malloc(size_t);
void free(void *);
int *__errno_location(void);
void __gmc_bad_call(const char *);

enum { INVALID = 22, ABSENT = 2 };

/* A locale is a place of its own, which ends with freelocale. */
static struct __locale_struct classic;
static __thread locale_t used;

static void check(locale_t locale)
{
    if (!locale)
        __gmc_bad_call("the locale is a null pointer");
    if (locale != LC_GLOBAL_LOCALE && locale != &classic)
        (void)*(volatile char *)locale;
}

locale_t newlocale(int mask, const char *name, locale_t base)
{
    if (mask & ~LC_ALL_MASK || !name) {
        *__errno_location() = INVALID;
        return NULL;
    }
    if (*name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) {
        *__errno_location() = ABSENT;
        return NULL;
    }
    if (base && base != &classic) {
        check(base);
        return base;
    }
    locale_t locale = malloc(sizeof classic);
    if (locale) {
        memset(locale, 0, sizeof classic);
        /* The header's macros look into these. */
        locale->__ctype_b = *__ctype_b_loc();
        locale->__ctype_tolower = *__ctype_tolower_loc();
        locale->__ctype_toupper = *__ctype_toupper_loc();
    }
    return locale;
}

locale_t duplocale(locale_t locale)
{
    check(locale);
    return newlocale(LC_ALL_MASK, "C", NULL);
}

void freelocale(locale_t locale)
{
    if (locale == LC_GLOBAL_LOCALE)
        __gmc_bad_call("LC_GLOBAL_LOCALE is not there to be freed");
    free(locale);
}

locale_t uselocale(locale_t locale)
{
    locale_t before = used ? used : LC_GLOBAL_LOCALE;
    if (locale) {
        check(locale);
        used = locale;
    }
    return before;
}

int isalnum_l(int c, locale_t locale)
{
    check(locale);
    return isalnum(c);
}

int isalpha_l(int c, locale_t locale)
{
    check(locale);
    return isalpha(c);
}

int isblank_l(int c, locale_t locale)
{
    check(locale);
    return isblank(c);
}

int iscntrl_l(int c, locale_t locale)
{
    check(locale);
    return iscntrl(c);
}

int isdigit_l(int c, locale_t locale)
{
    check(locale);
    return isdigit(c);
}

int isgraph_l(int c, locale_t locale)
{
    check(locale);
    return isgraph(c);
}

int islower_l(int c, locale_t locale)
{
    check(locale);
    return islower(c);
}

int isprint_l(int c, locale_t locale)
{
    check(locale);
    return isprint(c);
}

int ispunct_l(int c, locale_t locale)
{
    check(locale);
    return ispunct(c);
}

int isspace_l(int c, locale_t locale)
{
    check(locale);
    return isspace(c);
}

int isupper_l(int c, locale_t locale)
{
    check(locale);
    return isupper(c);
}

int isxdigit_l(int c, locale_t locale)
{
    check(locale);
    return isxdigit(c);
}

int tolower_l(int c, locale_t locale)
{
    check(locale);
    return tolower(c);
}

int toupper_l(int c, locale_t locale)
{
    check(locale);
    return toupper(c);
}

int iswalnum_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswalnum(c);
}

int iswalpha_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswalpha(c);
}

int iswblank_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswblank(c);
}

int iswcntrl_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswcntrl(c);
}

int iswdigit_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswdigit(c);
}

int iswgraph_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswgraph(c);
}

int iswlower_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswlower(c);
}

int iswprint_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswprint(c);
}

int iswpunct_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswpunct(c);
}

int iswspace_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswspace(c);
}

int iswupper_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswupper(c);
}

int iswxdigit_l(wint_t c, locale_t locale)
{
    check(locale);
    return iswxdigit(c);
}

wint_t towlower_l(wint_t c, locale_t locale)
{
    check(locale);
    return towlower(c);
}

wint_t towupper_l(wint_t c, locale_t locale)
{
    check(locale);
    return towupper(c);
}

wctype_t wctype_l(const char *name, locale_t locale)
{
    check(locale);
    return wctype(name);
}

wctrans_t wctrans_l(const char *name, locale_t locale)
{
    check(locale);
    return wctrans(name);
}

int iswctype_l(wint_t c, wctype_t class, locale_t locale)
{
    check(locale);
    return iswctype(c, class);
}

wint_t towctrans_l(wint_t c, wctrans_t how, locale_t locale)
{
    check(locale);
    return towctrans(c, how);
}

int strcoll_l(const char *a, const char *b, locale_t locale)
{
    check(locale);
    return strcoll(a, b);
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, locale_t locale)
{
    check(locale);
    return strxfrm(to, from, size);
}

int strcasecmp_l(const char *a, const char *b, locale_t locale)
{
    check(locale);
    return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t count, locale_t locale)
{
    check(locale);
    return strncasecmp(a, b, count);
}

char *strerror_l(int code, locale_t locale)
{
    check(locale);
    return strerror(code);
}

int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale)
{
    check(locale);
    return wcscoll(a, b);
}

size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t size, locale_t locale)
{
    check(locale);
    return wcsxfrm(to, from, size);
}

int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t locale)
{
    check(locale);
    return wcscasecmp(a, b);
}

int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t count, locale_t locale)
{
    check(locale);
    return wcsncasecmp(a, b, count);
}

size_t strftime_l(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict time, locale_t locale)
{
    check(locale);
    return strftime(to, size, format, time);
}
