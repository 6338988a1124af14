/* stdlib.h, wchar.h and uchar.h: between characters and wide characters. In the C locale each byte of ASCII is a character, and
   no other byte is one. There are no states between characters. */

#include <stddef.h>
#include <uchar.h>
#include <wchar.h>

int *__errno_location(void);

enum { ILLEGAL = 84 };

static size_t illegal(void)
{
    *__errno_location() = ILLEGAL;
    return -1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t most, mbstate_t *restrict state)
{
    if (!from)
        return 0;
    if (most == 0)
        return -2;
    unsigned char byte = *from;
    if (byte > 127)
        return illegal();
    if (to)
        *to = byte;
    return byte != 0;
}

size_t mbrlen(const char *restrict from, size_t most, mbstate_t *restrict state)
{
    return mbrtowc(NULL, from, most, state);
}

size_t wcrtomb(char *restrict to, wchar_t wide, mbstate_t *restrict state)
{
    if (!to)
        return 1;
    if (wide < 0 || wide > 127)
        return illegal();
    *to = wide;
    return 1;
}

int mbsinit(const mbstate_t *state)
{
    return !state || state->__count == 0;
}

wint_t btowc(int byte)
{
    return byte >= 0 && byte < 128 ? (wint_t)byte : WEOF;
}

int wctob(wint_t wide)
{
    return wide < 128 ? (int)wide : -1;
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t most)
{
    if (!from)
        return 0;
    size_t length = mbrtowc(to, from, most, NULL);
    return length == (size_t)-2 ? -1 : (int)length;
}

int mblen(const char *from, size_t most)
{
    return mbtowc(NULL, from, most);
}

int wctomb(char *to, wchar_t wide)
{
    return to ? (int)wcrtomb(to, wide, NULL) : 0;
}

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t most, mbstate_t *restrict state)
{
    const char *at = *from;
    size_t count = 0;
    while ((!to || count < most) && count < bytes) {
        wchar_t wide;
        size_t length = mbrtowc(&wide, at, 1, state);
        if (length == (size_t)-1) {
            if (to)
                *from = at;
            return -1;
        }
        if (to)
            to[count] = wide;
        if (length == 0) {
            if (to)
                *from = NULL;
            return count;
        }
        at++;
        count++;
    }
    if (to)
        *from = at;
    return count;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, mbstate_t *restrict state)
{
    return mbsnrtowcs(to, from, -1, most, state);
}

size_t mbstowcs(wchar_t *to, const char *from, size_t most)
{
    return mbsrtowcs(to, &from, most, NULL);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t wides, size_t most, mbstate_t *restrict state)
{
    const wchar_t *at = *from;
    size_t count = 0;
    while ((!to || count < most) && count < wides) {
        char byte;
        if (wcrtomb(&byte, *at, state) == (size_t)-1) {
            if (to)
                *from = at;
            return -1;
        }
        if (to)
            to[count] = byte;
        if (!byte) {
            if (to)
                *from = NULL;
            return count;
        }
        at++;
        count++;
    }
    if (to)
        *from = at;
    return count;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t most, mbstate_t *restrict state)
{
    return wcsnrtombs(to, from, -1, most, state);
}

size_t wcstombs(char *to, const wchar_t *from, size_t most)
{
    return wcsrtombs(to, &from, most, NULL);
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict from, size_t most, mbstate_t *restrict state)
{
    wchar_t wide = 0;
    size_t length = mbrtowc(&wide, from, most, state);
    if (from && to && length <= 1)
        *to = wide;
    return length;
}

size_t mbrtoc32(char32_t *restrict to, const char *restrict from, size_t most, mbstate_t *restrict state)
{
    wchar_t wide = 0;
    size_t length = mbrtowc(&wide, from, most, state);
    if (from && to && length <= 1)
        *to = wide;
    return length;
}

size_t c16rtomb(char *restrict to, char16_t wide, mbstate_t *restrict state)
{
    return wcrtomb(to, wide, state);
}

size_t c32rtomb(char *restrict to, char32_t wide, mbstate_t *restrict state)
{
    return wcrtomb(to, wide, state);
}
