// A ring buffer of bytes: the library that is checked.
enum { ROOM = 2 };

struct ring {
    unsigned char bytes[ROOM];
    int first, count;
};

int put(struct ring *ring, unsigned char byte);
int get(struct ring *ring);
