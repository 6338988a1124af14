//! `gmc debug` at a terminal: scripted sessions over recorded runs, forward and back; and what users get wrong.

use crate::sandbox::{Ran, Run, Sandbox, repository};
use std::fs;

/// Checks a classic bug and debugs its trace with these commands.
fn classic(name: &str, commands: &str) -> Ran {
    let sandbox = Sandbox::new();
    fs::copy(repository().join("examples/classics").join(name), sandbox.join(name)).expect("copied");
    assert_eq!(sandbox.gmc(["check", name]).run().code(), Some(1));
    sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands)
}

/// What was answered to each command.
fn answers(ran: &Ran) -> Vec<&str> {
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    let parts = ran.stdout.split("(gmc) ").skip(1);
    parts.map(|part| part.split_once('\n').map_or("", |it| it.1)).collect()
}

/// A program whose values are of all sorts, and its trace.
const VALUES: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned gmc_choose(unsigned);
enum light { RED, GREEN };
struct node { struct node *next; int value; unsigned low : 3, high : 5; double real; char name[8]; };
struct node first = { 0, 7, 5, 9, 0.5, \"first\" };
int numbers[4] = { 10, 20, 30, 40 };
enum light light = GREEN;
static int twice(int it) {
  int result = 2 * it;
  return result;
}
int main(void) {
  struct node *list = malloc(sizeof *list);
  if (!list) return 0;
  list->next = &first;
  list->value = twice(21);
  unsigned char small = 200;
  struct node *gone = malloc(sizeof *gone);
  free(gone);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += numbers[i];
  }
  {
    int sum = -1;
    list->value += sum;
  }
  assert(gmc_choose(2) == 0);
  free(list);
  return sum + small;
}
";

fn values(commands: &str) -> Ran {
    let sandbox = Sandbox::new();
    sandbox.write("values.c", VALUES);
    let ran = sandbox.gmc(["check", "values.c"]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands)
}

#[test]
fn session_in_the_document() {
    let path = repository().join("docs/debug.md");
    let text = fs::read_to_string(&path).expect("docs/debug.md");
    let mut out = String::new();
    let mut lines = text.lines();
    let mut sessions = 0;
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(program) = line.strip_prefix("<!-- debug: ").and_then(|it| it.strip_suffix(" -->")) else {
            continue;
        };
        let fence = lines.next().expect("a block of code follows");
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let commands: String =
            block.iter().filter_map(|it| it.strip_prefix("(gmc) ")).map(|it| format!("{it}\n")).collect();
        out += &format!("{fence}\n{}```\n", classic(program, &commands).succeeded().stdout);
        sessions += 1;
    }
    assert!(sessions > 0, "the document has no sessions");
    if std::env::var_os("GMC_UPDATE_DOCUMENTS").is_some() {
        fs::write(path, out).expect("written");
    } else {
        assert_eq!(text, out, "GMC_UPDATE_DOCUMENTS=1 ./x test debug brings docs/debug.md up to date");
    }
}

#[test]
fn there_and_back_again() {
    // Whichever way one comes to a place, it looks the same.
    const LOOK: [&str; 6] = ["where", "locals", "globals", "heap", "files", "threads"];
    let look = LOOK.join("\n");
    for program in ["lost-update.c", "philosophers.c", "forgotten-node.c", "aba.c"] {
        for motion in ["step", "operation"] {
            let forth = format!("{motion}\n{look}\n").repeat(60);
            let back = format!("reverse-{motion}\n{look}\n").repeat(60);
            let ran = classic(program, &format!("{look}\n{forth}{back}"));
            let answers = answers(&ran);
            let first = answers[..LOOK.len()].concat();
            let after = answers[LOOK.len()..].chunks(LOOK.len() + 1).map(|it| it[1..].concat());
            let mut forth: Vec<String> = std::iter::once(first).chain(after).collect();
            let mut back = forth.split_off(61);
            back.reverse();
            forth.dedup();
            back.dedup();
            // It turns where the run ends.
            assert!(forth.len() > 4 && forth.len() < 60, "{program}, {motion}: {}", forth.len());
            assert_eq!(forth[..forth.len() - 1], back, "{program}, {motion}");
        }
    }
}

