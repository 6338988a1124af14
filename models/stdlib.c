/* stdlib.h: sorting and searching, and BSD's random numbers. These functions call back into the program or into the
   library, so they are C themselves.

   qsort does what glibc's does up to version 2.36: a merge sort, with the same comparisons in the same order, so that
   programs whose comparison leaves ties open print what they print natively. */

#include <stddef.h>

typedef int compare_with(const void *, const void *, void *);
typedef int compare(const void *, const void *);

void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
long getrandom(void *, size_t, unsigned);

static int plain(const void *a, const void *b, void *function)
{
    return ((compare *)function)(a, b);
}

static void merge_sort(char *base, size_t count, size_t size, compare_with *order, void *context, char *room)
{
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left;
    char *a = base, *b = base + left * size, *to = room;
    merge_sort(a, left, size, order, context, room);
    merge_sort(b, right, size, order, context, room);
    while (left > 0 && right > 0) {
        if (order(a, b, context) <= 0) {
            memcpy(to, a, size);
            a += size;
            left--;
        } else {
            memcpy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    if (left > 0)
        memcpy(to, a, left * size);
    memcpy(base, room, (count - right) * size);
}

/* Without room for a copy: slow, but it needs one element only. */
static void insertion_sort(char *base, size_t count, size_t size, compare_with *order, void *context)
{
    char element[size];
    for (size_t next = 1; next < count; next++) {
        size_t at = next;
        while (at > 0 && order(base + (at - 1) * size, base + next * size, context) > 0)
            at--;
        memcpy(element, base + next * size, size);
        memmove(base + (at + 1) * size, base + at * size, (next - at) * size);
        memcpy(base + at * size, element, size);
    }
}

void qsort_r(void *base, size_t count, size_t size, compare_with *order, void *context)
{
    if (count <= 1 || size == 0)
        return;
    if (count * size < 1024) {
        /* As there, what is small takes no heap memory: a comparison may jump out. */
        merge_sort(base, count, size, order, context, __builtin_alloca(count * size));
        return;
    }
    char *room = malloc(count * size);
    if (room) {
        merge_sort(base, count, size, order, context, room);
        free(room);
    } else
        insertion_sort(base, count, size, order, context);
}

void qsort(void *base, size_t count, size_t size, compare *order)
{
    qsort_r(base, count, size, plain, (void *)order);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare *order)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *at = (const char *)base + middle * size;
        int result = order(key, at);
        if (result < 0)
            high = middle;
        else if (result > 0)
            low = middle + 1;
        else
            return (void *)at;
    }
    return NULL;
}

static const char letters[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text)
{
    unsigned value = 0;
    for (int i = 0; i < 6 && text[i]; i++) {
        int digit = 0;
        while (letters[digit] && letters[digit] != text[i])
            digit++;
        if (digit == 64)
            break;
        value |= (unsigned)digit << (6 * i);
    }
    return value;
}

char *l64a(long number)
{
    static char text[7];
    unsigned value = number;
    int length = 0;
    for (; value; value >>= 6)
        text[length++] = letters[value & 63];
    text[length] = 0;
    return text;
}

int getsubopt(char **restrict option, char *const *restrict tokens, char **restrict value)
{
    char *start = *option, *end = start, *equals = NULL;
    if (!*start)
        return -1;
    for (; *end && *end != ','; end++)
        if (*end == '=' && !equals)
            equals = end;
    char *name_end = equals ? equals : end;
    *option = *end ? end + 1 : end;
    for (int i = 0; tokens[i]; i++) {
        const char *token = tokens[i], *at = start;
        while (at < name_end && *token == *at) {
            token++;
            at++;
        }
        if (at == name_end && !*token) {
            *value = equals ? equals + 1 : NULL;
            *end = 0;
            return i;
        }
    }
    *value = start;
    *end = 0;
    return -1;
}

/* The 48-bit generator of POSIX with its state in the program's own memory. */
static unsigned long long next48(unsigned short *state)
{
    unsigned long long x = state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32;
    x = (x * 0x5deece66dULL + 11) & 0xffffffffffffULL;
    state[0] = x;
    state[1] = x >> 16;
    state[2] = x >> 32;
    return x;
}

double erand48(unsigned short *state)
{
    return next48(state) / 281474976710656.0;
}

long nrand48(unsigned short *state)
{
    return next48(state) >> 17;
}

long jrand48(unsigned short *state)
{
    return (int)(next48(state) >> 16);
}

/* Random numbers as `getrandom` has them. */
unsigned arc4random(void)
{
    unsigned drawn;
    getrandom(&drawn, sizeof drawn, 0);
    return drawn;
}

void arc4random_buf(void *to, size_t size)
{
    getrandom(to, size, 0);
}

unsigned arc4random_uniform(unsigned bound)
{
    return bound ? arc4random() % bound : 0;
}
