//! Means against too many states: what they are good for, what they say, and what they refuse.

use crate::sandbox::{Run, Sandbox, repository};
use serde_json::Value;

/// A program of `tests/programs/explosion`.
fn program(name: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    let path = repository().join("tests/programs/explosion").join(name);
    sandbox.write("p.c", &std::fs::read_to_string(path).expect("the program"));
    sandbox
}

fn check(sandbox: &Sandbox, options: &[&str]) -> Value {
    let ran = sandbox.gmc(["check", "p.c", "--format", "json"]).args(options).run();
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

fn states(report: &Value) -> u64 {
    report["stats"]["states"].as_u64().expect("a number")
}

/// With the means, the search ends with few states; without it, it does not end within a thousand times as many.
#[track_caller]
fn helps(sandbox: &Sandbox, with: &[&str], without: &[&str]) {
    let with = check(sandbox, with);
    assert_eq!(with["verdict"], "unknown", "{with}");
    assert!(
        with["unknown"].as_array().is_some_and(|it| it.iter().all(|it| it["reason"] != "states")),
        "{with}"
    );
    let most = (1000 * states(&with)).to_string();
    let without = check(sandbox, &[without, &["--states", &most]].concat());
    assert_eq!(without["unknown"][0]["reason"], "states", "{without}");
}

#[test]
fn ignoring_makes_few_states_of_many() {
    let source = "#include <gmc.h>\nstatic unsigned served; static int phase;\nint main(void) {\n\
        for (;;) { served++; phase = (phase + 1) % 5; if (gmc_choose(2)) phase = 0; }\n}\n";
    let sandbox = Sandbox::new();
    sandbox.write("p.c", source);
    helps(&sandbox, &["--ignore", "served"], &[]);
    helps(&sandbox, &["--slice", "auto"], &[]);
    helps(&sandbox, &["--ignore", "served", "--exact"], &["--exact"]);
}

#[test]
fn bounds_make_few_states_of_many() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\nstatic unsigned sent; static void send_it(void) { sent++; }\nint main(void) {\n\
         for (;;) if (gmc_choose(2)) send_it();\n}\n",
    );
    helps(&sandbox, &["--values", "sent=5"], &[]);
    helps(&sandbox, &["--limit", "send_it=3"], &[]);
}

#[test]
fn abstract_states_make_few_states_of_many() {
    helps(&program("abstract.ok.c"), &["--abstract-identity"], &[]);
}

/// Four threads, each of which handles two events in many steps.
#[test]
fn coarse_steps_make_few_states_of_many() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x[8];\n\
         static void *work(void *me) {\nfor (int i = 0; i < 8; i++) x[i] = 2 * x[i] + (int)(long)me;\nreturn 0;\n}\n\
         int main(void) {\npthread_t t[4];\nfor (long i = 0; i < 4; i++) pthread_create(&t[i], 0, work, (void *)(1L << i));\n\
         for (int i = 0; i < 4; i++) pthread_join(t[i], 0);\nreturn 0;\n}\n",
    );
    let coarse = check(&sandbox, &["--steps", "handlers"]);
    assert_eq!(coarse["unknown"][0]["reason"], "coarse-steps");
    let most = (100 * states(&coarse)).to_string();
    let fine = check(&sandbox, &["--no-reduction", "--states", &most]);
    assert_eq!(fine["unknown"][0]["reason"], "states", "{fine}");
}

/// A best-first search that knows the protocol's state finds an error deep in it among few states.
#[test]
fn abstract_states_show_the_way() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\nstatic unsigned char buffer[6]; static int state;\n\
         static unsigned long essence(void) { return (unsigned long)state; }\nint main(void) {\ngmc_abstract(essence);\n\
         for (;;) {\nunsigned what = gmc_choose(8);\n\
         if (what < 6) buffer[what] = (buffer[what] + 1) % 4;\n\
         else if (what == 6 && buffer[state % 6] == state % 4) state++;\ngmc_assert(state < 9);\n}\n}\n",
    );
    let count = |options: &[&str]| {
        let report = check(&sandbox, &[options, &["--minimise", "0s"]].concat());
        assert_eq!(report["verdict"], "violated", "{report}");
        states(&report)
    };
    let soon = count(&["--engine", "best", "--score", "abstract"]);
    for other in [&["--engine", "dfs"][..], &["--bfs"]] {
        assert!(count(other) >= 10 * soon, "{soon} {other:?}");
    }
}

