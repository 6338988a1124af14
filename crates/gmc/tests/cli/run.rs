//! `gmc run`: random schedules, other thread libraries, and errors that are allowed.

use crate::sandbox::{Ran, Run, Sandbox};
use std::thread;
use std::time::{Duration, Instant};

/// Two threads that lose what the other one adds, if they are interrupted in between.
const RACE: &str = "\
#include <assert.h>
#include <pthread.h>
static int sum;
static void *add(void *arg) {
  for (int i = 0; i < 3; i++)
    sum = sum + 1;
  return arg;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == 6);
  return 0;
}
";

/// Prints the order in which threads come, and what is chosen.
const ORDER: &str = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
unsigned gmc_choose(unsigned);
static atomic_int turns;
static void *take(void *arg) {
  for (int i = 0; i < 20; i++)
    printf(\"%c%d \", *(char *)arg, turns++);
  printf(\"%u\\n\", gmc_choose(1000));
  return arg;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, take, \"a\");
  pthread_create(&second, 0, take, \"b\");
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
";

fn run(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["run"]).args(line.split_whitespace()).run()
}

#[test]
fn some_seeds_find_a_race_and_find_it_again() {
    let sandbox = Sandbox::new();
    sandbox.write("race.c", RACE);
    assert_eq!(sandbox.gmc(["cc", "-pthread", "race.c", "-o", "race"]).run().code(), Some(0));
    assert_eq!(run(&sandbox, "race").code(), Some(0), "the fixed order does not find it");
    let seeds = 0..20;
    let found: Vec<u64> = seeds
        .clone()
        .filter(|seed| run(&sandbox, &format!("--seed {seed} race")).code() == Some(1))
        .collect();
    assert!(found.len() > 2 && found.len() < seeds.count(), "found with seeds {found:?}");
    let [once, again] = [(); 2].map(|()| run(&sandbox, &format!("--seed {} race", found[0])));
    assert!(once.stderr.contains("assertion"), "{}", once.stderr);
    assert_eq!(once.stderr, again.stderr);
}

#[test]
fn a_seed_decides_the_whole_run() {
    let sandbox = Sandbox::new();
    sandbox.write("order.c", ORDER);
    assert_eq!(sandbox.gmc(["cc", "-pthread", "-c", "order.c"]).run().code(), Some(0));
    let outputs: Vec<String> =
        (0..8).map(|seed| run(&sandbox, &format!("--seed {seed} order.o")).stdout).collect();
    for (seed, output) in outputs.iter().enumerate() {
        // A limit of time makes no difference to a run that ends before.
        let again = run(&sandbox, &format!("--seed {seed} --time 100 order.o"));
        assert_eq!((again.code(), &again.stdout), (Some(0), output));
    }
    let mut different = outputs.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 4, "{outputs:#?}");
}

#[test]
fn threads_of_another_library_run() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "own.c",
        "#include <pthread.h>\n\
         void spawn(void *(*)(void *), void *, pthread_t *); void wait_for(pthread_t);\n\
         static int done; static void *work(void *arg) { done = *(int *)arg; return 0; }\n\
         int main(void) { int seven = 7; pthread_t it; spawn(work, &seven, &it); wait_for(it); return done; }\n",
    );
    sandbox.write("own.map", "spawn = pthread_create($3, 0, $1, $2)\nwait_for = pthread_join($1, 0)\n");
    assert_eq!(run(&sandbox, "--threads own.map own.c").code(), Some(7));
    assert_eq!(run(&sandbox, "own.c").code(), Some(3));
    let ran = run(&sandbox, "--threads none.map own.c");
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr.contains("none.map"), "{}", ran.stderr);
}

#[test]
fn a_program_goes_on_after_what_is_allowed() {
    let cases = [
        ("signed-overflow", "int max = 2147483647; return max + 1 == -max - 1 ? 7 : 8;"),
        ("uninitialized-read", "int x; struct { int y; } *p = malloc(4); return x + p->y + 7;"),
        ("float-conversion", "volatile double big = 1e10; return (int)big == -2147483647 - 1 ? 7 : 8;"),
        ("division-by-zero", "int zero = 0; signal(SIGFPE, leave); return 5 / zero;"),
        ("invalid-pointer-operation", "int a[2], b[2], *p = a, *q = b; return q - p == 0 ? 8 : 7;"),
    ];
    let sandbox = Sandbox::new();
    for (kind, body) in cases {
        let text = format!(
            "#include <signal.h>\n#include <stdlib.h>\nvoid leave(int s) {{ _Exit(s - 1); }}\nint main(void) {{ {body} }}\n"
        );
        sandbox.write("wrong.c", &text);
        let (bare, allowed) = (run(&sandbox, "wrong.c"), run(&sandbox, &format!("--allow {kind} wrong.c")));
        assert_eq!(bare.code(), Some(1), "{kind}: {}", bare.stderr);
        assert!(bare.stderr.contains(kind), "{kind}: {}", bare.stderr);
        assert_eq!(allowed.code(), Some(7), "{kind}: {}", allowed.stderr);
        // Nothing else is allowed with it.
        let other = if kind == "signed-overflow" { "float-conversion" } else { "signed-overflow" };
        assert_eq!(run(&sandbox, &format!("--allow {other} wrong.c")).code(), Some(1), "{kind}");
    }
}

/// What a program has printed before a limit ends it is there, and the limit is named.
#[test]
fn limits_of_a_run() {
    let sandbox = Sandbox::new();
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(int count, char **arguments) {\n  \
                  printf(\"before\\n\");\n  for (;;) {\n    char *p = malloc(100);\n    \
                  if (!p) return 9;\n    *p = count;\n    if (count > 1) free(p);\n  }\n}\n";
    sandbox.write("greedy.c", source);
    // On a busy machine the compiler alone takes seconds, which count.
    sandbox.gmc(["cc", "-c", "greedy.c", "-o", "greedy.o"]).run().succeeded();
    for (line, word) in [("--memory 60M greedy.o", "(--memory)"), ("--time 3 greedy.o -- on", "(--time)")] {
        let ran = run(&sandbox, line);
        assert_eq!((ran.code(), ran.stdout.as_str()), (Some(3), "before\n"), "{line}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("gmc: unknown: ") && ran.stderr.contains(word), "{}", ran.stderr);
    }
    let small = run(&sandbox, "--memory 1K greedy.o");
    assert_eq!((small.code(), small.stdout.as_str()), (Some(3), ""), "{}", small.stderr);
}

/// A limit holds even where nobody reads what gmc says of it.
#[test]
fn nobody_listens() {
    let sandbox = Sandbox::new();
    let source = "#include <stdio.h>\nint main(void) {\n  for (;;)\n    fputs(\"a line\\n\", stderr);\n}\n";
    sandbox.write("loud.c", source);
    let mut child = sandbox
        .gmc(["run", "--time", "1", "loud.c"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("gmc");
    let start = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("a child that runs");
        }
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(ended.code(), Some(3));
}

#[test]
fn the_end_of_an_array_is_no_element() {
    let sandbox = Sandbox::new();
    let source =
        "static int array[5];\nint main(int count, char **arguments) { return &array[count + 11] == 0; }\n";
    sandbox.write("array.c", source);
    let ran = run(&sandbox, "array.c");
    assert_eq!(ran.code(), Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("index 12 is outside of an array of 5 elements"), "{}", ran.stderr);
    sandbox.write("array.c", &source.replace("count + 11", "count + 4"));
    assert_eq!(run(&sandbox, "array.c").code(), Some(0));
}
