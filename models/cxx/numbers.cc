/* Numbers in streams of char, and what those of all characters need. */

typedef char Char;
#include "numbers.h"

namespace std {

const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";

void __num_base::_S_format_float(const ios_base &stream, char *to, char letter) noexcept
{
    ios_base::fmtflags flags = stream.flags(), kind = flags & ios_base::floatfield;
    bool upper = flags & ios_base::uppercase, hexadecimal = kind == (ios_base::fixed | ios_base::scientific);
    *to++ = '%';
    if (flags & ios_base::showpos)
        *to++ = '+';
    if (flags & ios_base::showpoint)
        *to++ = '#';
    if (!hexadecimal) {
        *to++ = '.';
        *to++ = '*';
    }
    if (letter)
        *to++ = letter;
    *to++ = kind == ios_base::fixed ? 'f'
        : kind == ios_base::scientific ? (upper ? 'E' : 'e')
        : hexadecimal ? (upper ? 'A' : 'a')
                      : (upper ? 'G' : 'g');
    *to = 0;
}

/* Text to numbers: out of range is the nearest number there is, and no number is 0; both are failures. */
template <class T> static void to_number(const char *text, T &value, ios_base::iostate &error, T converted, char *end, T most)
{
    value = converted;
    if (end == text || *end) {
        value = 0;
        error = ios_base::failbit;
    } else if (value > most || value < -most) {
        value = value > 0 ? most : -most;
        error = ios_base::failbit;
    }
}

template <> void __convert_to_v(const char *text, float &value, ios_base::iostate &error, const __c_locale &) noexcept
{
    char *end;
    float number = strtof(text, &end);
    to_number(text, value, error, number, end, __FLT_MAX__);
}

template <> void __convert_to_v(const char *text, double &value, ios_base::iostate &error, const __c_locale &) noexcept
{
    char *end;
    double number = strtod(text, &end);
    to_number(text, value, error, number, end, __DBL_MAX__);
}

template <> void __convert_to_v(const char *text, long double &value, ios_base::iostate &error, const __c_locale &) noexcept
{
    char *end;
    long double number = strtold(text, &end);
    to_number(text, value, error, number, end, __LDBL_MAX__);
}

/* Whether the groups of digits that were read are those that the locale has, from the last one. */
bool __verify_grouping(const char *grouping, size_t size, const string &read) noexcept
{
    const size_t last = read.size() - 1, most = last < size - 1 ? last : size - 1;
    size_t at = last;
    bool good = true;
    for (size_t i = 0; i < most && good; i++, at--)
        good = read[at] == grouping[i];
    for (; at && good; at--)
        good = read[at] == grouping[most];
    if ((signed char)grouping[most] > 0 && grouping[most] != CHAR_MAX)
        good = good && read[0] <= grouping[most];
    return good;
}

} // namespace std
