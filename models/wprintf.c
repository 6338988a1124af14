/* wchar.h: formatted wide output. snprintf formats each conversion, so the arguments of a conversion are checked as
   there. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

extern FILE *stdout;
int snprintf(char *, size_t, const char *, ...);
void *malloc(size_t);
void free(void *);
size_t strnlen(const char *, size_t);
int *__errno_location(void);
char *strerror(int);
void __gmc_bad_call(const char *);

enum { ILLEGAL = 84, OVERFLOW = 75 };

/* Where text goes: to a stream, or to memory with room for so many more. */
struct sink {
    FILE *stream;
    wchar_t *to;
    size_t room;
    int count;
    int failed;
};

static void put(struct sink *sink, wchar_t wide)
{
    if (sink->failed)
        return;
    if (sink->stream) {
        if (fputwc(wide, sink->stream) == WEOF)
            sink->failed = 1;
    } else if (sink->room > 1) {
        *sink->to++ = wide;
        sink->room--;
    } else
        sink->failed = 1;
    sink->count++;
}

static void fill(struct sink *sink, int count)
{
    while (count-- > 0)
        put(sink, L' ');
}

/* What stands between a percent sign and the letter. */
struct conversion {
    int left, stars;
    int width, precision;
    char length[3];
    char text[80];
    int size;
};

static void note(struct conversion *it, wchar_t wide)
{
    if (it->size < (int)sizeof it->text - 3)
        it->text[it->size++] = wide;
}

static void put_bytes(struct sink *sink, const struct conversion *it, const char *bytes)
{
    size_t length = strnlen(bytes, it->precision < 0 ? (size_t)-1 : (size_t)it->precision);
    if (!it->left)
        fill(sink, it->width - (int)length);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] & 0x80) {
            *__errno_location() = ILLEGAL;
            sink->failed = 1;
        }
        put(sink, bytes[i]);
    }
    if (it->left)
        fill(sink, it->width - (int)length);
}

static void put_wides(struct sink *sink, const struct conversion *it, const wchar_t *wides, size_t length)
{
    if (!it->left)
        fill(sink, it->width - (int)length);
    for (size_t i = 0; i < length; i++)
        put(sink, wides[i]);
    if (it->left)
        fill(sink, it->width - (int)length);
}

/* A number: snprintf does it, with the same conversion. */
#define PUT(type)                                                      \
    do {                                                               \
        type value = va_arg(*arguments, type);                         \
        int length = snprintf(NULL, 0, it->text, value);               \
        char *text = length < 0 ? NULL : malloc(length + 1);           \
        if (!text) {                                                   \
            sink->failed = 1;                                          \
            return;                                                    \
        }                                                              \
        snprintf(text, length + 1, it->text, value);                   \
        for (int i = 0; i < length; i++)                               \
            put(sink, text[i]);                                        \
        free(text);                                                    \
    } while (0)

struct list {
    va_list arguments;
};

static void put_number(struct sink *sink, struct conversion *it, struct list *list, char letter)
{
    va_list *arguments = &list->arguments;
    char first = it->length[0], second = it->length[1];
    switch (letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        if (first == 'l' && second == 'l')
            PUT(long long);
        else if (first == 'l')
            PUT(long);
        else if (first == 'j')
            PUT(intmax_t);
        else if (first == 'z')
            PUT(size_t);
        else if (first == 't')
            PUT(ptrdiff_t);
        else
            PUT(int);
        break;
    case 'p':
        PUT(void *);
        break;
    default:
        if (first == 'L')
            PUT(long double);
        else
            PUT(double);
    }
}

static void store_count(const struct sink *sink, const struct conversion *it, struct list *list)
{
    void *to = va_arg(list->arguments, void *);
    char first = it->length[0], second = it->length[1];
    if (first == 'h' && second == 'h')
        *(signed char *)to = sink->count;
    else if (first == 'h')
        *(short *)to = sink->count;
    else if (first == 'l' && second == 'l')
        *(long long *)to = sink->count;
    else if (first == 'l' || first == 'z' || first == 't')
        *(long *)to = sink->count;
    else if (first == 'j')
        *(intmax_t *)to = sink->count;
    else
        *(int *)to = sink->count;
}

