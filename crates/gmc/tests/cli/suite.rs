//! `gmc check --tests`: inputs of runs as files, and what the native program does with them. The judge of what tests
//! cover is gcov, which shares nothing with gmc.

use crate::sandbox::{Ran, Run, Sandbox, has, repository, skip};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const PROGRAM: &str = "\
#include <assert.h>
#include <gmc.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
double __VERIFIER_nondet_double(void);
static int classify(int x) {
  if (x < 0)
    return -1;
  switch (x % 4) {
  case 0: return 10;
  case 1: return 20;
  }
  return 30;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  gmc_assume(x < 1000000);
  int y = classify(x);
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c == 'q' && y == 20)
    assert(x != 424241);
  struct { short a, b, c; } s;
  gmc_any(&s, sizeof s, \"s\");
  if (s.b * 7 == 49)
    y++;
  if (gmc_choose(3) == 2)
    y += 2;
  if (__VERIFIER_nondet_double() > 1.5)
    y += 4;
  return y > 100;
}
";

fn check(sandbox: &Sandbox, line: &str) -> Ran {
    sandbox.gmc(["check"]).args(line.split_whitespace()).run()
}

fn figures(ran: &Ran) -> Value {
    let report: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    report["tests"].clone()
}

/// Names of the tests in a directory, in the order of their numbers.
fn tests(sandbox: &Sandbox, directory: &str) -> Vec<String> {
    let mut numbers: Vec<u32> = sandbox
        .files()
        .iter()
        .filter_map(|it| it.strip_prefix(&format!("{directory}/test-"))?.strip_suffix(".test")?.parse().ok())
        .collect();
    numbers.sort_unstable();
    numbers.iter().map(|number| format!("{directory}/test-{number}")).collect()
}

fn read(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(sandbox.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The line of a test that says what its run comes to.
fn end(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("end ")).expect("every test says how it ends")
}

/// A compiled program with what feeds tests to it.
fn compile(sandbox: &Sandbox, sources: &[&str], flags: &[&str]) {
    let mut gcc = sandbox.command("gcc");
    gcc.args(["-w", "-g", "-idirafter"]).arg(repository().join("include")).args(flags).args(sources);
    gcc.args(["-pthread", "-lm", "-o", "native"]).run().succeeded();
}

fn native(sandbox: &Sandbox, test: &str) -> Ran {
    sandbox.command("timeout").args(["10", "./native"]).env("GMC_TEST", format!("{test}.test")).run()
}

#[test]
fn each_test_does_natively_what_it_says() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", PROGRAM);
    let ran = check(&sandbox, "it.c --tests out --format json");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let figures = figures(&ran);
    assert_eq!((&figures["covered"], &figures["branches"]), (&17.into(), &17.into()), "{figures}");
    assert_eq!((&figures["errors"], &figures["lost"]), (&1.into(), &0.into()), "{figures}");
    compile(&sandbox, &["it.c", "out/replay.c"], &[]);
    let tests = tests(&sandbox, "out");
    assert_eq!(figures["count"], tests.len());
    for test in &tests {
        let text = read(&sandbox, &format!("{test}.test"));
        let ran = native(&sandbox, test);
        let is_error = end(&text).starts_with("error assertion it.c:21: ");
        assert!(is_error || end(&text) == "completed", "{text}");
        assert_eq!(ran.code().is_none_or(|it| it > 1), is_error, "{text}{}{}", ran.status, ran.stderr);
        assert_eq!(sandbox.join(format!("{test}.err")).exists(), is_error, "{text}");
        // gmc itself comes to the same end.
        let replayed = sandbox.gmc(["replay", &format!("{test}.json")]).run();
        assert_eq!(replayed.code(), Some(i32::from(is_error)), "{text}{}", replayed.stderr);
        // Test-Comp's form has the same values.
        let xml = read(&sandbox, &format!("{test}.xml"));
        assert_eq!(xml.contains("<testcase coversError=\"true\">"), is_error, "{xml}");
        let inputs = text.lines().filter_map(|it| it.strip_prefix("input ")?.split(' ').nth(2));
        let values = xml.lines().filter_map(|it| it.strip_suffix("</input>")?.split('>').nth(1));
        assert!(inputs.eq(values), "{text}{xml}");
    }
    let metadata = read(&sandbox, "out/metadata.xml");
    for part in ["<programfile>it.c</programfile>", "<entryfunction>main</entryfunction>", "@DECISIONEDGE"] {
        assert!(metadata.contains(part), "{metadata}");
    }
}

