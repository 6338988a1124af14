/* A template that two files instantiate alike: the linker keeps one copy. */
#ifndef STACK_H
#define STACK_H

template <class T> class Stack {
public:
  void push(T value) { values[size++] = value; }
  T pop() { return values[--size]; }

private:
  T values[8];
  int size = 0;
};

#endif
