/* Memory resources of polymorphic allocators (memory_resource). */

#include <memory_resource>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct New : memory_resource {
    void *do_allocate(size_t size, size_t alignment) override
    {
        return ::operator new(size, align_val_t(alignment));
    }
    void do_deallocate(void *at, size_t size, size_t alignment) override
    {
        ::operator delete(at, size, align_val_t(alignment));
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct Null : memory_resource {
    void *do_allocate(size_t, size_t) override { throw bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) noexcept override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

memory_resource *chosen;

/* An object that is never destroyed. */
template <class T> memory_resource *only()
{
    alignas(T) static char room[sizeof(T)];
    static T *it = new (room) T;
    return it;
}

} // namespace

memory_resource *new_delete_resource() noexcept
{
    return only<New>();
}

memory_resource *null_memory_resource() noexcept
{
    return only<Null>();
}

memory_resource *get_default_resource() noexcept
{
    memory_resource *it = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
    return it ? it : new_delete_resource();
}

memory_resource *set_default_resource(memory_resource *to) noexcept
{
    memory_resource *before = __atomic_exchange_n(&chosen, to ? to : new_delete_resource(), __ATOMIC_ACQ_REL);
    return before ? before : new_delete_resource();
}

/* Stands at the end of each buffer that a monotonic one has taken. */
class monotonic_buffer_resource::_Chunk {
public:
    _Chunk *next;
    void *start;
    size_t size, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource()
{
    release();
}

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment)
{
    size_t least = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
    size_t room = (least + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk), size = room + sizeof(_Chunk);
    if (size < bytes)
        throw bad_alloc();
    alignment = alignment > alignof(_Chunk) ? alignment : alignof(_Chunk);
    char *start = static_cast<char *>(_M_upstream->allocate(size, alignment));
    _M_head = new (start + room) _Chunk{_M_head, start, size, alignment};
    _M_current_buf = start;
    _M_avail = room;
    _M_next_bufsiz = _S_next_bufsize(least);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept
{
    while (_Chunk *it = _M_head) {
        _M_head = it->next;
        _M_upstream->deallocate(it->start, it->size, it->alignment);
    }
}

} // namespace std::pmr
