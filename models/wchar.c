/* wchar.h: wide strings, like those of bytes in string.h. */

#include <stddef.h>
#include <wchar.h>

void *malloc(size_t);
void *memmove(void *, const void *, size_t);
wint_t towlower(wint_t);
void *memcpy(void *, const void *, size_t);

size_t wcslen(const wchar_t *s)
{
    size_t length = 0;
    while (s[length])
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *s, size_t most)
{
    size_t length = 0;
    while (length < most && s[length])
        length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count)
{
    return memcpy(to, from, count * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count)
{
    return wmemcpy(to, from, count) + count;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = value;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (s[i] == wanted)
            return (wchar_t *)s + i;
    return NULL;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    return wmemcpy(to, from, wcslen(from) + 1);
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    size_t length = wcslen(from);
    return wmemcpy(to, from, length + 1) + length;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to + length;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    wcpncpy(to, from, count);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t start = wcslen(to), length = wcsnlen(from, count);
    wmemcpy(to + start, from, length);
    to[start + length] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t count = wcslen(s) + 1;
    wchar_t *copy = malloc(count * sizeof *copy);
    return copy ? wmemcpy(copy, s, count) : NULL;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            break;
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncmp(a, b, -1);
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcslen(from);
    if (count > 0)
        wmemcpy(to, from, length < count ? length + 1 : count);
    return length;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wint_t x = towlower(a[i]), y = towlower(b[i]);
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            break;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncasecmp(a, b, -1);
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t wanted)
{
    while (*s && *s != wanted)
        s++;
    return (wchar_t *)s;
}

wchar_t *wcschr(const wchar_t *s, wchar_t wanted)
{
    s = wcschrnul(s, wanted);
    return *s == wanted ? (wchar_t *)s : NULL;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t wanted)
{
    const wchar_t *last = NULL;
    do
        if (*s == wanted)
            last = s;
    while (*s++);
    return (wchar_t *)last;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept)
{
    size_t length = 0;
    while (s[length] && wcschr(accept, s[length]))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject)
{
    size_t length = 0;
    while (s[length] && !wcschr(reject, s[length]))
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept)
{
    s += wcscspn(s, accept);
    return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted)
{
    size_t length = wcslen(wanted);
    for (;; s++) {
        if (wcsncmp(s, wanted, length) == 0)
            return (wchar_t *)s;
        if (!*s)
            return NULL;
    }
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *wanted)
{
    return wcsstr(s, wanted);
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict rest)
{
    s = s ? s : *rest;
    s += wcsspn(s, delimiters);
    wchar_t *end = s + wcscspn(s, delimiters);
    *rest = *end ? end + 1 : end;
    if (s == end)
        return NULL;
    *end = 0;
    return s;
}

/* In the C locale, what is printable takes a column. */
int wcwidth(wchar_t c)
{
    return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1;
}

int wcswidth(const wchar_t *s, size_t count)
{
    int width = 0;
    for (size_t i = 0; i < count && s[i]; i++) {
        int one = wcwidth(s[i]);
        if (one < 0)
            return -1;
        width += one;
    }
    return width;
}
