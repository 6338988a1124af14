//! Programs that make processes: what reports call them, what is refused, and that stores and workers agree.

use crate::sandbox::{Ran, Run as _, Sandbox};

/// Two children write to one pipe, and the parent takes the order for given.
const ORDER: &str = "\
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  if (pipe(ends)) return 1;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      byte = 'a' + i;
      (void)!write(ends[1], &byte, 1);
      _exit(0);
    }
  (void)!read(ends[0], &byte, 1);
  while (wait(NULL) > 0) {}
  assert(byte == 'a' || WRONG);
  return 0;
}
";

fn check(sandbox: &Sandbox, wrong: bool, options: &str) -> Ran {
    sandbox.write("order.c", &ORDER.replace("WRONG", if wrong { "0" } else { "1" }));
    sandbox.gmc(["check", "order.c"].into_iter().chain(options.split_whitespace())).run()
}

/// The number before `states,` in the last line of an answer.
fn states(ran: &Ran) -> Option<u64> {
    let line = ran.stdout.lines().find(|it| it.contains(" states, "))?;
    line.split(' ').next()?.parse().ok()
}

#[test]
fn reports_name_processes() {
    let sandbox = Sandbox::new();
    let ran = check(&sandbox, true, "--html report.html");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    for text in ["process 1", "process 3", "in process 1, whose number is 4711"] {
        assert!(ran.stdout.contains(text), "{text}: {}", ran.stdout);
    }
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("process 3"), "{}", replayed.stdout);
    let html = std::fs::read_to_string(sandbox.join("report.html")).expect("a page");
    assert!(html.contains("process 3: main"), "the page names processes");
}

#[test]
fn what_follows_one_process_says_so() {
    let sandbox = Sandbox::new();
    let ran = check(&sandbox, true, "--reproducer repro.c");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("repro.c is not written"), "{}", ran.stderr);
    let debugged = sandbox.gmc(["debug", "gmc-trace.json"]).run();
    assert_eq!(debugged.code(), Some(2), "{}", debugged.stdout);
    assert!(debugged.stderr.contains("the debugger follows one process"), "{}", debugged.stderr);
}

#[test]
fn all_searches_visit_the_same_states() {
    let sandbox = Sandbox::new();
    let all = states(&check(&sandbox, false, "--engine dfs --no-reduction"));
    assert!(all.is_some_and(|it| it > 50), "{all:?}");
    for options in
        ["--engine bfs --no-reduction", "--engine dfs --no-reduction --exact", "--engine dfs --audit=1"]
    {
        let ran = check(&sandbox, false, options);
        assert_eq!(ran.code(), Some(0), "{options}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(states(&ran), all, "{options}: {}", ran.stdout);
    }
}
