/* wchar.h: formatted wide input. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The header gives some of these functions other names. */
typedef unsigned wint_t;
typedef struct file FILE;
#define WEOF ((wint_t)-1)

extern FILE *stdin;
wint_t fgetwc(FILE *);
wint_t ungetwc(wint_t, FILE *);
wchar_t *wcschr(const wchar_t *, wchar_t);
int iswspace(wint_t);
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);
unsigned long long strtoull(const char *, char **, int);
long long strtoll(const char *, char **, int);
void __gmc_bad_call(const char *);

/* Where text comes from: a stream, or a string. */
struct source {
    FILE *stream;
    const wchar_t *text;
    int taken;
};

struct conversion {
    int suppress, allocate;
    int width;
    char length[3];
    const wchar_t *set;
    size_t set_size;
    int negated;
};

struct list {
    va_list arguments;
};

static wint_t take(struct source *source)
{
    wint_t wide = source->stream ? fgetwc(source->stream) : *source->text ? (wint_t)*source->text : WEOF;
    if (wide != WEOF) {
        source->taken++;
        if (!source->stream)
            source->text++;
    }
    return wide;
}

static void give_back(struct source *source, wint_t wide)
{
    if (wide == WEOF)
        return;
    source->taken--;
    if (source->stream)
        ungetwc(wide, source->stream);
    else
        source->text--;
}

static wint_t after_spaces(struct source *source)
{
    wint_t wide;
    do
        wide = take(source);
    while (wide != WEOF && iswspace(wide));
    return wide;
}

static int is_in(const struct conversion *it, wint_t wide)
{
    int found = 0;
    for (size_t i = 0; i < it->set_size; i++) {
        if (i + 2 < it->set_size && it->set[i + 1] == L'-') {
            found |= wide >= (wint_t)it->set[i] && wide <= (wint_t)it->set[i + 2];
            i += 2;
        } else
            found |= wide == (wint_t)it->set[i];
    }
    return found != it->negated;
}

/* Characters into memory of the program, wide or as bytes, or into new memory. Returns 1 if there were any, 0 if the first
   did not fit, -1 at the end. */
static int characters(struct source *source, const struct conversion *it, struct list *list, wchar_t letter)
{
    int is_wide = it->length[0] == 'l', most = it->width ? it->width : letter == L'c' ? 1 : -1;
    size_t size = is_wide ? sizeof(wchar_t) : 1;
    char *to = NULL, **place = NULL;
    if (!it->suppress) {
        if (it->allocate)
            place = va_arg(list->arguments, char **);
        else
            to = va_arg(list->arguments, char *);
    }
    char *start = to;
    int count = 0;
    wint_t wide = WEOF;
    while (most < 0 || count < most) {
        wide = take(source);
        if (wide == WEOF)
            break;
        if ((letter == L's' && iswspace(wide)) || (letter == L'[' && !is_in(it, wide))) {
            give_back(source, wide);
            break;
        }
        if (place) {
            char *more = realloc(start, (count + 2) * size);
            if (!more) {
                free(start);
                return 0;
            }
            start = more;
            to = start + count * size;
        }
        if (to) {
            if (is_wide)
                *(wchar_t *)to = wide;
            else
                *to = wide;
            to += size;
        }
        count++;
    }
    if (count == 0)
        return wide == WEOF ? -1 : 0;
    if (to && letter != L'c') {
        if (is_wide)
            *(wchar_t *)to = 0;
        else
            *to = 0;
    }
    if (place)
        *place = start;
    return 1;
}

static int digit(wint_t wide)
{
    return wide >= L'0' && wide <= L'9' ? (int)wide - L'0' :
        wide >= L'a' && wide <= L'z' ? (int)wide - L'a' + 10 :
        wide >= L'A' && wide <= L'Z' ? (int)wide - L'A' + 10 : 99;
}

enum { MOST = 400 };

/* Whether a character continues an integer, of which there is so much. */
static int continues_integer(const char *text, int length, wint_t wide, int base)
{
    int signs = length > 0 && (text[0] == '+' || text[0] == '-');
    if (wide == L'+' || wide == L'-')
        return length == 0;
    int zero = length - signs == 1 && text[signs] == '0';
    if (wide == L'x' || wide == L'X')
        return zero && (base == 16 || base == 0);
    int hexadecimal = length - signs >= 2 && (text[signs + 1] | 32) == 'x';
    if (base == 0)
        base = hexadecimal ? 16 : length > signs && text[signs] == '0' ? 8 : 10;
    return digit(wide) < base;
}