#[test]
fn lines_of_one_thread() {
    let ran = classic("lost-update.c", &("next\n".repeat(8) + &"reverse-next\n".repeat(8)));
    let said = answers(&ran);
    let lines: Vec<&str> =
        said.iter().filter_map(|it| it.split("main() at lost-update.c:").nth(1)?.lines().next()).collect();
    assert_eq!(lines, ["16", "17", "18", "19", "20", "21", "21", "21", "20", "19", "18", "17", "16", "14"]);
}

#[test]
fn open_files() {
    let sandbox = Sandbox::new();
    let text = "\
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  int file = open(\"/tmp/notes\", O_RDWR | O_CREAT, 0600);
  write(file, \"hello\", 5);
  write(ends[1], \"abc\", 3);
  lseek(file, 2, SEEK_SET);
  unlink(\"/tmp/notes\");
  assert(0);
}
";
    sandbox.write("files.c", text);
    assert_eq!(sandbox.gmc(["check", "files.c"]).run().code(), Some(1));
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input("files\nu 11\nfiles\nend\nfiles\n");
    let said = answers(&ran);
    let standard = "0: standard input, to read\n1: output, to write\n2: output, to read and write\n";
    assert_eq!(said[0], standard);
    let pipe = "3: a pipe, to read, 3 bytes to be read\n4: a pipe, to write\n";
    assert_eq!(said[2], format!("{standard}{pipe}5: /tmp/notes, to read and write, at byte 2 of 5\n"));
    assert_eq!(
        said[4],
        format!("{standard}{pipe}5: a file without a name, to read and write, at byte 2 of 5\n")
    );
}

#[test]
fn functions_and_callers() {
    let ran = values("b twice\nc\nbt\nn\np result\nup\np list\nf\nrf\nrn\n");
    let said = answers(&ran);
    assert!(
        said[1].starts_with("breakpoint 1\nstep 1 of ") && said[1].contains("in twice() at"),
        "{}",
        said[1]
    );
    assert_eq!(said[2], "* 0  twice() at values.c:11\n  1  main() at values.c:18\n");
    assert!(said[3].contains("twice() at values.c:12"), "{}", said[3]);
    assert_eq!(said[4], "42\n");
    assert!(said[5].starts_with("1  main() at values.c:18\n"), "{}", said[5]);
    assert!(said[6].starts_with("heap object #1 (struct node"), "{}", said[6]);
    assert!(said[7].contains("main() at values.c:18"), "{}", said[7]);
    assert!(said[8].contains("breakpoint 1") || said[8].contains("values.c"), "{}", said[8]);
}

#[test]
fn expressions() {
    let asked = [
        ("list->value", "41"),
        ("(*list).next->value + 1", "8"),
        ("list->next == &first", "1"),
        ("&first", "&first"),
        ("&first.value", "&first.value"),
        ("&numbers[2] - numbers", "2"),
        ("*(numbers + 3)", "40"),
        ("numbers[1] * 2 - -1", "41"),
        ("first.low", "5"),
        ("first.high", "9"),
        ("first.real * 2", "1"),
        ("first.name", "\"first\""),
        ("first.name[0] == 'f'", "1"),
        ("light", "GREEN"),
        ("light == RED", "0"),
        ("small", "200"),
        ("(signed char)small", "-56"),
        ("sum", "60"),
        ("0u - 1", "4294967295"),
        ("-1 < 0u", "0"),
        ("sizeof(struct node)", "32"),
        ("sizeof numbers / sizeof numbers[0]", "4"),
        ("list && !list->next->next", "1"),
        ("list ? 1 : 1 / 0", "1"),
        ("(long)0x10 << 32", "68719476736"),
        // What cannot be looked at.
        ("first.next->value", "this is a null pointer: nothing is there"),
        ("gone->value", "this memory was freed"),
        ("numbers[4]", "offset 16 is outside of `numbers`, which has 16 bytes"),
        ("*(int *)12345", "there is no memory at 0x3039"),
        ("1 / 0", "this is a division by zero"),
        ("nothing", "there is no `nothing` here"),
        ("first.nothing", "`struct node` has no member `nothing`"),
        ("light.x", "`enum light` is no structure: it has no member `x`"),
        ("*light", "only pointers can be dereferenced"),
        ("list->value = 3", "`=` would change the run, which is as it was recorded"),
        ("twice", "`twice` is a function"),
        ("twice(1)", "functions cannot be called here: the run is as it was recorded"),
        ("first +", "the expression ends too early"),
        ("(struct nothing *)list", "the program has no type `struct nothing`"),
        ("&sum", "the program never takes the address of this variable: it has none here"),
        ("first + 1", "a `struct node` cannot be calculated with"),
        ("@", "`@` does not belong into an expression"),
    ];
    let commands: String = asked.iter().map(|it| format!("print {}\n", it.0)).collect();
    let ran = values(&format!("end\n{commands}p list->value\n"));
    let said = answers(&ran);
    for ((text, expected), said) in asked.iter().zip(&said[1..]) {
        assert_eq!(said.trim_end(), *expected, "{text}");
    }
    assert_eq!(*said.last().expect("answers"), "41\n", "looking changes nothing");
}

#[test]
fn scopes_that_hide_names() {
    let ran = values("u 28\np sum\nu 30\np sum\nwho list->value\nwho light\nwho 3\n");
    let said = answers(&ran);
    assert_eq!(said[1], "-1\n");
    assert_eq!(said[3], "60\n");
    assert!(said[4].contains("main() at values.c:28") && said[4].contains("42 → 41"), "{}", said[4]);
    assert_eq!(said[5], "nobody has written light so far\n");
    assert_eq!(said[6], "`3` is no variable\n");
}

#[test]
fn watching() {
    let ran = values("u 22\nwatch sum\nc\nc\nc\nc\nrc\nrc\nstops\ndelete 1\nc\n");
    let said = answers(&ran);
    let changes: Vec<&str> = said[2..8].iter().map(|it| it.lines().next().unwrap_or_default()).collect();
    assert_eq!(changes[..3], ["watch 1: sum: not set → 0", "watch 1: sum: 0 → 10", "watch 1: sum: 10 → 30"]);
    assert_eq!(changes[3], "watch 1: sum: 30 → 60");
    assert_eq!(changes[4], "watch 1: sum: 30 → 60", "back over the same");
    assert_eq!(changes[5], "watch 1: sum: 10 → 30");
    assert_eq!(said[8], "1 watches sum\n");
    assert!(said[10].starts_with("assertion: "), "{}", said[10]);
}

#[test]
fn loops_in_one_line_and_conditions() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "loop.c",
        "#include <assert.h>\nint sum;\nint main(void) {\n  for (int i = 0; i < 50000; i++) sum += i % 3;\n  assert(sum == 1);\n}\n",
    );
    assert_eq!(sandbox.gmc(["check", "loop.c"]).run().code(), Some(1));
    let commands = "b 4 if i == 40000\nc\np i\ns\np i\nrs\nrs\np i\nc\nend\nrc\np i\nrc\n";
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands);
    let said = answers(&ran);
    assert!(said[1].starts_with("breakpoint 1\n"), "{}", said[1]);
    let values: Vec<&str> = [2, 4, 7, 11].map(|at| said[at].trim()).to_vec();
    assert_eq!(values, ["40000", "40001", "39999", "40000"], "{}", ran.stdout);
    assert!(said[12].starts_with("the start of the run"), "{}", said[12]);
}

