//! Visited sets of `gmc check`, and searches that are killed and go on.

use crate::sandbox::{Ran, Run, Sandbox};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// Three threads, some ten thousand states; wrong at the end where `BAD` is defined.
const COUNTERS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STEPS
#define STEPS 1
#endif
static atomic_int a, b;
static void *work(void *arg) {
  for (int i = 0; i < STEPS; i++) {
    a++;
    b += a & 1;
  }
  return arg;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  work(0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
#ifdef BAD
  assert(b != 3);
#endif
  return 0;
}
";

/// The program by these names, with these flags.
fn sandbox(programs: &[(&str, &[&str])]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("counters.c", COUNTERS);
    for (name, flags) in programs {
        let mut command = sandbox.gmc(["cc", "-pthread", "counters.c", "-o", name]);
        command.args(*flags).run().succeeded();
    }
    sandbox
}

fn check(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["check"]).args(line.split_whitespace()).run()
}

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

#[test]
fn every_store_counts_the_same_states() {
    let sandbox = sandbox(&[("good", &[]), ("bad", &["-DBAD"])]);
    let counts = |report: &Value| {
        ["states", "transitions", "revisited", "depth"]
            .map(|key| report["stats"][key].as_u64().expect("a number"))
    };
    // What is told exactly is told apart.
    let whole = report(&check(&sandbox, "good --engine dfs --no-symmetry --format json"));
    assert_eq!(whole["verdict"], "holds");
    for store in ["--fingerprint 64", "--exact", "--bitstate 16M", "--disk ."] {
        let ran = check(&sandbox, &format!("{store} --no-symmetry good --format json"));
        let report = report(&ran);
        assert_eq!(counts(&report), counts(&whole), "{store}");
        let proves = store != "--bitstate 16M";
        assert_eq!(report["verdict"], if proves { "holds" } else { "unknown" }, "{store}");
        assert_eq!(report["complete"], proves, "{store}");
        assert_eq!(check(&sandbox, &format!("{store} bad")).code(), Some(1), "{store} finds what is wrong");
    }
}

#[test]
fn states_go_to_disk_when_memory_is_scarce() {
    let sandbox = sandbox(&[("good", &["-DSTEPS=4"])]);
    let whole = report(&check(&sandbox, "good --engine dfs --no-symmetry --format json"));
    // What gmc takes itself does not go to disk.
    let size = whole["stats"]["peak_bytes"].as_u64().expect("a number") * 5 / 4;
    let report =
        report(&check(&sandbox, &format!("good --disk . --memory {size} --no-symmetry --format json")));
    assert_eq!(report["stats"]["states"], whole["stats"]["states"]);
    for (line, word) in [("--disk nowhere good", "nowhere"), ("--disk . --exact good", "--exact")] {
        let ran = check(&sandbox, line);
        assert!(ran.code() == Some(2) && ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
    let left = fs::read_dir(sandbox.path())
        .expect("readable")
        .filter(|it| it.as_ref().is_ok_and(|it| it.file_name().to_string_lossy().starts_with(".tmp")));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_table_of_bits_proves_nothing_and_says_so() {
    let sandbox = sandbox(&[("good", &["-DSTEPS=2"])]);
    let ran = check(&sandbox, "--bitstate 1K good");
    assert_eq!(ran.code(), Some(3));
    assert!(ran.stdout.contains("taken for others") && ran.stdout.contains("next: "), "{}", ran.stdout);
    let report = report(&check(&sandbox, "--bitstate 1K good --format json"));
    assert_eq!(report["unknown"][0]["reason"], "bitstate");
    assert!(report["unknown"][0]["count"].as_u64().is_some_and(|missed| missed > 10), "{report}");
    for (line, word) in [("--bitstate 3 good", "1K"), ("--bitstate 1M --exact good", "--exact")] {
        let ran = check(&sandbox, line);
        assert!(ran.code() == Some(2) && ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
    // No hash decides, so there is no probability to tell.
    let exact = check(&sandbox, "--exact good");
    assert!(exact.stdout.starts_with("holds") && !exact.stdout.contains("probability"), "{}", exact.stdout);
}

#[test]
fn a_search_that_is_killed_goes_on() {
    let sandbox = sandbox(&[("good", &["-DSTEPS=6"])]);
    let alone = report(&check(&sandbox, "good --checkpoint alone --format json"));
    let line = "check good --format json --checkpoint kept --checkpoint-every 10ms";
    let mut killed = 0;
    let through = loop {
        let mut command = sandbox.gmc(line.split_whitespace());
        if killed == 6 {
            break command.run();
        }
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("gmc starts");
        thread::sleep(Duration::from_millis(40 + 30 * killed));
        // This is kill -9.
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        killed += 1;
    };
    let report = report(&through);
    for key in ["states", "transitions", "revisited", "ended", "reduced", "depth"] {
        assert_eq!(report["stats"][key], alone["stats"][key], "{key}");
    }
    assert_eq!(report["verdict"], "holds");
    assert!(!sandbox.join("kept").exists(), "a search that is through needs no checkpoint");
}

#[test]
fn a_search_that_ran_out_of_time_goes_on_and_another_one_does_not() {
    let sandbox = sandbox(&[("good", &["-DSTEPS=6"]), ("bad", &["-DSTEPS=6", "-DBAD"])]);
    let ran = check(&sandbox, "--checkpoint kept --time 50ms good");
    assert_eq!(ran.code(), Some(3), "{}", ran.stdout);
    assert!(sandbox.join("kept").exists());
    check(&sandbox, "--checkpoint kept bad").refused(&["kept", "another program"]);
    check(&sandbox, "--checkpoint kept --no-reduction good").refused(&["kept", "other options"]);
    check(&sandbox, "--checkpoint kept --allow assertion good").refused(&["--allow assertion"]);
    assert_eq!(check(&sandbox, "--checkpoint kept --bfs good").code(), Some(2));
    check(&sandbox, "--checkpoint nowhere/kept good").refused(&["nowhere"]);
    sandbox.write("other", "no checkpoint\n");
    check(&sandbox, "--checkpoint other good").refused(&["other", "no checkpoint"]);
    let ran = check(&sandbox, "--checkpoint kept good");
    assert_eq!(ran.code(), Some(0), "{}", ran.stdout);
    assert!(ran.stderr.contains("going on from kept"), "{}", ran.stderr);
    assert!(!sandbox.join("kept").exists());
}

/// What counts as a state counts where states are told exactly, too: each kind of thing that a program can remember.
#[test]
fn states_that_are_told_exactly_differ_in_all_that_matters() {
    let sandbox = Sandbox::new();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/states");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(directory).expect("programs") {
        let path = entry.expect("readable").path();
        let name = path.display().to_string();
        let ran = sandbox.gmc(["check", "--engine", "dfs", "--exact", "--format", "json"]).arg(&path).run();
        let expected = if name.ends_with(".bad.c") { "violated" } else { "holds" };
        let verdict = report(&ran)["verdict"].clone();
        if verdict != expected {
            wrong.push(format!("{name}: {verdict}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
