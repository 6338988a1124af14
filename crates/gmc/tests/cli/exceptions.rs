//! Errors that do not count at their place, and what shapes a run or a check: the environment, functions that are
//! replaced, the names under which gmc is a compiler.

use crate::sandbox::{Ran, Run, Sandbox};
use serde_json::Value;
use std::os::unix::fs::symlink;

fn gmc(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(line.split_whitespace()).run()
}

fn report(sandbox: &Sandbox, line: &str) -> Value {
    let ran = gmc(sandbox, &format!("check --format json {line}"));
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

/// Two variables that two threads increment.
const RACES: &str = "\
#include <pthread.h>
int hits, total;
void *work(void *arg) { hits++; total++; return arg; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
";

#[test]
fn suppressions_come_from_files() {
    let sandbox = Sandbox::new();
    sandbox.write("races.c", RACES);
    sandbox.write("known", "# what we know of\ndata-race@hits   # statistics\nwarn data-race@races.c:3\n");
    let found = report(&sandbox, "races.c --suppressions known");
    assert_eq!(found["verdict"], "holds", "{found}");
    let warned: Vec<_> = found["warnings"].as_array().into_iter().flatten().map(|it| &it["line"]).collect();
    assert!(!warned.is_empty() && warned.iter().all(|it| **it == 3), "{found}");
    let text = gmc(&sandbox, "check races.c --suppressions known").stdout;
    assert!(text.contains("warning: data-race: "), "{text}");
    assert!(text.contains("data-race@hits is allowed (--allow)"), "{text}");
    sandbox.write("known", "data-race@hits\nrace\n");
    for (line, word) in [
        ("--suppressions known", "line 2: there is no kind of error called 'race'"),
        ("--suppressions unknown", "No such file"),
        ("--allow data-race@", "FILE:LINE"),
        ("--allow data-race@races.c:x", "`x` is no line"),
    ] {
        let ran = gmc(&sandbox, &format!("check races.c {line}"));
        assert_eq!(ran.code(), Some(2), "{line}");
        assert!(ran.stderr.contains(word), "{}", ran.stderr);
    }
}

/// What is allowed in a run, with a trace that leads behind it.
#[test]
fn a_trace_goes_on_after_what_is_allowed() {
    let sandbox = Sandbox::new();
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint twice(int x) { return x + x; }\n\
        int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0) assert(twice(x) > 0); return 0; }\n";
    sandbox.write("wraps.c", text);
    let found = report(&sandbox, "wraps.c --allow signed-overflow@twice");
    assert_eq!(found["violation"]["kind"], "assertion", "{found}");
    assert_eq!(gmc(&sandbox, "replay gmc-trace.json").code(), Some(1));
    let ran = gmc(&sandbox, "run --warn signed-overflow@over.c:1 over.c");
    assert_eq!(ran.code(), Some(2), "there is no such file");
    sandbox.write("over.c", "int main(void) { int x = 2147483647; return x + 1 < 0 ? 7 : 8; }\n");
    let ran = gmc(&sandbox, "run --warn signed-overflow@over.c:1 over.c");
    assert_eq!(ran.code(), Some(7), "{}", ran.stderr);
    assert!(ran.stderr.contains("over.c:1:47: warning: signed-overflow"), "{}", ran.stderr);
}

/// A comment that names no kind is told of, and allows nothing.
#[test]
fn comments_that_say_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "over.c",
        "int main(void) { int x = 2147483647;\n  return x + 1 < 0; // gmc_allow: overflow\n}\n",
    );
    let ran = gmc(&sandbox, "run over.c");
    assert_eq!(ran.code(), Some(1));
    assert!(ran.stderr.contains("over.c:2: gmc_allow names `overflow`"), "{}", ran.stderr);
}

const SHAPED: &str = "\
#include <stdio.h>
#include <stdlib.h>
int device(int port);
int measure(int port) { return device(port) + 1; }
int main(void) {
  const char *name = getenv(\"NAME\");
  return (name ? name[0] - '0' : 0) * 10 + measure(3);
}
";

#[test]
fn runs_and_checks_are_shaped_alike() {
    let sandbox = Sandbox::new();
    sandbox.write("shaped.c", SHAPED);
    sandbox.write("model.c", "int measure(int);\nint device(int port) { return port; }\nint more(int port) { return measure(port) + 1; }\n");
    let code = |line: &str| gmc(&sandbox, line).code();
    assert_eq!(code("run shaped.c"), Some(3));
    assert_eq!(code("run shaped.c --stub device=4"), Some(5));
    assert_eq!(code("run shaped.c --stub device=4 --env NAME=2"), Some(25));
    assert_eq!(code("run shaped.c --model model.c"), Some(4));
    // Of the program's own functions; what replaces a function may call it.
    assert_eq!(code("run shaped.c --model model.c --stub measure=8"), Some(8));
    assert_eq!(code("run shaped.c --model model.c --replace measure=more"), Some(5));
    for line in ["--stub device=4", "--havoc measure", "--model model.c --replace measure=more"] {
        let found = report(&sandbox, &format!("shaped.c {line}"));
        assert_eq!(found["verdict"], "holds", "{line}: {found}");
    }
    gmc(&sandbox, "run shaped.c --replace measure=nothing").refused(&["nothing"]);
    for (line, word) in [("--replace measure", "FUNCTION=OTHER"), ("--env NAME", "NAME=VALUE")] {
        let ran = gmc(&sandbox, &format!("run shaped.c {line}"));
        assert_eq!(ran.code(), Some(2));
        assert!(ran.stderr.contains(word), "{}", ran.stderr);
    }
}

#[test]
fn an_executable_with_a_harness() {
    let sandbox = Sandbox::new();
    sandbox.write("shaped.c", SHAPED);
    sandbox.write("device.c", "int device(int port) { return port; }\n");
    assert_eq!(gmc(&sandbox, "cc shaped.c device.c -o shaped").code(), Some(0));
    sandbox.write("harness.c", "int more(int port) { return port + 20; }\n");
    assert_eq!(gmc(&sandbox, "run shaped").code(), Some(4));
    assert_eq!(gmc(&sandbox, "run shaped --model harness.c --replace device=more").code(), Some(24));
    sandbox.write("main.c", "int measure(int port);\nint main(void) { return measure(40); }\n");
    assert_eq!(gmc(&sandbox, "run main.c shaped").code(), Some(41));
}

/// Build systems take a compiler of one word, and programs see whose it is.
#[test]
fn compilers_in_one_word() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "#ifdef __GMC__\nint main(void) { return 0; }\n#endif\n");
    for name in ["gmc-cc", "gmc-c++"] {
        symlink(env!("CARGO_BIN_EXE_gmc"), sandbox.join(name)).expect("a link");
        let ran = sandbox.command(sandbox.join(name)).args(["a.c", "-w", "-o", "a"]).run();
        assert_eq!(ran.code(), Some(0), "{name}: {}", ran.stderr);
        assert_eq!(gmc(&sandbox, "run a").code(), Some(0), "{name}");
    }
    let seen = sandbox.command(sandbox.join("gmc-cc")).args(["-E", "-dM", "a.c"]).run();
    assert!(seen.stdout.contains("#define __GMC__ 1"), "{}", seen.stdout);
}

/// Flags of compilers stand among gmc's options.
#[test]
fn flags_of_compilers() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int main(void) { return N; }\n");
    assert_eq!(gmc(&sandbox, "run -w -DN=7 -g3 -ansi -march=native -nostdinc a.c").code(), Some(7));
}
