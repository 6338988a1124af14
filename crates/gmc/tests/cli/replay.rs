//! `gmc replay`: traces that lead where they promise, and those that do not.

use crate::sandbox::{Ran, Run, Sandbox, repository};
use std::collections::BTreeSet;
use std::fs;

const LIST: &str = "\
#include <pthread.h>
#include <stdlib.h>
#include \"node.h\"
static struct node *head;
static int length;
static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->next = head;
  head = node;
  length++;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, push, argv[argc - 1]);
  push(0);
  pthread_join(thread, 0);
  return length == LENGTH;
}
";

/// A directory `project` with a trace in it.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("project/list.c", LIST);
    sandbox.write("project/include/node.h", "struct node {\n  struct node *next;\n};\n");
    let mut check = sandbox.gmc(["check", "list.c", "-Iinclude", "-DLENGTH=2", "--", "one", "two"]);
    let ran = check.current_dir(sandbox.join("project")).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    sandbox
}

fn replay(sandbox: &Sandbox, directory: &str, trace: &str) -> Ran {
    sandbox.gmc(["replay", trace]).current_dir(sandbox.join(directory)).run()
}

fn edit(sandbox: &Sandbox, change: impl Fn(&str) -> String) {
    let path = sandbox.join("project/gmc-trace.json");
    let text = fs::read_to_string(&path).expect("a trace");
    fs::write(path, change(&text)).expect("written");
}

#[test]
fn step_by_step() {
    let ran = replay(&sandbox(), "project", "gmc-trace.json");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let text = &ran.stdout;
    assert!(text.starts_with("1  thread 0  list.c:13  int main(int argc, char **argv) {\n"), "{text}");
    assert!(text.contains("list.c:8 ") && text.contains("head is NULL\n"), "{text}");
    assert!(text.contains("data-race: "), "{text}");
}

#[test]
fn values_by_their_types() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.c",
        "#include <assert.h>\nunsigned gmc_choose(unsigned);\nenum light { RED, GREEN };\nstruct { enum light light; signed char \
         level; unsigned a : 3, b : 5; double d; } s[2];\nint *p;\nint main(void) {\n  int i = gmc_choose(2);\n  s[i].light = \
         GREEN;\n  s[i].level = -1;\n  s[i].b = 9;\n  s[i].d = 0.5;\n  p = &p == 0 ? 0 : (int *)&s[1].level;\n  assert(i == \
         0);\n}\n",
    );
    assert_eq!(sandbox.gmc(["check", "a.c"]).run().code(), Some(1));
    let text = sandbox.gmc(["replay", "gmc-trace.json"]).run().stdout;
    for part in [
        "gmc_choose(2): outcome 1\n",
        "s[1].light: RED → GREEN\n",
        "s[1].level: 0 → -1\n",
        "s[1].b: 0 → 9\n",
        "s[1].d: 0 → 0.5\n",
        "p: NULL → &s[1].level\n",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}

/// The program is found where the check was run, and also where the trace is, wherever that is by now.
#[test]
fn from_other_directories() {
    let sandbox = sandbox();
    let first = replay(&sandbox, "project", "gmc-trace.json");
    fs::rename(sandbox.join("project"), sandbox.join("moved")).expect("moved");
    let moved = replay(&sandbox, "", "moved/gmc-trace.json");
    assert_eq!((moved.code(), &moved.stdout), (Some(1), &first.stdout), "{}", moved.stderr);
    let absolute = sandbox.join("moved/gmc-trace.json");
    let far = replay(&sandbox, "moved/include", &absolute.to_string_lossy());
    assert_eq!((far.code(), &far.stdout), (Some(1), &first.stdout), "{}", far.stderr);
    fs::rename(absolute, sandbox.join("lost.json")).expect("moved");
    replay(&sandbox, "", "lost.json").refused(&["lost.json", "list.c is not here", "where `gmc check` ran"]);
}

#[test]
fn a_program_that_has_changed() {
    let sandbox = sandbox();
    let changed = |from: &str, to: &str| {
        sandbox.write("project/list.c", &LIST.replace(from, to));
        replay(&sandbox, "project", "gmc-trace.json")
    };
    let warning =
        "gmc: warning: the program, its flags or the compiler have changed since gmc-trace.json was written";
    // A line elsewhere, which moves all others: the run is still there.
    let moved = changed("static int length;", "static int unused = 1;\n\nstatic int length;");
    assert_eq!(moved.code(), Some(1), "{}{}", moved.stdout, moved.stderr);
    assert_eq!(moved.stderr.trim(), warning);
    assert!(moved.stdout.contains("data-race: "), "{}", moved.stdout);
    // A step that was not there: which one, and what is there now.
    let other = changed("node->next = head;", "length = 1;\n  node->next = head;");
    assert_eq!(other.code(), Some(3), "{}{}", other.stdout, other.stderr);
    assert!(other.stderr.starts_with(warning), "{}", other.stderr);
    let why = "the program goes another way than the trace from step 2 on: it was `push: read head`, now it is `push: write length`";
    assert!(other.stderr.contains(why), "{}", other.stderr);
    // A comment changes nothing.
    let same = changed("length++;", "length++; /* one more */");
    assert_eq!((same.code(), same.stderr.as_str()), (Some(1), ""));
}

