//! `--reproducer`: what gmc finds happens natively, compiled and run as the file itself says.

use crate::sandbox::{Run, Sandbox, repository};
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Writes the reproducer of what gmc finds in `program`, and compiles it.
fn compiled(sandbox: &Sandbox, program: &str, options: &[&str]) -> String {
    let ran = sandbox.gmc(["check", program, "--reproducer", "run.c"]).args(options).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stderr, "");
    compile(sandbox);
    ran.stdout
}

fn compile(sandbox: &Sandbox) {
    let text = fs::read_to_string(sandbox.join("run.c")).expect("a reproducer");
    let line = text.lines().nth(2).expect("a head").trim().to_owned();
    let gcc = shell(sandbox, &line);
    assert!(
        gcc.status.success() && gcc.stderr.is_empty(),
        "{line}: {}",
        String::from_utf8_lossy(&gcc.stderr)
    );
}

fn shell(sandbox: &Sandbox, line: &str) -> Output {
    Command::new("sh").arg("-c").arg(line).current_dir(sandbox.path()).output().expect("a shell")
}

/// Runs it: what it says, and the signal or code that it ends with.
fn run(sandbox: &Sandbox) -> (String, Option<i32>, Option<i32>) {
    let ran = shell(sandbox, "exec ./run.exe");
    (String::from_utf8_lossy(&ran.stderr).into_owned(), ran.status.signal(), ran.status.code())
}

#[track_caller]
fn happens(sandbox: &Sandbox, said: &str) {
    for _ in 0..3 {
        let (text, signal, _) = run(sandbox);
        assert!(signal.is_some() && text.contains(said), "{signal:?} {text}");
    }
}

fn classics() -> Vec<PathBuf> {
    let files = fs::read_dir(repository().join("examples/classics")).expect("examples/classics");
    let files = files.map(|it| it.expect("readable").path());
    files.filter(|it| it.extension().is_some_and(|it| it == "c")).collect()
}

/// `./x conformance reproducer` runs each of them a hundred times.
#[test]
fn classics_happen() {
    for program in classics() {
        let sandbox = Sandbox::new();
        let name = program.file_name().expect("a name").to_string_lossy().into_owned();
        sandbox.write(&name, &fs::read_to_string(&program).expect("readable"));
        compiled(&sandbox, &name, &[]);
        happens(&sandbox, "reproducer: reproduced: ");
    }
}

/// What the program leaves open is what it was in the run, and so are failures of the system.
#[test]
fn answers_are_those_of_the_run() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "open.c",
        "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nunsigned gmc_choose(unsigned);\n\
         int main(void) {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n  unsigned c = gmc_choose(9);\n  \
         char *first = malloc(1), *second = malloc(1);\n  if (a > 1000 && a < 1003 && b == -7 && c == 5)\n    \
         assert(first == 0 || second != 0);\n  free(first);\n  free(second);\n}\n",
    );
    compiled(&sandbox, "open.c", &["--fail", "malloc"]);
    happens(&sandbox, "reproducer: reproduced: SIGABRT in thread 0");
}

/// Waits with a limit in time end as they did.
#[test]
fn time_is_what_it_was() {
    let sandbox = Sandbox::new();
    let program = repository().join("tests/programs/conditions/timed-out-signalled.bad.c");
    sandbox.write("timed.c", &fs::read_to_string(program).expect("readable"));
    compiled(&sandbox, "timed.c", &[]);
    happens(&sandbox, "reproducer: reproduced: SIGABRT in thread 0");
}

/// Where natively nothing has to come of an error, that is said.
#[test]
fn an_error_that_nobody_notices() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "lock.c",
        "#include <pthread.h>\nint main(void) {\n  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n  \
         pthread_mutex_unlock(&lock);\n}\n",
    );
    compiled(&sandbox, "lock.c", &[]);
    happens(&sandbox, "natively nothing has to come of it; gmc: lock-misuse");
}

/// A program that is another one by now is not said to fail as it did.
#[test]
fn another_program_does_not_happen() {
    let sandbox = Sandbox::new();
    let wrong = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int a;\n\
                 static void *work(void *x) {\n  a = 1;\n  return x;\n}\nint main(void) {\n  pthread_t t;\n  \
                 pthread_create(&t, 0, work, 0);\n  assert(a == 0);\n  pthread_join(t, 0);\n}\n";
    sandbox.write("program.c", wrong);
    compiled(&sandbox, "program.c", &[]);
    happens(&sandbox, "reproducer: reproduced: SIGABRT in thread 0");
    sandbox.write("program.c", &wrong.replace("a == 0", "a <= 1"));
    compile(&sandbox);
    let (text, signal, code) = run(&sandbox);
    assert!(signal.is_none() && code == Some(3) && text.contains("not reproduced"), "{code:?} {text}");
}

