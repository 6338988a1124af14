// The initialisation of a static local variable comes back to it, and waits for itself.
//@ violation: deadlock
static int get(int depth);

struct Counter {
    int value;
    explicit Counter(int depth) : value(depth ? get(depth - 1) : 1) {}
};

static int get(int depth)
{
    static Counter counter(depth);
    return counter.value;
}

int main() { return get(1) == 1 ? 0 : 1; }
