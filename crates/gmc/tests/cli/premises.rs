//! What an answer takes for granted is part of it, whichever search it comes from, and a trace remembers what could be anything.

use crate::sandbox::{Ran, Run as _, Sandbox};

/// Draws, looks at the clock, at its environment and its number; wrong for one number of a thousand.
const CURIOUS: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  assert(rand() % 1000 != 3);
  return time(0) == 0 && getenv(\"HOME\") && getpid() == 1;
}
";

fn check(sandbox: &Sandbox, options: &str) -> Ran {
    sandbox.gmc(["check", "curious.c"].into_iter().chain(options.split_whitespace())).run()
}

#[test]
fn every_engine_tells_what_it_takes_for_granted() {
    let sandbox = Sandbox::new();
    sandbox.write("curious.c", CURIOUS);
    let engines = [
        "",
        "--engine dfs",
        "--engine bfs",
        "--engine runs",
        "--engine dfs --jobs 2",
        "--exact",
        "--switches 1",
    ];
    for options in engines {
        let ran = check(&sandbox, options);
        let assumed = ran.stdout.lines().find(|it| it.starts_with("assumed: ")).unwrap_or_default();
        for what in ["--rand any", "--clock any", "--env any", "--ids any"] {
            // The date is not 0, so that nobody asks for more.
            let asked = !matches!(what, "--env any" | "--ids any");
            assert_eq!(assumed.contains(what), asked, "{options}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn strict_answers_take_nothing_for_granted() {
    let sandbox = Sandbox::new();
    sandbox.write("curious.c", CURIOUS);
    assert_eq!(check(&sandbox, "").code(), Some(0));
    let ran = check(&sandbox, "--strict --format json");
    assert_eq!(ran.code(), Some(3), "{}", ran.stdout);
    assert!(ran.stdout.contains("\"reason\":\"assumption\""), "{}", ran.stdout);
}

#[test]
fn a_run_with_any_number_is_replayed() {
    let sandbox = Sandbox::new();
    sandbox.write("curious.c", CURIOUS);
    let ran = check(&sandbox, "--rand any");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn a_variable_has_a_name_and_a_value() {
    let sandbox = Sandbox::new();
    sandbox.write("curious.c", CURIOUS);
    assert_eq!(check(&sandbox, "--env HOME").code(), Some(2));
    assert_eq!(check(&sandbox, "--env =x").code(), Some(2));
    assert_eq!(check(&sandbox, "--env HOME=").code(), Some(0));
}