#[test]
fn every_path_has_a_test_of_its_own() {
    let sandbox = Sandbox::new();
    let body = "int f(int x) { if (x == 1) return 1; if (x == 2) return 2; return 0; }\n";
    let start = format!("#include <gmc.h>\n{body}int __VERIFIER_nondet_int(void);\nint main(void) {{\n");
    sandbox.write(
        "it.c",
        &format!("{start}int r = f(__VERIFIER_nondet_int());\ngmc_assume(r != 2);\nr += f(__VERIFIER_nondet_int());\nreturn r;\n}}\n"),
    );
    for options in ["", "--engine dfs --no-reduction", "--engine bfs", "--engine runs", "-j 2"] {
        let _ = fs::remove_dir_all(sandbox.join("out"));
        let ran = check(&sandbox, &format!("it.c --tests out --tests-per path --format json {options}"));
        let all = tests(&sandbox, "out");
        let inputs: std::collections::BTreeSet<Vec<String>> = all
            .iter()
            .map(|test| {
                let text = read(&sandbox, &format!("{test}.test"));
                let values = text.lines().filter_map(|it| it.strip_prefix("input ")?.split(' ').nth(2));
                let class =
                    |it: &str| if ["1", "2"].contains(&it) { it.to_owned() } else { "other".to_owned() };
                values.map(class).collect()
            })
            .collect();
        assert_eq!(figures(&ran)["covered"], 4, "{options}: {}", ran.stdout);
        // Where states are stored, what follows equal states is followed once.
        assert!(all.len() >= 4 && inputs.len() == all.len(), "{options}: {inputs:?}");
    }
}

#[test]
fn tests_of_one_function() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "it.c",
        "struct point { int x; float y; char name[3]; };\n\
         static int good(const struct point *p, const char *text, double scale, unsigned char flags) {\n\
           if (!p || !text)\n    return 1;\n\
           if (p->x == 77 && p->y > 2.5f && p->name[1] == 'z')\n    return 2;\n\
           if (text[0] == 'a' && text[1] == 'b' && !text[2])\n    return 3;\n\
           if (scale * 2 == 9 && flags >> 4 == 5)\n    __builtin_abort();\n\
           return 0;\n}\n\
         int main(void) { return good(0, 0, 0, 0); }\n",
    );
    let ran = check(&sandbox, "it.c --function good --tests out --format json");
    let figures = figures(&ran);
    assert_eq!((&figures["covered"], &figures["branches"]), (&20.into(), &20.into()), "{figures}");
    compile(&sandbox, &["out/harness.c", "out/replay.c"], &[]);
    let mut aborted = false;
    for test in tests(&sandbox, "out") {
        let (text, ran) = (read(&sandbox, &format!("{test}.test")), native(&sandbox, &test));
        let is_error = end(&text).starts_with("error abort");
        aborted |= is_error;
        assert_eq!(ran.code() != Some(0), is_error, "{text}{}{}", ran.status, ran.stderr);
    }
    assert!(aborted);
}

#[test]
fn tests_found_before_a_limit_stay() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "it.c",
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n  unsigned hash = 1;\n  for (;;) {\n    \
         int x = __VERIFIER_nondet_int();\n    hash = hash * 31 + x;\n    if (x == 77)\n      hash ^= 5;\n    \
         if (hash == 123456)\n      return 1;\n  }\n}\n",
    );
    let ran = check(&sandbox, "it.c --tests out --time 2");
    assert_eq!(ran.code(), Some(3), "{}{}", ran.stdout, ran.stderr);
    let count = tests(&sandbox, "out").len();
    assert!(count >= 2, "{}", ran.stdout);
    let line = ran.stdout.lines().find(|it| it.starts_with("tests: ")).expect("a line about tests");
    assert!(line.starts_with(&format!("tests: {count} in out")) && line.contains(" of 4 branches"), "{line}");
    assert!(sandbox.files().iter().all(|it| !it.starts_with("out/.")), "{:?}", sandbox.files());
}

#[test]
fn directories_that_cannot_be_used() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", "int main(void) { return 0; }\n");
    sandbox.write("full/notes", "mine\n");
    check(&sandbox, "it.c --tests full").refused(&["full has files already", "empty directory"]);
    check(&sandbox, "it.c --tests it.c/out").refused(&["cannot write it.c/out"]);
    check(&sandbox, "it.c --tests it.c").refused(&["cannot write it.c"]);
    let ran = check(&sandbox, "it.c --tests-per path");
    assert_eq!(ran.code(), Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("--tests <DIR>"), "{}", ran.stderr);
    assert_eq!(read(&sandbox, "full/notes"), "mine\n");
    // No branches: one test without inputs.
    let ran = check(&sandbox, "it.c --tests new/deep");
    assert!(ran.stdout.contains("in new/deep; they cover 0 of 0 branches"), "{}", ran.stdout);
}

