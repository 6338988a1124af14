/* Operators new and delete of a program that replaces some of them: the others are made of those
   ([new.delete.single], [new.delete.array]). Without a replacement all are the machine's. */

#include <new>
#include <stddef.h>

void *operator new[](size_t size)
{
    return operator new(size);
}

void *operator new(size_t size, const std::nothrow_t &) noexcept
{
    try {
        return operator new(size);
    } catch (...) {
        return nullptr;
    }
}

void *operator new[](size_t size, const std::nothrow_t &) noexcept
{
    try {
        return operator new[](size);
    } catch (...) {
        return nullptr;
    }
}

void operator delete[](void *at) noexcept { operator delete(at); }
void operator delete(void *at, size_t) noexcept { operator delete(at); }
void operator delete[](void *at, size_t) noexcept { operator delete[](at); }
void operator delete(void *at, const std::nothrow_t &) noexcept { operator delete(at); }
void operator delete[](void *at, const std::nothrow_t &) noexcept { operator delete[](at); }

/* Those with an alignment. */

void *operator new[](size_t size, std::align_val_t alignment)
{
    return operator new(size, alignment);
}

void *operator new(size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept
{
    try {
        return operator new(size, alignment);
    } catch (...) {
        return nullptr;
    }
}

void *operator new[](size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept
{
    try {
        return operator new[](size, alignment);
    } catch (...) {
        return nullptr;
    }
}

void operator delete[](void *at, std::align_val_t to) noexcept { operator delete(at, to); }
void operator delete(void *at, size_t, std::align_val_t to) noexcept { operator delete(at, to); }
void operator delete[](void *at, size_t, std::align_val_t to) noexcept { operator delete[](at, to); }
void operator delete(void *at, std::align_val_t to, const std::nothrow_t &) noexcept { operator delete(at, to); }
void operator delete[](void *at, std::align_val_t to, const std::nothrow_t &) noexcept { operator delete[](at, to); }
