//! `gmc check`: verdicts, exit codes, limits, interruptions, and the JSON report.

use crate::sandbox::{Ran, Run, Sandbox, has, repository};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Two threads, a counter, and a lock that one of them forgets where `BAD` is defined.
const COUNTER: &str = "\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *right(void *arg) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}
static void *wrong(void *arg) {
  counter++;
  return arg;
}
int is_small(void) { return counter < 2; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, right, 0);
#ifdef BAD
  pthread_create(&second, 0, wrong, 0);
#else
  (void)wrong;
  pthread_create(&second, 0, right, 0);
#endif
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
";

/// More states than anybody visits.
const ENDLESS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong first, second;
static void *count(void *arg) {
  for (;;)
    first++;
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  for (;;)
    second++;
}
";

/// A program that takes ever more memory.
const GREEDY: &str = "\
#include <stdlib.h>
#include <string.h>
unsigned gmc_choose(unsigned);
static char *last;
int main(void) {
  for (;;) {
    char *more = malloc(1 << 14);
    memset(more, gmc_choose(2), 1 << 14);
    memcpy(more, &last, sizeof last);
    last = more;
  }
}
";

/// Errors of several kinds, each a choice away.
const CHOICES: &str = "\
#include <limits.h>
#include <stdlib.h>
unsigned gmc_choose(unsigned);
int main(void) {
  int big = INT_MAX, *none = 0, *heap;
  switch (gmc_choose(4)) {
  case 0: big++; break;
  case 1: return *none;
  case 2: heap = malloc(4); heap = 0; return heap != 0;
  }
  return big < 0;
}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("counter.c", COUNTER);
    sandbox.write("endless.c", ENDLESS);
    sandbox.write("greedy.c", GREEDY);
    sandbox.write("choices.c", CHOICES);
    sandbox
}

fn check(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["check"]).args(line.split_whitespace()).run()
}

/// The JSON report; fails the test unless the exit code fits it.
#[track_caller]
fn report(sandbox: &Sandbox, line: &str) -> Value {
    let ran = check(sandbox, &format!("{line} --format json"));
    assert_eq!(ran.stdout.lines().count(), 1, "{}{}", ran.stdout, ran.stderr);
    let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let code = match report["verdict"].as_str() {
        Some("holds") => 0,
        Some("violated") => 1,
        Some("unknown") => 3,
        other => panic!("{other:?}"),
    };
    assert_eq!(ran.code(), Some(code), "{report}");
    report
}

#[test]
fn holds() {
    let sandbox = sandbox();
    let ran = check(&sandbox, "counter.c").succeeded();
    assert!(ran.stdout.starts_with("holds: every "), "{}", ran.stdout);
    assert!(!ran.stdout.contains("\nassumed: ") && ran.stdout.contains("\nengine: "), "{}", ran.stdout);
    let all = check(&sandbox, "counter.c --engine dfs").succeeded();
    assert!(
        all.stdout.contains("every reachable state") && all.stdout.contains("below 1e-"),
        "{}",
        all.stdout
    );
    assert_eq!(ran.stderr, "", "nothing is said of progress where nobody watches");
    let before = sandbox.files();
    let report = report(&sandbox, "counter.c --stats");
    assert_eq!((&report["verdict"], &report["complete"]), (&"holds".into(), &true.into()));
    assert_eq!(report["stats"]["frontier"], 0);
    assert_eq!(sandbox.files(), before, "a trace of nothing is not written");
}

