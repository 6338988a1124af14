/* Numbers in streams of Char: numpunct, num_get, num_put. */

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
template <> struct __use_cache<__numpunct_cache<Char>> {
    const __numpunct_cache<Char> *operator()(const locale &where) const
    {
        locale::_Impl *impl = where._M_impl;
        size_t at = numpunct<Char>::id._M_id();
        if (at >= impl->_M_facets_size || !impl->_M_facets[at]) {
            static const __numpunct_cache<Char> *it = made(where);
            return it;
        }
        if (!impl->_M_caches[at])
            impl->_M_install_cache(made(where), at);
        return static_cast<const __numpunct_cache<Char> *>(impl->_M_caches[at]);
    }

    static __numpunct_cache<Char> *made(const locale &where)
    {
        __numpunct_cache<Char> *cache = new __numpunct_cache<Char>;
        cache->_M_cache(where);
        return cache;
    }
};

template <> void numpunct<Char>::_M_initialize_numpunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __numpunct_cache<Char>;
    static const Char yes[] = {'t', 'r', 'u', 'e', 0}, no[] = {'f', 'a', 'l', 's', 'e', 0};
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    for (size_t i = 0; i < __num_base::_S_oend; i++)
        _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (size_t i = 0; i < __num_base::_S_iend; i++)
        _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = yes;
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = no;
    _M_data->_M_falsename_size = 5;
}

template <> numpunct<Char>::~numpunct()
{
    delete _M_data;
}

template class num_get<Char>;
template class num_put<Char>;
template class numpunct<Char>;
template class numpunct_byname<Char>;
template struct __numpunct_cache<Char>;

} // namespace std
