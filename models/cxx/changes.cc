/* Operations of filesystem that change files, and copies. */

#include "filesystem.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

namespace std::filesystem {

/* Changes. */

static bool make_directory(const path &where, mode_t mode, error_code &error) noexcept
{
    if (tell(mkdir(where.c_str(), mode) == 0, error))
        return true;
    error_code found;
    if (errno == EEXIST && is_directory(status(where, found)))
        error.clear();
    return false;
}

bool create_directory(const path &where, error_code &error) noexcept
{
    return make_directory(where, 0777, error);
}

bool create_directory(const path &where, const path &like, error_code &error) noexcept
{
    struct stat found;
    if (!tell(stat(like.c_str(), &found) == 0, error))
        return false;
    if (!S_ISDIR(found.st_mode)) {
        fail(error, errc::not_a_directory);
        return false;
    }
    return make_directory(where, found.st_mode, error);
}

bool create_directories(const path &where, error_code &error)
{
    error.clear();
    if (where.empty()) {
        fail(error, errc::invalid_argument);
        return false;
    }
    bool made = false;
    path so_far;
    for (const path &part : where) {
        so_far /= part;
        if (part.empty() || part.native() == ".")
            continue;
        file_status found = status(so_far, error);
        if (found.type() == file_type::none)
            return false;
        error.clear();
        if (is_directory(found))
            continue;
        if (exists(found))
            fail(error, errc::not_a_directory);
        else
            made = create_directory(so_far, error);
        if (error)
            return false;
    }
    return made;
}

void create_symlink(const path &to, const path &where, error_code &error) noexcept
{
    tell(symlink(to.c_str(), where.c_str()) == 0, error);
}

void create_directory_symlink(const path &to, const path &where, error_code &error) noexcept
{
    create_symlink(to, where, error);
}

void create_hard_link(const path &to, const path &where, error_code &error) noexcept
{
    tell(link(to.c_str(), where.c_str()) == 0, error);
}

void copy_symlink(const path &from, const path &to, error_code &error) noexcept
{
    path target = read_symlink(from, error);
    if (!error)
        create_symlink(target, to, error);
}

void rename(const path &from, const path &to, error_code &error) noexcept
{
    tell(::rename(from.c_str(), to.c_str()) == 0, error);
}

void resize_file(const path &of, uintmax_t size, error_code &error) noexcept
{
    if (size > uintmax_t(LONG_MAX))
        return fail(error, errc::invalid_argument);
    tell(truncate(of.c_str(), size) == 0, error);
}

void permissions(const path &of, perms wanted, perm_options how, error_code &error) noexcept
{
    bool add = has(how, perm_options::add), remove = has(how, perm_options::remove);
    bool link = has(how, perm_options::nofollow);
    if (has(how, perm_options::replace) + add + remove != 1)
        return fail(error, errc::invalid_argument);
    error.clear();
    if (add || remove || link) {
        file_status found = link ? symlink_status(of, error) : status(of, error);
        if (error)
            return;
        if (link && is_symlink(found))
            return fail(error, errc::operation_not_supported);
        if (add)
            wanted |= found.permissions();
        if (remove)
            wanted = found.permissions() & ~wanted;
    }
    tell(chmod(of.c_str(), mode_t(wanted & perms::mask)) == 0, error);
}

bool remove(const path &what, error_code &error) noexcept
{
    if (tell(::remove(what.c_str()) == 0, error))
        return true;
    if (errno == ENOENT)
        error.clear();
    return false;
}

uintmax_t remove_all(const path &what, error_code &error)
{
    file_status found = symlink_status(what, error);
    if (found.type() == file_type::not_found)
        error.clear();
    if (error || !exists(found))
        return error ? -1 : 0;
    uintmax_t count = 0;
    if (is_directory(found)) {
        directory_iterator at(what, error), end;
        while (!error && at != end) {
            uintmax_t below = remove_all(at->path(), error);
            if (error)
                return -1;
            count += below;
            at.increment(error);
        }
        if (error)
            return -1;
    }
    count += remove(what, error);
    return error ? -1 : count;
}

/* Copies. */

static bool copy_bytes(const path &from, const path &to, mode_t mode, bool fresh, error_code &error)
{
    int in = open(from.c_str(), O_RDONLY | O_CLOEXEC);
    if (!tell(in >= 0, error))
        return false;
    int out = open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (fresh ? O_EXCL : O_TRUNC), mode & 0777);
    bool good = tell(out >= 0, error);
    char bytes[4096];
    ssize_t got = 0;
    while (good && (got = read(in, bytes, sizeof bytes)) > 0)
        good = tell(write(out, bytes, got) == got, error);
    if (good)
        good = tell(got == 0, error);
    if (out >= 0 && close(out) != 0 && good)
        good = tell(false, error);
    close(in);
    return good;
}

