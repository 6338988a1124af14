// dynamic_cast down, up and across, with virtual, repeated and private bases; typeid.
#include <cstring>
#include <typeinfo>

struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A, B { int c = 3; };
struct V1 : virtual A { int v1 = 4; };
struct V2 : virtual A { int v2 = 5; };
struct D : V1, V2, B { int d = 6; };
struct E1 : A {};
struct E2 : A {};
struct F : E1, E2 {};
struct P : private A, public B {};

template <class T> static T *opaque(T *p) {
  T *volatile q = p;
  return q;
}

int main() {
  C c;
  A *a = opaque<A>(&c);
  if (dynamic_cast<B *>(a) != &c || dynamic_cast<C *>(a) != &c || dynamic_cast<void *>(a) != &c)
    return 1;
  D d;
  A *top = opaque<A>(&d);
  if (dynamic_cast<D *>(top) != &d || dynamic_cast<V2 *>(top)->v2 != 5 || dynamic_cast<B *>(top)->b != 2)
    return 2;
  if (dynamic_cast<C *>(top))
    return 3;
  F f;
  A *one = opaque<A>(static_cast<E1 *>(&f));
  // The other part is an E2, and the whole has no single A.
  if (dynamic_cast<E2 *>(one) != &f || dynamic_cast<E1 *>(one) != &f || dynamic_cast<F *>(one) != &f)
    return 4;
  P p;
  B *b = opaque<B>(&p);
  if (dynamic_cast<A *>(b))
    return 5;
  if (typeid(*top) != typeid(D) || typeid(*a) == typeid(A) || typeid(int) == typeid(long))
    return 6;
  if (std::strcmp(typeid(int).name(), "i") || !typeid(int).before(typeid(long)))
    return 7;
  try {
    A *none = opaque<A>(nullptr);
    (void)typeid(*none).name();
    return 8;
  } catch (const std::bad_typeid &) {
  }
  return 0;
}
