/* What clients of the store ask for, and what it says. */
struct request {
    char what; /* '=' sets, '?' asks */
    char key;  /* 'a' or 'b' */
    char value;
};

struct reply {
    char key;
    char value;
};

#define STORE_PORT 7000
