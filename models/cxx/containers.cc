/* What std::list, std::map and the hashed containers have compiled: links of list nodes, red-black trees (Guibas and
   Sedgewick, 1978; as in Cormen et al., Introduction to Algorithms, chapter 13), numbers of buckets, hashes of bytes. */

#include <list>
#include <map>
#include <string.h>
#include <unordered_map>

namespace std {

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const before) noexcept
{
    _M_next = before;
    _M_prev = before->_M_prev;
    before->_M_prev->_M_next = this;
    before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept
{
    if (this == last)
        return;
    _List_node_base *end = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    _M_prev->_M_next = first;
    end->_M_next = this;
    _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *at = this;
    do {
        _List_node_base *next = at->_M_next;
        at->_M_next = at->_M_prev;
        at->_M_prev = next;
        at = next;
    } while (at != this);
}

/* Points the neighbours of a list's end at it, or the end at itself where the list was empty. */
static void adopt(_List_node_base &end, const _List_node_base &was)
{
    if (end._M_next == &was)
        end._M_next = end._M_prev = &end;
    else
        end._M_next->_M_prev = end._M_prev->_M_next = &end;
}

void _List_node_base::swap(_List_node_base &one, _List_node_base &other) noexcept
{
    _List_node_base kept = one;
    one._M_next = other._M_next;
    one._M_prev = other._M_prev;
    other._M_next = kept._M_next;
    other._M_prev = kept._M_prev;
    adopt(one, other);
    adopt(other, one);
}

} // namespace __detail

typedef _Rb_tree_node_base Node;

static Node *next(Node *node)
{
    if (node->_M_right) {
        for (node = node->_M_right; node->_M_left;)
            node = node->_M_left;
        return node;
    }
    Node *above = node->_M_parent;
    while (node == above->_M_right) {
        node = above;
        above = above->_M_parent;
    }
    /* From the rightmost of a tree whose root has nothing on its right, the way leads through the header. */
    return node->_M_right == above ? node : above;
}

static Node *previous(Node *node)
{
    if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
        return node->_M_right; /* from the header */
    if (node->_M_left) {
        for (node = node->_M_left; node->_M_right;)
            node = node->_M_right;
        return node;
    }
    Node *above = node->_M_parent;
    while (node == above->_M_left) {
        node = above;
        above = above->_M_parent;
    }
    return above;
}

Node *_Rb_tree_increment(Node *node) noexcept
{
    return next(node);
}

const Node *_Rb_tree_increment(const Node *node) noexcept
{
    return next(const_cast<Node *>(node));
}

Node *_Rb_tree_decrement(Node *node) noexcept
{
    return previous(node);
}

const Node *_Rb_tree_decrement(const Node *node) noexcept
{
    return previous(const_cast<Node *>(node));
}

/* Puts another node into a node's place below its parent. */
static void replace(Node *node, Node *by, Node *&root)
{
    Node *above = node->_M_parent;
    if (root == node)
        root = by;
    else if (above->_M_left == node)
        above->_M_left = by;
    else
        above->_M_right = by;
    if (by)
        by->_M_parent = above;
}

static void rotate_left(Node *node, Node *&root)
{
    Node *up = node->_M_right;
    node->_M_right = up->_M_left;
    if (up->_M_left)
        up->_M_left->_M_parent = node;
    replace(node, up, root);
    up->_M_left = node;
    node->_M_parent = up;
}

static void rotate_right(Node *node, Node *&root)
{
    Node *up = node->_M_left;
    node->_M_left = up->_M_right;
    if (up->_M_right)
        up->_M_right->_M_parent = node;
    replace(node, up, root);
    up->_M_right = node;
    node->_M_parent = up;
}

