//! Hidden options that have symbolic execution judged: `gmc run --disguise` and `gmc check --ask-twice`.

use crate::sandbox::{Run as _, Sandbox};

/// Prints what it computes from numbers of many kinds.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <string.h>
struct s { char c; short h; int i; long l; double d; unsigned b : 5; } v = {1, 2, 3, 4, 5.5, 6};
int g[5] = {1, 2, 3, 4, 5};
const char *const text = "hello";
static int step(int x) {
  static const int offsets[] = {&&a - &&a, &&b - &&a};
  goto *(&&a + offsets[x & 1]);
a: return x * 3;
b: return x - 7;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += g[i] * step(i);
  v.i += sum; v.d *= 2; v.b += 30; v.h <<= 3;
  printf("%d %d %d %ld %.2f %u %d %zu %c\n", sum, v.i, v.h, v.l, v.d, v.b, strcmp(text, "help"), strlen(text), text[sum & 3]);
  return v.b;
}
"#;

#[test]
fn disguised_numbers_are_what_they_are() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", PROGRAM);
    let plain = sandbox.gmc(["run", "p.c"]).run();
    assert_eq!(plain.code(), Some(4), "{}", plain.stderr);
    for few in ["1", "2", "3", "7"] {
        let ran = sandbox.gmc(["run", "--disguise", few, "p.c"]).run();
        assert_eq!((ran.code(), &ran.stdout), (plain.code(), &plain.stdout), "{few}: {}", ran.stderr);
    }
}

#[test]
fn asking_twice_needs_a_second_solver() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "int main(void) { return 0; }\n");
    let ran = sandbox.gmc(["check", "--ask-twice", "p.c"]).env("GMC_Z3", "/nowhere/z3").run();
    assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("--ask-twice: GMC_Z3 names /nowhere/z3"), "{}", ran.stderr);
}
