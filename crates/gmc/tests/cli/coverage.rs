//! `gmc check --coverage`: what a search has executed, and that looking changes nothing.

use crate::sandbox::{Run, Sandbox, repository};
use serde_json::Value;
use std::fs;

const PROGRAM: &str = "\
#include <gmc.h>
static int never(int x) {
  return x + 1;
}
static int sign(int x) {
  if (x > 5)
    return never(x);
  if (x > 0)
    return 1;
  return 0;
}
int bounded(void) { return 1; }
int main(int argc, char **argv) {
  (void)argv;
  return sign((int)gmc_choose(2) + argc - 1);
}
";

fn check(sandbox: &Sandbox, line: &str) -> String {
    sandbox.gmc(["check", "it.c"]).args(line.split_whitespace()).run().stdout
}

#[test]
fn lines_functions_and_branches() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", PROGRAM);
    let shown = check(&sandbox, "--coverage out.info");
    assert!(shown.contains("never executed: function `never` (it.c:2), it.c:7"), "{shown}");
    let first = fs::read_to_string(sandbox.join("out.info")).expect("written");
    for part in [
        "SF:it.c\n",
        "FNDA:1,main\n",
        "FNDA:0,never\n",
        "DA:3,0\n",
        "DA:6,1\n",
        "DA:7,0\n",
        "DA:9,1\n",
        "DA:10,1\n",
    ] {
        assert!(first.contains(part), "{part}{first}");
    }
    // Both ways of the second branch, one of the first.
    assert!(first.contains("BRDA:6,0,0,0\nBRDA:6,0,1,1\nBRDA:8,0,0,1\nBRDA:8,0,1,1\n"), "{first}");
    // Another run adds what it reaches.
    check(&sandbox, "--coverage out.info -- a b c d e f");
    let both = fs::read_to_string(sandbox.join("out.info")).expect("written");
    for part in ["FNDA:2,main\n", "FNDA:1,never\n", "DA:3,1\n", "DA:7,1\n", "DA:6,2\n"] {
        assert!(both.contains(part), "{part}{both}");
    }
    // Without, nobody asks.
    assert!(!check(&sandbox, "").contains("never executed"));
}

/// Everything that the searches say of programs of all sorts is the same.
#[test]
fn looking_changes_nothing() {
    let sandbox = Sandbox::new();
    let programs =
        ["examples/bank.c", "examples/classics/aba.c", "examples/classics/philosophers.c", "examples/list.c"];
    for program in programs {
        let check = |more: &[&str]| {
            let mut gmc = sandbox.gmc(["check", program, "--format", "json", "--all"]);
            gmc.arg("--trace").arg(sandbox.join("trace.json")).args(more);
            let ran = gmc.current_dir(repository()).run();
            let mut report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
            for figure in ["seconds", "peak_bytes", "visited_bytes"] {
                report["stats"][figure] = Value::Null;
            }
            report
        };
        let out = sandbox.join("out.info").display().to_string();
        assert_eq!(check(&[]), check(&["--coverage", &out]), "{program}");
    }
}

/// A function that is called for every state is code like any other.
#[test]
fn invariants_are_looked_at() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", &PROGRAM.replace("bounded(void) { return 1; }", "bounded(void) { return 0; }"));
    for options in ["--invariant bounded", "--invariant bounded --coverage out.info"] {
        assert!(check(&sandbox, options).contains("the invariant `bounded` does not hold"), "{options}");
    }
}
