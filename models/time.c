/* time.h: times to text and back, into memory of the caller, and functions that need more than the clock. */

#define _GNU_SOURCE
#include <stddef.h>
#include <time.h>

int strncasecmp(const char *, const char *, size_t);
size_t strlen(const char *);
int isspace(int);
int *__errno_location(void);

enum { NOT_ALLOWED = 1, INVALID = 22 };

/* The time zone is UTC, whatever the environment says. */
char *tzname[2] = { "UTC", "UTC" };
long timezone;
int daylight;

void tzset(void)
{
}

int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, to);
    return base;
}

int timespec_getres(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_getres(CLOCK_REALTIME, to);
    return base;
}

int clock_settime(clockid_t clock, const struct timespec *time)
{
    int valid = clock == CLOCK_REALTIME && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
    *__errno_location() = valid ? NOT_ALLOWED : INVALID;
    return -1;
}

int clock_getcpuclockid(pid_t process, clockid_t *to)
{
    *to = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

time_t timelocal(struct tm *time)
{
    return mktime(time);
}

static const char *const days[] = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" };
static const char *const months[] = { "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December" };

/* A name, whole or its first three letters: which one, behind it; or -1. */
static int name(const char **text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(*text, names[i], length) == 0) {
            *text += length;
            return i;
        }
        if (strncasecmp(*text, names[i], 3) == 0) {
            *text += 3;
            return i;
        }
    }
    return -1;
}

/* A number of at most so many digits, between two bounds. */
static int number(const char **text, int least, int most, int digits, int *to)
{
    int value = 0, count = 0;
    while (**text == ' ')
        ++*text;
    for (; count < digits && **text >= '0' && **text <= '9'; count++)
        value = 10 * value + (*(*text)++ - '0');
    if (count == 0 || value < least || value > most)
        return 0;
    *to = value;
    return 1;
}

/* What strptime knows besides the fields themselves. */
struct known {
    int day, month, year, week_day, year_day, century, two_digits, hour12, afternoon, monday_weeks, sunday_weeks;
};

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days before a month. */
static int days_before(int year, int month)
{
    static const short before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
    return before[month] + (month > 1 && is_leap(year));
}

static int week_day_of(int year, int month, int day)
{
    long before = year - 1;
    return (before * 365 + before / 4 - before / 100 + before / 400 + days_before(year, month) + day) % 7;
}

