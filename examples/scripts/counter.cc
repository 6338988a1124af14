// A class with a static member, and a static variable of a function.
struct Counter {
    static int made;
    int own;
    Counter() : own(++made) {}
};

int Counter::made;

static int next()
{
    static int last = 10;
    last += 2;
    return last;
}

int main()
{
    Counter one, two;
    int sum = one.own + two.own + next() + next();
    return sum == 29 ? 0 : 1;
}