#[test]
fn a_full_disk_ends_tests_and_not_the_search() {
    let sandbox = Sandbox::new();
    sandbox.write("it.c", PROGRAM);
    let script = "mkdir out && mount -t tmpfs -o size=32k none out && exec \"$0\" check it.c --tests out --allow assertion";
    let mut command = sandbox.command("unshare");
    let ran = command.args(["-Urm", "sh", "-c", script, crate::sandbox::GMC]).run();
    if ran.stdout.is_empty() {
        return skip(&format!(
            "nothing can be mounted ({}), so a full disk is not tested",
            ran.stderr.trim()
        ));
    }
    assert!(ran.stderr.contains("gmc: error: cannot write out/test-"), "{}", ran.stderr);
    assert!(ran.stderr.contains("No space left on device"), "{}", ran.stderr);
    assert!(ran.stdout.contains("tests: ") && ran.stdout.contains("states"), "{}", ran.stdout);
}

#[test]
fn threads_have_their_order_in_the_trace() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "it.c",
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nint __VERIFIER_nondet_int(void);\n\
         atomic_int x;\nvoid *f(void *it) { atomic_store(&x, 1); return it; }\nint main(void) {\n  pthread_t t;\n  \
         int wanted = __VERIFIER_nondet_int();\n  pthread_create(&t, 0, f, 0);\n  if (atomic_load(&x) == 0 && wanted == 9)\n    \
         assert(0);\n  pthread_join(t, 0);\n  return 0;\n}\n",
    );
    let ran = check(&sandbox, "it.c --tests out");
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let all = tests(&sandbox, "out");
    let wrong = all.iter().find(|it| sandbox.join(format!("{it}.err")).exists()).expect("an error");
    assert!(read(&sandbox, &format!("{wrong}.test")).contains("input __VERIFIER_nondet_int = 9 "));
    assert!(all.iter().any(|it| read(&sandbox, &format!("{it}.test")).contains("it has several threads")));
    assert_eq!(sandbox.gmc(["replay", &format!("{wrong}.json")]).run().code(), Some(1));
}

/// The session at the start of docs/tests.md. `GMC_UPDATE_DOCUMENTS=1 ./x test suite` brings it up to date.
#[test]
fn the_document_shows_what_happens() {
    let path = repository().join("docs/tests.md");
    let text = fs::read_to_string(&path).expect("docs/tests.md");
    let (before, rest) = text.split_once("```\n$ gmc").expect("a session");
    let (_, after) = rest.split_once("```\n").expect("its end");
    let sandbox = Sandbox::new();
    fs::copy(repository().join("examples/triangle.c"), sandbox.join("triangle.c")).expect("copied");
    let mut session = String::new();
    for command in ["gmc check triangle.c --tests out", "cat out/test-2.test"] {
        let mut words = command.split(' ');
        let mut run = match words.next() {
            Some("gmc") => sandbox.gmc([""; 0]),
            other => sandbox.command(other.expect("a command")),
        };
        session += &format!("$ {command}\n{}", run.args(words).run().stdout);
    }
    let actual = format!("{before}```\n{session}```\n{after}");
    if std::env::var_os("GMC_UPDATE_DOCUMENTS").is_some() {
        fs::write(path, actual).expect("written");
        return;
    }
    // Time and memory differ from run to run.
    let without_figures = |text: &str| {
        let line = |it: &str| if it.contains(" states, ") { String::new() } else { it.to_owned() };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        without_figures(&text),
        without_figures(&actual),
        "GMC_UPDATE_DOCUMENTS=1 ./x test suite mends it"
    );
}

#[test]
fn tasks_of_test_comp() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "it.c",
        "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint main(void) {\n  \
         int x = __VERIFIER_nondet_int();\n  if (x * 3 == 21)\n    reach_error();\n  if (x == 5)\n    return 1;\n  return 0;\n}\n",
    );
    let cover = |goal: &str| format!("COVER( init(main()), FQL(COVER EDGES({goal})) )\n");
    sandbox.write("coverage-branches.prp", &cover("@DECISIONEDGE"));
    sandbox.write("coverage-error-call.prp", &cover("@CALL(reach_error)"));
    sandbox.write(
        "it.yml",
        "format_version: '2.0'\ninput_files: 'it.c'\nproperties:\n  - property_file: coverage-branches.prp\n  - property_file: \
         coverage-error-call.prp\noptions:\n  language: C\n  data_model: LP64\n",
    );
    check(&sandbox, "--svcomp it.yml --property coverage-branches").refused(&["--tests DIR"]);
    let ran = check(&sandbox, "--svcomp it.yml --property coverage-branches --tests b");
    assert_eq!(
        (ran.stdout.lines().next(), ran.code()),
        (Some("done"), Some(0)),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(ran.stdout.contains("they cover 4 of 4 branches"), "{}", ran.stdout);
    assert!(read(&sandbox, "b/metadata.xml").contains("@DECISIONEDGE"));
    let ran = check(&sandbox, "--svcomp it.yml --property coverage-error-call --tests e");
    assert_eq!(ran.stdout.lines().next(), Some("done"), "{}{}", ran.stdout, ran.stderr);
    let all = tests(&sandbox, "e");
    let covers: Vec<&String> = all
        .iter()
        .filter(|it| read(&sandbox, &format!("{it}.xml")).contains("coversError=\"true\""))
        .collect();
    assert_eq!(covers.len(), 1, "{all:?}");
    assert!(read(&sandbox, &format!("{}.xml", covers[0])).contains("<input type=\"int\">7</input>"));
    assert!(read(&sandbox, "e/metadata.xml").contains("@CALL(reach_error)"));
}

