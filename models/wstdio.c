/* wchar.h: wide characters in and out of streams, one byte each, as in the C locale. */

#include <stddef.h>
#include <wchar.h>

extern FILE *stdin, *stdout;
int ferror(FILE *);
int __gmc_get_of_wide(FILE *);
int __gmc_put_of_wide(int, FILE *);
int __gmc_unget_of_wide(int, FILE *);
int *__errno_location(void);

enum { ILLEGAL = 84, END = -1 };

wint_t fgetwc(FILE *stream)
{
    int byte = __gmc_get_of_wide(stream);
    if (byte == END)
        return WEOF;
    if (byte > 127) {
        *__errno_location() = ILLEGAL;
        return WEOF;
    }
    return byte;
}

wint_t getwc(FILE *stream)
{
    return fgetwc(stream);
}

wint_t getwchar(void)
{
    return fgetwc(stdin);
}

wint_t fgetwc_unlocked(FILE *stream)
{
    return fgetwc(stream);
}

wint_t fputwc(wchar_t wide, FILE *stream)
{
    /* What the C locale does not have is written as a question mark. */
    int byte = wide >= 0 && wide < 128 ? wide : '?';
    return __gmc_put_of_wide(byte, stream) == END ? WEOF : (wint_t)wide;
}

wint_t putwc(wchar_t wide, FILE *stream)
{
    return fputwc(wide, stream);
}

wint_t putwchar(wchar_t wide)
{
    return fputwc(wide, stdout);
}

wint_t fputwc_unlocked(wchar_t wide, FILE *stream)
{
    return fputwc(wide, stream);
}

wint_t ungetwc(wint_t wide, FILE *stream)
{
    if (wide == WEOF || wide > 127)
        return WEOF;
    return __gmc_unget_of_wide(wide, stream);
}

wchar_t *fgetws(wchar_t *restrict to, int size, FILE *restrict stream)
{
    if (size <= 0)
        return NULL;
    int length = 0;
    while (length < size - 1) {
        wint_t wide = fgetwc(stream);
        if (wide == WEOF)
            break;
        to[length++] = wide;
        if (wide == L'\n')
            break;
    }
    if (length == 0 && size > 1)
        return NULL;
    to[length] = 0;
    return to;
}

int fputws(const wchar_t *restrict text, FILE *restrict stream)
{
    for (; *text; text++)
        if (fputwc(*text, stream) == WEOF)
            return -1;
    return 1;
}
