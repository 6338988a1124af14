//! Library functions on symbolic bytes, against the native library: each case computes a result from bytes that are not
//! decided, decides them afterwards, and compares with what a native run of the same case says.
//!
//! So the handlers on terms share nothing with what they are compared with.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// How often each function is tried.
const TIMES: u64 = 12;

/// Functions of strings: what is done before the bytes are decided, and the value that is compared after that.
const STRINGS: &[(&str, &str)] = &[
    ("long r = strlen(s);", "r"),
    ("long r = strnlen(s, 3);", "r"),
    ("long r = strcmp(s, t);", "sign(r)"),
    ("long r = strncmp(s, t, 2);", "sign(r)"),
    ("long r = strcasecmp(s, t);", "sign(r)"),
    ("long r = strcmp(s, \"ab\");", "sign(r)"),
    ("long r = memcmp(s, t, 4);", "sign(r)"),
    ("char *p = strchr(s, 'b');", "place(s, p)"),
    ("char *p = strchr(s, t[0]);", "place(s, p)"),
    ("char *p = strrchr(s, '1');", "place(s, p)"),
    ("char *p = strchrnul(s, 'x');", "place(s, p)"),
    ("char *p = memchr(s, '0', 4);", "place(s, p)"),
    ("char *p = memrchr(s, 'a', 5);", "place(s, p)"),
    ("long r = strspn(s, \"ab1\");", "r"),
    ("long r = strcspn(s, t);", "r"),
    ("char *p = strpbrk(s, \"0x\");", "place(s, p)"),
    ("char *p = strstr(s, \"ab\");", "place(s, p)"),
    ("char *p = strstr(s, t);", "place(s, p)"),
    ("char *p = strcasestr(s, \"B\");", "place(s, p)"),
    ("strcpy(b, s);", "sum(b, strlen(b) + 1)"),
    ("char *p = stpcpy(b, s);", "place(b, p)"),
    ("strncpy(b, s, 4);", "sum(b, 4)"),
    ("char *p = stpncpy(b, s, 8);", "sum(b, 8) + place(b, p)"),
    ("strcpy(b, \"x\"); strcat(b, s); strcat(b, t);", "sum(b, strlen(b) + 1)"),
    ("strcpy(b, s); strncat(b, t, 2);", "sum(b, strlen(b) + 1)"),
    ("char *p = strdup(s);", "keep(b, p)"),
    ("char *p = strndup(s, 2);", "keep(b, p)"),
    ("memset(b, s[0], 3);", "sum(b, 3)"),
    ("long r = atoi(s);", "r"),
    ("long r = atol(s);", "r"),
    ("long r = strtol(s, 0, 10);", "r"),
    ("char *p; long r = strtol(s, &p, 10);", "r * 10 + place(s, p)"),
    ("char *p; long r = strtol(s, &p, 8);", "r * 10 + place(s, p)"),
    ("unsigned long r = strtoul(s, 0, 36);", "(long)r"),
    ("int r = isdigit(s[0]) != 0 | (isalpha(s[0]) != 0) << 1 | (isspace(s[0]) != 0) << 2;", "r"),
    ("int r = (isupper)(s[0]) != 0 | ((ispunct)(s[0]) != 0) << 1 | ((iscntrl)(s[0]) != 0) << 2;", "r"),
    ("int r = (isxdigit)(s[0]) != 0 | ((isprint)(s[0]) != 0) << 1 | ((isgraph)(s[0]) != 0) << 2;", "r"),
    ("int r = toupper(s[0]) * 1000 + (tolower)(s[0]);", "r"),
    ("int n = -7; int c = sscanf(s, \"%d\", &n);", "c * 10000L + n"),
    ("int n = -7; int c = sscanf(s, \"%i\", &n);", "c * 10000L + n"),
    ("unsigned n = 7; int c = sscanf(s, \"%x\", &n);", "c * 10000L + (int)n"),
    ("short n = 7; int c = sscanf(s, \" %2ho\", &n);", "c * 10000L + n"),
    ("int n = 7; char x = 0; int c = sscanf(s, \"%2u%c\", &n, &x);", "(c * 10000L + n) * 256 + x"),
    (
        "char w[8] = \"\"; int n = 0; int c = sscanf(s, \"%3s%n\", w, &n);",
        "sum(w, strlen(w) + 1) * 100 + n * 10 + c",
    ),
    ("char w[8] = \"\"; int c = sscanf(s, \"%[ab1]\", w);", "sum(w, strlen(w) + 1) * 10 + c"),
    ("int n = 0; int c = sscanf(s, \"a%*db%n\", &n);", "n * 10 + c"),
    ("char w[24]; int n = snprintf(w, 24, \"<%s|%.2s|%5s>\", s, t, s);", "sum(w, strlen(w) + 1) * 100 + n"),
    ("char w[24]; int n = snprintf(w, 5, \"%s%c\", s, t[0]);", "sum(w, strlen(w) + 1) * 100 + n"),
    (
        "memcpy(b, s, 6); char *p = strtok(b, \"b1\"); char *q = strtok(0, \"b1\");",
        "place(b, p) * 10 + place(b, q)",
    ),
    ("memcpy(b, s, 6); char *x; char *p = strtok_r(b, t, &x);", "place(b, p) * 100000000L + sum(b, 6)"),
    (
        "FILE *f = tmpfile(); fputs(s, f); fputs(t, f); rewind(f); char *p = fgets(b, 4, f); fclose(f);",
        "p ? sum(b, strlen(b) + 1) : -1",
    ),
    (
        "FILE *f = tmpfile(); fwrite(s, 1, 5, f); rewind(f); int c = fgetc(f); ungetc(t[0], f); int e = getc(f); fclose(f);",
        "c * 1000 + e",
    ),
    (
        "char *l = 0; size_t m = 0; FILE *f = fmemopen(s, 5, \"r\"); long n = getline(&l, &m, f); fclose(f);",
        "n * 1000000 + keep(b, l)",
    ),
    (
        "char *l; size_t m; FILE *f = open_memstream(&l, &m); fprintf(f, \"%c-%s\", s[0], t); fclose(f);",
        "m * 1000000 + keep(b, l)",
    ),
];

