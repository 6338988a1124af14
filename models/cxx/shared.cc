/* What shared_ptr has compiled: a lock for those that threads access as atomic objects. */

#include <memory>
#include <mutex>

namespace std {

static mutex locked;

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0)
{
    locked.lock();
}

_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _Sp_locker(nullptr) {}

_Sp_locker::~_Sp_locker()
{
    locked.unlock();
}

bad_weak_ptr::~bad_weak_ptr() noexcept {}

const char *bad_weak_ptr::what() const noexcept
{
    return "bad_weak_ptr";
}

} // namespace std
