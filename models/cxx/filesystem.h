/* What operations on files have in common. Each comes in two forms: one says what went wrong, the other throws it. */

#include <errno.h>
#include <filesystem>

namespace std::filesystem {

/* What an operation returned, and whether it went well. */
static bool tell(bool good, error_code &error)
{
    if (good)
        error.clear();
    else
        error.assign(errno, generic_category());
    return good;
}

static void fail(error_code &error, errc number)
{
    error = make_error_code(number);
}

template <class Option> static bool has(Option options, Option which)
{
    return (options & which) != Option{};
}

/* Calls, checks, and then returns what the call did. */
template <class Check, class Call> static auto after(Check check, Call call) -> decltype(call())
{
    if constexpr (is_void_v<decltype(call())>) {
        call();
        check();
    } else {
        auto result = call();
        check();
        return result;
    }
}

template <class Call> static auto of_one(const char *text, const path &one, Call call)
{
    error_code error;
    return after([&] { if (error) throw filesystem_error(text, one, error); }, [&] { return call(error); });
}

template <class Call> static auto of_two(const char *text, const path &one, const path &two, Call call)
{
    error_code error;
    return after([&] { if (error) throw filesystem_error(text, one, two, error); }, [&] { return call(error); });
}

/* The forms that throw. */

#define ONE(type, name, text) \
    type name(const path &one) \
    { \
        return of_one(text, one, [&](error_code &error) { return name(one, error); }); \
    }
#define ONE_AND(type, name, text, with) \
    type name(const path &one, with more) \
    { \
        return of_one(text, one, [&](error_code &error) { return name(one, more, error); }); \
    }
#define TWO(type, name, text) \
    type name(const path &one, const path &two) \
    { \
        return of_two(text, one, two, [&](error_code &error) { return name(one, two, error); }); \
    }
#define TWO_AND(type, name, text) \
    type name(const path &one, const path &two, copy_options options) \
    { \
        return of_two(text, one, two, [&](error_code &error) { return name(one, two, options, error); }); \
    }

} // namespace std::filesystem
