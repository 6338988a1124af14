/* Operations of filesystem that look: at files, and for paths. */

#include "filesystem.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace std::filesystem {

/* Status. */

static file_status status_of(const struct stat &from)
{
    file_type type = S_ISREG(from.st_mode) ? file_type::regular
        : S_ISDIR(from.st_mode)            ? file_type::directory
        : S_ISCHR(from.st_mode)            ? file_type::character
        : S_ISBLK(from.st_mode)            ? file_type::block
        : S_ISFIFO(from.st_mode)           ? file_type::fifo
        : S_ISLNK(from.st_mode)            ? file_type::symlink
        : S_ISSOCK(from.st_mode)           ? file_type::socket
                                           : file_type::unknown;
    return file_status(type, perms(from.st_mode) & perms::mask);
}

static file_status status_by(int (*look)(const char *, struct stat *), const path &of, error_code &error) noexcept
{
    struct stat found;
    if (tell(look(of.c_str(), &found) == 0, error))
        return status_of(found);
    return file_status(errno == ENOENT || errno == ENOTDIR ? file_type::not_found : file_type::none);
}

file_status status(const path &of, error_code &error) noexcept
{
    return status_by(stat, of, error);
}

file_status symlink_status(const path &of, error_code &error) noexcept
{
    return status_by(lstat, of, error);
}

/* A file that is not there has a status, too. */
file_status status(const path &of)
{
    error_code error;
    file_status found = status(of, error);
    if (found.type() == file_type::none)
        throw filesystem_error("status", of, error);
    return found;
}

file_status symlink_status(const path &of)
{
    error_code error;
    file_status found = symlink_status(of, error);
    if (found.type() == file_type::none)
        throw filesystem_error("symlink_status", of, error);
    return found;
}

uintmax_t file_size(const path &of, error_code &error) noexcept
{
    struct stat found;
    if (!tell(stat(of.c_str(), &found) == 0, error))
        return -1;
    if (S_ISREG(found.st_mode))
        return found.st_size;
    fail(error, S_ISDIR(found.st_mode) ? errc::is_a_directory : errc::not_supported);
    return -1;
}

uintmax_t hard_link_count(const path &of, error_code &error) noexcept
{
    struct stat found;
    return tell(stat(of.c_str(), &found) == 0, error) ? found.st_nlink : uintmax_t(-1);
}

bool is_empty(const path &of, error_code &error)
{
    file_status found = status(of, error);
    if (error)
        return false;
    if (is_directory(found))
        return directory_iterator(of, error) == directory_iterator();
    return file_size(of, error) == 0;
}

/* The clock of files begins in 2174. */
static const chrono::seconds EPOCH(6437664000);

file_time_type last_write_time(const path &of, error_code &error) noexcept
{
    struct stat found;
    if (!tell(stat(of.c_str(), &found) == 0, error))
        return file_time_type::min();
    return file_time_type(chrono::seconds(found.st_mtim.tv_sec) - EPOCH + chrono::nanoseconds(found.st_mtim.tv_nsec));
}

void last_write_time(const path &of, file_time_type when, error_code &error) noexcept
{
    auto since = when.time_since_epoch();
    auto whole = chrono::floor<chrono::seconds>(since);
    timespec times[2] = {{0, UTIME_OMIT}, {time_t((whole + EPOCH).count()), long((since - whole).count())}};
    tell(utimensat(AT_FDCWD, of.c_str(), times, 0) == 0, error);
}

space_info space(const path &of, error_code &error) noexcept
{
    struct statvfs found;
    if (!tell(statvfs(of.c_str(), &found) == 0, error))
        return {uintmax_t(-1), uintmax_t(-1), uintmax_t(-1)};
    uintmax_t unit = found.f_frsize;
    return {found.f_blocks * unit, found.f_bfree * unit, found.f_bavail * unit};
}

