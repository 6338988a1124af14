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

/// Most steps of threads come from the step cache; those that are recorded for it are executed all the same.
#[test]
fn steps_for_the_cache_are_looked_at() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", LOOPS);
    for search in [
        "--engine dfs",
        "--engine bfs",
        "--engine best",
        "--engine dpor",
        "--jobs 2",
        "--exact",
        "--checkpoint kept",
    ] {
        let shown = check(&sandbox, &format!("{search} --coverage out.info"));
        assert!(shown.contains("executed: every line of the program"), "{search}: {shown}");
    }
    // These do not answer "holds", and say nothing of what was not executed.
    for search in ["--livelock", "--engine walk --states 2000", "--bitstate 1M", "--preemptions 2"] {
        let file = sandbox.join("out.info");
        fs::remove_file(&file).expect("written before");
        check(&sandbox, &format!("{search} --coverage out.info"));
        let coverage = fs::read_to_string(&file).expect("written");
        assert!(coverage.contains("DA:6,1\n") && !coverage.contains(",0\n"), "{search}: {coverage}");
    }
}

/// Threads that do the same for ever.
const LOOPS: &str = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) {
  for (;;) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
}
";

/// The first and the last way have lines of their own, and the search is long in between.
const LONG: &str = "\
#include <gmc.h>
static int a[7];
int main(void) {
  int way = gmc_choose(3);
  if (way == 0)
    a[0] = 7;
  else if (way == 2)
    a[0] = 8;
  else
    for (int i = 0; i < 7; i++)
      a[i] = gmc_choose(6);
  return 0;
}
";

#[test]
fn what_was_executed_before_a_checkpoint_counts() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", LONG);
    sandbox.gmc(["cc", "it.c", "-o", "it"]).run().succeeded();
    let check =
        |line: &str| sandbox.gmc(["check", "it", "--checkpoint", "kept"]).args(line.split_whitespace()).run();
    let first = check("--coverage out.info --time 200ms").stdout;
    assert!(first.starts_with("unknown") && sandbox.join("kept").exists(), "{first}");
    let last = check("--coverage out.info").stdout;
    assert!(last.starts_with("holds") && last.contains("executed: every line of the program"), "{last}");
    assert!(!sandbox.join("kept").exists(), "{last}");
    // Without a record of what was executed before, nothing is said of it.
    check("--time 200ms");
    for report in ["--coverage out.info", "--html out.html"] {
        check(report).refused(&["kept", "--coverage", "--html"]);
    }
    let last = check("");
    assert!(last.stdout.starts_with("holds") && last.stderr.contains("going on from"), "{}", last.stdout);
}
