// Before C99, `main` could end without a status: nobody knows which one it is then.
//@ flags: -std=gnu89
//@ native: no
main() {}
