/* Floating-point numbers in <charconv>: digits come from printf and strtod, the shortest that are read back as the same.
   Numbers that are not normal are written in base 16 as printf has them. */

#include <charconv>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>

namespace std {
namespace {

/* What tells the types apart: how many digits tell all numbers apart, and functions of the C library. */

template <class T> constexpr int DIGITS = __is_same(T, float) ? 9 : 17;
template <> constexpr int DIGITS<long double> = 21;

void read(const char *text, char **end, float &to) { to = strtof(text, end); }
void read(const char *text, char **end, double &to) { to = strtod(text, end); }
void read(const char *text, char **end, long double &to) { to = strtold(text, end); }

int print(char *to, size_t size, char how, int precision, double value)
{
    char format[] = {'%', '.', '*', how, 0};
    return snprintf(to, size, format, precision, value);
}

int print(char *to, size_t size, char how, int precision, long double value)
{
    char format[] = {'%', '.', '*', 'L', how, 0};
    return snprintf(to, size, format, precision, value);
}

/* As printf has it; a negative precision is none. Without what says that it is in base 16. */
template <class T> string printed(char how, int precision, T value)
{
    typename conditional<__is_same(T, long double), long double, double>::type as = value;
    string text(print(nullptr, 0, how, precision, as), 0);
    print(&text[0], text.size() + 1, how, precision, as);
    if (how == 'a')
        text.erase(text[0] == '-', 2);
    return text;
}

/* The fewest digits that are read back as the same number, as 1.25e+02. */
template <class T> string shortest(T value)
{
    for (int digits = 1;; digits++) {
        string text = printed('e', digits - 1, value);
        T back;
        read(text.c_str(), nullptr, back);
        if (digits == DIGITS<T> || back == value)
            return text;
    }
}

int exponent_of(const string &text)
{
    return atoi(text.c_str() + text.find('e') + 1);
}

/* The same number without an exponent. */
template <class T> string written_out(const string &text, T value)
{
    string digits;
    for (char c : text.substr(0, text.find('e')))
        if (isdigit(c))
            digits += c;
    int exponent = exponent_of(text), count = digits.size();
    if (exponent >= count)
        return printed('f', 0, value);
    string sign(text[0] == '-', '-');
    if (exponent < 0)
        return sign + "0." + string(-exponent - 1, '0') + digits;
    return sign + digits.substr(0, exponent + 1) + (exponent + 1 < count ? "." + digits.substr(exponent + 1) : "");
}

template <class T> string shortest(T value, chars_format form)
{
    if (form == chars_format::hex)
        return printed('a', -1, value);
    string text = shortest(value);
    if (form == chars_format::scientific)
        return text;
    int exponent = exponent_of(text);
    if (form == chars_format::general && (exponent < -4 || exponent >= 6))
        return text;
    string whole = written_out(text, value);
    return form == chars_format{} && whole.size() > text.size() ? text : whole;
}

template <class T> string precise(T value, chars_format form, int precision)
{
    if (form == chars_format::hex)
        return printed('a', precision, value);
    char how = form == chars_format::scientific ? 'e' : form == chars_format::fixed ? 'f' : 'g';
    return printed(how, precision < 0 ? 6 : precision, value);
}

to_chars_result put(char *first, char *last, const string &text)
{
    if (text.size() > size_t(last - first))
        return {last, errc::value_too_large};
    memcpy(first, text.data(), text.size());
    return {first + text.size(), errc{}};
}

/* Infinity, or no number. */
template <class T> to_chars_result put_special(char *first, char *last, T value)
{
    return put(first, last, string(signbit(value) != 0, '-') + (isnan(value) ? "nan" : "inf"));
}

/* How many characters from here on are digits, with a point among them at most. */
const char *digits_end(const char *first, const char *last, bool hex, bool &any)
{
    bool point = false;
    any = false;
    for (; first != last; first++)
        if (*first == '.' && !point)
            point = true;
        else if (hex ? isxdigit((unsigned char)*first) : isdigit((unsigned char)*first))
            any = true;
        else
            break;
    return first;
}

/* The end of a number; its beginning if there is none. */
const char *number_end(const char *first, const char *last, chars_format form)
{
    const char *at = first + (first != last && *first == '-');
    for (const char *word : {"infinity", "inf", "nan"}) {
        size_t size = strlen(word);
        if (size_t(last - at) < size || strncasecmp(at, word, size))
            continue;
        const char *end = at + size;
        if (*word != 'n' || end == last || *end != '(')
            return end;
        const char *inside = end + 1;
        while (inside != last && (isalnum((unsigned char)*inside) || *inside == '_'))
            inside++;
        return inside != last && *inside == ')' ? inside + 1 : end;
    }
    bool hex = form == chars_format::hex, any;
    const char *end = digits_end(at, last, hex, any);
    if (!any)
        return first;
    if (form == chars_format::fixed)
        return end;
    const char *power = end;
    if (power != last && tolower(*power) == (hex ? 'p' : 'e')) {
        power++;
        if (power != last && (*power == '-' || *power == '+'))
            power++;
        const char *digits = power;
        while (power != last && isdigit((unsigned char)*power))
            power++;
        if (power != digits)
            return power;
    }
    return form == chars_format::scientific ? first : end;
}

template <class T> from_chars_result get(const char *first, const char *last, T &value, chars_format form)
{
    const char *end = number_end(first, last, form);
    if (end == first)
        return {first, errc::invalid_argument};
    string text(first, end);
    bool hex = form == chars_format::hex, is_number = text.find_first_of("iInN") == string::npos;
    bool is_zero = text.find_first_not_of("-0.") >= text.find_first_of(hex ? "pP" : "eE");
    if (hex && is_number)
        text.insert(text[0] == '-', "0x");
    T found;
    read(text.c_str(), nullptr, found);
    if (is_number && (isinf(found) || (found == 0 && !is_zero)))
        return {end, errc::result_out_of_range};
    value = found;
    return {end, errc{}};
}

} // namespace

#define CHARCONV(T) \
    to_chars_result to_chars(char *first, char *last, T value) noexcept \
    { \
        return to_chars(first, last, value, chars_format{}); \
    } \
    to_chars_result to_chars(char *first, char *last, T value, chars_format form) noexcept \
    { \
        return isfinite(value) ? put(first, last, shortest(value, form)) : put_special(first, last, value); \
    } \
    to_chars_result to_chars(char *first, char *last, T value, chars_format form, int precision) noexcept \
    { \
        return isfinite(value) ? put(first, last, precise(value, form, precision)) : put_special(first, last, value); \
    } \
    from_chars_result from_chars(const char *first, const char *last, T &value, chars_format form) noexcept \
    { \
        return get(first, last, value, form); \
    }

CHARCONV(float)
CHARCONV(double)
CHARCONV(long double)

} // namespace std
