/* Directories of filesystem: going through one, and through all below it. */

#include <dirent.h>
#include <errno.h>
#include <filesystem>
#include <utility>
#include <vector>

namespace std::filesystem {

inline namespace __cxx11 {

/* A directory that is being read, and where the reader is. */
struct _Dir {
    DIR *from;
    path where;
    directory_entry entry;

    _Dir(DIR *from, const path &where) : from(from), where(where) {}
    _Dir(_Dir &&other) noexcept
        : from(exchange(other.from, nullptr)), where(move(other.where)), entry(move(other.entry))
    {
    }
    ~_Dir()
    {
        if (from)
            closedir(from);
    }

    /* Goes to the next entry. Whether there is one. */
    bool advance(error_code &error)
    {
        error.clear();
        for (;;) {
            errno = 0;
            const dirent *next = readdir(from);
            if (!next) {
                if (errno)
                    error.assign(errno, generic_category());
                entry = directory_entry();
                return false;
            }
            string_view name = next->d_name;
            if (name == "." || name == "..")
                continue;
            entry = directory_entry(where / name, type_of(next->d_type));
            return true;
        }
    }

    static file_type type_of(unsigned char type)
    {
        switch (type) {
        case DT_BLK:
            return file_type::block;
        case DT_CHR:
            return file_type::character;
        case DT_DIR:
            return file_type::directory;
        case DT_FIFO:
            return file_type::fifo;
        case DT_LNK:
            return file_type::symlink;
        case DT_REG:
            return file_type::regular;
        case DT_SOCK:
            return file_type::socket;
        default:
            return file_type::none;
        }
    }
};

static bool has(directory_options options, directory_options which)
{
    return (options & which) != directory_options::none;
}

/* Opens a directory. One that may not be read counts as empty where the options say so. */
static DIR *open(const path &where, directory_options options, error_code &error)
{
    error.clear();
    DIR *from = opendir(where.c_str());
    if (!from && !(errno == EACCES && has(options, directory_options::skip_permission_denied)))
        error.assign(errno, generic_category());
    return from;
}

/* An error goes where it is asked for, or is thrown. */
static void tell(error_code *to, const error_code &error, const char *what)
{
    if (to)
        *to = error;
    else if (error)
        throw filesystem_error(what, error);
}

static const error_code INVALID(EINVAL, generic_category());

directory_iterator::directory_iterator(const path &where, directory_options options, error_code *told)
{
    error_code error;
    if (DIR *from = open(where, options, error)) {
        _M_dir = std::__make_shared<_Dir>(from, where);
        if (!_M_dir->advance(error))
            _M_dir.reset();
    }
    if (told)
        *told = error;
    else if (error)
        throw filesystem_error("directory iterator cannot open directory", where, error);
}

const directory_entry &directory_iterator::operator*() const noexcept
{
    return _M_dir->entry;
}

static void next(directory_iterator &at, error_code *told)
{
    error_code error = INVALID;
    if (at._M_dir && !at._M_dir->advance(error))
        at._M_dir.reset();
    tell(told, error, "directory iterator cannot advance");
}

directory_iterator &directory_iterator::operator++()
{
    next(*this, nullptr);
    return *this;
}

directory_iterator &directory_iterator::increment(error_code &error)
{
    next(*this, &error);
    return *this;
}

/* The directories that the reader is in, the innermost last. */
struct recursive_directory_iterator::_Dir_stack {
    vector<_Dir> all;
    directory_options options;
    bool pending = true;

    _Dir_stack(_Dir &&first, directory_options options) : options(options) { all.push_back(move(first)); }

    /* Whether what the reader is at is to be entered. */
    bool enters(error_code &error)
    {
        const directory_entry &entry = all.back().entry;
        file_type type = entry._M_type;
        if (type == file_type::none)
            type = entry.symlink_status(error).type();
        if (type == file_type::symlink && has(options, directory_options::follow_directory_symlink))
            type = filesystem::status(entry.path(), error).type();
        return type == file_type::directory;
    }

    /* Leaves directories until one has another entry. Whether one has. */
    bool leave(error_code &error)
    {
        while (!all.empty()) {
            all.pop_back();
            if (!all.empty() && all.back().advance(error))
                return true;
            if (error)
                return false;
        }
        return false;
    }
};

recursive_directory_iterator::recursive_directory_iterator(
    const path &where, directory_options options, error_code *told)
{
    error_code error;
    if (DIR *from = open(where, options, error)) {
        _M_dirs = std::__make_shared<_Dir_stack>(_Dir(from, where), options);
        if (!_M_dirs->all.back().advance(error))
            _M_dirs.reset();
    }
    if (told)
        *told = error;
    else if (error)
        throw filesystem_error("recursive directory iterator cannot open directory", where, error);
}

recursive_directory_iterator::~recursive_directory_iterator() = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(
    const recursive_directory_iterator &) noexcept = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(
    recursive_directory_iterator &&) noexcept = default;

directory_options recursive_directory_iterator::options() const noexcept
{
    return _M_dirs->options;
}

int recursive_directory_iterator::depth() const noexcept
{
    return _M_dirs->all.size() - 1;
}

bool recursive_directory_iterator::recursion_pending() const noexcept
{
    return _M_dirs->pending;
}

void recursive_directory_iterator::disable_recursion_pending() noexcept
{
    _M_dirs->pending = false;
}

const directory_entry &recursive_directory_iterator::operator*() const noexcept
{
    return _M_dirs->all.back().entry;
}

recursive_directory_iterator &recursive_directory_iterator::increment(error_code &error)
{
    error = INVALID;
    if (!_M_dirs)
        return *this;
    _Dir_stack &stack = *_M_dirs;
    error.clear();
    if (exchange(stack.pending, true) && stack.enters(error)) {
        const path below = stack.all.back().entry.path();
        if (DIR *from = open(below, stack.options, error))
            stack.all.push_back(_Dir(from, below));
    }
    if (error || !(stack.all.back().advance(error) || (!error && stack.leave(error))))
        _M_dirs.reset();
    return *this;
}

recursive_directory_iterator &recursive_directory_iterator::operator++()
{
    error_code error;
    increment(error);
    tell(nullptr, error, "cannot increment recursive directory iterator");
    return *this;
}

void recursive_directory_iterator::pop(error_code &error)
{
    error = INVALID;
    if (!_M_dirs)
        return;
    error.clear();
    if (!_M_dirs->leave(error))
        _M_dirs.reset();
}

void recursive_directory_iterator::pop()
{
    const bool any = bool(_M_dirs);
    error_code error;
    pop(error);
    tell(nullptr, error,
        any ? "recursive directory iterator cannot pop"
            : "non-dereferenceable recursive directory iterator cannot pop");
}

} // namespace __cxx11

} // namespace std::filesystem

template class std::__shared_ptr<std::filesystem::_Dir>;
template class std::__shared_ptr<std::filesystem::recursive_directory_iterator::_Dir_stack>;