/// Functions of numbers: `i` is an `int`, `u` an `unsigned long`, `d` and `e` are `double`, `f` is a `float`.
const NUMBERS: &[(&str, &str)] = &[
    ("long r = i == -2147483647 - 1 ? 0 : abs(i);", "r"),
    ("div_t r = div(i, 7);", "r.quot * 10L + r.rem"),
    ("ldiv_t r = ldiv((long)u / 2, -9);", "r.quot ^ r.rem"),
    ("int r; int over = __builtin_add_overflow(i, (long)u, &r);", "r * 2L + over"),
    ("short r; int over = __builtin_sub_overflow(i, 40000u, &r);", "r * 2L + over"),
    ("unsigned long r; int over = __builtin_mul_overflow(u, (unsigned long)i, &r);", "(long)r ^ over"),
    ("long r; int over = __builtin_mul_overflow(u, i, &r);", "r ^ over"),
    ("int r = __builtin_popcountl(u) * 2 + __builtin_parity(i);", "r"),
    ("int r = u ? __builtin_clzl(u) * 64 + __builtin_ctzl(u) : -1;", "r"),
    ("int r = __builtin_ffs(i) * 64 + __builtin_clrsb(i);", "r"),
    ("unsigned long r = __builtin_bswap64(u) ^ __builtin_bswap32(i) ^ __builtin_bswap16(i);", "(long)r"),
    ("double r = floor(d);", "same(r)"),
    ("double r = ceil(d);", "same(r)"),
    ("double r = trunc(d);", "same(r)"),
    ("double r = round(d);", "same(r)"),
    ("double r = rint(d);", "same(r)"),
    ("double r = floorf(f) + roundf(f) + nearbyintf(f);", "same(r)"),
    ("double r = sqrt(d);", "same(r)"),
    ("double r = fmin(d, e);", "same(r)"),
    ("double r = fmax(d, e);", "same(r)"),
    ("double r = fabs(d) + copysign(1.0, e);", "same(r)"),
    (
        "int r = (isnan(d) != 0) | (isinf(d) != 0) << 1 | (signbit(d) != 0) << 2 | (isfinite(f) != 0) << 3;",
        "r",
    ),
    ("int r = fpclassify(d) * 8 + fpclassify(f);", "r"),
    ("int r = isless(d, e) | isgreater(d, e) << 1 | isunordered(d, e) << 2 | islessequal(d, e) << 3;", "r"),
    ("long r = fabs(d) < 1e9 ? lrint(d) * 3 + lround(d) : 0;", "r"),
    ("char b[32]; int n = sprintf(b, \"%d\", i);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%+5d|\", i);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%-6.3hd|\", (short)i);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%lu\", u);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%#x\", i);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%#lo\", u);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%012lX\", u);", "sum(b, n + 1)"),
    ("char b[32]; int n = sprintf(b, \"%.0hhu,%c\", (unsigned char)i, i | 1);", "sum(b, n + 1)"),
    ("int j = i; long v = u, r = __sync_fetch_and_add(&j, 7) ^ __sync_xor_and_fetch(&v, 3L);", "r ^ j ^ v"),
    ("long v = u, x = 1; int r = __atomic_compare_exchange_n(&v, &x, 9, 0, 5, 5);", "r + v / 2 + x / 2"),
    ("__int128 r = (__int128)(long)u * i;", "(long)(r >> 64) ^ (long)r"),
];

