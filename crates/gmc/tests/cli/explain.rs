//! What a report says beyond the error itself: where values came from, who holds what, and every statement if asked.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;

const ACCOUNT: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static int copy(void) { return first; }
static void *pair(void *arg) {
  first = 1;
  second = 1;
  return arg;
}
int ordered(void) { return first <= second; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pair, 0);
  int x = copy();
  int y = second;
  assert(x == y);
  pthread_join(thread, 0);
  return 0;
}
";

fn check(text: &str, options: &str) -> (String, Value) {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", text);
    let run = |format: &str| {
        sandbox.gmc(["check", "it.c", "--format", format]).args(options.split_whitespace()).run().stdout
    };
    (run("text"), serde_json::from_str(&run("json")).expect("JSON"))
}

fn notes(report: &Value) -> Vec<(String, u64)> {
    let notes = report["violation"]["notes"].as_array().expect("notes");
    let of =
        |it: &Value| (it["message"].as_str().expect("a text").to_owned(), it["line"].as_u64().unwrap_or(0));
    notes.iter().map(of).collect()
}

/// Through a call and local variables.
#[test]
fn values_of_an_assertion_have_a_history() {
    let (_, report) = check(ACCOUNT, "");
    let notes = notes(&report);
    assert!(
        notes.contains(&("`x` is 1, which comes from `first`: thread 1 wrote it here".to_owned(), 7)),
        "{notes:?}"
    );
    let unwritten = "`y` is 0, which comes from `second`, which nobody has written before it was read here";
    assert!(notes.contains(&(unwritten.to_owned(), 16)), "{notes:?}");
}

#[test]
fn every_statement_if_asked() {
    let (brief, _) = check(ACCOUNT, "");
    let (verbose, _) = check(ACCOUNT, "--verbose");
    let shows = |text: &str, line: &str| text.lines().any(|it| it.trim_start().starts_with(line));
    for line in ["5  static int copy(void)", "15  int x = copy();", "17  ✗ assert(x == y);"] {
        assert!(shows(&verbose, line), "{line}\n{verbose}");
    }
    assert!(!shows(&brief, "15  int x = copy();"), "{brief}");
}

/// What is said to break an invariant is the operation that does, not what the thread does next.
#[test]
fn an_invariant_is_broken_where_it_is_broken() {
    let (_, report) = check(ACCOUNT, "--invariant ordered");
    let violation = &report["violation"];
    assert_eq!((&violation["kind"], &violation["line"]), (&"invariant".into(), &7.into()));
}

#[test]
fn racing_threads_have_locks_and_calls() {
    let text = "\
#include <pthread.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static long count;
static void add(int which) {
  pthread_mutex_lock(&lock[which]);
  count++;
  pthread_mutex_unlock(&lock[which]);
}
static void *work(void *arg) {
  add(1);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  add(0);
  pthread_join(thread, 0);
  return 0;
}
";
    let (shown, report) = check(text, "");
    let notes = notes(&report);
    for thread in [0, 1] {
        let held = format!("thread {thread} holds `lock[{thread}]`, which it took here");
        assert!(notes.contains(&(held, 5)), "{notes:?}");
    }
    let called = |line: u64| notes.iter().any(|it| it.0.contains("was called here, in") && it.1 == line);
    assert!(called(10) || called(16), "{notes:?}");
    // The source once, with all there is to say.
    assert_eq!(shown.matches("6 |   count++;").count(), 1, "{shown}");
}

#[test]
fn a_deadlock_is_where_threads_wait_for_each_other() {
    let text = "\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}
static void *bystander(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  return arg;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, bystander, 0);
  pthread_create(&two, 0, work, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
";
    let (_, report) = check(text, "");
    let violation = &report["violation"];
    assert_eq!(violation["message"], "threads 0 and 2 wait for each other for ever");
    assert_eq!((&violation["line"], &violation["thread"]), (&20.into(), &0.into()));
    let notes = notes(&report);
    assert!(notes.contains(&("thread 2 took `b` here".to_owned(), 4)), "{notes:?}");
    assert!(notes.contains(&("thread 0 took `a` here".to_owned(), 19)), "{notes:?}");
}

#[test]
fn heap_memory_has_owners() {
    let text = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box { int value; };
static struct box *_Atomic current;
static void *drop(void *arg) {
  free(atomic_exchange(&current, 0));
  return arg;
}
int main(void) {
  struct box *mine = malloc(sizeof *mine);
  mine->value = 1;
  current = mine;
  pthread_t thread;
  pthread_create(&thread, 0, drop, 0);
  int seen = mine->value;
  pthread_join(thread, 0);
  return seen - 1;
}
";
    let (_, report) = check(text, "");
    assert_eq!(report["violation"]["kind"], "use-after-free");
    let notes = notes(&report);
    assert!(notes.contains(&("it was allocated here, by thread 0".to_owned(), 11)), "{notes:?}");
    assert!(notes.contains(&("it was freed here, by thread 1".to_owned(), 7)), "{notes:?}");
}
