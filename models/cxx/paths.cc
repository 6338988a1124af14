/* filesystem::path: its parts, and what is made of them. A path of several parts keeps them as a list; one of a single
   part is that part, and its kind is kept in place of the list. */

#include <algorithm>
#include <filesystem>
#include <locale>
#include <new>
#include <string>
#include <utility>

namespace std::filesystem {

inline namespace __cxx11 {

struct path::_List::_Impl {
    long count;
    /* The parts follow. */
    _Cmpt *parts() { return reinterpret_cast<_Cmpt *>(this + 1); }
};

void path::_List::_Impl_deleter::operator()(_Impl *list) const noexcept
{
    /* A kind, not a list. */
    if (reinterpret_cast<uintptr_t>(list) < 4)
        return;
    for (long i = 0; i < list->count; i++)
        list->parts()[i].~_Cmpt();
    ::operator delete(list);
}

path::_List::_List() : _M_impl(reinterpret_cast<_Impl *>(uintptr_t(_Type::_Filename))) {}

path::_List::_List(const _List &other)
{
    *this = other;
}

path::_List &path::_List::operator=(const _List &other)
{
    if (other.type() != _Type::_Multi || !other._M_impl) {
        type(other.type());
        return *this;
    }
    long count = other._M_impl->count;
    _Impl *made = static_cast<_Impl *>(::operator new(sizeof(_Impl) + count * sizeof(_Cmpt)));
    made->count = 0;
    unique_ptr<_Impl, _Impl_deleter> owned(made);
    for (; made->count < count; made->count++)
        new (made->parts() + made->count) _Cmpt(other.begin()[made->count]);
    _M_impl.swap(owned);
    return *this;
}

void path::_List::type(_Type kind) noexcept
{
    _M_impl.reset(reinterpret_cast<_Impl *>(uintptr_t(kind)));
}

path::_List::const_iterator path::_List::begin() const noexcept
{
    return _M_impl ? _M_impl->parts() : nullptr;
}

path::_List::const_iterator path::_List::end() const noexcept
{
    return _M_impl ? _M_impl->parts() + _M_impl->count : nullptr;
}

int path::_List::size() const noexcept
{
    return type() == _Type::_Multi ? end() - begin() : 0;
}

const path::_Cmpt &path::_List::back() const noexcept
{
    return end()[-1];
}

path::_Cmpt &path::_List::back() noexcept
{
    return end()[-1];
}

path::_List::iterator path::_List::end() noexcept
{
    return const_cast<iterator>(as_const(*this).end());
}

/* The root directory is one slash or more; names are separated by slashes; behind the last slash is an empty name. */
void path::_M_split_cmpts()
{
    const string_view all = _M_pathname;
    size_t parts = 0;
    auto each = [&](auto visit) {
        size_t at = 0;
        if (!all.empty() && all[0] == '/') {
            visit(all.substr(0, 1), _Type::_Root_dir, 0);
            at = min(all.find_first_not_of('/'), all.size());
        }
        while (at < all.size()) {
            size_t end = min(all.find('/', at), all.size());
            visit(all.substr(at, end - at), _Type::_Filename, at);
            at = min(all.find_first_not_of('/', end), all.size());
            if (at == all.size() && end < at)
                visit(all.substr(at), _Type::_Filename, at);
        }
    };
    _Type kind = _Type::_Filename;
    each([&](string_view, _Type of, size_t) { parts++, kind = of; });
    if (parts < 2)
        return _M_cmpts.type(kind);
    _List::_Impl *made = static_cast<_List::_Impl *>(::operator new(sizeof(_List::_Impl) + parts * sizeof(_Cmpt)));
    made->count = 0;
    _M_cmpts._M_impl.reset(made);
    each([&](string_view text, _Type of, size_t at) { new (made->parts() + made->count++) _Cmpt(text, of, at); });
}

path &path::operator=(const path &other)
{
    if (this != &other) {
        _M_pathname = other._M_pathname;
        _M_cmpts = other._M_cmpts;
    }
    return *this;
}

path &path::operator/=(const path &added)
{
    if (added.is_absolute() || empty())
        return *this = added;
    if (this == &added)
        return *this /= path(added);
    if (has_filename())
        _M_pathname += '/';
    _M_pathname += added._M_pathname;
    _M_split_cmpts();
    return *this;
}

void path::_M_append(string_view added)
{
    *this /= path(string_type(added));
}

path &path::operator+=(const path &added)
{
    _M_concat(string_type(added._M_pathname));
    return *this;
}

void path::_M_concat(string_view added)
{
    _M_pathname += added;
    _M_split_cmpts();
}

path &path::remove_filename()
{
    if (_M_type() == _Type::_Filename)
        clear();
    else if (_M_cmpts.size() && _M_cmpts.back()._M_type() == _Type::_Filename && !_M_cmpts.back().empty()) {
        _M_pathname.erase(_M_cmpts.back()._M_pos);
        _M_split_cmpts();
    }
    return *this;
}

path &path::replace_filename(const path &other)
{
    path by(other);
    remove_filename();
    return *this /= by;
}

path &path::replace_extension(const path &other)
{
    path by(other);
    auto [name, at] = _M_find_extension();
    if (name && at != string_type::npos)
        _M_pathname.erase(name == &_M_pathname ? at : _M_cmpts.back()._M_pos + at);
    if (!by.empty() && by._M_pathname[0] != '.')
        _M_pathname += '.';
    _M_concat(by._M_pathname);
    return *this;
}

/* The last name, and where its extension begins. */
pair<const string *, size_t> path::_M_find_extension() const noexcept
{
    const string_type *name = nullptr;
    if (_M_type() == _Type::_Filename)
        name = &_M_pathname;
    else if (_M_cmpts.size() && _M_cmpts.back()._M_type() == _Type::_Filename)
        name = &_M_cmpts.back()._M_pathname;
    if (!name || name->empty())
        return {};
    size_t at = name->rfind('.');
    bool has_none = at == 0 || *name == "..";
    return {name, has_none ? string_type::npos : at};
}

int path::compare(const path &other) const noexcept
{
    if (has_root_directory() != other.has_root_directory())
        return has_root_directory() ? 1 : -1;
    auto one = begin(), two = other.begin();
    const auto end = this->end(), others_end = other.end();
    if (has_root_directory())
        ++one, ++two;
    for (; one != end && two != others_end; ++one, ++two)
        if (int order = one->_M_pathname.compare(two->_M_pathname))
            return order;
    return (one != end) - (two != others_end);
}

int path::compare(string_view other) const noexcept
{
    return compare(path(string_type(other)));
}

bool path::has_root_name() const noexcept
{
    return false;
}

bool path::has_root_directory() const noexcept
{
    return !empty() && _M_pathname[0] == '/';
}

bool path::has_root_path() const noexcept
{
    return has_root_directory();
}

bool path::has_relative_path() const noexcept
{
    return _M_pathname.find_first_not_of('/') != string_type::npos;
}

bool path::has_parent_path() const noexcept
{
    return has_relative_path() ? _M_cmpts.size() > 1 : !empty();
}

bool path::has_filename() const noexcept
{
    return !empty() && _M_pathname.back() != '/';
}

path path::root_name() const
{
    return {};
}

path path::root_directory() const
{
    return has_root_directory() ? path("/") : path();
}

path path::root_path() const
{
    return root_directory();
}

path path::relative_path() const
{
    size_t at = _M_pathname.find_first_not_of('/');
    return at == string_type::npos ? path() : path(_M_pathname.substr(at));
}

path path::parent_path() const
{
    if (!has_relative_path())
        return *this;
    if (_M_cmpts.size() < 2)
        return {};
    const _Cmpt &last = _M_cmpts.end()[-2];
    return _M_pathname.substr(0, last._M_pos + last._M_pathname.size());
}

static bool is_dots(const path &part)
{
    return part.native() == "..";
}

path path::lexically_normal() const
{
    path made;
    if (empty())
        return made;
    for (const path &part : *this) {
        if (part.native() == ".")
            made /= path();
        else if (!is_dots(part))
            made /= part;
        else if (made.has_filename()) {
            if (is_dots(made.filename()))
                made /= part;
            else
                made.remove_filename();
        } else if (made.has_relative_path()) {
            /* A name and a slash. */
            const _Cmpt &name = made._M_cmpts.end()[-2];
            if (is_dots(name))
                made /= part;
            else
                made = string_type(made._M_pathname, 0, name._M_pos);
        } else if (!made.is_absolute())
            made /= part;
    }
    if (made._M_cmpts.size() > 1 && made._M_cmpts.back().empty() && is_dots(made._M_cmpts.end()[-2]))
        made = made.parent_path();
    return made.empty() ? path(".") : made;
}

path path::lexically_relative(const path &base) const
{
    if (is_absolute() != base.is_absolute())
        return {};
    auto [at, other] = mismatch(begin(), end(), base.begin(), base.end());
    int up = 0;
    for (auto part = other; part != base.end(); ++part)
        up += is_dots(*part) ? -1 : !part->empty() && part->native() != ".";
    if (up < 0)
        return {};
    if (up == 0 && (at == end() || at->empty()))
        return ".";
    path made;
    while (up--)
        made /= "..";
    for (; at != end(); ++at)
        made /= *at;
    return made;
}

path path::lexically_proximate(const path &base) const
{
    path made = lexically_relative(base);
    return made.empty() ? *this : made;
}

path::string_type path::_S_convert_loc(const char *at, const char *end, const locale &)
{
    return string_type(at, end);
}

size_t hash_value(const path &of) noexcept
{
    size_t all = 0;
    for (const path &part : of)
        all = all * 31 + hash<std::string>()(part.has_root_directory() ? "/" : part.native());
    return all;
}

/* Errors. */

struct filesystem_error::_Impl {
    path one, two;
    string text;

    _Impl(const char *what, const path &one, const path &two, int paths) : one(one), two(two)
    {
        text = string("filesystem error: ") + what;
        if (paths)
            text += " [" + one.native() + "]";
        if (paths > 1)
            text += " [" + two.native() + "]";
    }
};

static auto described(const char *what, const path &one, const path &two, int paths)
{
    return std::__make_shared<const filesystem_error::_Impl>(what, one, two, paths);
}

filesystem_error::filesystem_error(const string &what, error_code code)
    : system_error(code, what), _M_impl(described(system_error::what(), {}, {}, 0))
{
}

filesystem_error::filesystem_error(const string &what, const path &one, error_code code)
    : system_error(code, what), _M_impl(described(system_error::what(), one, {}, 1))
{
}

filesystem_error::filesystem_error(const string &what, const path &one, const path &two, error_code code)
    : system_error(code, what), _M_impl(described(system_error::what(), one, two, 2))
{
}

filesystem_error::~filesystem_error() = default;

const path &filesystem_error::path1() const noexcept
{
    return _M_impl->one;
}

const path &filesystem_error::path2() const noexcept
{
    return _M_impl->two;
}

const char *filesystem_error::what() const noexcept
{
    return _M_impl->text.c_str();
}

} // namespace __cxx11

} // namespace std::filesystem

template class std::__shared_ptr<const std::filesystem::filesystem_error::_Impl>;