static const char *parse(const char *text, const char *format, struct tm *time, struct known *known)
{
    for (; *format; format++) {
        int value = 0, sign = 1;
        if (isspace((unsigned char)*format)) {
            while (isspace((unsigned char)*text))
                text++;
            continue;
        }
        if (*format != '%') {
            if (*text++ != *format)
                return NULL;
            continue;
        }
        format++;
        while (*format == '_' || *format == '-' || *format == '0' || *format == '^' || *format == '#' || *format == 'E' || *format == 'O')
            format++;
        switch (*format) {
        case '%':
            if (*text++ != '%')
                return NULL;
            break;
        case 'a':
        case 'A':
            if ((value = name(&text, days, 7)) < 0)
                return NULL;
            time->tm_wday = value;
            known->week_day = 1;
            break;
        case 'b':
        case 'B':
        case 'h':
            if ((value = name(&text, months, 12)) < 0)
                return NULL;
            time->tm_mon = value;
            known->month = 1;
            break;
        case 'c':
            if (!(text = parse(text, "%a %b %e %H:%M:%S %Y", time, known)))
                return NULL;
            break;
        case 'C':
            if (!number(&text, 0, 99, 2, &value))
                return NULL;
            known->century = value + 1;
            break;
        case 'd':
        case 'e':
            if (!number(&text, 1, 31, 2, &time->tm_mday))
                return NULL;
            known->day = 1;
            break;
        case 'x':
        case 'D':
            if (!(text = parse(text, "%m/%d/%y", time, known)))
                return NULL;
            break;
        case 'F':
            if (!(text = parse(text, "%Y-%m-%d", time, known)))
                return NULL;
            break;
        case 'k':
        case 'H':
            if (!number(&text, 0, 23, 2, &time->tm_hour))
                return NULL;
            known->hour12 = 0;
            break;
        case 'l':
        case 'I':
            if (!number(&text, 1, 12, 2, &value))
                return NULL;
            time->tm_hour = value % 12;
            known->hour12 = 1;
            break;
        case 'j':
            if (!number(&text, 1, 366, 3, &value))
                return NULL;
            time->tm_yday = value - 1;
            known->year_day = 1;
            break;
        case 'm':
            if (!number(&text, 1, 12, 2, &value))
                return NULL;
            time->tm_mon = value - 1;
            known->month = 1;
            break;
        case 'M':
            if (!number(&text, 0, 59, 2, &time->tm_min))
                return NULL;
            break;
        case 'n':
        case 't':
            while (isspace((unsigned char)*text))
                text++;
            break;
        case 'p':
            if (strncasecmp(text, "AM", 2) != 0 && strncasecmp(text, "PM", 2) != 0)
                return NULL;
            known->afternoon = (*text | 32) == 'p';
            text += 2;
            break;
        case 'r':
            if (!(text = parse(text, "%I:%M:%S %p", time, known)))
                return NULL;
            break;
        case 'R':
            if (!(text = parse(text, "%H:%M", time, known)))
                return NULL;
            break;
        case 's': {
            time_t seconds = 0;
            if (*text < '0' || *text > '9')
                return NULL;
            while (*text >= '0' && *text <= '9')
                seconds = 10 * seconds + (*text++ - '0');
            localtime_r(&seconds, time);
            break;
        }
        case 'S':
            if (!number(&text, 0, 61, 2, &time->tm_sec))
                return NULL;
            break;
        case 'X':
        case 'T':
            if (!(text = parse(text, "%H:%M:%S", time, known)))
                return NULL;
            break;
        case 'u':
            if (!number(&text, 1, 7, 1, &value))
                return NULL;
            time->tm_wday = value % 7;
            known->week_day = 1;
            break;
        case 'w':
            if (!number(&text, 0, 6, 1, &time->tm_wday))
                return NULL;
            known->week_day = 1;
            break;
        case 'g':
            if (!number(&text, 0, 99, 2, &value))
                return NULL;
            break;
        case 'G':
            if (!number(&text, 0, 9999, 4, &value))
                return NULL;
            break;
        case 'U':
        case 'W':
        case 'V':
            if (!number(&text, 0, 53, 2, &value))
                return NULL;
            if (*format == 'U')
                known->sunday_weeks = value + 1;
            else if (*format == 'W')
                known->monday_weeks = value + 1;
            break;
        case 'y':
            if (!number(&text, 0, 99, 2, &value))
                return NULL;
            time->tm_year = value >= 69 ? value : value + 100;
            known->year = 1;
            known->two_digits = 1;
            break;
        case 'Y':
            if (!number(&text, 0, 9999, 4, &value))
                return NULL;
            time->tm_year = value - 1900;
            known->year = 1;
            known->century = 0;
            break;
        case 'Z':
            while (*text && !isspace((unsigned char)*text))
                text++;
            break;
        case 'z': {
            while (*text == ' ')
                text++;
            if (*text == 'Z') {
                text++;
                time->tm_gmtoff = 0;
                break;
            }
            if (*text != '+' && *text != '-')
                return NULL;
            sign = *text++ == '-' ? -1 : 1;
            int digits = 0;
            while (digits < 4 && *text >= '0' && *text <= '9') {
                value = 10 * value + (*text++ - '0');
                if (++digits == 2 && *text == ':')
                    text++;
            }
            if (digits == 2)
                value *= 100;
            else if (digits != 4)
                return NULL;
            if (value % 100 >= 60 || value > 1400)
                return NULL;
            time->tm_gmtoff = sign * (value / 100 * 3600L + value % 100 * 60L);
            break;
        }
        default:
            return NULL;
        }
    }
    return text;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict time)
{
    struct known known = { .afternoon = -1 };
    const char *rest = parse(text, format, time, &known);
    if (!rest)
        return NULL;
    if (known.hour12 && known.afternoon > 0)
        time->tm_hour += 12;
    if (known.century) {
        time->tm_year = (known.two_digits ? time->tm_year % 100 : 0) + (known.century - 1 - 19) * 100;
        known.year = 1;
    }
    int year = time->tm_year + 1900;
    if (known.year_day && known.year && !(known.month && known.day)) {
        int month = 0;
        while (month < 11 && time->tm_yday >= days_before(year, month + 1))
            month++;
        if (!known.month)
            time->tm_mon = month;
        if (!known.day)
            time->tm_mday = time->tm_yday - days_before(year, month) + 1;
        known.month = known.day = 1;
    }
    if ((known.sunday_weeks || known.monday_weeks) && known.week_day && known.year && !known.month && !known.day) {
        int first = week_day_of(year, 0, 1), offset = known.monday_weeks ? 1 : 0;
        int week = known.monday_weeks ? known.monday_weeks - 1 : known.sunday_weeks - 1;
        time->tm_yday = (7 - (first - offset)) % 7 + (week - 1) * 7 + (time->tm_wday - offset + 7) % 7;
        time->tm_mon = 0;
        while (time->tm_mon < 11 && time->tm_yday >= days_before(year, time->tm_mon + 1))
            time->tm_mon++;
        time->tm_mday = time->tm_yday - days_before(year, time->tm_mon) + 1;
        return (char *)rest;
    }
    if ((known.year || known.month || known.day) && time->tm_mon >= 0 && time->tm_mon < 12) {
        if (!known.week_day)
            time->tm_wday = week_day_of(year, time->tm_mon, time->tm_mday);
        if (!known.year_day)
            time->tm_yday = days_before(year, time->tm_mon) + time->tm_mday - 1;
    }
    return (char *)rest;
}
