// The initialisation of a static local variable needs another one.
static int inner()
{
    static int value = [] { return 1; }();
    return value;
}

struct Counter {
    int value;
    explicit Counter(int depth) : value(depth ? inner() : 1) {}
};

static int get(int depth)
{
    static Counter counter(depth);
    return counter.value;
}

int main() { return get(1) == 1 ? 0 : 1; }
