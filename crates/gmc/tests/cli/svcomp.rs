//! `gmc check --svcomp`: tasks, properties, data models, and what is answered.

use crate::sandbox::{Ran, Run, Sandbox};

/// A call that can be reached, an assertion that fails, and a function with a body that does nothing; which of them, the task's
/// flags say.
const PROGRAM: &str = "\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int *leak;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) abort();
  assert(x != 2);
  if (x == 3) { int y = 2147483647; y += x; if (y > 0) reach_error(); }
  if (x == 4 && sizeof(long) != 8) reach_error();
#ifdef BAD
  if (x == 5) reach_error();
  if (x == 6) { leak = malloc(4); leak = 0; }
#endif
#ifdef UNDEFINED
  int never;
  if (x == 7 && never > 0) return 1;
#endif
  return 0;
}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("c/set/right.c", PROGRAM);
    sandbox.write("c/set/wrong.c", &format!("#define BAD\n{PROGRAM}"));
    sandbox.write("c/set/undefined.c", &format!("#define UNDEFINED\n{PROGRAM}"));
    for name in ["right", "wrong", "undefined"] {
        let task = format!(
            "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: ../properties/termination.prp\n  - \
             property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  - property_file: \
             ../properties/valid-memsafety.prp\n  - property_file: ../properties/no-overflow.prp\n  - property_file: \
             ../properties/odd.prp\noptions:\n  language: C\n  data_model: LP64\n"
        );
        sandbox.write(format!("c/set/{name}.yml"), &task);
    }
    let property = |name: &str, formulas: &[&str]| {
        let lines: Vec<String> =
            formulas.iter().map(|it| format!("CHECK( init(main()), LTL({it}) )\n")).collect();
        sandbox.write(format!("c/properties/{name}.prp"), &lines.concat());
    };
    property("unreach-call", &["G ! call(reach_error())"]);
    property("valid-memsafety", &["G valid-free", "G valid-deref", "G valid-memtrack"]);
    property("no-overflow", &["G ! overflow"]);
    property("termination", &["F end"]);
    property("odd", &["G something"]);
    sandbox
}

fn check(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["check", "--svcomp"]).args(line.split_whitespace()).run()
}

#[track_caller]
fn answers(sandbox: &Sandbox, line: &str, answer: &str, code: i32) -> Ran {
    let ran = check(sandbox, line);
    assert_eq!(ran.stdout.lines().next(), Some(answer), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.code(), Some(code), "{}{}", ran.stdout, ran.stderr);
    ran
}

#[test]
fn one_property_is_asked_for() {
    let sandbox = sandbox();
    // `abort` and assertions end a run, and what overflows goes round the end.
    let first = answers(&sandbox, "c/set/right.yml", "true", 0);
    let engine = "engine: bfs, as the first pass of a task is breadth-first\n";
    assert!(first.stdout.contains(engine), "{}", first.stdout);
    answers(&sandbox, "c/set/wrong.yml", "false(unreach-call)", 1);
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}{}", replayed.stdout, replayed.stderr);
    answers(&sandbox, "c/set/wrong.yml --property valid-memsafety", "false(valid-memtrack)", 1);
    answers(&sandbox, "c/set/right.yml --property valid-memsafety", "true", 0);
    answers(&sandbox, "c/set/right.yml --property no-overflow", "false(no-overflow)", 1);
    // What was never set can be anything.
    answers(&sandbox, "c/set/undefined.yml", "true", 0);
    let endless = answers(&sandbox, "c/set/right.yml --property termination", "unknown", 3);
    assert!(endless.stdout.contains("whether every run ends"), "{}", endless.stdout);
}

#[test]
fn the_data_model_is_the_tasks() {
    let sandbox = sandbox();
    let program =
        "void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n";
    sandbox.write("c/set/long.i", program);
    let task =
        "input_files: ['long.i']\nproperties: # one\n- property_file: '../properties/unreach-call.prp'\n";
    sandbox.write("c/set/narrow.yml", task);
    sandbox.write("c/set/wide.yml", &format!("{task}options:\n  data_model: LP64\n"));
    answers(&sandbox, "c/set/narrow.yml", "false(unreach-call)", 1);
    answers(&sandbox, "c/set/wide.yml", "true", 0);
}

/// However much is asked for, there is an object.
#[test]
fn allocations_never_fail() {
    let sandbox = sandbox();
    let program = "extern void *malloc(unsigned long);\nextern void free(void *);\nextern unsigned long \
                   __VERIFIER_nondet_ulong(void);\nint main(void) {\n  unsigned long size = \
                   __VERIFIER_nondet_ulong();\n  if (size == 0) return 0;\n  char *p = malloc(size);\n  *p = 1;\n  \
                   free(p);\n  return 0;\n}\n";
    sandbox.write("c/set/right.c", program);
    answers(&sandbox, "c/set/right.yml --property valid-memsafety", "true", 0);
}

#[test]
fn what_is_no_task_is_refused() {
    let sandbox = sandbox();
    check(&sandbox, "c/set/none.yml").refused(&["c/set/none.yml", "cannot be read"]);
    check(&sandbox, "c/set/right.c").refused(&["c/set/right.c", "no task"]);
    check(&sandbox, "c/set/right.yml c/set/wrong.yml").refused(&["the only input"]);
    check(&sandbox, "c/set/right.yml --property odd").refused(&["odd.prp", "G something"]);
    check(&sandbox, "c/set/right.yml --property nothing").refused(&["nothing", "unreach-call"]);
    sandbox.write("c/set/java.yml", "input_files: a\nproperties:\n- property_file: ../properties/no-overflow.prp\noptions:\n  language: Java\n");
    check(&sandbox, "c/set/java.yml").refused(&["java.yml", "language"]);
}

/// Whatever ends the check, the first line is an answer of the competition.
#[test]
fn a_limit_is_an_answer() {
    let sandbox = sandbox();
    // One step that never ends, a solver that does not find an end, and a compiler that does not.
    sandbox.write(
        "c/set/right.c",
        "int main(void) { for (unsigned long i = 0; i < ~0ul; i++) __asm__(\"\"); }\n",
    );
    sandbox.write(
        "c/set/wrong.c",
        "unsigned long __VERIFIER_nondet_ulong(void);\nvoid reach_error(void);\nint main(void) {\n  \
         unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();\n  \
         if (x > 1 && y > 1 && x * y == 18446744073709551557ul && x % 77 * y % 1013 == 5) reach_error();\n  \
         for (;;) { x = x * y + 1; if (x % 1000003 == y) y++; }\n}\n",
    );
    let powers: String = (1..9)
        .map(|n| format!("#define A{n} A{p} A{p} A{p} A{p} A{p} A{p} A{p} A{p}\n", p = n - 1))
        .collect();
    let deep = format!("#define A0 n++;\n{powers}static int n;\nint main(void) {{ A8 return n; }}\n");
    sandbox.write("c/set/undefined.c", &deep);
    for (name, time) in [("right", "1"), ("wrong", "1"), ("undefined", "0.5"), ("right", "0")] {
        let line = format!("c/set/{name}.yml --property unreach-call --time {time}");
        let ran = check(&sandbox, &line);
        assert_eq!(ran.stdout.lines().next(), Some("unknown"), "{line}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code(), Some(3), "{line}: {}{}", ran.stdout, ran.stderr);
    }
}
