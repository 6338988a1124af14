/* The standard streams. Those of char are made when the first file that includes <iostream> is initialised, and write
   what they get to the streams of the C library at once. */

#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>
#include <stdio.h>

template class __gnu_cxx::stdio_sync_filebuf<char>;

namespace {

typedef __gnu_cxx::stdio_sync_filebuf<char> Buffer;

/* Room for objects that are never destroyed, under the names by which programs know them. */
alignas(Buffer) char in_room[sizeof(Buffer)], out_room[sizeof(Buffer)], err_room[sizeof(Buffer)];

} // namespace

#define ROOM(type, name, symbol) alignas(type) char name[sizeof(type)] asm(symbol);

extern "C" {
ROOM(std::istream, gmc_cin, "_ZSt3cin")
ROOM(std::ostream, gmc_cout, "_ZSt4cout")
ROOM(std::ostream, gmc_cerr, "_ZSt4cerr")
ROOM(std::ostream, gmc_clog, "_ZSt4clog")
}

namespace std {

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init()
{
    if (__atomic_fetch_add(&_S_refcount, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    Buffer *out = new (out_room) Buffer(stdout), *err = new (err_room) Buffer(stderr);
    ostream *to = new (gmc_cout) ostream(out);
    istream *from = new (gmc_cin) istream(new (in_room) Buffer(stdin));
    ostream *errors = new (gmc_cerr) ostream(err);
    new (gmc_clog) ostream(err);
    from->tie(to);
    errors->setf(ios_base::unitbuf);
    errors->tie(to);
    /* It is never taken down: objects that end later may still write. */
    __atomic_fetch_add(&_S_refcount, 1, __ATOMIC_ACQ_REL);
}

ios_base::Init::~Init()
{
    if (__atomic_sub_fetch(&_S_refcount, 1, __ATOMIC_ACQ_REL) != 1)
        return;
    try {
        reinterpret_cast<ostream *>(gmc_cout)->flush();
        reinterpret_cast<ostream *>(gmc_cerr)->flush();
        reinterpret_cast<ostream *>(gmc_clog)->flush();
    } catch (...) {
    }
}

bool ios_base::sync_with_stdio(bool sync)
{
    bool before = Init::_S_synced_with_stdio;
    Init::_S_synced_with_stdio = sync;
    return before;
}

} // namespace std