bool equivalent(const path &one, const path &two, error_code &error) noexcept
{
    struct stat first, second;
    bool has_first = stat(one.c_str(), &first) == 0, has_second = stat(two.c_str(), &second) == 0;
    error.clear();
    if (!has_first && !has_second)
        fail(error, errc::no_such_file_or_directory);
    if (!has_first || !has_second)
        return false;
    bool others = is_other(status_of(first)), both = others && is_other(status_of(second));
    if (both)
        fail(error, errc::not_supported);
    return !both && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* Paths. */

path current_path(error_code &error)
{
    char *found = getcwd(nullptr, 0);
    if (!tell(found, error))
        return {};
    path made(found);
    free(found);
    return made;
}

void current_path(const path &to, error_code &error) noexcept
{
    tell(chdir(to.c_str()) == 0, error);
}

path absolute(const path &of, error_code &error)
{
    error.clear();
    if (of.empty())
        fail(error, errc::invalid_argument);
    return of.empty() || of.is_absolute() ? of : current_path(error) / of;
}

path canonical(const path &of, error_code &error)
{
    char *found = realpath(of.c_str(), nullptr);
    if (!tell(found, error))
        return {};
    path made(found);
    free(found);
    return made;
}

path weakly_canonical(const path &of, error_code &error)
{
    error.clear();
    path there;
    auto at = of.begin();
    for (; at != of.end(); ++at) {
        path longer = there / *at;
        if (!exists(status(longer, error)))
            break;
        there = longer;
    }
    if (error && error.value() != ENOENT && error.value() != ENOTDIR)
        return {};
    error.clear();
    if (!there.empty())
        there = canonical(there, error);
    if (error)
        return {};
    for (; at != of.end(); ++at)
        there /= *at;
    return there.lexically_normal();
}

path relative(const path &of, const path &base, error_code &error)
{
    path one = weakly_canonical(of, error);
    path two = error ? path() : weakly_canonical(base, error);
    return error ? path() : one.lexically_relative(two);
}

path proximate(const path &of, const path &base, error_code &error)
{
    path one = weakly_canonical(of, error);
    path two = error ? path() : weakly_canonical(base, error);
    return error ? path() : one.lexically_proximate(two);
}

path temp_directory_path(error_code &error)
{
    const char *found = nullptr;
    for (const char *name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
        if (!found)
            found = secure_getenv(name);
    path made = found ? found : "/tmp";
    file_status what = status(made, error);
    if (!error && !is_directory(what))
        fail(error, errc::not_a_directory);
    return error ? path() : made;
}

path read_symlink(const path &of, error_code &error)
{
    struct stat found;
    if (!tell(lstat(of.c_str(), &found) == 0, error))
        return {};
    if (!S_ISLNK(found.st_mode)) {
        fail(error, errc::invalid_argument);
        return {};
    }
    string text(found.st_size ? found.st_size + 1 : PATH_MAX, 0);
    ssize_t length = readlink(of.c_str(), text.data(), text.size());
    if (!tell(length >= 0, error))
        return {};
    text.resize(length);
    return text;
}

/* The forms that throw. */

ONE(uintmax_t, file_size, "cannot get file size")
ONE(uintmax_t, hard_link_count, "cannot get link count")
ONE(bool, is_empty, "cannot check if file is empty")
ONE(file_time_type, last_write_time, "cannot get file time")
ONE(space_info, space, "cannot get free space")
ONE(path, absolute, "cannot make absolute path")
ONE(path, canonical, "cannot make canonical path")
ONE(path, weakly_canonical, "cannot make canonical path")
ONE(path, read_symlink, "read_symlink")
ONE(void, current_path, "cannot set current path")
ONE_AND(void, last_write_time, "cannot set file time", file_time_type)
TWO(bool, equivalent, "cannot check file equivalence")
TWO(path, relative, "cannot make relative path")
TWO(path, proximate, "cannot make relative path")

path current_path()
{
    error_code error;
    path made = current_path(error);
    if (error)
        throw filesystem_error("cannot get current path", error);
    return made;
}

path temp_directory_path()
{
    error_code error;
    path made = temp_directory_path(error);
    if (error)
        throw filesystem_error("temp_directory_path", error);
    return made;
}

} // namespace std::filesystem
