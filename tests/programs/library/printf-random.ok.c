// Random formats with random values, printed, and read back: what comes out is what glibc makes of them.
#include <float.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CASES
#define CASES 3000
#endif
#ifndef SEED
#define SEED 1
#endif

static uint64_t state = SEED * UINT64_C(0x9e3779b97f4a7c15) + 1;

static uint64_t any(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

static unsigned below(unsigned n)
{
    return (unsigned)(any() >> 33) % n;
}

static int64_t integer(void)
{
    switch (below(6)) {
    case 0: return (int64_t)below(20) - 10;
    case 1: return (int64_t)(any() >> below(64));
    case 2: return -(int64_t)(any() >> (1 + below(63)));
    case 3: return INT64_MIN;
    case 4: return INT64_MAX;
    default: return (int64_t)1 << below(63);
    }
}

static double real(void)
{
    double x;
    uint64_t bits;
    switch (below(8)) {
    case 0: return (double)integer();
    case 1: return (double)integer() / (1 + below(1000));
    case 2: return (below(2) ? 1 : -1) * below(1000) / 8.0;
    case 3: return below(2) ? DBL_MAX : DBL_MIN;
    case 4: return below(2) ? 0.0 : -0.0;
    case 5: return (below(2) ? 1 : -1) * (below(2) ? __builtin_inf() : __builtin_nan(""));
    case 6: return 0.1 * below(100);
    default:
        bits = any();
        memcpy(&x, &bits, sizeof x);
        return x != x ? 1.5 : x;
    }
}

static char format[64], text[2048];

/* Flags, width and precision; some widths and precisions are arguments. */
static int begin(const char *flags, int *width, int *precision, int with_precision)
{
    char *at = format;
    int stars = 0;
    *at++ = '%';
    for (const char *flag = flags; *flag; flag++)
        if (below(4) == 0)
            *at++ = *flag;
    switch (below(5)) {
    case 0: at += sprintf(at, "%u", 1 + below(30)); break;
    case 1:
        *at++ = '*';
        *width = (int)below(40) - 20;
        stars |= 1;
        break;
    }
    if (with_precision)
        switch (below(5)) {
        case 0: at += sprintf(at, ".%u", below(25)); break;
        case 1:
            *at++ = '.';
            *at++ = '*';
            *precision = (int)below(30) - 5;
            stars |= 2;
            break;
        case 2: *at++ = '.'; break;
        }
    *at = 0;
    return stars;
}

#define PRINT(value) \
    (stars == 0   ? snprintf(text, room, format, value) \
     : stars == 1 ? snprintf(text, room, format, width, value) \
     : stars == 2 ? snprintf(text, room, format, precision, value) \
                  : snprintf(text, room, format, width, precision, value))

static void one(void)
{
    int width = 0, precision = 0, stars, length;
    size_t room = below(10) == 0 ? below(20) : sizeof text;
    text[0] = 0;
    if (below(2)) {
        static const char *const lengths[] = { "", "hh", "h", "l", "ll", "j", "z", "t" };
        char conversion = "diouxXc"[below(7)];
        int wide = below(8);
        stars = begin(conversion == 'c' ? "-" : conversion == 'o' || conversion == 'x' || conversion == 'X' ? "-0#"
                                            : conversion == 'u'                                              ? "-0"
                                                                                                             : "-+ 0",
                      &width, &precision, conversion != 'c');
        if (conversion == 'c')
            wide = 0;
        sprintf(format + strlen(format), "%s%c", lengths[wide], conversion);
        int64_t value = integer();
        if (conversion == 'c')
            value = 'a' + below(26);
        length = wide < 3 ? PRINT((int)value) : PRINT((long long)value);
    } else if (below(8) == 0) {
        static const char letters[] = "the quick brown fox";
        stars = begin("-", &width, &precision, 1);
        strcat(format, "s");
        length = PRINT(letters + below(20));
    } else {
        char conversion = "feEgGaAF"[below(8)];
        stars = begin("-+ 0#", &width, &precision, 1);
        int extended = below(5) == 0;
        sprintf(format + strlen(format), "%s%c", extended ? "L" : "", conversion);
        double value = real();
        length = extended ? PRINT((long double)value / 3) : PRINT(value);
    }
    printf("%s %d |%s|", format, length, text);

    /* Back again. */
    char *end;
    double back = strtod(text, &end);
    printf(" %a %td", back, end - text);
    int number = -1, taken = -1;
    float single = -1;
    int found = sscanf(text, "%i%n", &number, &taken);
    printf(" %d %d %d", found, found == 1 ? number : 0, taken);
    found = sscanf(text, " %f%n", &single, &taken);
    printf(" %d %a %d", found, found == 1 ? (double)single : 0.0, found == 1 ? taken : 0);
    printf(" %lld %llx\n", strtoll(text, &end, 0), strtoull(text, NULL, 16));
}

int main(void)
{
    for (int i = 0; i < CASES; i++)
        one();
    return 0;
}