static bool is_black(const Node *node)
{
    return !node || node->_M_color == _S_black;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *above, Node &header) noexcept
{
    Node *&root = header._M_parent;
    node->_M_parent = above;
    node->_M_left = node->_M_right = nullptr;
    node->_M_color = _S_red;
    if (left) {
        above->_M_left = node; /* also the leftmost, where `above` is the header */
        if (above == &header) {
            header._M_parent = node;
            header._M_right = node;
        } else if (above == header._M_left)
            header._M_left = node;
    } else {
        above->_M_right = node;
        if (above == header._M_right)
            header._M_right = node;
    }
    while (node != root && node->_M_parent->_M_color == _S_red) {
        Node *parent = node->_M_parent, *grand = parent->_M_parent;
        bool on_left = parent == grand->_M_left;
        Node *uncle = on_left ? grand->_M_right : grand->_M_left;
        if (!is_black(uncle)) {
            parent->_M_color = uncle->_M_color = _S_black;
            grand->_M_color = _S_red;
            node = grand;
            continue;
        }
        if (node == (on_left ? parent->_M_right : parent->_M_left)) {
            node = parent;
            on_left ? rotate_left(node, root) : rotate_right(node, root);
            parent = node->_M_parent;
        }
        parent->_M_color = _S_black;
        grand->_M_color = _S_red;
        on_left ? rotate_right(grand, root) : rotate_left(grand, root);
    }
    root->_M_color = _S_black;
}

/* A path through `node`, which may be null, has one black node too few. */
static void restore_black(Node *node, Node *above, Node *&root)
{
    while (node != root && is_black(node)) {
        bool on_left = node == above->_M_left;
        Node *sibling = on_left ? above->_M_right : above->_M_left;
        if (!is_black(sibling)) {
            sibling->_M_color = _S_black;
            above->_M_color = _S_red;
            on_left ? rotate_left(above, root) : rotate_right(above, root);
            sibling = on_left ? above->_M_right : above->_M_left;
        }
        Node *inner = on_left ? sibling->_M_left : sibling->_M_right;
        Node *outer = on_left ? sibling->_M_right : sibling->_M_left;
        if (is_black(inner) && is_black(outer)) {
            sibling->_M_color = _S_red;
            node = above;
            above = above->_M_parent;
            continue;
        }
        if (is_black(outer)) {
            inner->_M_color = _S_black;
            sibling->_M_color = _S_red;
            on_left ? rotate_right(sibling, root) : rotate_left(sibling, root);
            sibling = on_left ? above->_M_right : above->_M_left;
            outer = on_left ? sibling->_M_right : sibling->_M_left;
        }
        sibling->_M_color = above->_M_color;
        above->_M_color = outer->_M_color = _S_black;
        on_left ? rotate_left(above, root) : rotate_right(above, root);
        break;
    }
    if (node)
        node->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) noexcept
{
    Node *&root = header._M_parent;
    /* Who iterates from either end must not meet it. */
    if (header._M_left == node)
        header._M_left = node->_M_right ? next(node) : node->_M_parent;
    if (header._M_right == node)
        header._M_right = node->_M_left ? previous(node) : node->_M_parent;
    Node *below, *above;
    _Rb_tree_color lost = node->_M_color;
    if (!node->_M_left || !node->_M_right) {
        below = node->_M_left ? node->_M_left : node->_M_right;
        above = node->_M_parent;
        replace(node, below, root);
    } else {
        Node *heir = node->_M_right;
        while (heir->_M_left)
            heir = heir->_M_left;
        lost = heir->_M_color;
        below = heir->_M_right;
        above = heir;
        if (heir != node->_M_right) {
            above = heir->_M_parent;
            above->_M_left = below;
            if (below)
                below->_M_parent = above;
            heir->_M_right = node->_M_right;
            heir->_M_right->_M_parent = heir;
        }
        replace(node, heir, root);
        heir->_M_left = node->_M_left;
        heir->_M_left->_M_parent = heir;
        heir->_M_color = node->_M_color;
    }
    if (lost == _S_black)
        restore_black(below, above, root);
    return node;
}

unsigned _Rb_tree_black_count(const Node *node, const Node *root) noexcept
{
    unsigned count = 0;
    for (; node; node = node->_M_parent) {
        count += node->_M_color == _S_black;
        if (node == root)
            break;
    }
    return count;
}

/* Numbers of buckets, each about a twelfth larger than the one before: those that libstdc++ takes, so that elements
   come up in the same order as natively. */
