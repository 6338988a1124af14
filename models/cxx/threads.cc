/* thread, condition_variable, future, call_once, chrono: what these have compiled, on top of POSIX threads. */

#include <chrono>
#include <condition_variable>
#include <errno.h>
#include <future>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <stdlib.h>
#include <system_error>
#include <thread>
#include <time.h>
#include <unistd.h>

static void *run_thread(void *state)
{
    std::unique_ptr<std::thread::_State> owned(static_cast<std::thread::_State *>(state));
    owned->_M_run();
    return nullptr;
}

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)())
{
    int error = pthread_create(&_M_id._M_thread, nullptr, run_thread, state.get());
    if (error)
        __throw_system_error(error);
    state.release();
}

void thread::join()
{
    int error = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

void thread::detach()
{
    int error = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept
{
    return sysconf(_SC_NPROCESSORS_ONLN);
}

namespace this_thread {

void __sleep_for(chrono::seconds whole, chrono::nanoseconds rest)
{
    timespec left = {whole.count(), (long)rest.count()};
    while (nanosleep(&left, &left) == -1 && errno == EINTR)
        ;
}

} // namespace this_thread

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex> &lock)
{
    _M_cond.wait(*lock.mutex());
}

void condition_variable::notify_one() noexcept
{
    _M_cond.notify_one();
}

void condition_variable::notify_all() noexcept
{
    _M_cond.notify_all();
}

/* What is to happen when a thread has ended, after its thread_local objects are gone: a list in a key's value. */

static pthread_key_t endings;

static void run_endings(void *first)
{
    for (__at_thread_exit_elt *at = static_cast<__at_thread_exit_elt *>(first); at;) {
        __at_thread_exit_elt *next = at->_M_next;
        at->_M_cb(at);
        at = next;
    }
}

static void run_endings_of_program()
{
    void *first = pthread_getspecific(endings);
    pthread_setspecific(endings, nullptr);
    run_endings(first);
}

static void make_endings()
{
    pthread_key_create(&endings, run_endings);
    atexit(run_endings_of_program);
}

static void at_thread_end(__at_thread_exit_elt *what)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_endings);
    what->_M_next = static_cast<__at_thread_exit_elt *>(pthread_getspecific(endings));
    pthread_setspecific(endings, what);
}

namespace {

struct Notification : __at_thread_exit_elt {
    condition_variable *condition;
    mutex *locked;
};

void notify(void *what)
{
    Notification *notification = static_cast<Notification *>(what);
    notification->locked->unlock();
    notification->condition->notify_all();
    delete notification;
}

} // namespace

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock)
{
    Notification *notification = new Notification;
    notification->_M_cb = notify;
    notification->condition = &condition;
    notification->locked = lock.release();
    at_thread_end(notification);
}

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

void __future_base::_State_baseV2::_Make_ready::_S_run(void *what)
{
    unique_ptr<_Make_ready> ready(static_cast<_Make_ready *>(what));
    if (shared_ptr<_State_baseV2> state = ready->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set()
{
    _M_cb = _S_run;
    at_thread_end(this);
}

/* Waiting for a word in memory to change, as futexes do: whoever changes it notifies afterwards. */

namespace {

pthread_mutex_t futex_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t futex_changed = PTHREAD_COND_INITIALIZER;

bool wait_for_change(unsigned *word, unsigned value, const timespec *until, clockid_t clock)
{
    pthread_mutex_lock(&futex_lock);
    int error = 0;
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
        error = until ? pthread_cond_clockwait(&futex_changed, &futex_lock, clock, until)
                      : pthread_cond_wait(&futex_changed, &futex_lock);
    pthread_mutex_unlock(&futex_lock);
    return error != ETIMEDOUT;
}

} // namespace

bool __atomic_futex_unsigned_base::_M_futex_wait_until(
    unsigned *word, unsigned value, bool limited, chrono::seconds whole, chrono::nanoseconds rest)
{
    timespec until = {whole.count(), (long)rest.count()};
    return wait_for_change(word, value, limited ? &until : nullptr, CLOCK_REALTIME);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(
    unsigned *word, unsigned value, bool limited, chrono::seconds whole, chrono::nanoseconds rest)
{
    timespec until = {whole.count(), (long)rest.count()};
    return wait_for_change(word, value, limited ? &until : nullptr, CLOCK_MONOTONIC);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *)
{
    pthread_mutex_lock(&futex_lock);
    pthread_cond_broadcast(&futex_changed);
    pthread_mutex_unlock(&futex_lock);
}

/* What call_once calls: pthread_once takes no argument. A function that throws does not count as called. */
__thread void *__once_callable;
__thread void (*__once_call)();

extern "C" int *__gmc_once_flag();
extern "C" void __gmc_once_again(int *);

extern "C" void __once_proxy()
{
    try {
        __once_call();
    } catch (...) {
        __gmc_once_again(__gmc_once_flag());
        throw;
    }
}

namespace chrono {

inline namespace _V2 {

constexpr bool system_clock::is_steady;
constexpr bool steady_clock::is_steady;

system_clock::time_point system_clock::now() noexcept
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return time_point(seconds(now.tv_sec) + nanoseconds(now.tv_nsec));
}

steady_clock::time_point steady_clock::now() noexcept
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return time_point(seconds(now.tv_sec) + nanoseconds(now.tv_nsec));
}

} // namespace _V2

} // namespace chrono

} // namespace std