#[test]
fn violated() {
    let sandbox = sandbox();
    let ran = check(&sandbox, "-DBAD counter.c");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let text = &ran.stdout;
    assert!(text.starts_with("counter.c:") && text.contains(": data-race: "), "{text}");
    assert!(text.contains("thread 0") && text.contains("thread 1") && text.contains("thread 2"), "{text}");
    assert!(
        text.contains("trace: gmc-trace.json (") && text.contains("`gmc replay gmc-trace.json`"),
        "{text}"
    );
    assert!(sandbox.files().contains("gmc-trace.json"));
    let report = report(&sandbox, "-DBAD counter.c --trace elsewhere.json");
    assert_eq!(report["violation"]["kind"], "data-race");
    assert_eq!(report["violation"]["file"], "counter.c");
    assert_eq!(report["violation"], report["violations"][0]);
    assert_eq!(
        (&report["trace"], &report["violation"]["trace"]),
        (&"elsewhere.json".into(), &"elsewhere.json".into())
    );
    assert!(sandbox.files().contains("elsewhere.json"));
}

#[test]
fn a_trace_that_cannot_be_written() {
    let ran = check(&sandbox(), "-DBAD counter.c --trace missing/trace.json");
    assert_eq!(ran.code(), Some(1), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("gmc: warning: cannot write missing/trace.json"), "{}", ran.stderr);
    assert!(ran.stdout.contains("not written"), "{}", ran.stdout);
}

#[test]
fn searches_agree() {
    let sandbox = sandbox();
    let states =
        |options: &str| report(&sandbox, &format!("counter.c {options}"))["stats"]["states"].as_u64();
    let all = states("--no-reduction");
    assert_eq!(all, states("--no-reduction --bfs"));
    assert_eq!(all, states("--no-reduction --fingerprint 64"));
    assert_eq!(all, states("--no-reduction -j 3"));
    assert_eq!(all, states("--livelock"));
    assert!(states("") <= all);
    for engine in ["dpor", "runs", "dfs", "bfs", "best"] {
        let report = report(&sandbox, &format!("counter.c --engine {engine}"));
        assert_eq!((&report["engine"]["name"], &report["verdict"]), (&engine.into(), &"holds".into()));
        assert_eq!(report["engine"]["executions"].is_null(), ["dfs", "bfs", "best"].contains(&engine));
    }
    let bad = |options: &str| {
        report(&sandbox, &format!("-DBAD counter.c {options}"))["violation"]["steps"].as_u64()
    };
    assert!(bad("--bfs --no-reduction") <= bad("--no-reduction"));
}

#[test]
fn the_run_of_one_worker() {
    let sandbox = sandbox();
    let trace = |options: &str| {
        let ran = check(&sandbox, &format!("-DBAD counter.c {options}"));
        assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
        let text = fs::read_to_string(sandbox.path().join("gmc-trace.json")).expect("written");
        serde_json::from_str::<Value>(&text).expect("JSON")["choices"].clone()
    };
    let one = trace("");
    assert!(one.is_array());
    for _ in 0..5 {
        assert_eq!(trace("-j 4 --deterministic"), one);
    }
}

