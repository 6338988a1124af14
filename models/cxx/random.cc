/* random_device: numbers as the machine gives them. */

#include <random>
#include <stdexcept>
#include <string>
#include <sys/random.h>
#include <system_error>

namespace std {

void random_device::_M_init(const string &source)
{
    for (const char *known : {"default", "/dev/urandom", "/dev/random", "rdrand", "rdseed", "rand_s", "getentropy",
             "arc4random", "hw", "hardware"})
        if (source == known) {
            _M_file = nullptr;
            _M_func = nullptr;
            _M_fd = -1;
            return;
        }
    throw system_error(make_error_code(errc::invalid_argument),
        "random_device::random_device(const std::string&): unsupported token");
}

void random_device::_M_init_pretr1(const string &) { _M_init("default"); }
void random_device::_M_fini() {}

random_device::result_type random_device::_M_getval()
{
    result_type number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        throw system_error(make_error_code(errc::io_error), "random_device could not be read");
    return number;
}

random_device::result_type random_device::_M_getval_pretr1()
{
    return _M_getval();
}

double random_device::_M_getentropy() const noexcept
{
    return 32;
}

} // namespace std