#[test]
fn values_that_were_left_open() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "open.c",
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint g;\nint main(void) {\n  int x = \
         __VERIFIER_nondet_int();\n  g = x;\n  if (x > 3)\n    assert(x != 17);\n  return x;\n}\n",
    );
    assert_eq!(sandbox.gmc(["check", "open.c"]).run().code(), Some(1));
    // The search leaves them open; the trace has numbers.
    let commands = "u 7\np x\np g\np x + 1\nend\np x\np g\n";
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands);
    let said = answers(&ran);
    let values: Vec<&str> = [1, 2, 3, 5, 6].map(|at| said[at].trim()).to_vec();
    assert_eq!(values, ["17", "17", "18", "17", "17"], "{}", ran.stdout);
}

#[test]
fn names_of_cplusplus() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "item.cc",
        "#include <cassert>\nnamespace ns { int counter; }\nstruct base { int id; };\nstruct item : base { int value; item *next; };\n\
         static int pick(const item &it, int &out) {\n  out = it.value;\n  return it.id;\n}\nint main() {\n  item a;\n  a.id = 1;\n  \
         a.value = 5;\n  a.next = nullptr;\n  int out = 0;\n  ns::counter = pick(a, out);\n  assert(ns::counter == 2);\n}\n",
    );
    assert_eq!(sandbox.gmc(["check", "item.cc"]).run().code(), Some(1));
    let commands = "b pick\nc\nbt\np it.value\np it.id\nn\np out\nend\np ns::counter\np a.id\n";
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands);
    let said = answers(&ran);
    assert!(said[2].starts_with("* 0  pick(item const&, int&) at item.cc:6\n"), "{}", said[2]);
    let values: Vec<&str> = [3, 4, 6, 8, 9].map(|at| said[at].trim()).to_vec();
    assert_eq!(values, ["5", "1", "5", "1", "1"], "{}", ran.stdout);
}

