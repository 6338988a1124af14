//! Runs for readers: shortened before they are reported, and searches bounded in changes between threads.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;

/// A thread that has to be interrupted once in the middle, and not before its turn; another one that only gets in the way.
const TORN: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second, noise;
static void *pair(void *arg) {
  first = 1;
  second = 1;
  return arg;
}
static void *distract(void *arg) {
  noise++;
  noise++;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, distract, 0);
  pthread_create(&b, 0, pair, 0);
  int x = first, y = second;
  assert(x == y);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
";

fn check(line: &str) -> Value {
    let sandbox = Sandbox::new();
    sandbox.write("torn.c", TORN);
    let ran = sandbox.gmc(["check", "torn.c", "--format", "json"]).args(line.split_whitespace()).run();
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

#[test]
fn a_reported_run_has_the_fewest_switches() {
    let violation = &check("")["violation"];
    assert_eq!((&violation["switches"], &violation["minimal"]), (&2.into(), &true.into()));
    let found = &check("--minimise 0")["violation"];
    assert_eq!(found["minimal"], false);
    assert!(found["steps"].as_u64() > violation["steps"].as_u64());
    assert!(found["switches"].as_u64() >= Some(2));
    // Who asks for shortest runs gets them.
    assert_eq!(check("--bfs --no-reduction")["violation"]["minimal"], false);
    assert_eq!(check("--bfs --minimize 5s")["violation"]["minimal"], true);
}

#[test]
fn bounds_are_said() {
    for (options, reason) in [("--switches 1", "switches"), ("--preemptions 0", "preemptions")] {
        let report = check(options);
        assert_eq!(
            (&report["verdict"], &report["complete"]),
            (&"unknown".into(), &false.into()),
            "{options}"
        );
        assert_eq!(report["unknown"][0]["reason"], "bounded");
        let message = report["unknown"][0]["message"].as_str().expect("a message");
        assert!(
            message.contains(&format!("{reason} of threads were not examined (--{reason})")),
            "{message}"
        );
        assert!(report["unknown"][0]["count"].as_u64() > Some(0));
    }
    assert_eq!(check("--switches 2")["verdict"], "violated");
    assert_eq!(check("--preemptions 1")["verdict"], "violated");
}

/// A bound that no run reaches leaves nothing out.
#[test]
fn a_bound_that_is_large_enough_is_no_bound() {
    let sandbox = Sandbox::new();
    sandbox.write("torn.c", &TORN.replace("assert(x == y)", "assert(x + y >= 0)"));
    let check = |line: &str| sandbox.gmc(["check", "torn.c"]).args(line.split_whitespace()).run();
    assert!(check("--preemptions 99").succeeded().stdout.starts_with("holds"));
    assert_eq!(check("--preemptions 0").code(), Some(3));
}
