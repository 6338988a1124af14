//! Scripts in searches: what they say of states and steps is reported, replayed without their file, and never depends
//! on the order of the search.

use crate::sandbox::{Ran, Run, Sandbox, repository};
use std::fs;

const COUNTS: &str = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  count += 2;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  count -= 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
";

fn check(sandbox: &Sandbox, program: &str, script: &str, more: &[&str]) -> Ran {
    sandbox.write("p.c", program);
    sandbox.write("s.lua", script);
    let mut gmc = sandbox.gmc(["check", "p.c", "--script", "s.lua", "--time", "60s"]);
    gmc.args(more).run()
}

/// The engines that look at every state.
const ENGINES: &[&str] = &["dfs", "bfs", "best", "dpor"];

#[test]
fn a_property_of_states_is_checked_by_every_engine() {
    let below = |most: u32| {
        format!(
            "function on_state()\n  local n = gvm.read_var(0, 'count')\n  \
             if n > {most} then return 'count is ' .. n end\nend"
        )
    };
    for engine in ENGINES {
        let sandbox = Sandbox::new();
        // Both have added, and none has taken away.
        let wrong = check(&sandbox, COUNTS, &below(3), &["--engine", engine]);
        assert_eq!(wrong.code(), Some(1), "{engine}: {}{}", wrong.stdout, wrong.stderr);
        assert!(wrong.stdout.contains("count is 4"), "{}", wrong.stdout);
        // The trace has the script.
        fs::remove_file(sandbox.join("s.lua")).expect("it was there");
        let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
        assert_eq!(replayed.code(), Some(1), "{engine}: {}{}", replayed.stdout, replayed.stderr);
        assert!(replayed.stdout.contains("count is 4"), "{}", replayed.stdout);
        let right = check(&sandbox, COUNTS, &below(4), &["--engine", engine]);
        assert_eq!(right.code(), Some(0), "{engine}: {}{}", right.stdout, right.stderr);
    }
}

/// Where threads stand is a part of what a property sees: no order is left out.
#[test]
fn places_of_threads_are_seen() {
    let sandbox = Sandbox::new();
    let directory = repository().join("examples/scripts");
    let program = fs::read_to_string(directory.join("inside.c")).expect("readable");
    let script = fs::read_to_string(directory.join("both-inside.lua")).expect("readable");
    for engine in ENGINES {
        let wrong = check(&sandbox, &program, &script, &["--engine", engine]);
        assert_eq!(wrong.code(), Some(1), "{engine}: {}{}", wrong.stdout, wrong.stderr);
        assert!(wrong.stdout.contains("are in `inside` at once"), "{}", wrong.stdout);
    }
    let locked =
        program.replace("if (!taken) {", "if (!atomic_exchange(&taken, 1)) {").replace("taken = 1;", "");
    for engine in ENGINES {
        let right = check(&sandbox, &locked, &script, &["--engine", engine]);
        assert_eq!(right.code(), Some(0), "{engine}: {}{}", right.stdout, right.stderr);
    }
}

#[test]
fn a_property_of_steps_has_a_kind() {
    let sandbox = Sandbox::new();
    let script = "\
function on_event(event)
  if event.action:find('unlock') and gvm.read_var(0, 'count') == 4 then
    return 'assertion', event.fn .. ' unlocks at ' .. event.line
  end
end";
    let wrong = check(&sandbox, COUNTS, script, &[]);
    assert_eq!(wrong.code(), Some(1), "{}{}", wrong.stdout, wrong.stderr);
    assert!(wrong.stdout.contains("assertion"), "{}", wrong.stdout);
    assert!(wrong.stdout.contains("work unlocks at 7"), "{}", wrong.stdout);
}

/// A script that remembers states makes the answer unknown.
#[test]
fn a_script_remembers_nothing() {
    let sandbox = Sandbox::new();
    let unknown = |script: &str, words: &str| {
        let ran = check(&sandbox, COUNTS, script, &[]);
        assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(words), "no “{words}” in {}", ran.stdout);
    };
    unknown("function on_state() seen = 1 end", "`seen` cannot be set");
    unknown("seen = 0\nfunction on_state() seen = seen + 1 end", "`seen` cannot be set");
    unknown("function on_state() print = nil end", "`print` cannot be set");
    unknown(
        "local n = 0\nfunction on_state() n = n + 1 if n > 5 then return 'often' end end",
        "it remembers something",
    );
    unknown("function on_state() return 1 end", "returns nothing, a message, or a kind and a message");
    unknown("function on_state() return 'nonsense', 'x' end", "the kind `nonsense`");
    unknown("\nfunction on_state() local x = nil + 1 end", "s.lua:2:");
    unknown("function on_state() gvm.interpret() end", "cannot drive");
    unknown("function on_state() while true do end end", "its limit");
}

#[test]
fn scripts_that_make_no_sense_are_refused() {
    let sandbox = Sandbox::new();
    let refused = |script: &str, more: &[&str], words: &[&str]| {
        drop(check(&sandbox, COUNTS, script, more).refused(words));
    };
    refused("x = = 1", &[], &["s.lua:1:"]);
    refused("x = 1", &[], &["defines `on_state`"]);
    refused("function on_state() end", &["--engine", "best", "--score", "script"], &["defines `score`"]);
    refused("function abstract() return 1 end", &[], &["nothing that this search asks for"]);
    sandbox.gmc(["check", "p.c", "--engine", "best", "--score", "script"]).run().refused(&["--score script"]);
    sandbox.gmc(["check", "p.c", "--script", "missing.lua"]).run().refused(&["missing.lua cannot be read"]);
}

