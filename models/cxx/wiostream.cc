/* The standard streams of wchar_t, which write what they get to the streams of the C library at once. */

#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>
#include <stdio.h>

template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;

#define ROOM(type, name, symbol) alignas(type) char name[sizeof(type)] asm(symbol);

extern "C" {
ROOM(std::wistream, gmc_wcin, "_ZSt4wcin")
ROOM(std::wostream, gmc_wcout, "_ZSt5wcout")
ROOM(std::wostream, gmc_wcerr, "_ZSt5wcerr")
ROOM(std::wostream, gmc_wclog, "_ZSt5wclog")
}

namespace {

typedef __gnu_cxx::stdio_sync_filebuf<wchar_t> Buffer;

alignas(Buffer) char in_room[sizeof(Buffer)], out_room[sizeof(Buffer)], err_room[sizeof(Buffer)];

/* They are never destroyed: objects that end later may still write. */
[[gnu::constructor(101)]] void make()
{
    Buffer *out = new (out_room) Buffer(stdout), *err = new (err_room) Buffer(stderr);
    std::wostream *to = new (gmc_wcout) std::wostream(out);
    std::wistream *from = new (gmc_wcin) std::wistream(new (in_room) Buffer(stdin));
    std::wostream *errors = new (gmc_wcerr) std::wostream(err);
    new (gmc_wclog) std::wostream(err);
    from->tie(to);
    errors->setf(std::ios_base::unitbuf);
    errors->tie(to);
}

} // namespace
