//! Inputs that are not decided, where they ask for much or for nonsense: each gets a clear sentence, keeps its limits, and
//! loses nothing.

use crate::sandbox::{Ran, Run, Sandbox};
use serde_json::Value;
use std::time::{Duration, Instant};

fn check(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["check"]).args(line.split_whitespace()).run()
}

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

/// Needs a solver: a product is found by no interval.
const FACTORS: &str = "\
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x > 1 && y > 1 && x < y && x * y == 1000730021ul)
    reach_error();
  return 0;
}
";

#[test]
fn assumptions_that_contradict_each_other() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "it.c",
        "#include <gmc.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  \
         gmc_assume((x & 12) == 3 || x > 5);\n  gmc_assume(x < 5);\n  gmc_assert(0);\n  return 0;\n}\n",
    );
    let ran = check(&sandbox, "it.c --tests out");
    assert!(ran.stdout.contains("nothing behind these assumptions was checked"), "{}", ran.stdout);
    // No run comes to an end, so no test does.
    for name in sandbox.files().iter().filter(|it| it.ends_with(".test")) {
        let text = std::fs::read_to_string(sandbox.join(name)).expect("a test");
        assert!(text.contains("\nend assumption\n"), "{text}");
    }
    assert_eq!(check(&sandbox, "it.c --strict").code(), Some(3));
}

/// More is asked than there is time for: the answer comes in time, and says so.
#[test]
fn limits_are_kept_where_a_solver_works() {
    let programs = [
        ("recursion", include_str!("../../../../tests/hostile/symbolic-recursion.c")),
        ("bound", include_str!("../../../../tests/hostile/symbolic-bound.c")),
        ("hash", include_str!("../../../../tests/hostile/symbolic-hash.c")),
        ("doubling", include_str!("../../../../tests/hostile/symbolic-doubling.c")),
    ];
    for (name, text) in programs {
        let sandbox = Sandbox::new();
        sandbox.write("it.c", text);
        // Compiling is not what is measured.
        sandbox.gmc(["cc", "-w", "-c", "it.c"]).run().succeeded();
        let start = Instant::now();
        let ran = check(&sandbox, "it.o --time 2 --tests out --format json");
        // A second, and what a busy machine adds.
        assert!(start.elapsed() < Duration::from_secs(6), "{name}: {:?}", start.elapsed());
        assert_eq!(ran.code(), Some(3), "{name}: {}{}", ran.stdout, ran.stderr);
        let report = report(&ran);
        assert_eq!(report["unknown"][0]["reason"], "time", "{name}: {report}");
        let tests = report["tests"]["count"].as_u64().unwrap_or(0);
        let written = sandbox.files().iter().filter(|it| it.ends_with(".test")).count() as u64;
        assert_eq!(tests, written, "{name}: {report}");
    }
}

#[test]
fn a_budget_that_is_used_up_is_named_with_its_line() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", FACTORS);
    // No second solver may find what the first one gives up on.
    let mut gmc = sandbox.gmc(["check", "it.c", "--solver-effort", "1", "--format", "json"]);
    let ran = gmc.env("GMC_Z3", "/nonexistent/libz3.so").run();
    assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
    let report = report(&ran);
    let reason = &report["unknown"][0];
    assert_eq!(reason["line"], 5, "{reason}");
    assert!(reason["message"].as_str().is_some_and(|it| it.contains("--solver-effort")), "{reason}");
    for key in ["queries", "known", "second", "given_up", "seconds", "largest"] {
        assert!(report["solver"][key].is_number(), "{key}: {}", report["solver"]);
    }
    assert!(
        report["solver"]["given_up"].as_u64() > Some(0) && report["solver"]["largest"].as_u64() > Some(1)
    );
    let told = check(&sandbox, "it.c --solver-effort 1 --stats").stdout;
    for figure in [
        "questions to the solver",
        "answered from earlier answers",
        "seconds in the solver",
        "terms in the largest question",
    ] {
        assert!(told.contains(figure), "{figure}: {told}");
    }
}

#[test]
fn a_second_solver_that_cannot_be_used() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", FACTORS);
    sandbox.write("text.so", "this is no library\n");
    sandbox.write("empty.c", "int nothing;\n");
    sandbox.command("gcc").args(["-shared", "-fPIC", "empty.c", "-o", "empty.so"]).run().succeeded();
    let alone = check(&sandbox, "it.c --solver-effort 1");
    for library in ["./missing.so", "./text.so", "./empty.so", "/"] {
        let ran = sandbox.gmc(["check", "it.c", "--solver-effort", "1"]).env("GMC_Z3", library).run();
        assert_eq!(ran.code(), alone.code(), "{library}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.starts_with("gmc: warning: "), "{library}: {}", ran.stderr);
        assert!(ran.stderr.contains("goes on without it"), "{library}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{library}: {}", ran.stderr);
    }
}