const START: &str = r#"#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef NATIVE
static void result(long value) { printf("%ld\n", value); }
#define decide(place, value) ((place) = (value))
#define EARLY(...)
#define LATE(...) __VA_ARGS__
#else
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static long expected[] = {
#include "expected.h"
};
static int next;
static void result(long value) { if (value != expected[next++]) reach_error(); }
#define decide(place, value) __VERIFIER_assume((place) == (value))
#define EARLY(...) __VA_ARGS__
#define LATE(...)
#endif

static long sign(long x) { return (x > 0) - (x < 0); }
static long place(char *s, char *p) { return p ? p - s : -1; }
static long sum(char *s, int n) { long h = 0; for (int i = 0; i < n; i++) h = (h * 31 + s[i]) % 1000003; return h; }
static long keep(char *b, char *p) { strcpy(b, p); free(p); return sum(b, strlen(b) + 1); }
static long same(double x) { long r; if (x != x) return 1; memcpy(&r, &x, 8); return r; }
"#;

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    /// Characters that functions tell apart.
    fn byte(&mut self) -> i8 {
        const FROM: &[u8] = b"aabbAB0019  -+x\t\n~\0\0\x7f";
        if self.below(8) == 0 {
            self.below(256) as u8 as i8
        } else {
            FROM[self.below(FROM.len() as u64) as usize] as i8
        }
    }

    fn double(&mut self) -> f64 {
        const FROM: &[f64] =
            &[0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.499_999_999_999_999_94, 1e17, -3e300, 4.9e-324];
        match self.below(16) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3..=8 => FROM[self.below(FROM.len() as u64) as usize],
            _ => {
                (self.below(1 << 30) as f64 - f64::from(1 << 29))
                    / [1.0, 8.0, 4096.0, 1e7][self.below(4) as usize]
            }
        }
    }

    fn integer(&mut self) -> u64 {
        let word = self.below(1 << 31) << 33 ^ self.below(1 << 31) << 10 ^ self.below(1 << 31);
        match self.below(4) {
            0 => self.below(4).wrapping_sub(2),
            1 => 1 << self.below(64),
            2 => word >> self.below(64),
            _ => word,
        }
    }

    /// A case with strings: five bytes of one, three of another.
    fn strings(&mut self, name: usize, (before, value): (&str, &str)) -> String {
        let mut text = format!("static void f{name}(void) {{\n  char s[6] = {{0}}, t[4] = {{0}}, b[16];\n");
        let mut late = String::new();
        for (array, length) in [("s", 5), ("t", 3)] {
            for at in 0..length {
                let _ = writeln!(text, "  EARLY({array}[{at}] = __VERIFIER_nondet_char();)");
                let _ = writeln!(late, "decide({array}[{at}], {});", self.byte());
            }
        }
        finish(text, &late, before, value)
    }

    /// A case with numbers.
    fn numbers(&mut self, name: usize, (before, value): (&str, &str)) -> String {
        let mut text = format!(
            "static void f{name}(void) {{\n  int i = 0; unsigned long u = 0, du = 0, eu = 0; unsigned fu = 0;\n"
        );
        text += "  EARLY(i = __VERIFIER_nondet_int(); u = __VERIFIER_nondet_ulong(); du = __VERIFIER_nondet_ulong();\n        \
                 eu = __VERIFIER_nondet_ulong(); fu = __VERIFIER_nondet_uint();)\n";
        let (d, e, f) = (self.double().to_bits(), self.double().to_bits(), (self.double() as f32).to_bits());
        let (i, u) = (self.integer() as i32, self.integer());
        let late = format!(
            "decide(i, (int){}L); decide(u, {u}ul); decide(du, {d}ul); decide(eu, {e}ul); decide(fu, {f}u);\n",
            i64::from(i)
        );
        let before = format!(
            "double d, e; float f; memcpy(&d, &du, 8); memcpy(&e, &eu, 8); memcpy(&f, &fu, 4);\n  {before}"
        );
        finish(text, &late, &before, value)
    }
}