/// Branches of each line: how many there are, and how many were taken.
type Lines = BTreeMap<u32, (u32, u32)>;

/// What gcov says natively.
fn gcov(sandbox: &Sandbox) -> Lines {
    let text = sandbox.command("gcov").args(["-b", "-c", "-t", "it.gcda"]).run().succeeded().stdout;
    let (mut lines, mut line) = (Lines::new(), 0);
    for it in text.lines() {
        if let Some(rest) = it.strip_prefix("branch ") {
            let taken = rest.split("taken ").nth(1).is_some_and(|it| !it.starts_with('0'));
            let entry = lines.entry(line).or_default();
            *entry = (entry.0 + 1, entry.1 + u32::from(taken));
        } else if let Some(number) = it.split(':').nth(1).and_then(|it| it.trim().parse().ok()) {
            line = number;
        }
    }
    lines
}

/// What gmc says: all branches in its coverage report, those taken in the tests.
fn claimed(sandbox: &Sandbox) -> Lines {
    let mut lines = Lines::new();
    for record in read(sandbox, "it.info").lines().filter_map(|it| it.strip_prefix("BRDA:")) {
        let line = record.split(',').next().and_then(|it| it.parse().ok()).expect("a line");
        lines.entry(line).or_default().0 += 1;
    }
    for test in tests(sandbox, "out") {
        for way in read(sandbox, &format!("{test}.test")).lines().filter_map(|it| it.strip_prefix("covers "))
        {
            let line = way.split(' ').next().and_then(|it| it.rsplit(':').next()?.parse().ok());
            lines.entry(line.expect("a line")).or_default().1 += 1;
        }
    }
    lines
}

/// Lines that GCC compiles to as many branches as they have in the source must have the same taken by native runs.
#[test]
fn gcov_sees_the_same_branches() {
    if !has("gcov", "what tests cover natively") {
        return;
    }
    let directory = repository().join("tests/programs/symbolic");
    let mut sources: Vec<_> = fs::read_dir(directory)
        .expect("programs")
        .map(|it| it.expect("readable").path())
        .filter(|it| {
            let text = fs::read_to_string(it).unwrap_or_default();
            // What is wrong may go on natively.
            it.to_string_lossy().ends_with(".ok.c")
                && !text.contains("pthread")
                && !text.contains("//@ unknown")
                && !text.contains("//@ flags")
        })
        .collect();
    sources.sort();
    let (mut programs, mut compared) = (0, 0);
    for source in sources.iter().step_by(4) {
        let sandbox = Sandbox::new();
        fs::copy(source, sandbox.join("it.c")).expect("copied");
        let ran = check(&sandbox, "it.c --tests out --coverage it.info --time 20");
        assert!(ran.stdout.contains("\ntests: "), "{}: {}{}", source.display(), ran.stdout, ran.stderr);
        let include = repository().join("include");
        let gcc = |line: &str| -> Command {
            let mut command = sandbox.command("gcc");
            command.args(["-w", "-g", "-idirafter"]).arg(&include).args(line.split_whitespace());
            command
        };
        gcc("--coverage -c it.c").run().succeeded();
        gcc("-DGMC_GCOV -c out/replay.c").run().succeeded();
        gcc("--coverage it.o replay.o -lm -o native").run().succeeded();
        for test in tests(&sandbox, "out") {
            native(&sandbox, &test);
        }
        let (seen, claimed) = (gcov(&sandbox), claimed(&sandbox));
        for (line, (total, taken)) in
            claimed.iter().filter(|it| seen.get(it.0).is_some_and(|seen| seen.0 == it.1.0))
        {
            assert_eq!(seen[line].1, *taken, "{}:{line}: of {total} branches", source.display());
            compared += 1;
        }
        programs += 1;
    }
    assert!(programs >= 20 && compared >= 20, "{compared} lines of {programs} programs");
}