static const unsigned buckets[] = {
    13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149,
    157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661,
    709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
    3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011,
    12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043,
    45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607,
    147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857,
    444487, 480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397,
    1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303,
    3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629, 7556579, 8175383,
    8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007, 16601593, 17961079, 19431899,
    21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573,
    49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069, 101473717, 109783337,
    118773397, 128499677, 139022417, 150406843, 162723577, 176048909, 190465427, 206062531, 222936881, 241193053,
    260944219, 282312799, 305431229, 330442829, 357502601, 386778277, 418451333, 452718089, 489790921, 529899637,
    573292817, 620239453, 671030513, 725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217,
    1259520799, 1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507, 2185171673u, 2364114217u,
    2557710269u, 2767159799u, 2993761039u, 3238918481u, 3504151727u, 3791104843u, 4101556399u, 4294967291u,
};

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const
{
    static const unsigned char small[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
    if (least == 0)
        return 1;
    size_t found;
    if (least < sizeof small)
        found = small[least] < 2 ? 2 : small[least];
    else {
        size_t low = 0, high = sizeof buckets / sizeof *buckets - 1;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (buckets[middle] < least)
                low = middle + 1;
            else
                high = middle;
        }
        found = buckets[low];
        if (low == sizeof buckets / sizeof *buckets - 1) {
            /* There are no more: it is never rehashed again. */
            _M_next_resize = -1;
            return found;
        }
    }
    _M_next_resize = __builtin_floor(found * (double)_M_max_load_factor);
    return found;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t count, size_t elements, size_t more) const
{
    size_t wanted = elements + more;
    if (wanted <= _M_next_resize)
        return {false, 0};
    if (_M_next_resize == 0 && wanted < 11)
        wanted = 11;
    double least = wanted / (double)_M_max_load_factor;
    if (least < count) {
        _M_next_resize = __builtin_floor(count * (double)_M_max_load_factor);
        return {false, 0};
    }
    size_t next = __builtin_floor(least) + 1;
    return {true, _M_next_bkt(next < 2 * count ? 2 * count : next)};
}

} // namespace __detail

/* MurmurHash2 of Austin Appleby (public domain): of 64 bits in its 64A form, with other final steps. */
size_t _Hash_bytes(const void *bytes, size_t count, size_t seed)
{
    const char *at = static_cast<const char *>(bytes);
#if __SIZEOF_SIZE_T__ == 8
    const size_t factor = 0xc6a4a7935bd1e995;
    size_t hash = seed ^ count * factor;
    for (; count >= 8; at += 8, count -= 8) {
        size_t word;
        memcpy(&word, at, 8);
        word *= factor;
        hash = (hash ^ (word ^ word >> 47) * factor) * factor;
    }
    if (count) {
        size_t word = 0;
        while (count--)
            word = word << 8 | (unsigned char)at[count];
        hash = (hash ^ word) * factor;
    }
    hash = (hash ^ hash >> 47) * factor;
    return hash ^ hash >> 47;
#else
    const size_t factor = 0x5bd1e995;
    size_t hash = seed ^ count;
    for (; count >= 4; at += 4, count -= 4) {
        size_t word;
        memcpy(&word, at, 4);
        word *= factor;
        hash = hash * factor ^ (word ^ word >> 24) * factor;
    }
    if (count) {
        while (count--)
            hash ^= (size_t)(unsigned char)at[count] << 8 * count;
        hash *= factor;
    }
    hash = (hash ^ hash >> 13) * factor;
    return hash ^ hash >> 15;
#endif
}

/* Of Fowler, Noll and Vo, FNV-1a on plain characters. */
size_t _Fnv_hash_bytes(const void *bytes, size_t count, size_t hash)
{
    const char *at = static_cast<const char *>(bytes);
    while (count--)
        hash = (hash ^ (size_t)*at++) * (sizeof(size_t) == 8 ? (size_t)1099511628211ull : 16777619);
    return hash;
}

/* Equal numbers have equal hashes: the ten bytes that say something, and none where there are two zeros. */
size_t hash<long double>::operator()(long double value) const noexcept
{
    return value == 0 ? 0 : _Hash_bytes(&value, 10, 0xc70f6907);
}

} // namespace std
