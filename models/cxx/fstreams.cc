/* Streams of files: what headers can instantiate, on top of the C library's streams without buffers. */

#include <errno.h>
#include <fstream>
#include <stdio.h>
#include <unistd.h>

namespace std {

__basic_file<char>::__basic_file(__c_lock *) noexcept : _M_cfile(nullptr), _M_cfile_created(false) {}

__basic_file<char>::~__basic_file()
{
    close();
}

static const char *mode_of(ios_base::openmode mode)
{
    bool in = mode & ios_base::in, out = mode & ios_base::out, app = mode & ios_base::app;
    bool trunc = mode & ios_base::trunc, binary = mode & ios_base::binary;
    if (app)
        return trunc ? nullptr : in ? (binary ? "a+b" : "a+") : (binary ? "ab" : "a");
    if (in && out)
        return trunc ? (binary ? "w+b" : "w+") : (binary ? "r+b" : "r+");
    if (in)
        return trunc ? nullptr : binary ? "rb" : "r";
    return out ? (binary ? "wb" : "w") : nullptr;
}

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int)
{
    const char *how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fopen(name, how)))
        return nullptr;
    setvbuf(_M_cfile, nullptr, _IONBF, 0);
    _M_cfile_created = true;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode)
{
    if (is_open() || !file || fflush(file))
        return nullptr;
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(int number, ios_base::openmode mode) noexcept
{
    const char *how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fdopen(number, how)))
        return nullptr;
    _M_cfile_created = true;
    if (number == 0)
        setvbuf(_M_cfile, nullptr, _IONBF, 0);
    return this;
}

__basic_file<char> *__basic_file<char>::close()
{
    if (!is_open())
        return nullptr;
    int error = _M_cfile_created ? fclose(_M_cfile) : 0;
    _M_cfile = nullptr;
    return error ? nullptr : this;
}

bool __basic_file<char>::is_open() const noexcept
{
    return _M_cfile;
}

int __basic_file<char>::fd() noexcept
{
    return fileno(_M_cfile);
}

__c_file *__basic_file<char>::file() noexcept
{
    return _M_cfile;
}

streamsize __basic_file<char>::xsputn(const char *from, streamsize count)
{
    return fwrite(from, 1, count, _M_cfile);
}

streamsize __basic_file<char>::xsputn_2(const char *from, streamsize count, const char *then, streamsize more)
{
    streamsize written = count ? xsputn(from, count) : 0;
    return written == count ? written + xsputn(then, more) : written;
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize count)
{
    streamsize got = read(fileno(_M_cfile), to, count);
    if (got < 0)
        __throw_ios_failure("basic_filebuf::underflow error reading the file", errno);
    return got;
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) noexcept
{
    return lseek(fileno(_M_cfile), offset, from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END);
}

int __basic_file<char>::sync()
{
    return fflush(_M_cfile);
}

streamsize __basic_file<char>::showmanyc()
{
    off_t at = lseek(fileno(_M_cfile), 0, SEEK_CUR), end = lseek(fileno(_M_cfile), 0, SEEK_END);
    if (at < 0 || end < 0)
        return 0;
    lseek(fileno(_M_cfile), at, SEEK_SET);
    return end - at;
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
