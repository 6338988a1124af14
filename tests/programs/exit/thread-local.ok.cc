// Objects of a thread are destroyed at its end, the last first and before the values of keys; those of main before static ones.
#include <cassert>
#include <pthread.h>

static int order[8], count;

struct Mark {
    int name;
    explicit Mark(int name) : name(name) {}
    ~Mark() { order[count++] = name; }
};

static Mark outer(4);
static pthread_key_t key;

static Mark &first()
{
    static thread_local Mark mark(1);
    return mark;
}

static Mark &second()
{
    static thread_local Mark mark(2);
    return mark;
}

static void value_gone(void *)
{
    order[count++] = 3;
}

static void *work(void *unused)
{
    first().name = 1;
    second().name = 2;
    pthread_setspecific(key, &key);
    return unused;
}

static void check()
{
    assert(count == 4 && order[3] == 9);
}

struct Last {
    ~Last() { check(); }
};

static Last last;

int main()
{
    pthread_t worker;
    pthread_key_create(&key, value_gone);
    first().name = 9;
    pthread_create(&worker, nullptr, work, nullptr);
    pthread_join(worker, nullptr);
    assert(count == 3 && order[0] == 2 && order[1] == 1 && order[2] == 3);
}
