/* Exceptions: what counts them and keeps them alive, current_exception and its kin, and what happens to those that
   nothing handles. Finding handlers and unwinding is the machine's (__gmc_raise). */

#include <cxxabi.h>
#include <exception>
#include <new>
#include <stdlib.h>
#include <typeinfo>
#include <unwind.h>

/* In front of each object that is thrown. The machine knows the first three members, and the last. */
struct alignas(16) Header {
    const std::type_info *type;
    void *adjusted; /* what the handler gets */
    void *object;
    Header *next;    /* of those that are being handled by the thread, the one below */
    Header *primary; /* whose object it is; a header made by rethrow_exception shares it */
    void (*destroy)(void *);
    long handlers;   /* how many handle it; negative while it is thrown on */
    long references; /* of a primary one */
    void (*finish)(Header *); /* of forced unwinding: what is called where nothing is left to unwind */
};

extern "C" {
void *__gmc_allocate(size_t);
void __gmc_release(void *);
void __gmc_raise(Header *, unsigned);
int __gmc_unwind(Header *);
[[noreturn]] void __gmc_terminate();
}

namespace {

struct Globals {
    Header *caught;
    unsigned uncaught;
};

thread_local Globals globals;

std::new_handler on_out_of_memory;
std::terminate_handler on_terminate;
std::unexpected_handler on_unexpected;

Header *header_of(void *object)
{
    return static_cast<Header *>(object) - 1;
}

void release(Header *header)
{
    Header *primary = header->primary;
    if (header != primary)
        __gmc_release(header);
    if (__atomic_sub_fetch(&primary->references, 1, __ATOMIC_ACQ_REL) == 0) {
        if (primary->destroy)
            primary->destroy(primary->object);
        __gmc_release(primary);
    }
}

/* The machine finds the handler, or reports that there is none, unless the program has a handler for that. */
[[noreturn]] void raise(Header *header)
{
    if (header->finish) {
        if (__gmc_unwind(header))
            std::terminate();
        header->finish(header);
    }
    unsigned handlers = (__atomic_load_n(&on_terminate, __ATOMIC_ACQUIRE) ? 1 : 0)
        | (__atomic_load_n(&on_unexpected, __ATOMIC_ACQUIRE) ? 2 : 0);
    globals.uncaught++;
    __gmc_raise(header, handlers);
    __cxxabiv1::__cxa_begin_catch(header);
    std::terminate();
}

} // namespace

namespace __cxxabiv1 {

__forced_unwind::~__forced_unwind() noexcept {}
__foreign_exception::~__foreign_exception() noexcept {}

extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept
{
    Header *header = static_cast<Header *>(__gmc_allocate(sizeof(Header) + size));
    return header + 1;
}

void __cxa_free_exception(void *object) noexcept
{
    __gmc_release(header_of(object));
}

__cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type, void (*destroy)(void *)) noexcept
{
    Header *header = header_of(object);
    *header = {type, object, object, nullptr, header, destroy, 0, 0, nullptr};
    return reinterpret_cast<__cxa_refcounted_exception *>(header);
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *))
{
    __cxa_init_primary_exception(object, type, destroy);
    Header *header = header_of(object);
    header->references = 1;
    raise(header);
}

void *__cxa_get_exception_ptr(void *thrown) noexcept
{
    return static_cast<Header *>(thrown)->adjusted;
}

void *__cxa_begin_catch(void *thrown) noexcept
{
    Header *header = static_cast<Header *>(thrown);
    header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
    if (!header->finish)
        globals.uncaught--;
    if (globals.caught != header) {
        header->next = globals.caught;
        globals.caught = header;
    }
    return header->adjusted;
}

void __cxa_end_catch()
{
    Header *header = globals.caught;
    if (!header)
        return;
    if (header->handlers < 0) {
        /* It is on its way again, and belongs to who catches it next. */
        if (++header->handlers == 0)
            globals.caught = header->next;
        return;
    }
    if (--header->handlers == 0) {
        globals.caught = header->next;
        release(header);
    }
}

