/* Reading from streams of char: lines and words into strings, too. */

typedef char Char;
#include "input.h"

namespace std {

/* Up to a space. */
static bool ends_word(Traits::int_type c, const ctype<char> &type)
{
    return c == END || type.is(ctype_base::space, Traits::to_char_type(c));
}

void __istream_extract(istream &from, char *to, streamsize size)
{
    streamsize stored = 0;
    guarded(from, false, ios_base::goodbit, [&] {
        streamsize width = from.width(), most = width > 0 && width < size ? width : size;
        const ctype<char> &type = use_facet<ctype<char>>(from.getloc());
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; stored + 1 < most && !ends_word(c, type); c = buffer->snextc())
            to[stored++] = Traits::to_char_type(c);
        to[stored] = 0;
        from.width(0);
        return stored + 1 < most && c == END ? ios_base::eofbit : ios_base::goodbit;
    });
    if (stored == 0)
        from.setstate(ios_base::failbit);
}

template <> istream &operator>>(istream &from, string &to)
{
    bool any = false;
    guarded(from, false, ios_base::goodbit, [&] {
        to.erase();
        streamsize width = from.width();
        size_t most = width > 0 ? width : to.max_size();
        const ctype<char> &type = use_facet<ctype<char>>(from.getloc());
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; to.size() < most && !ends_word(c, type); c = buffer->snextc())
            to += Traits::to_char_type(c);
        any = !to.empty();
        from.width(0);
        return to.size() < most && c == END ? ios_base::eofbit : ios_base::goodbit;
    });
    if (!any)
        from.setstate(ios_base::failbit);
    return from;
}

template <> istream &getline(istream &from, string &to, char end)
{
    bool any = false;
    guarded(from, true, ios_base::goodbit, [&] {
        to.erase();
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; to.size() < to.max_size() && c != END && Traits::to_char_type(c) != end; c = buffer->snextc())
            to += Traits::to_char_type(c);
        any = !to.empty();
        if (c == END)
            return ios_base::eofbit;
        if (Traits::to_char_type(c) != end)
            return ios_base::failbit;
        buffer->sbumpc();
        any = true;
        return ios_base::goodbit;
    });
    if (!any)
        from.setstate(ios_base::failbit);
    return from;
}

template istream &getline(istream &, string &);
template streamsize __copy_streambufs(streambuf *, streambuf *);

} // namespace std
