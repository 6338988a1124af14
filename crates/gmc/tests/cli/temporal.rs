//! `gmc check --ltl`: where formulas come from, what is said of wrong ones, reports, replay, and random lassos.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;

/// A lamp that a thread switches on and off, a flag that is set once, and what formulas may get wrong.
const LAMP: &str = "\
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lamp, over;
struct pair { int a, b; } pair;
_Thread_local int own;
int *nowhere;

int is_on(void) { return lamp; }
int writes(void) { return ++pair.a; }
int loops(void) { for (;;) { } return 1; }

static void *run(void *unused) {
    for (;;)
        lamp = !lamp;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    over = 1 + pair.b + own;
    pthread_join(thread, 0);
}
";

fn lamp() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.c", LAMP);
    sandbox
}

fn check(sandbox: &Sandbox, options: &[&str]) -> Value {
    let ran = sandbox.gmc(["check", "lamp.c", "--format", "json"]).args(options).run();
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

#[test]
fn several_formulas_with_names() {
    let sandbox = lamp();
    sandbox.write("formulas", "# of the lamp\nblinks: G F {lamp}\nF {over == 1}\n");
    let report = check(&sandbox, &["--all", "--ltl-file", "formulas", "--ltl", "off: F G {lamp == 0}"]);
    let verdicts: Vec<(String, String)> = report["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["name"].as_str().unwrap().to_owned(), it["verdict"].as_str().unwrap().to_owned()))
        .collect();
    let verdict = |name: &str| verdicts.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    assert_eq!(verdict("off"), Some("violated"), "{report}");
    assert_eq!(verdicts.len(), 3, "{report}");
    assert_eq!(report["violation"]["kind"], "ltl");
    assert!(report["violation"]["lap"].is_u64());
    let fair = check(&sandbox, &["--ltl-file", "formulas"]);
    assert_eq!(fair["verdict"], "holds", "{fair}");
    let assumed = fair["assumptions"].to_string();
    assert!(assumed.contains("scheduled fairly"), "{assumed}");
    assert_eq!(check(&sandbox, &["--ltl-file", "formulas", "--fairness", "none"])["verdict"], "violated");
}

/// Two threads with work of their own, of which the formula sees nothing.
const WORK: &str = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_int done;
int own[2][2];
static void *run(void *number) {
    int *mine = own[(long)number];
    for (int i = 0; i < 9; i++)
        mine[i % 2] = i;
    done++;
    return 0;
}
int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
}
";

/// Ample sets leave out orders that the formula does not see, and none that it may see.
#[test]
fn orders_that_no_formula_sees_are_left_out() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.c", WORK);
    let states = |options: &[&str]| {
        let report = check(&sandbox, &[&["--fairness", "strong"], options].concat());
        assert_eq!(report["verdict"], "holds", "{report}");
        report["stats"]["states"].as_u64().expect("a number")
    };
    // The search for errors comes first, and is reduced in any case.
    let errors = states(&[]);
    let reduced = states(&["--ltl", "G({done == 1} -> F {done == 2})"]) - errors;
    // Repetitions matter here, the place of a thread there.
    for formula in ["F {done == 2} && !X X X X {done == 2}", "G F {done == 2} && G !{label(\"here\")}"] {
        let whole = states(&["--ltl", formula]) - errors;
        assert!(whole > 2 * reduced, "{formula}: {whole} states, {reduced} with ample sets");
    }
}

#[test]
fn a_lasso_is_replayed_reported_and_debugged() {
    let sandbox = lamp();
    let files = ["--html", "a.html", "--sarif", "a.sarif", "--junit", "a.xml"];
    let ran = sandbox.gmc(["check", "lamp.c", "--ltl", "F G {lamp}"]).args(files).run();
    assert_eq!(ran.code(), Some(1), "{}", ran.stderr);
    for part in [
        "ltl: `ltl1` does not hold: F G {lamp}",
        "can then be repeated for ever",
        "{lamp} holds now and then",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    for file in ["a.html", "a.sarif", "a.xml"] {
        let text = std::fs::read_to_string(sandbox.join(file)).expect("written");
        assert!(text.contains("F G {lamp}"), "{file}");
    }
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}", replayed.stderr);
    assert!(replayed.stdout.contains("repeat for ever"), "{}", replayed.stdout);
    // A lap that does not violate the formula is not confirmed.
    let trace = std::fs::read_to_string(sandbox.join("gmc-trace.json")).expect("a trace");
    sandbox.write("other.json", &trace.replace("F G {lamp}", "G F {lamp}"));
    let refused = sandbox.gmc(["replay", "other.json"]).run();
    assert_eq!(refused.code(), Some(3), "{}", refused.stdout);
    assert!(refused.stderr.contains("satisfies the property"), "{}", refused.stderr);
}