/// Bytes are decided before the function is called in a native run, and behind it under gmc.
fn finish(mut text: String, late: &str, before: &str, value: &str) -> String {
    let _ = write!(text, "  LATE({late})\n  {before}\n  EARLY({late})\n  result({value});\n}}\n");
    text
}

/// Each group of cases is a program of its own.
fn programs() -> Vec<String> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut all = Vec::new();
    for (cases, strings) in [(STRINGS, true), (NUMBERS, false)] {
        for &case in cases {
            let mut text = START.to_owned();
            for name in 0..TIMES as usize {
                text += &if strings { random.strings(name, case) } else { random.numbers(name, case) };
            }
            text += "int main(void) {\n";
            (0..TIMES).for_each(|name| _ = writeln!(text, "  f{name}();"));
            all.push(text + "  return 0;\n}\n");
        }
    }
    all
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("started");
    let text = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
    (output.status.code(), text)
}

#[test]
fn symbolic_functions_do_what_the_native_library_does() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbolic-library");
    std::fs::create_dir_all(&directory).expect("a directory");
    let mut wrong = Vec::new();
    for (at, text) in programs().into_iter().enumerate() {
        let name = format!("case{at}.c");
        std::fs::write(directory.join(&name), text).expect("written");
        let flags = ["-w", "-fno-builtin", "-fwrapv"];
        let native = run(Command::new("gcc")
            .current_dir(&directory)
            .args(flags)
            .args(["-DNATIVE", &name, "-o", "native", "-lm"]));
        assert_eq!(native.0, Some(0), "{name}\n{}", native.1);
        let (status, numbers) = run(&mut Command::new(directory.join("native")));
        assert_eq!(status, Some(0), "{name}");
        std::fs::write(directory.join("expected.h"), numbers.replace('\n', ",\n")).expect("written");
        let mut gmc = Command::new(env!("CARGO_BIN_EXE_gmc"));
        gmc.current_dir(&directory)
            .env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"))
            .args(["check", &name]);
        let (found, report) = run(&mut gmc);
        if found != Some(0) {
            wrong.push(format!("{name}\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