void __cxa_rethrow()
{
    Header *header = globals.caught;
    if (!header)
        std::terminate();
    header->handlers = -header->handlers;
    raise(header);
}

std::type_info *__cxa_current_exception_type() noexcept
{
    return globals.caught ? const_cast<std::type_info *>(globals.caught->type) : nullptr;
}

bool __cxa_uncaught_exception() noexcept
{
    return globals.uncaught != 0;
}

unsigned __cxa_uncaught_exceptions() noexcept
{
    return globals.uncaught;
}

__cxa_eh_globals *__cxa_get_globals() noexcept
{
    return reinterpret_cast<__cxa_eh_globals *>(&globals);
}

__cxa_eh_globals *__cxa_get_globals_fast() noexcept
{
    return reinterpret_cast<__cxa_eh_globals *>(&globals);
}

[[noreturn]] void __cxa_call_terminate(void *thrown) noexcept
{
    __cxa_begin_catch(thrown);
    std::terminate();
}

[[noreturn]] void __cxa_call_unexpected(void *thrown)
{
    struct End {
        ~End() { __cxa_end_catch(); }
    };
    __cxa_begin_catch(thrown);
    End end;
    std::unexpected();
}

[[noreturn]] void __cxa_bad_cast()
{
    throw std::bad_cast();
}

[[noreturn]] void __cxa_bad_typeid()
{
    throw std::bad_typeid();
}

[[noreturn]] void __cxa_throw_bad_array_length()
{
    throw std::bad_array_new_length();
}

[[noreturn]] void __cxa_throw_bad_array_new_length()
{
    throw std::bad_array_new_length();
}

} // extern "C"

} // namespace __cxxabiv1

/* Forced unwinding: what is unwound may catch it by `catch (...)`, and has to throw it on. */

namespace {

struct Forced : Header {
    _Unwind_Exception *exception;
    _Unwind_Stop_Fn stop;
    void *argument;
};

Forced *forced(_Unwind_Exception *exception, _Unwind_Stop_Fn stop, void *argument, void (*finish)(Header *))
{
    Forced *made = static_cast<Forced *>(__gmc_allocate(sizeof(Forced)));
    auto caught = [](void *object) {
        Forced *self = static_cast<Forced *>(object);
        if (self->exception && self->exception->exception_cleanup)
            self->exception->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, self->exception);
    };
    static_cast<Header &>(*made) = {
        &typeid(__cxxabiv1::__forced_unwind), made, made, nullptr, made, caught, 0, 1, finish};
    made->exception = exception;
    made->stop = stop;
    made->argument = argument;
    return made;
}

void stop(Header *header)
{
    Forced *self = static_cast<Forced *>(header);
    int actions = _UA_FORCE_UNWIND | _UA_CLEANUP_PHASE | _UA_END_OF_STACK;
    self->stop(1, actions, self->exception->exception_class, self->exception, nullptr, self->argument);
    abort();
}

} // namespace

extern "C" _Unwind_Reason_Code _Unwind_ForcedUnwind(_Unwind_Exception *exception, _Unwind_Stop_Fn at_end, void *argument)
{
    raise(forced(exception, at_end, argument, stop));
}

/* A thread that ends itself unwinds its calls. It is called in place of pthread_exit, and again where they are unwound. */

namespace {

thread_local Forced *leaving;

} // namespace

extern "C" void pthread_exit(void *);
extern "C" void leave(void *result) asm("__gmc_in_place_of_pthread_exit");

void leave(void *result)
{
    if (!leaving) {
        leaving = forced(nullptr, nullptr, result, [](Header *) { leave(nullptr); });
        raise(leaving);
    }
    result = leaving->argument;
    __gmc_release(leaving);
    leaving = nullptr;
    pthread_exit(result);
}

/* What operator new does where there is no memory ([new.delete.single]). The machine calls it. Of `how`, 1 is for an
   array, 2 for an alignment, and 4 for std::nothrow. */