#[test]
fn the_other_choice() {
    let sandbox = Sandbox::new();
    sandbox.write("values.c", VALUES);
    assert_eq!(sandbox.gmc(["check", "values.c"]).run().code(), Some(1));
    let commands =
        "end\nchoices\nro\nchoices\ntake 9\ntake x\ntake 2\ntake 1\nc\nwhy\nsave other.json\nrc\nend\n";
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands);
    let said = answers(&ran);
    assert!(said[3].contains("* 2  thread 0: gmc_choose(2)"), "{}", said[3]);
    assert!(said[4].contains("there are choices 1 to 2"), "{}", said[4]);
    assert!(said[5].contains("`x` is no number"), "{}", said[5]);
    assert_eq!(said[6], "this is what the run does\n");
    assert!(said[7].starts_with("thread 0: gmc_choose(2)"), "{}", said[7]);
    assert!(said[9].starts_with("nothing is wrong"), "{}", said[9]);
    assert!(said[10].ends_with("at the end of which nothing is wrong\n"), "{}", said[10]);
    let replayed = sandbox.gmc(["replay", "other.json"]).run();
    assert_eq!(replayed.code(), Some(0), "{}{}", replayed.stdout, replayed.stderr);
    let again = sandbox.gmc(["debug", "other.json"]).run_with_input("end\n");
    assert!(answers(&again)[0].starts_with("the program has ended"), "{}", again.stdout);
    // And from a harmless run to the error.
    let ran = sandbox.gmc(["debug", "other.json"]).run_with_input("end\nro\ntake 2\nsave wrong.json\n");
    assert!(answers(&ran)[3].ends_with("which leads to: assertion\n"), "{}", ran.stdout);
    assert_eq!(sandbox.gmc(["replay", "wrong.json"]).run().code(), Some(1));
}

#[test]
fn a_run_that_went_another_way_goes_on_for_ever_but_not_here() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "spin.c",
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int go, n;\nstatic void *spin(void *arg) {\n  \
         while (!go) n = !n;\n  return arg;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, spin, 0);\n  \
         assert(n == 0);\n  for (;;) n = 0;\n}\n",
    );
    assert_eq!(sandbox.gmc(["check", "spin.c"]).run().code(), Some(1));
    let ran =
        sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input("go 2\nchoices\ntake 1\ntake 2\nc\nrc\n");
    let said = answers(&ran);
    assert!(said[4].starts_with("the run has become very long"), "{}", ran.stdout);
}

#[test]
fn threads() {
    let ran = classic(
        "philosophers.c",
        "end\nthreads\nthread 2\nbt\np left\np fork_[left]\nthread 7\nframe 3\ndown\n",
    );
    let said = answers(&ran);
    assert!(said[0].starts_with("deadlock: "), "{}", said[0]);
    assert!(said[1].contains("thread 2 waits in pthread_mutex_lock, in dine()"), "{}", said[1]);
    assert!(said[2].contains("dine() at"), "{}", said[2]);
    assert_eq!(said[4], "1\n");
    assert_eq!(said[5], "held by thread 2\n");
    assert_eq!(said[6], "there are threads 0 to 3\n");
    assert_eq!(said[7], "thread 2 has calls 0 to 0\n");
    assert_eq!(said[8], "this is the innermost call\n");
}

