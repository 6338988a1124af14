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
int takes(int it) { return it; }
void silent(void) { }
unsigned long wide(void) { return 1ul << 32; }

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
        ("G {takes()}", &["`takes` has parameters"]),
        ("G {silent()}", &["does not return an integer"]),
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
    // A label that nobody can stand before is a slip.
    let ran = sandbox.gmc(["check", "lamp.c", "--ltl", "G !{label(\"here\")}"]).run();
    assert!(ran.stderr.contains("the program has no text \"here\""), "{}", ran.stderr);
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
    let ran = sandbox.gmc(["check", "lamp.c", "--invariant", "silent"]).run();
    assert!(ran.code() == Some(2) && ran.stderr.contains("does not return an integer"), "{}", ran.stderr);
    assert_eq!(check(&sandbox, &["--ltl", "G F {lamp}", "--invariant", "wide"])["verdict"], "holds");
    let ran = sandbox.gmc(["check", "lamp.c", "--epsilon", "0.1"]).run();
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr.contains("--engine lassos"), "{}", ran.stderr);
    let ran = sandbox.gmc(["check", "lamp.c", "--engine", "lassos", "--delta", "1"]).run();
    assert_eq!(ran.code(), Some(2));
}

/// Runs that an automaton accepts are wrong; it may have been written by another tool.
#[test]
fn automata_that_accept_no_run() {
    let sandbox = lamp();
    for (name, formula) in [("dark", "F {over == 1}"), ("bright", "G {lamp < 2}"), ("lit", "F G {lamp}")] {
        let made = sandbox.gmc(["ltl", formula, "--negate", "--format", "hoa", "--output", name]).run();
        assert_eq!(made.code(), Some(0), "{}", made.stderr);
    }
    let both = check(&sandbox, &["--never", "dark", "--never", "bright"]);
    assert_eq!(both["verdict"], "holds", "{both}");
    assert_eq!(both["properties"][1]["name"], "bright");
    let unfair = check(&sandbox, &["--never", "dark", "--fairness", "none"]);
    assert_eq!(unfair["verdict"], "violated", "{unfair}");
    let lit = check(&sandbox, &["--never", "lit"]);
    assert_eq!(lit["violation"]["kind"], "ltl", "{lit}");
    assert!(lit["violation"].to_string().contains("the automaton accepts this run"), "{lit}");
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}", replayed.stderr);
    sandbox.write("lamp.hoa", "G F {lamp}");
    sandbox.write("wrong.hoa", "HOA: v1\nStates: 1\n--BODY--\nState: 7\n--END--\n");
    let unknown = std::fs::read_to_string(sandbox.join("dark")).expect("written").replace("over", "oever");
    sandbox.write("unknown.hoa", &unknown);
    for (file, words) in [
        ("lamp.hoa", "begins with HOA:"),
        ("wrong.hoa", "no automaton that gmc can read"),
        ("unknown.hoa", "did you mean `over`"),
        ("missing.hoa", "cannot be read"),
    ] {
        let ran = sandbox.gmc(["check", "lamp.c", "--never", file]).run();
        assert_eq!(ran.code(), Some(2), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(words) && ran.stderr.lines().count() < 8, "{}", ran.stderr);
    }
}

/// A run without end has a witness where the format has cycles, and the debugger goes round.
#[test]
fn cycles_in_witnesses_and_in_the_debugger() {
    let sandbox = lamp();
    let ran = sandbox.gmc(["check", "lamp.c", "--ltl", "F G {lamp}", "--witness", "a.graphml"]).run();
    assert_eq!(ran.code(), Some(1), "{}", ran.stderr);
    let witness = std::fs::read_to_string(sandbox.join("a.graphml")).expect("written");
    assert_eq!(witness.matches("<data key=\"cyclehead\">true</data>").count(), 1, "{witness}");
    assert!(witness.contains("CHECK( init(main()), LTL(F G {lamp}) )"), "{witness}");
    let head = witness.split("<node id=\"").find(|it| it.contains("cyclehead\">true")).expect("a head");
    let head = head.split('"').next().expect("its name");
    assert_eq!(witness.matches(&format!("target=\"{head}\"")).count(), 2, "{witness}");
    let yaml = sandbox.gmc(["check", "lamp.c", "--ltl", "F G {lamp}", "--witness", "a.yml"]).run();
    assert!(yaml.stderr.contains("a run without end has no witness of format 2.0"), "{}", yaml.stderr);
    assert!(!sandbox.join("a.yml").exists());
    let commands = "end\no\no\no\nprint lamp\nwhy\nend\no\nsave again.json\ntake 1\n";
    let debugged = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input(commands).stdout;
    for words in ["the end of round 1", "again, round 2)", "the end of round 2", "again, round 3)"] {
        assert!(debugged.contains(words), "{words}: {debugged}");
    }
    assert!(
        debugged.contains("`ltl1` does not hold") && debugged.contains("as it was recorded"),
        "{debugged}"
    );
    let replayed = sandbox.gmc(["replay", "again.json"]).run();
    assert!(replayed.stdout.contains("repeat for ever"), "{}", replayed.stdout);
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

/// What is behind a limit, or not modelled, may violate the formula: the bound says so.
#[test]
fn lassos_that_are_not_followed_to_their_end() {
    let sandbox = Sandbox::new();
    let tosses = "#include <gmc.h>\nint x, nowhere(void);\n\
                  int main(void) { for (int i = 0; i < 3; i++) if (gmc_choose(2)) x = nowhere(); }\n";
    sandbox.write("lamp.c", tosses);
    let sampled = ["--engine", "lassos", "--epsilon", "0.01", "--ltl", "G {x == 0}"];
    let report = check(&sandbox, &sampled);
    assert_eq!(report["verdict"], "unknown", "{report}");
    let why = report["engine"]["why"].as_str().expect("a clause");
    let bound = why.split_once("is below ").and_then(|it| it.1.split_once(',')).expect("a bound").0;
    assert!(why.contains("could not be followed") && bound.parse::<f64>().expect("a number") > 0.8, "{why}");
}

#[test]
fn random_lassos_find_errors_without_a_formula() {
    let sandbox = Sandbox::new();
    sandbox.copy("examples");
    let ran = sandbox.gmc(["check", "bank.c", "--engine", "lassos", "--format", "json"]).run();
    let report: Value = serde_json::from_str(&ran.stdout).expect("a report");
    assert_eq!(report["violation"]["kind"], "deadlock", "{report}");
}