static int starts_word(const char *text, int length, wint_t wide, const char *word)
{
    for (int i = 0; i < length; i++)
        if (!word[i] || (text[i] | 32) != word[i])
            return 0;
    return word[length] && (wint_t)word[length] == (wide | 32);
}

static int continues_float(const char *text, int length, wint_t wide)
{
    int signs = length > 0 && (text[0] == '+' || text[0] == '-');
    const char *body = text + signs;
    int size = length - signs, point = 0, exponent = -1, digits = 0;
    int hexadecimal = size >= 2 && (body[1] | 32) == 'x';
    if (wide > 127)
        return 0;
    if (starts_word(body, size, wide, "infinity") || starts_word(body, size, wide, "nan"))
        return 1;
    for (int i = hexadecimal ? 2 : 0; i < size; i++) {
        point |= body[i] == '.';
        if ((body[i] | 32) == (hexadecimal ? 'p' : 'e'))
            exponent = i;
        digits += digit(body[i]) < (hexadecimal ? 16 : 10);
        if ((body[i] | 32) == 'n' || (body[i] | 32) == 'i')
            return 0;
    }
    if (wide == L'+' || wide == L'-')
        return length == 0 || exponent == size - 1;
    if (wide >= L'0' && wide <= L'9')
        return 1;
    if (exponent >= 0)
        return 0;
    if (wide == L'.')
        return !point;
    if (wide == L'x' || wide == L'X')
        return size == 1 && body[0] == '0';
    if ((wide | 32) == (hexadecimal ? L'p' : L'e'))
        return digits > 0;
    return hexadecimal && digit(wide) < 16;
}

static void store_integer(const struct conversion *it, struct list *list, unsigned long long value)
{
    void *to = va_arg(list->arguments, void *);
    char first = it->length[0], second = it->length[1];
    if (first == 'h' && second == 'h')
        *(signed char *)to = value;
    else if (first == 'h')
        *(short *)to = value;
    else if ((first == 'l' && second == 'l') || first == 'j' || first == 'L' || first == 'q')
        *(long long *)to = value;
    else if (first == 'l' || first == 'z' || first == 't')
        *(long *)to = value;
    else
        *(int *)to = value;
}

/* A number: 1 when there was one, 0 when not, -1 at the end. */
static int number(struct source *source, const struct conversion *it, struct list *list, wchar_t letter)
{
    int base = letter == L'd' || letter == L'u' ? 10 : letter == L'o' ? 8 : letter == L'i' ? 0 : 16;
    int integer = wcschr(L"diouxXp", letter) != NULL;
    char text[MOST + 1], *rest;
    int length = 0, most = it->width && it->width < MOST ? it->width : MOST;
    wint_t wide = WEOF;
    while (length < most) {
        wide = take(source);
        if (wide == WEOF)
            break;
        if (integer ? !continues_integer(text, length, wide, base) : !continues_float(text, length, wide)) {
            give_back(source, wide);
            break;
        }
        text[length++] = wide;
    }
    text[length] = 0;
    if (length == 0)
        return wide == WEOF ? -1 : 0;
    if (integer) {
        int is_signed = letter == L'd' || letter == L'i';
        unsigned long long value = is_signed ? (unsigned long long)strtoll(text, &rest, base) : strtoull(text, &rest, base);
        if (rest == text)
            return 0;
        if (!it->suppress && letter == L'p')
            *va_arg(list->arguments, void **) = (void *)(uintptr_t)value;
        else if (!it->suppress)
            store_integer(it, list, value);
        return 1;
    }
    long double value = strtold(text, &rest);
    char last = *rest | 32;
    if (rest == text || (*rest && last != 'e' && last != 'p'))
        return 0;
    if (it->suppress)
        return 1;
    if (it->length[0] == 'L')
        *va_arg(list->arguments, long double *) = value;
    else if (it->length[0] == 'l')
        *va_arg(list->arguments, double *) = strtod(text, NULL);
    else
        *va_arg(list->arguments, float *) = strtof(text, NULL);
    return 1;
}