#[test]
fn what_users_get_wrong() {
    let asked = [
        ("frobnicate", "there is no command `frobnicate`"),
        ("re", "could be any of reverse-step"),
        ("step x", "`x` is no number"),
        ("bt 1", "`backtrace` takes nothing"),
        ("print", "`print` takes EXPRESSION"),
        ("until", "`until` takes"),
        ("until 9999", "there is no code in line 9999"),
        ("until other.c:3", "the program has no code in a file other.c"),
        ("break nothing", "there is no function `nothing`"),
        ("break 5 if (", "the expression ends too early"),
        ("delete 3", "there is no such breakpoint"),
        ("go 0", "the run has steps 1 to 9"),
        ("go 10", "the run has steps 1 to 9"),
        ("rs", "this is the start of the run"),
        ("save /nowhere/at/all.json", "cannot write /nowhere/at/all.json"),
        ("list 4000", "there is no line 4000"),
        ("help nothing", "there is no command `nothing`"),
        ("thread -1", "`-1` is no number"),
        ("step 0", "this is the"),
        ("locals", "thread 0 is in no function"),
    ];
    let commands: String = asked.iter().map(|it| format!("{}\n", it.0)).collect();
    // The last line has no end, and is not even text.
    let ran = classic("lost-update.c", &format!("{commands}\u{0}\u{1b}[A"));
    for ((text, expected), said) in asked.iter().zip(answers(&ran)) {
        assert!(said.contains(expected), "{text}: {said}");
        assert_eq!(said.lines().count(), 1, "{text}: {said}");
    }
    assert_eq!(ran.stderr, "");
}

/// A tree that leans to the left is as deep as its chain is long, and is refused like other deep ones.
#[test]
fn expressions_that_are_too_long() {
    const REFUSED: &str = "the expression is nested too deeply\n";
    let ran = values(&format!("print 1{}\n", "+1".repeat(20_000)));
    assert_eq!(answers(&ran), [REFUSED]);
    let chains = [("1", "&&1"), ("numbers", "[0]"), ("first", ".next"), ("list", "->next")];
    let asked: Vec<String> = chains
        .map(|(first, link)| format!("{first}{}", link.repeat(300)))
        .iter()
        .flat_map(|chain| ["print ", "watch ", "who ", "break main if "].map(|it| format!("{it}{chain}\n")))
        .collect();
    let ran = values(&asked.concat());
    let said = answers(&ran);
    assert_eq!(said.len(), asked.len());
    for (text, said) in asked.iter().zip(said) {
        assert_eq!(said, REFUSED, "{}", &text[..30]);
    }
}

#[test]
fn traces_that_are_none_or_of_another_program() {
    let sandbox = Sandbox::new();
    sandbox.write("a.json", "{}");
    sandbox.gmc(["debug", "a.json"]).run().refused(&["a.json", "no trace"]);
    sandbox.gmc(["debug", "b.json"]).run().refused(&["b.json"]);
    assert_eq!(sandbox.gmc(["debug"]).run().code(), Some(2));
    sandbox.write("values.c", VALUES);
    assert_eq!(sandbox.gmc(["check", "values.c"]).run().code(), Some(1));
    // A line more changes nothing that matters.
    sandbox.write("values.c", &format!("\n{VALUES}"));
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input("end\n");
    assert!(ran.stderr.contains("have changed since") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert!(answers(&ran)[0].starts_with("assertion: "), "{}", ran.stdout);
    // Without the choice there is nothing to choose.
    sandbox.write("values.c", &VALUES.replace("gmc_choose(2) == 0", "light == GREEN"));
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input("end\np light\nrs\n");
    assert!(ran.stderr.contains("goes another way than the trace from step 2 on"), "{}", ran.stderr);
    assert_eq!(answers(&ran)[1], "GREEN\n");
    fs::remove_file(sandbox.join("values.c")).expect("removed");
    sandbox.gmc(["debug", "gmc-trace.json"]).run().refused(&["values.c", "is not here"]);
}
