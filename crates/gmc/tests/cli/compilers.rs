//! The other versions of GCC that are installed beside the usual one.

use crate::sandbox::{Run, Sandbox, skip};
use std::path::Path;

const C: &str = r#"
int global = 3;
static int choose(int n) {
  static void *const where[] = {&&zero, &&one};
  goto *where[n & 1];
zero:
  return 0;
one:
  return 1;
}
struct bits { unsigned low : 3; signed high : 5; };
int main(int argc, char **argv) {
  int nested(int n) { return n + argc; }
  struct bits bits = {1, -2};
  int values[argc];
  values[0] = choose(argc);
  __asm__ volatile ("" : "+r" (argc) : : "memory");
  return nested(values[0]) + bits.high + (argv != 0) + global;
}
"#;

const CXX: &str = r#"
struct A { virtual int f() { return 1; } virtual ~A() {} };
struct B { virtual int g() { return 2; } };
struct C : A, virtual B { int f() override { return 3; } int g() override { throw 4; } };
template <class T> T twice(T value) { return value + value; }
int main() {
  C c;
  B &b = c;
  try {
    return b.g() + twice(1);
  } catch (int value) {
    return new A == nullptr ? value : twice(value);
  }
}
"#;

/// The functions that a listing has, by the linker's order, without how long they are.
fn functions(sandbox: &Sandbox, gcc: &str, file: &str) -> Vec<String> {
    let flags = ["dump", "--gcc", gcc, "--functions", file];
    let list = sandbox.gmc(flags).run().succeeded().stdout;
    let mut names: Vec<String> =
        list.lines().map(|line| line.split(" // ").next().unwrap_or(line).to_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_version_that_is_installed() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", C);
    sandbox.write("b.cc", CXX);
    let mut tried = 0;
    for version in 10..=14 {
        let gcc = format!("gcc-{version}");
        let mut ask = sandbox.command(&gcc);
        let Ok(answer) = ask.arg("-print-file-name=plugin").output() else { continue };
        let plugin = String::from_utf8_lossy(&answer.stdout).trim_end().to_owned();
        if !Path::new(&plugin).join("include/gcc-plugin.h").is_file() {
            continue;
        }
        tried += 1;
        for file in ["a.c", "b.cc"] {
            assert_eq!(functions(&sandbox, &gcc, file), functions(&sandbox, "gcc", file), "{gcc} {file}");
            let unsupported = sandbox.gmc(["dump", "--gcc", &gcc, "--unsupported", file]).run().succeeded();
            assert_eq!(unsupported.stdout, "", "{gcc} {file}");
        }
    }
    if tried < 2 {
        skip("no second version of GCC with plugin headers is installed");
    }
}