#[test]
fn what_is_allowed_is_counted_and_not_found() {
    let sandbox = sandbox();
    sandbox.write("wrong.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
    for engine in ["auto", "runs", "dpor", "dfs"] {
        let found = report(&sandbox, &format!("wrong.c --allow assertion --engine {engine}"));
        assert_eq!(found["stats"]["pruned"], 0, "{engine}");
    }
    let spinning = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
void *wait(void *p) { while (a == 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, wait, 0); for (;;) a = 0; }
";
    sandbox.write("spinning.c", spinning);
    assert_eq!(report(&sandbox, "spinning.c --livelock")["violation"]["kind"], "livelock");
    assert_eq!(report(&sandbox, "spinning.c --livelock --allow livelock")["verdict"], "holds");
}

#[test]
fn all_causes() {
    let sandbox = sandbox();
    let found = report(&sandbox, "choices.c --all");
    assert_eq!(found["complete"], true);
    let kinds: BTreeSet<_> = found["violations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["kind"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(kinds, BTreeSet::from(["memory-leak", "null-dereference", "signed-overflow"]));
    for name in ["gmc-trace.json", "gmc-trace-2.json", "gmc-trace-3.json"] {
        assert_eq!(sandbox.gmc(["replay", name]).run().code(), Some(1), "{name}");
    }
    let text = check(&sandbox, "choices.c --all").stdout;
    assert!(text.contains("violated: 3 causes, and every "), "{text}");
    assert!(text.contains("; what comes after an error was not examined"), "{text}");
    assert_eq!(report(&sandbox, "choices.c")["violations"].as_array().map(Vec::len), Some(1));
}

/// What is allowed is not looked for, or not gone on from: the answer says which.
#[test]
fn allowed() {
    let sandbox = sandbox();
    let race = report(&sandbox, "-DBAD counter.c --allow data-race");
    assert_eq!(race["violation"]["kind"], "assertion");
    let assumed = race["assumptions"].to_string();
    assert!(assumed.contains("data-race is allowed"), "{assumed}");
    let both = report(&sandbox, "-DBAD counter.c --allow data-race --allow assertion");
    assert_eq!((&both["verdict"], &both["complete"]), (&"unknown".into(), &false.into()));
    assert_eq!(both["unknown"][0]["reason"], "allowed");
    let text = check(&sandbox, "-DBAD counter.c --allow data-race --allow assertion").stdout;
    assert!(text.contains("what comes after this assertion was not examined (--allow)"), "{text}");
    let some = report(&sandbox, "choices.c --all --allow memory-leak --allow null-dereference");
    assert_eq!(some["violations"].as_array().map(Vec::len), Some(1), "{some}");
}

#[test]
fn invariants() {
    let sandbox = sandbox();
    let found = report(&sandbox, "counter.c --invariant is_small");
    assert_eq!(found["violation"]["kind"], "invariant");
    assert_eq!(sandbox.gmc(["replay", "gmc-trace.json"]).run().code(), Some(1));
    check(&sandbox, "counter.c --invariant nothing").refused(&["there is no function `nothing`"]);
    check(&sandbox, "counter.c --invariant right").refused(&["`right`", "parameters"]);
}

#[test]
fn livelocks() {
    let sandbox = sandbox();
    let found = report(&sandbox, "counter.c --livelock");
    assert_eq!(found["verdict"], "holds");
    sandbox.write(
        "spin.c",
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int flag;\nvoid *wait(void *arg) {\n  while (!flag)\n    ;\n  return \
         arg;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, wait, 0);\n  pthread_join(t, 0);\n}\n",
    );
    assert_eq!(report(&sandbox, "spin.c")["verdict"], "holds");
    let found = report(&sandbox, "spin.c --livelock");
    assert_eq!((&found["violation"]["kind"], &found["violation"]["line"]), (&"livelock".into(), &5.into()));
    assert!(found["violation"]["lap"].is_u64());
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("what follows can be repeated for ever"), "{}", replayed.stdout);
}

#[test]
fn what_is_not_modelled_is_named() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int unheard_of(void);\nint main(void) {\n  return unheard_of();\n}\n");
    let report = report(&sandbox, "a.c");
    let unknown = &report["unknown"][0];
    assert_eq!((&unknown["reason"], &unknown["line"]), (&"not-modelled".into(), &3.into()));
    assert!(unknown["message"].as_str().is_some_and(|it| it.contains("unheard_of")), "{unknown}");
    let text = check(&sandbox, "a.c").stdout;
    assert!(text.starts_with("a.c:3:10: unknown: ") && text.contains("nothing wrong was found in"), "{text}");
}

