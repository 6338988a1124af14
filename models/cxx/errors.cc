/* stdexcept, system_error, and the functions by which headers throw. The message of a logic_error or runtime_error is
   shared by its copies and counted: copying an exception must not fail. */

#include <assert.h>
#include <bits/functexcept.h>
#include <exception>
#include <functional>
#include <future>
#include <new>
#include <optional>
#include <regex>
#include <stdarg.h>
#include <stdexcept>
#include <stdio.h>
#include <string.h>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>

namespace {

struct Count {
    long more; /* copies beside the first */
};

char *keep(const char *text, size_t length)
{
    Count *count = static_cast<Count *>(::operator new(sizeof(Count) + length + 1));
    count->more = 0;
    char *kept = reinterpret_cast<char *>(count + 1);
    memcpy(kept, text, length);
    kept[length] = 0;
    return kept;
}

Count *count_of(const char *kept)
{
    return reinterpret_cast<Count *>(const_cast<char *>(kept)) - 1;
}

const char *share(const char *kept)
{
    __atomic_add_fetch(&count_of(kept)->more, 1, __ATOMIC_ACQ_REL);
    return kept;
}

void drop(const char *kept)
{
    if (__atomic_sub_fetch(&count_of(kept)->more, 1, __ATOMIC_ACQ_REL) < 0)
        ::operator delete(count_of(kept));
}

} // namespace

namespace std {

__cow_string::__cow_string() : _M_p(keep("", 0)) {}
__cow_string::__cow_string(const string &text) : _M_p(keep(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(keep(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::~__cow_string() { drop(_M_p); }

__cow_string &__cow_string::operator=(const __cow_string &other) noexcept
{
    const char *kept = share(other._M_p);
    drop(_M_p);
    _M_p = kept;
    return *this;
}

__cow_string &__cow_string::operator=(__cow_string &&other) noexcept
{
    return *this = static_cast<const __cow_string &>(other);
}

logic_error::logic_error(const string &text) : _M_msg(text) {}
logic_error::logic_error(const char *text) : _M_msg(text, strlen(text)) {}
logic_error::logic_error(const logic_error &) noexcept = default;
logic_error::logic_error(logic_error &&) noexcept = default;
logic_error &logic_error::operator=(const logic_error &) noexcept = default;
logic_error &logic_error::operator=(logic_error &&) noexcept = default;
logic_error::~logic_error() noexcept {}
const char *logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const string &text) : _M_msg(text) {}
runtime_error::runtime_error(const char *text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(const runtime_error &) noexcept = default;
runtime_error::runtime_error(runtime_error &&) noexcept = default;
runtime_error &runtime_error::operator=(const runtime_error &) noexcept = default;
runtime_error &runtime_error::operator=(runtime_error &&) noexcept = default;
runtime_error::~runtime_error() noexcept {}
const char *runtime_error::what() const noexcept { return _M_msg._M_p; }

#define WITH_MESSAGE(name, base) \
    name::name(const string &text) : base(text) {} \
    name::name(const char *text) : base(text) {} \
    name::~name() noexcept {} \
    void __throw_##name(const char *text) { throw name(text); }

WITH_MESSAGE(domain_error, logic_error)
WITH_MESSAGE(invalid_argument, logic_error)
WITH_MESSAGE(length_error, logic_error)
WITH_MESSAGE(out_of_range, logic_error)
WITH_MESSAGE(range_error, runtime_error)
WITH_MESSAGE(overflow_error, runtime_error)
WITH_MESSAGE(underflow_error, runtime_error)

void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

/* What headers require, where a program is compiled with -D_GLIBCXX_ASSERTIONS. */
void __glibcxx_assert_fail(const char *file, int line, const char *function, const char *condition) noexcept
{
    __assert_fail(condition, file, line, function);
}

void __throw_out_of_range_fmt(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    throw out_of_range(text);
}

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }

static const char *text_of(regex_constants::error_type code)
{
    using namespace regex_constants;
    switch (code) {
    case error_collate: return "Invalid collating element in regular expression";
    case error_ctype: return "Invalid character class in regular expression";
    case error_escape: return "Invalid escape in regular expression";
    case error_backref: return "Invalid back reference in regular expression";
    case error_brack: return "Mismatched '[' and ']' in regular expression";
    case error_paren: return "Mismatched '(' and ')' in regular expression";
    case error_brace: return "Mismatched '{' and '}' in regular expression";
    case error_badbrace: return "Invalid range in '{}' in regular expression";
    case error_range: return "Invalid character range in regular expression";
    case error_space: return "Insufficient memory to compile regular expression";
    case error_badrepeat: return "Invalid '?', '*', or '+' in regular expression";
    case error_complexity: return "Complexity of regex match exceeded implementation limits";
    case error_stack: return "Insufficient memory to determine regex match";
    default: return "regex error";
    }
}

regex_error::regex_error(regex_constants::error_type code) : runtime_error(text_of(code)), _M_code(code) {}
regex_error::~regex_error() noexcept {}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }

/* Categories of errors: one object of each, which lives as long as the program. */

namespace {

struct Generic : error_category {
    const char *name() const noexcept override { return "generic"; }
    string message(int number) const override { return strerror(number); }
};

struct System : error_category {
    const char *name() const noexcept override { return "system"; }
    string message(int number) const override { return strerror(number); }
    error_condition default_error_condition(int number) const noexcept override
    {
        /* Numbers that errno can have mean the same to both. */
        bool known = number >= 0 && number <= 133 && number != 41 && number != 58;
        return known ? error_condition(number, generic_category()) : error_condition(number, *this);
    }
};

struct Future : error_category {
    const char *name() const noexcept override { return "future"; }
    string message(int number) const override
    {
        switch (future_errc(number)) {
        case future_errc::promise_already_satisfied:
            return "Promise already satisfied";
        case future_errc::future_already_retrieved:
            return "Future already retrieved";
        case future_errc::no_state:
            return "No associated state";
        case future_errc::broken_promise:
            return "Broken promise";
        }
        return "Unknown error";
    }
};

/* An object that is never destroyed. */
template <class T> const error_category &only()
{
    alignas(T) static char room[sizeof(T)];
    static T *it = new (room) T;
    return *it;
}

} // namespace

inline namespace _V2 {

error_category::~error_category() noexcept {}

error_condition error_category::default_error_condition(int number) const noexcept
{
    return error_condition(number, *this);
}

bool error_category::equivalent(int number, const error_condition &condition) const noexcept
{
    return default_error_condition(number) == condition;
}

bool error_category::equivalent(const error_code &code, int number) const noexcept
{
    return *this == code.category() && code.value() == number;
}

__cow_string error_category::_M_message(int number) const
{
    string text = message(number);
    return __cow_string(text.data(), text.size());
}

const error_category &generic_category() noexcept { return only<Generic>(); }
const error_category &system_category() noexcept { return only<System>(); }

} // namespace _V2

error_condition error_code::default_error_condition() const noexcept
{
    return category().default_error_condition(value());
}

system_error::~system_error() noexcept {}

const error_category &future_category() noexcept { return only<Future>(); }
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int number) { throw future_error(make_error_code(future_errc(number))); }

} // namespace std