#[test]
fn a_score_changes_the_order_alone() {
    let sandbox = Sandbox::new();
    let by = |score: &str| {
        let script = format!("function score() return {score} end");
        let ran =
            check(&sandbox, COUNTS, &script, &["--engine", "best", "--score", "script", "--format", "json"]);
        assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
        let states = ran.stdout.split("\"states\":").nth(1).expect("states").split(',').next();
        states.expect("a number").to_owned()
    };
    assert_eq!(by("gvm.read_var(0, 'count')"), by("10 - gvm.read_var(0, 'count')"));
}

const FIRST: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, done;
static void *one(void *p) { a = 1; return 0; }
static void *two(void *p) { b = 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  done = 1;
  return 0;
}
";

/// Who was first is in no variable of the program: it is what the monitor remembers, which is a part of the state.
#[test]
fn what_a_monitor_remembers_is_state() {
    let who = |first: &str| {
        format!(
            "function monitor(first, event)\n\
             \x20 if not first and gvm.read_var(0, 'a') == 1 then first = 'one' end\n\
             \x20 if not first and gvm.read_var(0, 'b') == 1 then first = 'two' end\n\
             \x20 if gvm.read_var(0, 'done') == 1 and first == '{first}' then\n\
             \x20   return first, 'assertion', first .. ' was first'\n  end\n  return first\nend\n"
        )
    };
    for engine in ENGINES {
        for first in ["one", "two"] {
            let sandbox = Sandbox::new();
            let wrong = check(&sandbox, FIRST, &who(first), &["--engine", engine]);
            assert_eq!(wrong.code(), Some(1), "{engine} {first}: {}{}", wrong.stdout, wrong.stderr);
            assert!(wrong.stdout.contains(&format!("{first} was first")), "{engine}: {}", wrong.stdout);
            fs::remove_file(sandbox.join("s.lua")).expect("it was there");
            let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
            assert_eq!(replayed.code(), Some(1), "{engine}: {}{}", replayed.stdout, replayed.stderr);
        }
        let right = check(&Sandbox::new(), FIRST, &who("nobody"), &["--engine", engine]);
        assert_eq!(right.code(), Some(0), "{engine}: {}{}", right.stdout, right.stderr);
    }
    let sandbox = Sandbox::new();
    let unknown = |script: &str, words: &str| {
        let ran = check(&sandbox, FIRST, script, &[]);
        assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(words), "no “{words}” in {}", ran.stdout);
    };
    unknown("function monitor() return {} end", "a text, a whole number, a truth value or nothing");
    unknown("function monitor() return 1, 'nonsense', 'x' end", "the kind `nonsense`");
    unknown("local n = 0 function monitor() n = n + 1 return n end", "remembers something");
}

/// What a script does not choose is not tried, and the answer says so; what is found needs no script.
#[test]
fn a_chooser_leaves_choices_out() {
    let last = "function on_choice(choices) return #choices end";
    let all = "function on_choice(choices) local all = {} for i in ipairs(choices) do all[i] = i end return all end";
    let low = "function on_state() if gvm.read_var(0, 'count') == 4 then return 'four' end end\n";
    for engine in ENGINES {
        let sandbox = Sandbox::new();
        let cut = check(&sandbox, COUNTS, last, &["--engine", engine]);
        assert_eq!(cut.code(), Some(3), "{engine}: {}{}", cut.stdout, cut.stderr);
        assert!(cut.stdout.contains("`on_choice` of the script leaves out"), "{engine}: {}", cut.stdout);
        let whole = check(&sandbox, COUNTS, all, &["--engine", engine]);
        assert_eq!(whole.code(), Some(0), "{engine}: {}{}", whole.stdout, whole.stderr);
        // Only the first thread goes on where it can: nobody sees both additions.
        let narrow = "function on_choice(choices)\n  for i, it in ipairs(choices) do if it.thread == 1 then return i end end\nend";
        let missed = check(&sandbox, COUNTS, &format!("{low}{narrow}"), &["--engine", engine]);
        assert_eq!(missed.code(), Some(3), "{engine}: {}{}", missed.stdout, missed.stderr);
        let found = check(&sandbox, COUNTS, &format!("{low}{all}"), &["--engine", engine]);
        assert_eq!(found.code(), Some(1), "{engine}: {}{}", found.stdout, found.stderr);
    }
    let sandbox = Sandbox::new();
    let unknown = |script: &str, words: &str| {
        let ran = check(&sandbox, COUNTS, script, &[]);
        assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(words), "no “{words}” in {}", ran.stdout);
    };
    unknown(
        "function on_choice() return 0 end",
        "`on_choice` of a script returns nothing, a number from 1 to 2",
    );
    unknown("function on_choice() return {} end", "`on_choice` of a script returns");
    unknown("local n = 0 function on_choice() n = n + 1 return 1 + n % 2 end", "remembers something");
}

/// States that a script takes for one are one; the answer is never `holds`.
#[test]
fn an_abstraction_never_holds() {
    let sandbox = Sandbox::new();
    let script = "function abstract() return gvm.read_var(0, 'count') % 2 end";
    let ran = check(&sandbox, COUNTS, script, &["--abstract-identity"]);
    assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_script_reports_the_answer() {
    let sandbox = Sandbox::new();
    let script = "function on_answer(answer) print('states: ' .. answer.stats.states, answer.verdict) end";
    let ran = check(&sandbox, COUNTS, script, &[]);
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.lines().last().is_some_and(|it| it.starts_with("states: ") && it.ends_with("holds")),
        "{}",
        ran.stdout
    );
}