/// A trace that asks for the impossible, or leads elsewhere, is not believed.
#[test]
fn deviations() {
    let without_choices = |text: &str| text.split("\"choices\"").next().unwrap_or_default().to_owned();
    for (choices, why) in [
        ("[[0,0],[7,0]]", "not possible here"),
        ("[[0,1]]", "not possible here"),
        ("[[0,0]]", "nothing is wrong at the end"),
        ("[]", "nothing is wrong at the end"),
    ] {
        let sandbox = sandbox();
        edit(&sandbox, |text| format!("{}\"choices\": {choices}\n}}\n", without_choices(text)));
        let ran = replay(&sandbox, "project", "gmc-trace.json");
        assert_eq!(ran.code(), Some(3), "{choices}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(why), "{choices}: {}", ran.stderr);
    }
    let sandbox = sandbox();
    edit(&sandbox, |text| text.replace("\"data-race\"", "\"deadlock\""));
    let ran = replay(&sandbox, "project", "gmc-trace.json");
    assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("something else is wrong at the end"), "{}", ran.stderr);
}

/// The document names the keys that there are, and no others.
#[test]
fn documented_keys() {
    let document = fs::read_to_string(repository().join("docs/trace.md")).expect("the document");
    let rows = document.lines().skip_while(|line| !line.starts_with("| key ")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    let documented: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let text = fs::read_to_string(sandbox().join("project/gmc-trace.json")).expect("a trace");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let keys: BTreeSet<&str> = trace.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, documented);
}

/// Functions of another thread library are as much a part of the program as its own.
#[test]
fn another_thread_library() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.c",
        "#include <pthread.h>\nvoid acquire(pthread_mutex_t *);\nstatic pthread_mutex_t m = \
         PTHREAD_MUTEX_INITIALIZER;\nint main(void) {\n  acquire(&m);\n  acquire(&m);\n}\n",
    );
    sandbox.write("threads.conf", "acquire = pthread_mutex_lock\n");
    let check = |threads: &str| sandbox.gmc(["check", "a.c", "--threads", threads]).run();
    let ran = check("threads.conf");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(": deadlock: "), "{}", ran.stdout);
    assert_eq!(replay(&sandbox, "", "gmc-trace.json").code(), Some(1));
    sandbox.write("threads.conf", "acquire = pthread_mutex_trylock\n");
    assert_eq!(replay(&sandbox, "", "gmc-trace.json").code(), Some(3));
    sandbox.write("wrong.conf", "\nacquire\n");
    check("wrong.conf").refused(&["wrong.conf: line 2: "]);
    check("missing.conf").refused(&["missing.conf cannot be read"]);
}

#[test]
fn no_traces() {
    let sandbox = sandbox();
    let whole = fs::read_to_string(sandbox.join("project/gmc-trace.json")).expect("a trace");
    let files = [
        ("empty", String::new(), "is no trace of gmc"),
        ("text", "Once upon a time".to_owned(), "is no trace of gmc"),
        ("other", "{\"a\": 1}".to_owned(), "does not say `gmc-trace`"),
        ("list", "[1, 2]".to_owned(), "does not say `gmc-trace`"),
        ("half", whole[..whole.len() / 2].to_owned(), "is no trace of gmc"),
        ("future", whole.replace("\"gmc-trace\": 1", "\"gmc-trace\": 999"), "form 999"),
        ("keys", whole.replace("\"inputs\"", "\"outputs\""), "missing field `inputs`"),
        ("inputs", whole.replace("[\"list.c\"]", "[]"), "does not say what was checked"),
        ("kind", whole.replace("\"data-race\"", "\"bad-luck\""), "bad-luck"),
        ("choices", whole.replace("\"choices\": [[", "\"choices\": [[-1,0],["), "is no trace of gmc"),
    ];
    for (name, text, why) in files {
        sandbox.write(format!("project/{name}.json"), &text);
        replay(&sandbox, "project", &format!("{name}.json")).refused(&[&format!("{name}.json"), why]);
    }
    replay(&sandbox, "project", "missing.json").refused(&["missing.json", "cannot be read"]);
    assert_eq!(sandbox.gmc(["replay"]).run().code(), Some(2));
}
