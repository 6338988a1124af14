//! `--profile`: what makes the states many, in programs where that is obvious.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;

fn profile(sandbox: &Sandbox, program: &str) -> Value {
    let ran = sandbox.gmc(["check", program, "--profile", "--format", "json"]).run();
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    answer["profile"].clone()
}

/// A counter that nobody looks at: without it, one state for each place.
const COUNTER: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int statistics, turn;
static void *work(void *arg) {
  for (;;) {
    turn = !turn;
    if (statistics < 30)
      statistics++;
  }
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  return 0;
}
";

/// A queue that grows.
const QUEUE: &str = "\
#include <gmc.h>
#include <stdlib.h>
struct item { struct item *next; int payload; };
static struct item *queue;
static int quiet;
int main(void) {
  for (int length = 0; length < 6; length++) {
    struct item *it = malloc(sizeof *it);
    it->payload = gmc_choose(4);
    it->next = queue;
    queue = it;
    quiet = 1;
  }
  while (queue) {
    struct item *next = queue->next;
    free(queue);
    queue = next;
  }
  return 0;
}
";

#[test]
fn a_counter() {
    let sandbox = Sandbox::new();
    sandbox.write("counter.c", COUNTER);
    let profile = profile(&sandbox, "counter.c");
    let states = profile["states"].as_u64().expect("a number");
    let visited = profile["visited"].as_u64().expect("a number");
    assert!(states > 100 && profile["all"] == true, "{profile}");
    let first = profile["parts"].as_array().expect("parts").iter().find(|it| it["what"] == "global");
    let first = first.expect("a global");
    assert_eq!(first["name"], "statistics", "{profile}");
    // Both threads may come from the same look at it.
    assert_eq!(first["values"], 32);
    let factor = first["factor"].as_f64().expect("a number");
    assert!((10.0..=32.0).contains(&factor), "{factor}");
    let without = first["without"].as_u64().expect("a number");
    assert!((factor - states as f64 / without as f64).abs() < 1e-9);
    let text = sandbox.gmc(["check", "counter.c", "--profile"]).run().stdout;
    assert!(
        text.contains(&format!(
            "what makes the states many (all {visited}, {states} of which differ in what has a name):"
        )),
        "{text}"
    );
    assert!(text.contains("`statistics`: 32 values"), "{text}");
    assert!(text.contains("bound its values"), "{text}");
    assert!(text.contains("% of them a thread stands at counter.c:"), "{text}");
}

#[test]
fn heap_memory() {
    let sandbox = Sandbox::new();
    sandbox.write("queue.c", QUEUE);
    let profile = profile(&sandbox, "queue.c");
    let parts = profile["parts"].as_array().expect("parts");
    assert!(
        parts[0]["what"] == "heap" && parts[0]["name"].as_str().is_some_and(|it| it.starts_with("queue.c:8")),
        "{profile}"
    );
    // What is the same in all states multiplies nothing.
    assert!(!parts.iter().any(|it| it["name"] == "quiet"), "{profile}");
    let text = sandbox.gmc(["check", "queue.c", "--profile"]).run().stdout;
    assert!(text.contains("heap memory allocated at queue.c:8 (struct item), at most 6 at a time"), "{text}");
}

/// It is only told where it is asked for, and changes nothing.
#[test]
fn the_answer_is_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("counter.c", COUNTER);
    let answer = |options: &[&str]| {
        let ran = sandbox.gmc(["check", "counter.c", "--format", "json"]).args(options).run();
        serde_json::from_str::<Value>(&ran.stdout).expect("JSON")
    };
    let (without, with) = (answer(&[]), answer(&["--profile"]));
    assert_eq!(without["profile"], Value::Null);
    assert_eq!(without["verdict"], with["verdict"]);
    assert_eq!(without["stats"]["states"], with["stats"]["states"]);
    assert_eq!(without["stats"]["transitions"], with["stats"]["transitions"]);
}