/// Each limit ends with what was learnt, and says which it was.
#[test]
fn limits() {
    let sandbox = sandbox();
    // On a busy machine the compiler alone takes seconds, which count.
    for name in ["endless", "greedy"] {
        sandbox.gmc(["cc", "-c", &format!("{name}.c"), "-o", &format!("{name}.o")]).run().succeeded();
    }
    let limits = [
        ("endless.o --time 5s", "time", "(--time)"),
        ("endless.o --states 1000", "states", "(--states)"),
        ("endless.o --memory 60M", "memory", "(--memory)"),
        ("greedy.o --memory 100M", "memory", "(--memory)"),
        ("greedy.o --memory 100M --bfs", "memory", "(--memory)"),
        ("endless.o --depth 30", "depth", "(--depth)"),
        ("endless.o --depth 30 --bfs", "depth", "(--depth)"),
    ];
    for (options, reason, word) in limits {
        let report = report(&sandbox, options);
        assert_eq!(
            (&report["verdict"], &report["complete"]),
            (&"unknown".into(), &false.into()),
            "{options}"
        );
        assert_eq!(report["unknown"][0]["reason"], reason, "{options}");
        let message = report["unknown"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains(word), "{options}: {message}");
        assert!(report["stats"]["states"].as_u64() > Some(1), "{options}: {report}");
        if reason == "memory" {
            let peak = report["stats"]["peak_bytes"].as_u64().unwrap_or(u64::MAX);
            assert!(peak < 200 << 20, "{options}: {peak} bytes");
        }
    }
    let text = check(&sandbox, "endless.c --states 1000").stdout;
    assert!(text.contains("\nnext: raise --states"), "{text}");
    assert!(text.contains("nothing wrong was found in 1000 visited states; "), "{text}");
    // What lies behind a limit does not matter where the error lies before it.
    assert_eq!(report(&sandbox, "-DBAD counter.c --states 1000")["verdict"], "violated");
    assert!(!sandbox.files().iter().any(|name| name.contains("tmp")));
}

