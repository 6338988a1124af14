/* Numbers in streams of char: numpunct, num_get, num_put. */

#include <bits/c++locale.h>
#include <bits/postypes.h>
#include <stdio.h>

namespace std {

/* What headers format numbers by. They pass a precision of a type that printf does not take. */

inline int format(char *to, int size, const char *how, streamsize precision, double value)
{
    return snprintf(to, size, how, (int)precision, value);
}

inline int format(char *to, int size, const char *how, streamsize precision, long double value)
{
    return snprintf(to, size, how, (int)precision, value);
}

inline int format(char *to, int size, const char *how, double value)
{
    return snprintf(to, size, how, value);
}

inline int format(char *to, int size, const char *how, long double value)
{
    return snprintf(to, size, how, value);
}

} // namespace std

#define __convert_from_v(where, to, size, how, ...) format(to, size, how, __VA_ARGS__)

#include <limits.h>
#include <locale>
#include <stdlib.h>
#include <string.h>
#include <string>

namespace std {

/* How numbers are written, worked out once for each locale. */
template <> struct __use_cache<__numpunct_cache<char>> {
    const __numpunct_cache<char> *operator()(const locale &where) const
    {
        locale::_Impl *impl = where._M_impl;
        size_t at = numpunct<char>::id._M_id();
        if (at >= impl->_M_facets_size || !impl->_M_facets[at]) {
            static const __numpunct_cache<char> *it = made(where);
            return it;
        }
        if (!impl->_M_caches[at])
            impl->_M_install_cache(made(where), at);
        return static_cast<const __numpunct_cache<char> *>(impl->_M_caches[at]);
    }

    static __numpunct_cache<char> *made(const locale &where)
    {
        __numpunct_cache<char> *cache = new __numpunct_cache<char>;
        cache->_M_cache(where);
        return cache;
    }
};

/* Numbers. */

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

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    for (size_t i = 0; i < __num_base::_S_oend; i++)
        _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (size_t i = 0; i < __num_base::_S_iend; i++)
        _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}

template <> numpunct<char>::~numpunct()
{
    delete _M_data;
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

template class num_get<char>;
template class num_put<char>;
template class numpunct<char>;
template class numpunct_byname<char>;
template struct __numpunct_cache<char>;

} // namespace std
