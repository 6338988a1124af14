/* stdlib.h, wchar.h and uchar.h: conversions between multibyte and wide characters. In the C locale each ASCII byte is a
   character, and no other byte is one. There is no conversion state between characters. */

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

/* A conversion state is read and written, but never holds anything. Each function has its own for callers that pass none. */
static void use(mbstate_t *state, mbstate_t *own)
{
    mbstate_t *used = state ? state : own;
    used->__count = used->__count ? used->__count : 0;
}

static size_t convert(wchar_t *restrict to, const char *restrict from, size_t most)
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

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert(to, from, most);
}

size_t mbrlen(const char *restrict from, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert(NULL, from, most);
}

static size_t convert_back(char *restrict to, wchar_t wide)
{
    if (!to)
        return 1;
    if (wide < 0 || wide > 127)
        return illegal();
    *to = wide;
    return 1;
}

size_t wcrtomb(char *restrict to, wchar_t wide, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert_back(to, wide);
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
    static mbstate_t own;
    use(NULL, &own);
    if (!from)
        return 0;
    size_t length = convert(to, from, most);
    return length == (size_t)-2 ? -1 : (int)length;
}

int mblen(const char *from, size_t most)
{
    return mbtowc(NULL, from, most);
}

int wctomb(char *to, wchar_t wide)
{
    static mbstate_t own;
    use(NULL, &own);
    return to ? (int)convert_back(to, wide) : 0;
}

static size_t convert_all(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t most)
{
    const char *at = *from;
    size_t count = 0;
    while ((!to || count < most) && count < bytes) {
        wchar_t wide;
        size_t length = convert(&wide, at, 1);
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

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert_all(to, from, bytes, most);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert_all(to, from, -1, most);
}

size_t mbstowcs(wchar_t *to, const char *from, size_t most)
{
    return convert_all(to, &from, -1, most);
}

static size_t convert_all_back(char *restrict to, const wchar_t **restrict from, size_t wides, size_t most)
{
    const wchar_t *at = *from;
    size_t count = 0;
    while ((!to || count < most) && count < wides) {
        char byte;
        if (convert_back(&byte, *at) == (size_t)-1) {
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

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t wides, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert_all_back(to, from, wides, most);
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t most, mbstate_t *restrict state)
{
    static mbstate_t own;
    use(state, &own);
    return convert_all_back(to, from, -1, most);
}

size_t wcstombs(char *to, const wchar_t *from, size_t most)
{
    return convert_all_back(to, &from, -1, most);
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
