//@ exit: 0
// Members of packed records may lie anywhere; what points to one has the record's alignment.
struct packed { char c; long l; struct { short s; int i[2]; } __attribute__((packed)) in; } __attribute__((packed));
int main(void)
{
    struct packed p, *q = &p;
    volatile int at = 1;
    p.l = 7;
    q->in.i[at] = 5;
    q->in.s = 3;
    return p.l == 7 && p.in.i[1] == 5 && q->in.s == 3 ? 0 : 1;
}
