//! What `gmc check` leaves out because of what data is used for, and how it makes up for it.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// One thread uses `own`, others `shared` with a lock; the last one does so without where `BAD` is defined, at the very end.
const PROGRAM: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = {1, 2, 3, 4}, own, shared;
static atomic_int steps;
static void *work(void *arg) {
  for (int i = 0; i < 4; i++)
    own += table[i];
  return arg;
}
static void *watch(void *arg) {
  for (int i = 0; i < 4; i++)
    steps += table[i];
#ifndef BAD
  pthread_mutex_lock(&mutex);
#endif
  shared++;
#ifndef BAD
  pthread_mutex_unlock(&mutex);
#endif
  return arg;
}
int main(void) {
  pthread_t threads[2];
  pthread_mutex_lock(&mutex);
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, watch, 0);
  shared++;
  pthread_mutex_unlock(&mutex);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("program.c", PROGRAM);
    sandbox.gmc(["cc", "-pthread", "program.c", "-o", "good"]).run().succeeded();
    sandbox.gmc(["cc", "-pthread", "-DBAD", "program.c", "-o", "bad"]).run().succeeded();
    sandbox
}

fn check(sandbox: &Sandbox, line: &str) -> Value {
    let ran = sandbox.gmc(["check", "--format", "json"]).args(line.split_whitespace()).run();
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

fn number(report: &Value, key: &str) -> u64 {
    report["stats"][key].as_u64().unwrap_or_else(|| panic!("no {key}: {report}"))
}

#[test]
fn each_reason_leaves_out_more() {
    let sandbox = sandbox();
    let ways =
        ["--no-reduction", "--without data,locks,unlock", "--without locks,unlock", "--without unlock", ""];
    let counts = ways.map(|way| {
        let report = check(&sandbox, &format!("--engine dfs {way} good"));
        assert_eq!(report["verdict"], "holds", "{way}");
        (number(&report, "states"), number(&report, "transitions"))
    });
    assert!(counts[0] >= counts[1], "{counts:?}");
    assert!(counts.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{counts:?}");
    assert!(counts[2].1 * 2 < counts[1].1 && counts[4].1 < counts[2].1, "{counts:?}");
}

#[test]
fn what_was_left_out_and_matters_is_made_up_for() {
    let sandbox = sandbox();
    for way in ["--engine dfs", "--bfs", "--jobs 2"] {
        let report = check(&sandbox, &format!("{way} bad"));
        assert_eq!(report["violation"]["kind"], "data-race", "{way}: {report}");
    }
    // The first search sees the access too late to find who races with it.
    assert_eq!(number(&check(&sandbox, "--engine dfs bad"), "restarts"), 1);
    let all = check(&sandbox, "--engine dfs --all bad");
    assert_eq!((&all["complete"], number(&all, "restarts")), (&true.into(), 1), "{all}");
}

/// These are searched in no time, so the first search was whole: it has missed the error.
#[test]
fn the_programs_that_refute_late_need_a_second_search() {
    let sandbox = Sandbox::new();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/assumptions");
    let paths = fs::read_dir(directory).expect("programs").map(|it| it.expect("readable").path());
    let mut count = 0;
    for path in paths.filter(|it| it.to_string_lossy().ends_with(".bad.c")) {
        let report = check(&sandbox, &format!("--engine dfs --minimise 0s {}", path.display()));
        assert_eq!(report["verdict"], "violated", "{}", path.display());
        assert_eq!(number(&report, "restarts"), 1, "{}", path.display());
        count += 1;
    }
    assert!(count > 3, "{count} programs");
}

#[test]
fn nothing_is_assumed_where_a_search_goes_on_from_another() {
    let sandbox = sandbox();
    let kept = number(&check(&sandbox, "--checkpoint kept good"), "states");
    assert_eq!(kept, number(&check(&sandbox, "--engine dfs --without data,unlock good"), "states"));
}

#[test]
fn reasons_that_are_none_are_refused() {
    let sandbox = sandbox();
    for (line, words) in [
        ("--without luck good", &["luck", "data, locks, unlock"]),
        ("--without good", &["--without", "data, locks, unlock"]),
        ("--no-reduction --without data good", &["--no-reduction", "--without"]),
        ("--engine dpor --without data good", &["dpor", "--without"]),
    ] {
        let ran = sandbox.gmc(["check"]).args(line.split_whitespace()).run();
        assert_eq!(ran.code(), Some(2), "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(words.iter().all(|word| ran.stderr.contains(word)), "{line}: {}", ran.stderr);
    }
}