bool copy_file(const path &from, const path &to, copy_options options, error_code &error)
{
    struct stat source, target;
    if (!tell(stat(from.c_str(), &source) == 0, error))
        return false;
    bool there = stat(to.c_str(), &target) == 0;
    if (!there && errno != ENOENT)
        return tell(false, error);
    if (!S_ISREG(source.st_mode) || (there && !S_ISREG(target.st_mode))) {
        fail(error, errc::not_supported);
        return false;
    }
    if (there) {
        bool same = source.st_dev == target.st_dev && source.st_ino == target.st_ino;
        bool newer = source.st_mtim.tv_sec > target.st_mtim.tv_sec
            || (source.st_mtim.tv_sec == target.st_mtim.tv_sec && source.st_mtim.tv_nsec > target.st_mtim.tv_nsec);
        bool update = has(options, copy_options::update_existing);
        error.clear();
        if (same || (!update && !has(options, copy_options::skip_existing | copy_options::overwrite_existing)))
            fail(error, errc::file_exists);
        if (error || has(options, copy_options::skip_existing) || (update && !newer))
            return false;
    }
    return copy_bytes(from, to, source.st_mode, !there, error);
}

void copy(const path &from, const path &to, copy_options options, error_code &error)
{
    const auto links = copy_options::copy_symlinks | copy_options::create_symlinks;
    const bool skips = has(options, copy_options::skip_symlinks), of_link = has(options, links) || skips;
    file_status source = of_link ? symlink_status(from, error) : status(from, error);
    if (!exists(source)) {
        if (!error || source.type() == file_type::not_found)
            fail(error, errc::no_such_file_or_directory);
        return;
    }
    file_status target = of_link ? symlink_status(to, error) : status(to, error);
    if (error && target.type() != file_type::not_found)
        return;
    error.clear();
    error_code ignored;
    if (exists(target) && equivalent(from, to, ignored))
        return fail(error, errc::file_exists);
    if (is_other(source) || is_other(target))
        return fail(error, errc::invalid_argument);
    if (is_directory(source) && is_regular_file(target))
        return fail(error, errc::is_a_directory);
    if (is_symlink(source)) {
        if (skips)
            return;
        if (!exists(target) && has(options, copy_options::copy_symlinks))
            return copy_symlink(from, to, error);
        return fail(error, exists(target) ? errc::file_exists : errc::invalid_argument);
    }
    if (is_regular_file(source)) {
        if (has(options, copy_options::directories_only))
            return;
        if (has(options, copy_options::create_symlinks))
            return create_symlink(from, to, error);
        if (has(options, copy_options::create_hard_links))
            return create_hard_link(from, to, error);
        copy_file(from, is_directory(target) ? to / from.filename() : to, options, error);
        return;
    }
    if (!is_directory(source))
        return;
    if (has(options, copy_options::create_symlinks))
        return fail(error, errc::is_a_directory);
    if (options != copy_options::none && !has(options, copy_options::recursive))
        return;
    if (!exists(target) && !create_directory(to, from, error))
        return;
    /* Below, an option that is not "recursive" keeps directories from being entered. */
    const copy_options below = options == copy_options::none ? copy_options(4096) : options;
    for (directory_iterator at(from, error), end; !error && at != end; at.increment(error)) {
        copy(at->path(), to / at->path().filename(), below, error);
        if (error)
            return;
    }
}

/* The forms that throw. */

ONE(bool, create_directory, "cannot create directory")
ONE(bool, create_directories, "cannot create directories")
ONE(bool, remove, "cannot remove")
ONE(uintmax_t, remove_all, "cannot remove all")
ONE_AND(void, resize_file, "cannot resize file", uintmax_t)
TWO(bool, create_directory, "cannot create directory")
TWO(void, create_symlink, "cannot create symlink")
TWO(void, create_directory_symlink, "cannot create directory symlink")
TWO(void, create_hard_link, "cannot create hard link")
TWO(void, copy_symlink, "cannot copy symlink")
TWO(void, rename, "cannot rename")
TWO_AND(bool, copy_file, "cannot copy file")
TWO_AND(void, copy, "cannot copy")

void permissions(const path &of, perms wanted, perm_options how)
{
    of_one("cannot set permissions", of, [&](error_code &error) { permissions(of, wanted, how, error); });
}

} // namespace std::filesystem
