/* wctype.h: classes of wide characters. The C locale has only ASCII. */

#include <stddef.h>
#include <wchar.h>

int strcmp(const char *, const char *);
int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);

typedef unsigned long wctype_t;
typedef const int *wctrans_t;

static const struct class {
    const char *name;
    int (*contains)(int);
} classes[] = {
    { "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl }, { "digit", isdigit },
    { "graph", isgraph }, { "lower", islower }, { "print", isprint }, { "punct", ispunct }, { "space", isspace },
    { "upper", isupper }, { "xdigit", isxdigit },
};

/* A class is its number from 1 on; 0 is none. */
wctype_t wctype(const char *name)
{
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].name, name) == 0)
            return i + 1;
    return 0;
}

int iswctype(wint_t c, wctype_t class)
{
    return class > 0 && class <= sizeof classes / sizeof *classes && c < 128 && classes[class - 1].contains(c);
}

int iswalnum(wint_t c)
{
    return c < 128 && isalnum(c);
}

int iswalpha(wint_t c)
{
    return c < 128 && isalpha(c);
}

int iswblank(wint_t c)
{
    return c < 128 && isblank(c);
}

int iswcntrl(wint_t c)
{
    return c < 128 && iscntrl(c);
}

int iswdigit(wint_t c)
{
    return c < 128 && isdigit(c);
}

int iswgraph(wint_t c)
{
    return c < 128 && isgraph(c);
}

int iswlower(wint_t c)
{
    return c < 128 && islower(c);
}

int iswprint(wint_t c)
{
    return c < 128 && isprint(c);
}

int iswpunct(wint_t c)
{
    return c < 128 && ispunct(c);
}

int iswspace(wint_t c)
{
    return c < 128 && isspace(c);
}

int iswupper(wint_t c)
{
    return c < 128 && isupper(c);
}

int iswxdigit(wint_t c)
{
    return c < 128 && isxdigit(c);
}

wint_t towlower(wint_t c)
{
    return c < 128 ? tolower(c) : c;
}

wint_t towupper(wint_t c)
{
    return c < 128 ? toupper(c) : c;
}

static const int to_lower = 1, to_upper = 2;

wctrans_t wctrans(const char *name)
{
    return strcmp(name, "tolower") == 0 ? &to_lower : strcmp(name, "toupper") == 0 ? &to_upper : NULL;
}

wint_t towctrans(wint_t c, wctrans_t how)
{
    return how == &to_lower ? towlower(c) : how == &to_upper ? towupper(c) : c;
}
