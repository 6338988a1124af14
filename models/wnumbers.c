/* wchar.h and inttypes.h: numbers and times in wide text. They are read and written by way of narrow text. */

#include <inttypes.h>
#include <stddef.h>
#include <time.h>
#include <wchar.h>

void *malloc(size_t);
void free(void *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
long strtol(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);

/* The leading ASCII part of the text, which the caller frees. */
static char *narrow(const wchar_t *s)
{
    size_t length = 0;
    while (s[length] > 0 && s[length] < 128)
        length++;
    char *text = malloc(length + 1);
    if (text) {
        for (size_t i = 0; i < length; i++)
            text[i] = s[i];
        text[length] = 0;
    }
    return text;
}

#define READ(type, call)                              \
    do {                                              \
        char *text = narrow(s), *rest = text;         \
        if (!text)                                    \
            return 0;                                 \
        type value = call;                            \
        if (end)                                      \
            *end = (wchar_t *)s + (rest - text);      \
        free(text);                                   \
        return value;                                 \
    } while (0)

double wcstod(const wchar_t *restrict s, wchar_t **restrict end)
{
    READ(double, strtod(text, &rest));
}

float wcstof(const wchar_t *restrict s, wchar_t **restrict end)
{
    READ(float, strtof(text, &rest));
}

long double wcstold(const wchar_t *restrict s, wchar_t **restrict end)
{
    READ(long double, strtold(text, &rest));
}

long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    READ(long, strtol(text, &rest, base));
}

long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    READ(long long, strtoll(text, &rest, base));
}

unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    READ(unsigned long, strtoul(text, &rest, base));
}

unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    READ(unsigned long long, strtoull(text, &rest, base));
}

long __isoc23_wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstol(s, end, base);
}

unsigned long __isoc23_wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoul(s, end, base);
}

intmax_t wcstoimax(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoll(s, end, base);
}

uintmax_t wcstoumax(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
    return wcstoull(s, end, base);
}

size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict time)
{
    char *text = narrow(format), *made = malloc(size ? size : 1);
    size_t length = text && made ? strftime(made, size, text, time) : 0;
    if (length > 0 || (size > 0 && text && !*text))
        for (size_t i = 0; i <= length; i++)
            to[i] = i < length ? made[i] : 0;
    free(text);
    free(made);
    return length;
}