#[test]
fn names_that_make_no_sense() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <stdlib.h>\nstruct node { int a; unsigned bit : 3; } x[2];\n_Thread_local int own;\n\
         int main(void) {\nint *p = malloc(4);\nx[0].a = own;\nfree(p);\nreturn 0;\n}\n",
    );
    let refused = |options: &[&str], words: &[&str]| {
        let _ = sandbox.gmc(["check", "p.c"]).args(options).run().refused(words);
    };
    refused(&["--ignore", "y"], &["--ignore", "no variable `y`"]);
    refused(&["--ignore", "x@q.c"], &["--ignore", "no variable `x` in a file q.c"]);
    refused(&["--ignore", "x[7].a"], &["`x[7].a`", "it has 2 elements"]);
    refused(&["--ignore", "x[one].a"], &["`[one]` is neither a number nor *"]);
    refused(&["--ignore", "x[0].b"], &["has no field `b`"]);
    refused(&["--ignore", "x.a"], &["has no fields"]);
    refused(&["--ignore", "x[0].bit"], &["bit-field"]);
    refused(&["--ignore", "own"], &["each thread has a `own` of its own"]);
    refused(&["--ignore", "main"], &["no variable `main`"]);
    refused(&["--ignore", "node.a@p.c:6"], &["no memory is allocated in line 6 of p.c"]);
    refused(&["--ignore", "nodes.a@p.c:5"], &["there is no type `nodes`"]);
    refused(&["--ignore", "x[0]a"], &["neither .field nor [element]"]);
    refused(&["--values", "y=3"], &["--values", "no variable `y`"]);
    refused(&["--values", "node.a@p.c:5=3"], &["--values", "many objects"]);
    refused(&["--limit", "free=3"], &["--limit", "`free` are no steps"]);
    refused(&["--limit", "nothing=3"], &["--limit", "nothing"]);
    refused(&["--abstract", "main"], &["--abstract is for --engine best"]);
    refused(&["--abstract", "nothing", "--abstract-identity"], &["nothing"]);
    refused(&["--limit", "main=1", "--coverage", "c.info"], &["--coverage"]);
    refused(&["--ignore", "x", "--engine", "runs"], &["--engine runs", "--ignore"]);
    refused(&["--values", "x=1", "--engine", "dpor"], &["--engine dpor", "--values"]);
    for wrong in [
        ["--values", "x"],
        ["--limit", "fork=many"],
        ["--steps", "huge"],
        ["--environment", "a"],
        ["--slice", "x"],
    ] {
        let ran = sandbox.gmc(["check", "p.c"]).args(wrong).run();
        assert_eq!(ran.code(), Some(2), "{wrong:?}");
    }
    for together in
        [["--ignore=x", "--livelock"], ["--values=x=1", "--exact"], ["--steps=handlers", "--preemptions=1"]]
    {
        let ran = sandbox.gmc(["check", "p.c"]).args(together).run();
        assert_eq!(ran.code(), Some(2), "{together:?}");
    }
}

/// Searches that would be wrong about cycles, or remember no states, ignore nothing, and may hold.
#[test]
fn some_searches_ignore_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\nstatic int rounds;\nint main(void) {\ngmc_ignore(&rounds);\n\
         while (rounds < 6) { rounds++; gmc_choose(2); }\nreturn 0;\n}\n",
    );
    for options in [&["--livelock"][..], &["--engine", "runs"], &["--checkpoint", "kept"]] {
        let report = check(&sandbox, options);
        assert_eq!(report["verdict"], "holds", "{options:?} {report}");
    }
    let report = check(&sandbox, &["--ltl", "F {rounds == 6}"]);
    assert_eq!(report["verdict"], "holds", "{report}");
    let report = check(&sandbox, &[]);
    assert_eq!(report["unknown"][0]["reason"], "ignored", "{report}");
}

