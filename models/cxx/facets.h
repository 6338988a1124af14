/* Facets of the locale "C", made when they are first asked for. */

#include <locale>
#include <new>

namespace std {

/* A facet that is to be used, and one that is made in some room: a file may have its own of both. */
template <class F> static const F *make(const F *facet)
{
    return facet;
}

template <class F> static F *first(char *room, F *)
{
    return new (room) F(1);
}

template <class F> static const F &facet_of(const locale &where)
{
    const locale::_Impl *impl = where._M_impl;
    if (impl != locale::_S_classic) {
        size_t at = F::id._M_id();
        if (at < impl->_M_facets_size && impl->_M_facets[at])
            return dynamic_cast<const F &>(*impl->_M_facets[at]);
    }
    alignas(F) static char room[sizeof(F)];
    static const F *it = make(first(room, static_cast<F *>(nullptr)));
    return *it;
}

/* Puts a facet of the locale "C" into its table. */
template <class F> static void add_facet(const locale::facet **facets, size_t &count)
{
    facets[count] = &facet_of<F>(locale::classic());
    F::id._M_index = ++count;
}

/* In place of use_facet and has_facet, which headers declare for these and do not instantiate. */
#define FACET(type, name, mangled) \
    bool has_##name(const locale &) asm("_ZSt9has_facetI" mangled "EbRKSt6locale"); \
    bool has_##name(const locale &) { return true; } \
    const type &use_##name(const locale &where) asm("_ZSt9use_facetI" mangled "ERKT_RKSt6locale"); \
    const type &use_##name(const locale &where) { return facet_of<type>(where); }

} // namespace std