#[test]
fn nonsense() {
    let sandbox = sandbox();
    let lines = [
        "",
        "counter.c --time soon",
        "counter.c --time -1",
        "counter.c --memory 2X",
        "counter.c --memory",
        "counter.c --states 0",
        "counter.c --states many",
        "counter.c --depth deep",
        "counter.c --fingerprint 32",
        "counter.c --format xml",
        "counter.c --allow everything",
        "counter.c --livelock --bfs",
        "counter.c --jobs 0",
        "counter.c --jobs 2 --bfs",
        "counter.c --jobs 2 --livelock",
        "counter.c --unheard-of",
        "missing.c",
    ];
    for line in lines {
        let ran = check(&sandbox, line);
        assert_eq!(ran.code(), Some(2), "{line}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.stdout, "", "{line}");
        assert!(ran.stderr.contains("error: "), "{line}: {}", ran.stderr);
    }
    sandbox.write("broken.c", "int main(void) { return nothing; }\n");
    assert_eq!(check(&sandbox, "broken.c --format json").code(), Some(2));
}

#[test]
fn kinds() {
    let sandbox = sandbox();
    let text = sandbox.gmc(["kinds"]).run().succeeded().stdout;
    assert!(text.lines().any(|line| line.starts_with("data-race  ")), "{text}");
    for kind in text.lines().filter_map(|line| line.split_whitespace().next()) {
        check(&sandbox, &format!("counter.c --allow {kind}")).succeeded();
    }
}

/// The document names the keys that there are, and no others.
#[test]
fn documented_keys() {
    let document = fs::read_to_string(repository().join("docs/check-json.md")).expect("the document");
    let documented = |part: usize| -> BTreeSet<String> {
        let table = document.split("| key | value |").nth(part).expect("a table");
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
    };
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<BTreeSet<_>>();
    let sandbox = sandbox();
    let unknown = report(&sandbox, "endless.c --states 10");
    let report = report(&sandbox, "-DBAD counter.c");
    assert_eq!(keys(&report), documented(1));
    assert_eq!(keys(&report["violation"]), documented(2));
    assert_eq!(keys(&report["engine"]), documented(4));
    assert_eq!(keys(&report["stats"]), documented(5));
    let place = ["file", "line", "column", "function"].map(str::to_owned);
    assert_eq!(keys(&report["violation"]["calls"][0]), BTreeSet::from(place.clone()));
    let with = |more: &[&str]| place.iter().cloned().chain(more.iter().map(|&it| it.to_owned())).collect();
    assert_eq!(keys(&report["violation"]["notes"][0]), with(&["message"]));
    assert_eq!(keys(&unknown["unknown"][0]), with(&["reason", "message", "count"]));
    assert_eq!((&report["format"], &report["version"]), (&"gmc-check".into(), &1.into()));
}

/// A check that runs, to be interrupted.
fn start(sandbox: &Sandbox, line: &str) -> Child {
    fs::create_dir_all(sandbox.join("tmp")).expect("created");
    let mut command = sandbox.gmc(["check"]);
    command.args(line.split_whitespace()).env("TMPDIR", sandbox.join("tmp"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Waits until gmc has said that it wants to be told.
fn wait_for_handlers(child: &Child) {
    // SIGINT and SIGTERM.
    const BOTH: u64 = 1 << 1 | 1 << 14;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_some_and(|mask| mask & BOTH == BOTH) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("gmc does not handle signals");
}

fn finish(mut child: Child) -> Ran {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().expect("piped").read_to_string(&mut stdout).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("text");
    Ran { status: child.wait().expect("it ends"), stdout, stderr }
}

fn send(signal: &str, child: &Child) {
    Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).run().succeeded();
}

/// Whenever it is interrupted, gmc says what it knows and leaves nothing behind.
#[test]
fn interrupted_at_any_moment() {
    let sandbox = sandbox();
    // The plugin is there from here on.
    check(&sandbox, "counter.c").succeeded();
    let before = sandbox.files();
    for (round, wait) in [0, 5, 20, 60, 150, 300, 600, 1200].into_iter().enumerate() {
        let signal = if round % 2 == 0 { "INT" } else { "TERM" };
        let json = round % 3 == 0;
        let child = start(&sandbox, if json { "endless.c --format json" } else { "endless.c" });
        wait_for_handlers(&child);
        thread::sleep(Duration::from_millis(wait));
        send(signal, &child);
        let ran = finish(child);
        let context = format!("SIG{signal} after {wait} ms: {ran:?}");
        assert_eq!(ran.code(), Some(3), "{context}");
        if json {
            let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
            assert_eq!(report["unknown"][0]["reason"], "interrupted", "{context}");
        } else {
            assert!(ran.stdout.starts_with("unknown: gmc was interrupted\n"), "{context}");
            assert!(ran.stdout.contains("nothing wrong was found in"), "{context}");
        }
    }
    // A compiler that gmc has left alone tidies up when it is done.
    let start = Instant::now();
    while sandbox.files() != before && start.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(sandbox.files(), before);
    let left: Vec<_> = fs::read_dir(sandbox.join("tmp")).expect("readable").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Who insists is obeyed.
#[test]
fn interrupted_twice() {
    let sandbox = sandbox();
    check(&sandbox, "counter.c").succeeded();
    let child = start(&sandbox, "endless.c");
    wait_for_handlers(&child);
    send("TERM", &child);
    send("TERM", &child);
    let ran = finish(child);
    assert!(ran.code() == Some(3) || ran.status.signal() == Some(15), "{ran:?}");
}

/// On a terminal there is a line that says how far it is, and nothing of it stays.
#[test]
fn progress() {
    if !has("script", "progress on a terminal") {
        return;
    }
    let sandbox = sandbox();
    sandbox.gmc(["cc", "-c", "endless.c", "-o", "endless.o"]).run().succeeded();
    let line = format!("{} check endless.o --time 3s 2>&1 >answer", crate::sandbox::GMC);
    let ran = sandbox.command("script").args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").run();
    assert!(ran.stdout.contains("states, ") && ran.stdout.contains("/s, depth "), "{:?}", ran.stdout);
    assert!(ran.stdout.trim_end().ends_with("\x1b[K"), "{:?}", ran.stdout);
    let answer = fs::read_to_string(sandbox.join("answer")).expect("the answer");
    assert!(answer.starts_with("unknown: ") && !answer.contains('\x1b'), "{answer:?}");
}
