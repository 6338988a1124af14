/* The facets of wchar_t in the locale "C": only characters of ASCII belong to a class. */

#include "facets.h"
#include <limits.h>
#include <string.h>
#include <wchar.h>

extern "C" const unsigned short **__ctype_b_loc();

namespace std {

typedef codecvt<wchar_t, char, mbstate_t> WideConversion;

FACET(numpunct<wchar_t>, numpunct, "NSt7__cxx118numpunctIwEE")
FACET(num_get<wchar_t>, num_get, "St7num_getIwSt19istreambuf_iteratorIwSt11char_traitsIwEEE")
FACET(num_put<wchar_t>, num_put, "St7num_putIwSt19ostreambuf_iteratorIwSt11char_traitsIwEEE")
FACET(collate<wchar_t>, collate, "NSt7__cxx117collateIwEE")
FACET(WideConversion, codecvt, "St7codecvtIwc11__mbstate_tE")
FACET(ctype<wchar_t>, ctype, "St5ctypeIwE")

void add_wide_facets(const locale::facet **facets, size_t &count)
{
    add_facet<ctype<wchar_t>>(facets, count);
    add_facet<collate<wchar_t>>(facets, count);
}

/* ctype<wchar_t>. */

locale::id ctype<wchar_t>::id;

static bool is_ascii(wchar_t c)
{
    return c >= 0 && c < 128;
}

ctype<wchar_t>::ctype(size_t references)
    : __ctype_abstract_base<wchar_t>(references), _M_c_locale_ctype(nullptr), _M_narrow_ok(false)
{
}

ctype<wchar_t>::ctype(__c_locale, size_t references) : ctype(references) {}
ctype<wchar_t>::~ctype() {}
void ctype<wchar_t>::_M_initialize_ctype() noexcept {}

ctype_byname<wchar_t>::ctype_byname(const char *name, size_t references) : ctype<wchar_t>(references)
{
    _S_create_c_locale(_M_c_locale_ctype, name);
}

ctype_byname<wchar_t>::ctype_byname(const string &name, size_t references) : ctype_byname(name.c_str(), references) {}
ctype_byname<wchar_t>::~ctype_byname() {}

bool ctype<wchar_t>::do_is(mask which, wchar_t c) const
{
    return is_ascii(c) && (*__ctype_b_loc())[c] & which;
}

const wchar_t *ctype<wchar_t>::do_is(const wchar_t *at, const wchar_t *end, mask *to) const
{
    for (; at < end; at++)
        *to++ = is_ascii(*at) ? (*__ctype_b_loc())[*at] : 0;
    return end;
}

const wchar_t *ctype<wchar_t>::do_scan_is(mask which, const wchar_t *at, const wchar_t *end) const
{
    while (at < end && !do_is(which, *at))
        at++;
    return at;
}

const wchar_t *ctype<wchar_t>::do_scan_not(mask which, const wchar_t *at, const wchar_t *end) const
{
    while (at < end && do_is(which, *at))
        at++;
    return at;
}

wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const
{
    return c >= L'a' && c <= L'z' ? c - L'a' + L'A' : c;
}

wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const
{
    return c >= L'A' && c <= L'Z' ? c - L'A' + L'a' : c;
}

const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *at, const wchar_t *end) const
{
    for (; at < end; at++)
        *at = do_toupper(*at);
    return end;
}

const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *at, const wchar_t *end) const
{
    for (; at < end; at++)
        *at = do_tolower(*at);
    return end;
}

wchar_t ctype<wchar_t>::do_widen(char c) const
{
    return btowc((unsigned char)c);
}

const char *ctype<wchar_t>::do_widen(const char *at, const char *end, wchar_t *to) const
{
    for (; at < end; at++)
        *to++ = do_widen(*at);
    return end;
}

char ctype<wchar_t>::do_narrow(wchar_t c, char otherwise) const
{
    int narrow = wctob(c);
    return narrow == EOF ? otherwise : narrow;
}

const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *at, const wchar_t *end, char otherwise, char *to) const
{
    for (; at < end; at++)
        *to++ = do_narrow(*at, otherwise);
    return end;
}

/* codecvt<wchar_t>: one byte is one character. */

locale::id WideConversion::id;

WideConversion::codecvt(size_t references)
    : __codecvt_abstract_base<wchar_t, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr)
{
}

WideConversion::codecvt(__c_locale, size_t references) : codecvt(references) {}
WideConversion::~codecvt() {}

codecvt_base::result WideConversion::do_out(state_type &state, const wchar_t *from, const wchar_t *end,
    const wchar_t *&from_next, char *to, char *to_end, char *&to_next) const
{
    for (from_next = from, to_next = to; from_next < end; from_next++, to_next++) {
        if (to_next == to_end)
            return partial;
        char bytes[MB_LEN_MAX];
        if (wcrtomb(bytes, *from_next, &state) != 1)
            return error;
        *to_next = *bytes;
    }
    return ok;
}

codecvt_base::result WideConversion::do_unshift(state_type &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

codecvt_base::result WideConversion::do_in(state_type &state, const char *from, const char *end,
    const char *&from_next, wchar_t *to, wchar_t *to_end, wchar_t *&to_next) const
{
    for (from_next = from, to_next = to; from_next < end; from_next++, to_next++) {
        if (to_next == to_end)
            return partial;
        if (mbrtowc(to_next, from_next, 1, &state) > 1)
            return error;
    }
    return ok;
}

int WideConversion::do_encoding() const noexcept
{
    return 1;
}

bool WideConversion::do_always_noconv() const noexcept
{
    return false;
}

int WideConversion::do_length(state_type &, const char *from, const char *end, size_t most) const
{
    size_t length = end - from;
    return length < most ? length : most;
}

int WideConversion::do_max_length() const noexcept
{
    return 1;
}

template <> int collate<wchar_t>::_M_compare(const wchar_t *one, const wchar_t *other) const noexcept
{
    int order = wcscoll(one, other);
    return (order > 0) - (order < 0);
}

template <> size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from, size_t size) const noexcept
{
    return wcsxfrm(to, from, size);
}

template class collate<wchar_t>;
template class collate_byname<wchar_t>;
template class codecvt_byname<wchar_t, char, mbstate_t>;

} // namespace std