static void *allocate_again(size_t size, size_t alignment, unsigned how)
{
    std::new_handler handler = std::get_new_handler();
    if (!handler)
        throw std::bad_alloc();
    handler();
    if (how & 2)
        return how & 1 ? operator new[](size, std::align_val_t(alignment)) : operator new(size, std::align_val_t(alignment));
    return how & 1 ? operator new[](size) : operator new(size);
}

extern "C" void *__gmc_out_of_memory(size_t size, size_t alignment, unsigned how)
{
    if (!(how & 4))
        return allocate_again(size, alignment, how);
    try {
        return allocate_again(size, alignment, how);
    } catch (...) {
        return nullptr;
    }
}

namespace std {

new_handler set_new_handler(new_handler handler) noexcept
{
    return __atomic_exchange_n(&on_out_of_memory, handler, __ATOMIC_ACQ_REL);
}

new_handler get_new_handler() noexcept
{
    return __atomic_load_n(&on_out_of_memory, __ATOMIC_ACQUIRE);
}

terminate_handler set_terminate(terminate_handler handler) noexcept
{
    return __atomic_exchange_n(&on_terminate, handler, __ATOMIC_ACQ_REL);
}

terminate_handler get_terminate() noexcept
{
    return __atomic_load_n(&on_terminate, __ATOMIC_ACQUIRE);
}

void terminate() noexcept
{
    if (terminate_handler handler = get_terminate()) {
        handler();
        abort();
    }
    __gmc_terminate();
}

unexpected_handler set_unexpected(unexpected_handler handler) noexcept
{
    return __atomic_exchange_n(&on_unexpected, handler, __ATOMIC_ACQ_REL);
}

unexpected_handler get_unexpected() noexcept
{
    return __atomic_load_n(&on_unexpected, __ATOMIC_ACQUIRE);
}

[[noreturn]] void unexpected()
{
    if (unexpected_handler handler = get_unexpected())
        handler();
    terminate();
}

bool uncaught_exception() noexcept
{
    return globals.uncaught != 0;
}

int uncaught_exceptions() noexcept
{
    return globals.uncaught;
}

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object)
{
    _M_addref();
}

void exception_ptr::_M_addref() noexcept
{
    if (_M_exception_object)
        __atomic_add_fetch(&header_of(_M_exception_object)->references, 1, __ATOMIC_ACQ_REL);
}

void exception_ptr::_M_release() noexcept
{
    if (_M_exception_object) {
        void *object = _M_exception_object;
        _M_exception_object = nullptr;
        release(header_of(object));
    }
}

void *exception_ptr::_M_get() const noexcept
{
    return _M_exception_object;
}

const type_info *exception_ptr::__cxa_exception_type() const noexcept
{
    return header_of(_M_exception_object)->type;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept
{
    return globals.caught ? exception_ptr(globals.caught->primary->object) : exception_ptr();
}

void rethrow_exception(exception_ptr which)
{
    Header *primary = header_of(which._M_get());
    Header *header = static_cast<Header *>(__gmc_allocate(sizeof(Header)));
    void *object = primary->object;
    *header = {primary->type, object, object, nullptr, primary, nullptr, 0, 0, nullptr};
    __atomic_add_fetch(&primary->references, 1, __ATOMIC_ACQ_REL);
    raise(header);
}

exception::~exception() noexcept {}

const char *exception::what() const noexcept
{
    return "std::exception";
}

bad_exception::~bad_exception() noexcept {}

const char *bad_exception::what() const noexcept
{
    return "std::bad_exception";
}

bad_alloc::~bad_alloc() noexcept {}

const char *bad_alloc::what() const noexcept
{
    return "std::bad_alloc";
}

bad_array_new_length::~bad_array_new_length() noexcept {}

const char *bad_array_new_length::what() const noexcept
{
    return "std::bad_array_new_length";
}

bad_cast::~bad_cast() noexcept {}

const char *bad_cast::what() const noexcept
{
    return "std::bad_cast";
}

bad_typeid::~bad_typeid() noexcept {}

const char *bad_typeid::what() const noexcept
{
    return "std::bad_typeid";
}

nested_exception::~nested_exception() noexcept {}

} // namespace std