static const wchar_t *parse(const wchar_t *format, struct conversion *it)
{
    *it = (struct conversion){ 0 };
    for (; *format == L'*' || *format == L'\''; format++)
        it->suppress |= *format == L'*';
    for (; *format >= L'0' && *format <= L'9'; format++)
        it->width = 10 * it->width + (*format - L'0');
    if (*format == L'$')
        __gmc_bad_call("the format names its arguments by number, which wide formats cannot do here");
    if (*format == L'm') {
        it->allocate = 1;
        format++;
    }
    for (int i = 0; i < 2 && *format && wcschr(L"hlLqjzt", *format); i++)
        it->length[i] = *format++;
    if (*format == L'[') {
        it->negated = format[1] == L'^';
        it->set = format + 1 + it->negated;
        while (it->set[it->set_size] && (it->set_size == 0 || it->set[it->set_size] != L']'))
            it->set_size++;
        if (!it->set[it->set_size])
            __gmc_bad_call("the format has a `[` without `]`");
    }
    return format;
}

static int scan(struct source *source, const wchar_t *format, va_list arguments)
{
    struct list list;
    va_copy(list.arguments, arguments);
    int stored = 0, result = 1;
    for (; *format && result > 0; format++) {
        if (iswspace(*format)) {
            give_back(source, after_spaces(source));
            continue;
        }
        wint_t wide;
        if (*format != L'%') {
            wide = take(source);
            if (wide != (wint_t)*format) {
                result = wide == WEOF ? -1 : 0;
                give_back(source, wide);
            }
            continue;
        }
        struct conversion it;
        format = parse(format + 1, &it);
        wchar_t letter = *format;
        if (letter == L'S' || letter == L'C') {
            it.length[0] = 'l';
            letter = letter == L'S' ? L's' : L'c';
        }
        if (letter != L'c' && letter != L'[' && letter != L'n')
            give_back(source, after_spaces(source));
        if (letter == L'%') {
            wide = take(source);
            if (wide != L'%') {
                result = wide == WEOF ? -1 : 0;
                give_back(source, wide);
            }
        } else if (letter == L'n') {
            if (!it.suppress)
                store_integer(&it, &list, source->taken);
        } else if (letter == L'c' || letter == L's' || letter == L'[') {
            result = characters(source, &it, &list, letter);
            stored += result > 0 && !it.suppress;
            if (letter == L'[')
                format = it.set + it.set_size;
        } else if (letter && wcschr(L"diouxXpeEfFgGaA", letter)) {
            result = number(source, &it, &list, letter);
            stored += result > 0 && !it.suppress;
        } else
            __gmc_bad_call("the format has an unknown conversion");
    }
    va_end(list.arguments);
    return result < 0 && stored == 0 ? -1 : stored;
}

int vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    struct source source = { .stream = stream };
    return scan(&source, format, arguments);
}

int vwscanf(const wchar_t *restrict format, va_list arguments)
{
    return vfwscanf(stdin, format, arguments);
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments)
{
    struct source source = { .text = text };
    return scan(&source, format, arguments);
}

int wscanf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vwscanf(format, arguments);
    va_end(arguments);
    return count;
}

int fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfwscanf(stream, format, arguments);
    va_end(arguments);
    return count;
}

int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vswscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

int __isoc99_wscanf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vwscanf(format, arguments);
    va_end(arguments);
    return count;
}

int __isoc99_fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfwscanf(stream, format, arguments);
    va_end(arguments);
    return count;
}

int __isoc99_swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vswscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

int __isoc99_vwscanf(const wchar_t *restrict format, va_list arguments)
{
    return vwscanf(format, arguments);
}

int __isoc99_vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    return vfwscanf(stream, format, arguments);
}

int __isoc99_vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments)
{
    return vswscanf(text, format, arguments);
}

int __isoc23_wscanf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vwscanf(format, arguments);
    va_end(arguments);
    return count;
}

int __isoc23_fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfwscanf(stream, format, arguments);
    va_end(arguments);
    return count;
}

int __isoc23_swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vswscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

int __isoc23_vwscanf(const wchar_t *restrict format, va_list arguments)
{
    return vwscanf(format, arguments);
}

int __isoc23_vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    return vfwscanf(stream, format, arguments);
}

int __isoc23_vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments)
{
    return vswscanf(text, format, arguments);
}
