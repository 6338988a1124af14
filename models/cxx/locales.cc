/* The locale "C", which all locales are but for what the program adds. Facets are made when they are first asked for, so
   a program has only those that it uses. */

#include <ctype.h>
#include <limits.h>
#include <locale>
#include <new>
#include <string.h>
#include <string>

#include "facets.h"

extern "C" const unsigned short **__ctype_b_loc();
extern "C" const int **__ctype_tolower_loc();
extern "C" const int **__ctype_toupper_loc();

namespace std {

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
_Atomic_word locale::id::_S_refcount;

static size_t made_ids;
static void fill_classic();

/* Who asks for a number may go on to look for the facet in a table, as headers do: the table is there before. */
size_t locale::id::_M_id() const noexcept
{
    fill_classic();
    size_t known = __atomic_load_n(&_M_index, __ATOMIC_ACQUIRE);
    if (known)
        return known - 1;
    size_t next = __atomic_add_fetch(&made_ids, 1, __ATOMIC_ACQ_REL);
    __atomic_compare_exchange_n(&_M_index, &known, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return known ? known - 1 : next - 1;
}

locale::facet::~facet() {}

__c_locale locale::facet::_S_get_c_locale()
{
    return nullptr;
}

const char *locale::facet::_S_get_c_name() noexcept
{
    return "C";
}

void locale::facet::_S_create_c_locale(__c_locale &made, const char *name, __c_locale)
{
    if (strcmp(name, "C") && strcmp(name, "POSIX"))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    made = nullptr;
}

void locale::facet::_S_destroy_c_locale(__c_locale &) {}

__c_locale locale::facet::_S_clone_c_locale(__c_locale &) noexcept
{
    return nullptr;
}

locale::_Impl::_Impl(size_t references) noexcept
    : _M_refcount(references), _M_facets(nullptr), _M_facets_size(0), _M_caches(nullptr), _M_names(nullptr)
{
}

/* A copy has a name of its own, which headers take away when they add a facet. */
locale::_Impl::_Impl(const _Impl &other, size_t references) : _Impl(references)
{
    fill_classic();
    _M_names = new char *[1]();
    if (!other._M_names || other._M_names[0])
        _M_names[0] = new char[2]{'C', 0};
    _M_facets_size = other._M_facets_size;
    _M_facets = new const facet *[_M_facets_size]();
    _M_caches = new const facet *[_M_facets_size]();
    for (size_t i = 0; i < _M_facets_size; i++)
        if ((_M_facets[i] = other._M_facets[i]))
            _M_facets[i]->_M_add_reference();
}

locale::_Impl::~_Impl() noexcept
{
    for (size_t i = 0; i < _M_facets_size; i++) {
        if (_M_facets[i])
            _M_facets[i]->_M_remove_reference();
        if (_M_caches[i])
            _M_caches[i]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    if (_M_names)
        delete[] _M_names[0];
    delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const id *which, const facet *added)
{
    if (!added)
        return;
    size_t at = which->_M_id();
    if (at >= _M_facets_size) {
        size_t size = at + 4;
        const facet **facets = new const facet *[size]();
        const facet **caches = new const facet *[size]();
        for (size_t i = 0; i < _M_facets_size; i++) {
            facets[i] = _M_facets[i];
            caches[i] = _M_caches[i];
        }
        delete[] _M_facets;
        delete[] _M_caches;
        _M_facets = facets;
        _M_caches = caches;
        _M_facets_size = size;
    }
    added->_M_add_reference();
    if (_M_facets[at])
        _M_facets[at]->_M_remove_reference();
    _M_facets[at] = added;
    /* What was worked out from another facet. */
    for (size_t i = 0; i < _M_facets_size; i++)
        if (_M_caches[i]) {
            _M_caches[i]->_M_remove_reference();
            _M_caches[i] = nullptr;
        }
}

void locale::_Impl::_M_replace_facet(const _Impl *from, const id *which)
{
    size_t at = which->_M_id();
    if (at >= from->_M_facets_size || !from->_M_facets[at])
        __throw_runtime_error("locale::_Impl::_M_replace_facet");
    _M_install_facet(which, from->_M_facets[at]);
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t at)
{
    if (_M_caches[at])
        delete cache;
    else {
        cache->_M_add_reference();
        _M_caches[at] = cache;
    }
}

const locale &locale::classic()
{
    _S_initialize();
    alignas(locale) static char room[sizeof(locale)];
    static const locale *it = new (room) locale(_S_classic);
    return *it;
}

void locale::_S_initialize()
{
    struct Made {
        alignas(_Impl) char room[sizeof(_Impl)];
        Made() { _S_classic = _S_global = new (room) _Impl(2); }
    };
    static Made made;
}

locale::locale(_Impl *impl) noexcept : _M_impl(impl) {}

locale::locale() noexcept
{
    _S_initialize();
    _M_impl = _S_global;
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

locale::locale(const locale &other) noexcept : _M_impl(other._M_impl)
{
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

static void check_name(const char *name)
{
    if (!name || (*name && strcmp(name, "C") && strcmp(name, "POSIX")))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}

locale::locale(const char *name)
{
    check_name(name);
    _S_initialize();
    _M_impl = _S_classic;
}

locale::locale(const locale &base, const char *name, category) : locale(base)
{
    check_name(name);
}

locale::locale(const locale &base, const locale &, category) : locale(base) {}

locale::~locale() noexcept
{
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
}

const locale &locale::operator=(const locale &other) noexcept
{
    if (other._M_impl != _S_classic)
        other._M_impl->_M_add_reference();
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}

string locale::name() const
{
    return _M_impl->_M_names && !_M_impl->_M_names[0] ? "*" : "C";
}

bool locale::operator==(const locale &other) const noexcept
{
    return _M_impl == other._M_impl || (name() != "*" && name() == other.name());
}

locale locale::global(const locale &other)
{
    _S_initialize();
    _Impl *before = _S_global;
    if (other._M_impl != _S_classic)
        other._M_impl->_M_add_reference();
    _S_global = other._M_impl;
    return locale(before);
}

/* What it keeps of its answers is there before threads can ask. */
static const ctype<char> *make(const ctype<char> *facet)
{
    char one = 'a', to;
    facet->widen(&one, &one + 1, &to);
    facet->narrow(&one, &one + 1, 0, &to);
    return facet;
}

static ctype<char> *first(char *room, ctype<char> *)
{
    return new (room) ctype<char>(nullptr, false, 1);
}

typedef codecvt<char, char, mbstate_t> Conversion;

FACET(numpunct<char>, numpunct, "NSt7__cxx118numpunctIcEE")
FACET(num_get<char>, num_get, "St7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE")
FACET(num_put<char>, num_put, "St7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE")
FACET(collate<char>, collate, "NSt7__cxx117collateIcEE")
FACET(Conversion, codecvt, "St7codecvtIcc11__mbstate_tE")
FACET(ctype<char>, ctype, "St5ctypeIcE")

/* Where wide characters are used, their facets are there, too. */
void add_wide_facets(const locale::facet **facets, size_t &count) __attribute__((weak));

/* Code of headers, such as <regex>, finds these by their place in the table of a locale, and the others by a function of
   theirs. Most programs look for none, and there is no table. */
static void fill_classic()
{
    static const locale::facet *facets[4], *caches[4];
    struct Filled {
        Filled()
        {
            add_facet<ctype<char>>(facets, made_ids);
            add_facet<collate<char>>(facets, made_ids);
            if (add_wide_facets)
                add_wide_facets(facets, made_ids);
            locale::_S_classic->_M_facets = facets;
            locale::_S_classic->_M_caches = caches;
            locale::_S_classic->_M_facets_size = made_ids;
        }
    };
    static Filled filled;
}

/* ctype<char>: the tables of the C library. */

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::xdigit;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::alnum;
const ctype_base::mask ctype_base::blank;

const ctype_base::mask *ctype<char>::classic_table() noexcept
{
    return *__ctype_b_loc();
}

ctype<char>::ctype(const mask *table, bool owned, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && owned), _M_toupper(*__ctype_toupper_loc()),
      _M_tolower(*__ctype_tolower_loc()), _M_table(table ? table : classic_table())
{
    memset(_M_widen, 0, sizeof _M_widen);
    memset(_M_narrow, 0, sizeof _M_narrow);
    _M_widen_ok = _M_narrow_ok = 0;
}

ctype<char>::ctype(__c_locale, const mask *table, bool owned, size_t references) : ctype(table, owned, references) {}

ctype<char>::~ctype()
{
    if (_M_del)
        delete[] _M_table;
}

char ctype<char>::do_toupper(char c) const
{
    return _M_toupper[(unsigned char)c];
}

const char *ctype<char>::do_toupper(char *at, const char *end) const
{
    for (; at < end; at++)
        *at = _M_toupper[(unsigned char)*at];
    return end;
}

char ctype<char>::do_tolower(char c) const
{
    return _M_tolower[(unsigned char)c];
}

const char *ctype<char>::do_tolower(char *at, const char *end) const
{
    for (; at < end; at++)
        *at = _M_tolower[(unsigned char)*at];
    return end;
}

void ctype<char>::_M_widen_init() const
{
    char all[sizeof _M_widen];
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = i;
    do_widen(all, all + sizeof all, _M_widen);
    _M_widen_ok = memcmp(all, _M_widen, sizeof all) ? 2 : 1;
}

void ctype<char>::_M_narrow_init() const
{
    char all[sizeof _M_narrow];
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = i;
    do_narrow(all, all + sizeof all, 0, _M_narrow);
    char other;
    do_narrow(all, all + 1, 1, &other);
    _M_narrow_ok = memcmp(all, _M_narrow, sizeof all) || other == 1 ? 2 : 1;
}

/* codecvt<char>: nothing is converted. */

locale::id codecvt<char, char, mbstate_t>::id;

codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base<char, char, mbstate_t>(references), _M_c_locale_codecvt(nullptr)
{
}

codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}

codecvt<char, char, mbstate_t>::~codecvt() {}

codecvt_base::result codecvt<char, char, mbstate_t>::do_out(
    state_type &, const char *from, const char *, const char *&from_next, char *to, char *, char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_in(
    state_type &, const char *from, const char *, const char *&from_next, char *to, char *, char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

int codecvt<char, char, mbstate_t>::do_encoding() const noexcept
{
    return 1;
}

bool codecvt<char, char, mbstate_t>::do_always_noconv() const noexcept
{
    return true;
}

int codecvt<char, char, mbstate_t>::do_length(state_type &, const char *from, const char *end, size_t most) const
{
    size_t length = end - from;
    return length < most ? length : most;
}

int codecvt<char, char, mbstate_t>::do_max_length() const noexcept
{
    return 1;
}

template <> int collate<char>::_M_compare(const char *one, const char *other) const noexcept
{
    int order = strcoll(one, other);
    return (order > 0) - (order < 0);
}

template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const noexcept
{
    return strxfrm(to, from, size);
}

template class collate<char>;
template class collate_byname<char>;

} // namespace std