static const wchar_t *parse(const wchar_t *format, struct conversion *it, struct list *list)
{
    *it = (struct conversion){ .precision = -1 };
    note(it, L'%');
    for (; *format && wcschr(L"-+ #0'I", *format); format++) {
        it->left |= *format == L'-';
        note(it, *format);
    }
    if (*format == L'*') {
        format++;
        it->width = va_arg(list->arguments, int);
        if (it->width < 0) {
            it->left = 1;
            it->width = -it->width;
            note(it, L'-');
        }
        it->size += snprintf(it->text + it->size, sizeof it->text - it->size, "%d", it->width);
    } else
        for (; *format >= L'0' && *format <= L'9'; format++) {
            it->width = 10 * it->width + (*format - L'0');
            note(it, *format);
        }
    if (*format == L'$')
        __gmc_bad_call("the format names its arguments by number, which wide formats cannot do here");
    if (*format == L'.') {
        format++;
        it->precision = 0;
        if (*format == L'*') {
            format++;
            it->precision = va_arg(list->arguments, int);
        } else
            for (; *format >= L'0' && *format <= L'9'; format++)
                it->precision = 10 * it->precision + (*format - L'0');
        if (it->precision >= 0)
            it->size += snprintf(it->text + it->size, sizeof it->text - it->size, ".%d", it->precision);
    }
    for (int i = 0; i < 2 && *format && wcschr(L"hlLqjzt", *format); i++, format++) {
        it->length[i] = *format;
        note(it, *format);
    }
    note(it, *format);
    return format;
}

static void convert(struct sink *sink, struct conversion *it, struct list *list, wchar_t letter)
{
    wchar_t one;
    const wchar_t *wides;
    const char *bytes;
    size_t length;
    switch (letter) {
    case L'%':
        put(sink, L'%');
        break;
    case L'm':
        put_bytes(sink, it, strerror(*__errno_location()));
        break;
    case L'c':
    case L'C':
        if (it->length[0] == 'l' || letter == L'C')
            one = va_arg(list->arguments, wint_t);
        else {
            one = (unsigned char)va_arg(list->arguments, int);
            if (one > 127) {
                *__errno_location() = ILLEGAL;
                sink->failed = 1;
            }
        }
        put_wides(sink, it, &one, 1);
        break;
    case L's':
    case L'S':
        if (it->length[0] == 'l' || letter == L'S') {
            wides = va_arg(list->arguments, const wchar_t *);
            length = wcsnlen(wides, it->precision < 0 ? (size_t)-1 : (size_t)it->precision);
            put_wides(sink, it, wides, length);
        } else {
            bytes = va_arg(list->arguments, const char *);
            put_bytes(sink, it, bytes);
        }
        break;
    case L'n':
        store_count(sink, it, list);
        break;
    default:
        if (!letter || !wcschr(L"diouxXpeEfFgGaA", letter))
            __gmc_bad_call("the format has an unknown conversion");
        put_number(sink, it, list, letter);
    }
}

static int print(struct sink *sink, const wchar_t *format, va_list arguments)
{
    struct list list;
    va_copy(list.arguments, arguments);
    for (; *format && !sink->failed; format++) {
        if (*format != L'%') {
            put(sink, *format);
            continue;
        }
        struct conversion it;
        format = parse(format + 1, &it, &list);
        convert(sink, &it, &list, *format);
        if (!*format)
            break;
    }
    va_end(list.arguments);
    return sink->failed ? -1 : sink->count;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    struct sink sink = { .stream = stream };
    return print(&sink, format, arguments);
}

int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list arguments)
{
    struct sink sink = { .to = to, .room = size };
    int count = print(&sink, format, arguments);
    if (size > 0)
        *sink.to = 0;
    if (count < 0 && *__errno_location() != ILLEGAL)
        *__errno_location() = OVERFLOW;
    return size > 0 ? count : -1;
}

int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vwprintf(format, arguments);
    va_end(arguments);
    return count;
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfwprintf(stream, format, arguments);
    va_end(arguments);
    return count;
}

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vswprintf(to, size, format, arguments);
    va_end(arguments);
    return count;
}
