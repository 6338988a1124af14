/* Containers of debug mode (_GLIBCXX_DEBUG): the iterators that each has, and what is said where one is used wrongly. */

#include <iterator>
#include <memory>
#include <debug/debug.h>
#include <debug/formatter.h>
#include <debug/safe_base.h>
#include <debug/safe_unordered_base.h>
#include <ext/concurrence.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

namespace __gnu_debug {

namespace {

/* One lock for all: iterators of a container may be made by several threads. */
__gnu_cxx::__mutex lock;

typedef __gnu_cxx::__scoped_lock Guard;
typedef _Safe_iterator_base Iterator;

void add(Iterator *&list, Iterator *it)
{
    it->_M_next = list;
    it->_M_prior = nullptr;
    if (list)
        list->_M_prior = it;
    list = it;
}

void drop(Iterator *&list, Iterator *it)
{
    it->_M_unlink();
    if (list == it)
        list = it->_M_next;
}

void drop_all(Iterator *&list)
{
    while (Iterator *it = list) {
        list = it->_M_next;
        it->_M_reset();
    }
}

void swap_lists(Iterator *&one, _Safe_sequence_base *ones, Iterator *&two, _Safe_sequence_base *twos)
{
    std::swap(one, two);
    for (Iterator *it = one; it; it = it->_M_next)
        it->_M_sequence = ones;
    for (Iterator *it = two; it; it = it->_M_next)
        it->_M_sequence = twos;
}

} // namespace

__gnu_cxx::__mutex &_Safe_sequence_base::_M_get_mutex() noexcept
{
    return lock;
}

void _Safe_sequence_base::_M_detach_all()
{
    Guard guard(lock);
    drop_all(_M_iterators);
    drop_all(_M_const_iterators);
}

void _Safe_sequence_base::_M_detach_singular()
{
    Guard guard(lock);
    for (Iterator **list : {&_M_iterators, &_M_const_iterators})
        for (Iterator *it = *list, *next; it; it = next) {
            next = it->_M_next;
            if (it->_M_singular()) {
                drop(*list, it);
                it->_M_reset();
            }
        }
}

void _Safe_sequence_base::_M_revalidate_singular()
{
    Guard guard(lock);
    for (Iterator *list : {_M_iterators, _M_const_iterators})
        for (Iterator *it = list; it; it = it->_M_next)
            it->_M_version = _M_version;
}

void _Safe_sequence_base::_M_swap(_Safe_sequence_base &other) noexcept
{
    Guard guard(lock);
    swap_lists(_M_iterators, this, other._M_iterators, &other);
    swap_lists(_M_const_iterators, this, other._M_const_iterators, &other);
    std::swap(_M_version, other._M_version);
}

void _Safe_sequence_base::_M_attach_single(Iterator *it, bool constant) noexcept
{
    add(constant ? _M_const_iterators : _M_iterators, it);
}

void _Safe_sequence_base::_M_attach(Iterator *it, bool constant)
{
    Guard guard(lock);
    _M_attach_single(it, constant);
}

void _Safe_sequence_base::_M_detach_single(Iterator *it) noexcept
{
    drop(_M_const_iterators == it ? _M_const_iterators : _M_iterators, it);
}

void _Safe_sequence_base::_M_detach(Iterator *it)
{
    Guard guard(lock);
    _M_detach_single(it);
}

__gnu_cxx::__mutex &_Safe_iterator_base::_M_get_mutex() noexcept
{
    return lock;
}

void _Safe_iterator_base::_M_attach(_Safe_sequence_base *to, bool constant)
{
    _M_detach();
    Guard guard(lock);
    _M_attach_single(to, constant);
}

void _Safe_iterator_base::_M_attach_single(_Safe_sequence_base *to, bool constant) noexcept
{
    _M_detach_single();
    if (!to)
        return;
    _M_sequence = to;
    _M_version = to->_M_version;
    to->_M_attach_single(this, constant);
}

void _Safe_iterator_base::_M_detach()
{
    Guard guard(lock);
    _M_detach_single();
}

void _Safe_iterator_base::_M_detach_single() noexcept
{
    if (_M_sequence)
        _M_sequence->_M_detach_single(this);
    _M_reset();
}

void _Safe_iterator_base::_M_reset() noexcept
{
    _M_sequence = nullptr;
    _M_version = 0;
    _M_prior = _M_next = nullptr;
}

bool _Safe_iterator_base::_M_singular() const noexcept
{
    return !_M_sequence || _M_version != _M_sequence->_M_version;
}

bool _Safe_iterator_base::_M_can_compare(const Iterator &other) const noexcept
{
    return !_M_singular() && !other._M_singular() && _M_sequence == other._M_sequence;
}

/* Iterators of one bucket. */

_Safe_unordered_container_base *_Safe_local_iterator_base::_M_get_container() const noexcept
{
    return static_cast<_Safe_unordered_container_base *>(_M_sequence);
}

void _Safe_local_iterator_base::_M_attach(_Safe_sequence_base *to, bool constant)
{
    _M_detach();
    Guard guard(lock);
    _M_attach_single(to, constant);
}

void _Safe_local_iterator_base::_M_attach_single(_Safe_sequence_base *to, bool constant) noexcept
{
    _M_detach_single();
    if (!to)
        return;
    _M_sequence = to;
    _M_version = to->_M_version;
    _M_get_container()->_M_attach_local_single(this, constant);
}

void _Safe_local_iterator_base::_M_detach()
{
    Guard guard(lock);
    _M_detach_single();
}

void _Safe_local_iterator_base::_M_detach_single() noexcept
{
    if (_M_sequence)
        _M_get_container()->_M_detach_local_single(this);
    _M_reset();
}

void _Safe_unordered_container_base::_M_detach_all()
{
    Guard guard(lock);
    for (Iterator **list : {&_M_iterators, &_M_const_iterators, &_M_local_iterators, &_M_const_local_iterators})
        drop_all(*list);
}

void _Safe_unordered_container_base::_M_swap(_Safe_unordered_container_base &other) noexcept
{
    _Base::_M_swap(other);
    Guard guard(lock);
    swap_lists(_M_local_iterators, this, other._M_local_iterators, &other);
    swap_lists(_M_const_local_iterators, this, other._M_const_local_iterators, &other);
}

void _Safe_unordered_container_base::_M_attach_local_single(Iterator *it, bool constant) noexcept
{
    add(constant ? _M_const_local_iterators : _M_local_iterators, it);
}

void _Safe_unordered_container_base::_M_attach_local(Iterator *it, bool constant)
{
    Guard guard(lock);
    _M_attach_local_single(it, constant);
}

void _Safe_unordered_container_base::_M_detach_local_single(Iterator *it) noexcept
{
    drop(_M_const_local_iterators == it ? _M_const_local_iterators : _M_local_iterators, it);
}

void _Safe_unordered_container_base::_M_detach_local(Iterator *it)
{
    Guard guard(lock);
    _M_detach_local_single(it);
}

/* What is said: the number is that of _Debug_msg_id. */

_Error_formatter &_Error_formatter::_M_message(_Debug_msg_id number) const noexcept
{
    static __thread char text[64];
    snprintf(text, sizeof text, "a container or iterator is used wrongly (message %d)", int(number));
    return const_cast<_Error_formatter *>(this)->_M_message(text);
}

void _Error_formatter::_M_error() const
{
    fprintf(stderr, "%s:%u: %s: Error: %s.\n", _M_file ? _M_file : "?", _M_line, _M_function ? _M_function : "?",
        _M_text ? _M_text : "a container or iterator is used wrongly");
    abort();
}

} // namespace __gnu_debug
