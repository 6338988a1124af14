//! Equal threads: how many states they save, when they do, and what the report says of it.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;

/// `N` threads with three steps each that others can notice, and their ends.
const WORKERS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int sum;
static void *work(void *arg) {
  for (int i = 0; i < 3; i++)
    atomic_fetch_add(&sum, 1);
  return arg;
}
int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return sum != 3 * N;
}
";

/// Where a worker can stand: before each of its steps, and at its end.
const PLACES: u64 = 4;

fn report(sandbox: &Sandbox, line: &str) -> Value {
    let ran = sandbox.gmc(["check", "--format", "json"]).args(line.split_whitespace()).run();
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

fn states(report: &Value) -> u64 {
    assert_eq!(report["verdict"], "holds", "{report}");
    assert_eq!(report["complete"], true, "{report}");
    report["stats"]["states"].as_u64().expect("a number")
}

/// How many ways there are to put so many equal things into the places.
fn ways(things: u64) -> u64 {
    (1..PLACES).fold(1, |ways, it| ways * (things + it) / it)
}

#[test]
fn equal_threads_count_by_how_many_stand_where() {
    let sandbox = Sandbox::new();
    sandbox.write("workers.c", WORKERS);
    for n in 2..=6u64 {
        let line = |rest: &str| format!("-DN={n} workers.c {rest}");
        let alike = states(&report(&sandbox, &line("--engine dfs")));
        // For each number of workers that were made so far, where they stand; and what `main` does before and after.
        let most = (0..=n).map(ways).sum::<u64>() + n + 3;
        assert!(alike <= most, "{n} threads: {alike} states, more than {most}");
        let told_apart = states(&report(&sandbox, &line("--engine dfs --no-symmetry")));
        assert!(told_apart >= PLACES.pow(n as u32), "{n} threads: {told_apart} states");
        for engine in ["--bfs", "--jobs 2"] {
            assert_eq!(states(&report(&sandbox, &line(engine))), alike, "{engine}");
        }
    }
}

#[test]
fn what_was_taken_for_equal_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.write("workers.c", WORKERS);
    let engine = |line: &str| report(&sandbox, &format!("-DN=3 workers.c {line}"))["engine"].clone();
    let alike = &engine("--engine dfs")["symmetry"];
    assert_eq!(alike.as_array().map(Vec::len), Some(1), "{alike}");
    assert_eq!((alike[0]["function"].as_str(), alike[0]["threads"].as_u64()), (Some("work"), Some(3)));
    for line in ["--engine dfs --no-symmetry", "--no-reduction", "--engine dpor", "--exact", "--livelock"] {
        assert_eq!(engine(line)["symmetry"], Value::Array(Vec::new()), "{line}");
    }
    let ran = sandbox.gmc(["check", "-DN=3", "--engine", "dfs", "--stats", "workers.c"]).run();
    assert!(ran.stdout.contains("nobody can tell 3 threads of `work` apart"), "{}", ran.stdout);
    assert!(ran.stdout.contains("of those that differ in which of several equal threads"), "{}", ran.stdout);
}

#[test]
fn who_names_itself_is_told_apart() {
    let sandbox = Sandbox::new();
    sandbox.write("workers.c", &WORKERS.replace("return arg;", "return pthread_self() ? arg : NULL;"));
    let told = report(&sandbox, "-DN=3 --engine dfs workers.c");
    assert_eq!(told["engine"]["symmetry"], Value::Array(Vec::new()), "{told}");
    assert!(told["stats"]["restarts"].as_u64() > Some(0), "{told}");
    assert_eq!(states(&told), states(&report(&sandbox, "-DN=3 --engine dfs --no-symmetry workers.c")));
}
