//! `gmc check --function`: functions that are checked by themselves, and what is said of how they are called.

use crate::sandbox::{Run as _, Sandbox};

const FUNCTIONS: &str = r#"
#include <assert.h>
#include <stddef.h>
#include <string.h>
enum color { RED, GREEN, BLUE };
struct bits { int a : 5; unsigned b : 3; };
struct node { int v; struct node *next; };
union mix { int i; float f; };
struct big { int m[64][64][20]; };
struct text { char c[1000]; int x; };
static int state = 4;
void root(int x) { if (x > 0 && x < 100 && x * x == 49) assert(x != 7); }
void no_root(int x) { if (x > 0 && x < 100) assert(x * x != 50); }
void field(struct bits b) { assert(b.a >= -16 && b.a <= 15 && b.b < 8); }
void narrow(struct bits b) { assert(b.a != -16); }
void either(union mix m) { if (m.f == 1.5f) assert(m.i == 0x3fc00000); }
void real(double d) { if (d > 1 && d < 2) assert(d * d < 4); }
void no_number(double d) { assert(d == d); }
void truth(_Bool b) { assert(b == 0 || b == 1); }
void colour(enum color c) { if (c == BLUE) assert(state != 4); }
void null(int *p) { *p = 1; }
void checked(int *p) { if (p) *p = 1; }
void behind(int *p) { if (p) p[1] = 1; }
void twice(char **p) { if (p && *p) assert(**p != 'x'); }
void link(struct node n) { if (n.next) assert(n.next->v != 3); }
void word(const char *s) { if (s && !strcmp(s, "abcdefg")) assert(0); }
void large(struct big *b) { if (b && b->m[3][4][5] == 77) assert(b->m[63][63][19] != 5); }
void tail(struct text *t) { if (t && t->x == 3) assert(t->c[63] != 'z'); }
static void hidden(unsigned char c, short s) { if (c == 200 && s == -3) assert(0); }
void initial(void) { hidden(1, 2); assert(state == 4); }
void wide(__int128 x) { if (x > 5) assert(x != 77); }
int main(void) { return 0; }
"#;

/// Functions, and the exit code of a check of each.
const CASES: &[(&str, i32)] = &[
    ("root", 1),
    ("no_root", 0),
    ("field", 0),
    ("narrow", 1),
    ("either", 0),
    ("real", 0),
    ("no_number", 1),
    ("truth", 0),
    ("colour", 1),
    ("null", 1),
    ("checked", 0),
    ("behind", 1),
    ("twice", 1),
    ("link", 1),
    ("word", 1),
    ("large", 1),
    ("tail", 1),
    ("hidden", 1),
    ("initial", 0),
    ("wide", 3),
];

#[test]
fn functions_by_themselves() {
    let sandbox = Sandbox::new();
    sandbox.write("f.c", FUNCTIONS);
    sandbox.gmc(["cc", "-c", "f.c", "-o", "f.o"]).run().succeeded();
    for (name, code) in CASES {
        let ran = sandbox.gmc(["check", "--function", name, "f.o"]).run();
        assert_eq!(ran.code(), Some(*code), "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(!ran.stdout.contains("innermost"), "{name} is called by nothing: {}", ran.stdout);
    }
}

/// What is left out of the ways to call a function is part of the answer.
#[test]
fn assumptions_about_calls_are_told() {
    let sandbox = Sandbox::new();
    sandbox.write("f.c", FUNCTIONS);
    sandbox.gmc(["cc", "-c", "f.c", "-o", "f.o"]).run().succeeded();
    let (variables, pointers) = ("variables have their initial values", "pointers in arguments of `checked`");
    let number = sandbox.gmc(["check", "--function", "no_root", "f.o"]).run().succeeded().stdout;
    assert!(number.contains(variables) && !number.contains("pointers in arguments"), "{number}");
    let pointer = sandbox.gmc(["check", "--function", "checked", "f.o"]).run().succeeded().stdout;
    assert!(pointer.contains(variables) && pointer.contains(pointers), "{pointer}");
    let strict = sandbox.gmc(["check", "--strict", "--function", "checked", "f.o"]).run();
    assert_eq!(strict.code(), Some(3), "{}", strict.stdout);
}