#[test]
fn wrong_formulas_get_a_caret() {
    let sandbox = lamp();
    let deep = format!("{}{{lamp}}", "G ".repeat(10_000));
    let many: Vec<String> = (0..70).map(|it| format!("{{lamp == {it}}}")).collect();
    let many = many.join(" || ");
    for (formula, words) in [
        ("G {lmap}", &["no variable `lmap`", "did you mean `lamp`", "^^^^"][..]),
        ("G {pair == 1}", &["cannot be calculated with", "^"]),
        ("G {pair.c}", &["has no member `c`"]),
        ("G {own == 1}", &["each thread has a `own`"]),
        ("G {is_on}", &["`is_on` is a function", "at(is_on)"]),
        ("G {missing()}", &["no function `missing`"]),
        ("G {is_on(1)}", &["takes none"]),
        ("G {at(missing)}", &["no function `missing`"]),
        ("G {ended(x)}", &["no number of a thread"]),
        ("G {other.c::lamp}", &["no file `other.c`"]),
        ("G {lamp = 1}", &["would change"]),
        ("G ({lamp}", &["^"]),
        (&deep, &["nested"]),
        (&many, &["64"]),
    ] {
        let ran = sandbox.gmc(["check", "lamp.c", "--ltl", formula]).run();
        assert_eq!(ran.code(), Some(2), "{}{}", ran.stdout, ran.stderr);
        for word in words {
            assert!(ran.stderr.contains(word), "{word}: {}", ran.stderr);
        }
        assert!(ran.stderr.lines().count() < 8 && !ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

#[test]
fn what_has_no_value_is_unknown() {
    let sandbox = lamp();
    for (formula, words) in [
        ("G {*nowhere == 0}", "null pointer"),
        ("G {writes()}", "changes variables"),
        ("G {loops()}", "has not ended"),
    ] {
        let report = check(&sandbox, &["--ltl", formula]);
        assert_eq!(report["verdict"], "unknown", "{formula}: {report}");
        assert!(report["unknown"].to_string().contains(words), "{formula}: {report}");
    }
}

#[test]
fn engines_that_cannot_are_refused() {
    let sandbox = lamp();
    for options in [&["--engine", "dpor"][..], &["--bitstate", "1M"], &["--exact"], &["--switches", "2"]] {
        let ran = sandbox.gmc(["check", "lamp.c", "--ltl", "G F {lamp}"]).args(options).run();
        assert_eq!(ran.code(), Some(2), "{options:?}: {}", ran.stdout);
    }
    let ran = sandbox.gmc(["check", "lamp.c", "--epsilon", "0.1"]).run();
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr.contains("--engine lassos"), "{}", ran.stderr);
    let ran = sandbox.gmc(["check", "lamp.c", "--engine", "lassos", "--delta", "1"]).run();
    assert_eq!(ran.code(), Some(2));
}

#[test]
fn random_lassos() {
    let sandbox = lamp();
    let sampled = ["--engine", "lassos", "--epsilon", "0.01", "--delta", "0.05"];
    let hit = check(&sandbox, &[&sampled[..], &["--ltl", "F G {lamp}"]].concat());
    assert_eq!(hit["verdict"], "violated", "{hit}");
    let miss = check(&sandbox, &[&sampled[..], &["--ltl", "G F {lamp}"]].concat());
    assert_eq!(miss["verdict"], "unknown", "{miss}");
    let why = miss["engine"]["why"].as_str().expect("a clause");
    assert!(
        why.contains("no violation in 299 lassos") && why.contains("below 0.01, with confidence 0.95"),
        "{why}"
    );
    assert_eq!(miss["engine"]["executions"], 299);
    let estimate = check(&sandbox, &[&sampled[..], &["--estimate", "--ltl", "F G {lamp}"]].concat());
    assert!(estimate["engine"]["why"].to_string().contains("of 299 lassos are hits"), "{estimate}");
    // What is drawn depends on `--seed` alone, not on how many workers there are.
    let alone = check(&sandbox, &[&sampled[..], &["--ltl", "F G {lamp}", "--seed", "7"]].concat());
    let together =
        check(&sandbox, &[&sampled[..], &["--ltl", "F G {lamp}", "--seed", "7", "-j", "2"]].concat());
    assert_eq!(alone["violation"]["steps"], together["violation"]["steps"]);
}

#[test]
fn random_lassos_find_errors_without_a_formula() {
    let sandbox = Sandbox::new();
    sandbox.copy("examples");
    let ran = sandbox.gmc(["check", "bank.c", "--engine", "lassos", "--format", "json"]).run();
    let report: Value = serde_json::from_str(&ran.stdout).expect("a report");
    assert_eq!(report["violation"]["kind"], "deadlock", "{report}");
}