/// A loop over an ignored counter is no endless loop.
#[test]
fn an_ignored_counter_makes_no_livelock() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\nstatic long n;\nint main(void) {\ngmc_ignore(&n);\nfor (n = 0; n < 200000; n++) ;\nreturn n != 200000;\n}\n",
    );
    let report = check(&sandbox, &[]);
    assert_eq!(report["verdict"], "unknown", "{report}");
    sandbox.write(
        "p.c",
        "#include <gmc.h>\nstatic long n;\nint main(void) {\ngmc_ignore(&n);\nfor (;;) n = 1;\n}\n",
    );
    let report = check(&sandbox, &[]);
    assert_eq!(report["violation"]["kind"], "livelock", "{report}");
}

#[test]
fn slicing_tells_what_it_finds() {
    let sandbox = program("slice.ok.c");
    let told = |how: &str| sandbox.gmc(["check", "p.c", "--slice", how]).run().stderr;
    let report = told("report");
    let sent = report.lines().find(|it| it.contains("statistics.sent@p.c can be ignored")).expect(&report);
    assert!(sent.contains("no branch reads it, it only grows"), "{sent}");
    assert!(!report.contains("turn@"), "what steers, and is no counter, is not told: {report}");
    assert!(told("auto").contains("statistics.bytes@p.c is ignored"), "{report}");
    let counter = program("slice-steers.bad.c");
    let report = counter.gmc(["check", "p.c", "--slice", "report"]).run().stderr;
    assert!(report.contains("sent@p.c is not ignored, as p.c:"), "{report}");
    sandbox.write("p.c", "int main(void) { return 0; }\n");
    assert!(told("auto").contains("no number was found"));
}

#[test]
fn environments_make_a_table() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <gmc.h>\n#include <stdlib.h>\nvoid model(int);\nint main(int count, char **words) {\n\
         int most = atoi(words[count - 1]);\nfor (int i = 0; i < 3; i++) {\nint what = (int)gmc_choose(most);\nmodel(what);\n\
         if (what == 2)\ngmc_assert(i != 2);\n}\nreturn 0;\n}\n",
    );
    sandbox.write("m.c", "int state;\nvoid model(int what) {\nif (what == 0)\nstate = 1;\nelse if (what == 1)\nstate = 2;\nelse\nstate = 3;\n}\n");
    let run = |name: &str, most: &str| {
        let environment = format!("{name}@table.json");
        let options =
            ["check", "p.c", "m.c", "--coverage-of", "m.c", "--environment", &environment, "--", most];
        sandbox.gmc(options).run().stdout
    };
    let first = run("one", "1");
    assert!(first.contains("of m.c ("), "{first}");
    let second = run("three", "3");
    let rows: Vec<Vec<&str>> =
        second.lines().rev().take(4).map(|it| it.split_whitespace().collect()).collect();
    assert_eq!(rows[3][..2], ["environment", "lines"], "{second}");
    assert_eq!(
        (rows[2][0], rows[1][0], rows[0][..2].join(" ")),
        ("one", "three", "all together".to_owned()),
        "{second}"
    );
    assert_eq!((*rows[2].last().expect("a cell"), *rows[1].last().expect("a cell")), ("0", "1"), "{second}");
    let percent = |row: &[&str]| row.iter().filter_map(|it| it.parse::<f64>().ok()).next().expect("a share");
    assert!(percent(&rows[2]) < percent(&rows[1]), "{second}");
    sandbox.write("table.json", "{}");
    let _ = sandbox
        .gmc(["check", "p.c", "m.c", "--environment", "a@table.json", "--", "1"])
        .run()
        .refused(&["table.json"]);
    let _ = sandbox
        .gmc(["check", "p.c", "m.c", "--coverage-of", "x.c", "--", "1"])
        .run()
        .refused(&["no code in x.c"]);
}

#[test]
fn statistics_have_the_branching_factor() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "#include <gmc.h>\nint main(void) { return (int)gmc_choose(5); }\n");
    let ran = sandbox.gmc(["check", "p.c", "--stats", "--engine", "dfs"]).run();
    assert!(ran.stdout.contains("3.00 choices a state"), "{}", ran.stdout);
}
