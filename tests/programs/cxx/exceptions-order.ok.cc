// What is destroyed when, and which handler is chosen: by value, reference, pointer, base, virtual base, all.
#include <cstdio>
#include <exception>

struct Trace {
  const char *name;
  Trace(const char *n) : name(n) { std::printf("+%s ", name); }
  Trace(const Trace &o) : name(o.name) { std::printf("=%s ", name); }
  ~Trace() { std::printf("-%s ", name); }
};
struct Top {
  int t = 1;
  virtual ~Top() {}
};
struct Left : virtual Top { int l = 2; };
struct Right : virtual Top { int r = 3; };
struct Both : Left, Right { int b = 4; };
struct Twice1 : Top {};
struct Twice2 : Top {};
struct Ambiguous : Twice1, Twice2 {};
class Hidden : Top {};

static void fail(int way) {
  Trace t("fail");
  switch (way) {
  case 0: throw 1;
  case 1: throw Both();
  case 2: throw new Both;
  case 3: throw "text";
  case 4: throw Trace("thrown");
  case 5: throw Ambiguous();
  case 6: throw Hidden();
  case 7: throw nullptr;
  default: break;
  }
}

static void middle(int way) try {
  Trace t("middle");
  fail(way);
} catch (int n) {
  std::printf("middle:%d ", n);
  throw;
}

int main() {
  for (int way = 0; way < 9; way++) {
    try {
      Trace t("try");
      middle(way);
      std::printf("none");
    } catch (int &n) {
      std::printf("int:%d", n);
    } catch (Right &r) {
      std::printf("Right:%d:%d", r.r, r.t);
    } catch (Top &) {
      std::printf("Top");
    } catch (const Top *p) {
      std::printf("Top*:%d", p ? p->t : -1);
      delete p;
    } catch (const char *s) {
      std::printf("%s", s);
    } catch (Trace t) {
      std::printf("value");
    } catch (...) {
      std::printf("rest");
    }
    std::printf(" %d\n", std::uncaught_exceptions());
  }
}