#[test]
fn of_a_trace() {
    let sandbox = Sandbox::new();
    let program = repository().join("examples/bank.c");
    sandbox.write("bank.c", &fs::read_to_string(program).expect("readable"));
    let ran = sandbox.gmc(["check", "bank.c"]).run();
    assert_eq!(ran.code(), Some(1));
    let ran = sandbox.gmc(["replay", "gmc-trace.json", "--reproducer", "run.c"]).run();
    assert_eq!(ran.code(), Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("to see it happen natively:\n  gcc -O0 -g -fsanitize=thread -c bank.c"));
    compile(&sandbox);
    happens(
        &sandbox,
        "reproducer: reproduced: deadlock: thread 0 waits in pthread_join at bank.c:38, thread 1 waits in",
    );
}

/// A thread goes round a lock that another one holds for ever, and a formula that this violates.
#[test]
fn a_cycle_is_repeated() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "wait.c",
        "#include <gmc.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int free_ = 1, rounds, in;\n\
         gmc_ltl(\"gets in\", \"F {in}\");\n\
         static void *run(void *none) {\n  for (;;) {\n    free_ = 0;\n    rounds = !rounds;\n    free_ = 1;\n  }\n\
         return none;\n}\n\
         int main(void) {\n  pthread_t it;\n  pthread_create(&it, 0, run, 0);\n  while (!free_) { }\n  in = 1;\n\
         pthread_join(it, 0);\n}\n",
    );
    compiled(&sandbox, "wait.c", &[]);
    let text = fs::read_to_string(sandbox.join("run.c")).expect("a reproducer");
    assert!(text.contains(", rounds = 10;"), "{text}");
    happens(&sandbox, "reproduced: threads went round the same cycle 10 times");
    // The same plan does not fit a program in which the thread ends.
    let other = fs::read_to_string(sandbox.join("wait.c")).expect("readable");
    sandbox.write("wait.c", &other.replace("for (;;)", "for (int i = 0; i < 4; i++)"));
    compile(&sandbox);
    let (said, _, code) = run(&sandbox);
    assert!(code == Some(3) && said.contains("not reproduced"), "{code:?} {said}");
}

/// There is no cycle where finitely many steps violate a formula.
#[test]
fn what_violates_a_formula_happens() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "over.c",
        "#include <gmc.h>\nint x;\ngmc_ltl(\"low\", \"G {x < 3}\");\n\
         int main(void) {\n  for (int i = 0; i < 9; i++)\n    x = i;\n  return 0;\n}\n",
    );
    compiled(&sandbox, "over.c", &[]);
    happens(&sandbox, "reproduced: all that violates the formula has happened");
}

/// Nothing in it tells rounds apart.
#[test]
fn a_silent_livelock_has_none() {
    let sandbox = Sandbox::new();
    sandbox.write("spin.c", "#include <gmc.h>\nint main(void) {\n  for (;;)\n    gmc_yield();\n}\n");
    let ran = sandbox.gmc(["check", "spin.c", "--livelock", "--reproducer", "run.c"]).run();
    assert_eq!(ran.code(), Some(1), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("run.c is not written: a thread that goes round by itself for ever"),
        "{}",
        ran.stderr
    );
    assert!(!sandbox.join("run.c").exists());
}

/// C++ is compiled as such, the reproducer is not; and the flags are those of the check.
#[test]
fn of_cxx_and_several_files() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "main.cc",
        "#include <cassert>\n#include <pthread.h>\nextern \"C\" void *work(void *);\nextern \"C\" int stage;\n\
         struct Once { virtual ~Once() {} virtual int value() { return LIMIT; } };\nint main() {\n  pthread_t t;\n  Once once;\n  \
         pthread_create(&t, nullptr, work, nullptr);\n  assert(__atomic_load_n(&stage, 5) < once.value());\n  \
         pthread_join(t, nullptr);\n}\n",
    );
    sandbox.write(
        "work.c",
        "int stage;\nvoid *work(void *arg) {\n  for (int i = 0; i < 5; i++)\n    __atomic_fetch_add(&stage, 1, 5);\n  return arg;\n}\n",
    );
    compiled(&sandbox, "main.cc", &["work.c", "--cflag=-DLIMIT=3"]);
    happens(&sandbox, "reproducer: reproduced: SIGABRT in thread 0, at main.cc:10 or after it");
}
