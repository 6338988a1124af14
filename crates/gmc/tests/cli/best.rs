//! `gmc check --engine best`: scores, targets, and what they are good for.

use crate::sandbox::{Run, Sandbox, repository};
use serde_json::Value;

/// A program of `tests/programs/directed`, compiled with flags.
struct Program {
    sandbox: Sandbox,
    source: String,
    flags: &'static str,
}

impl Program {
    fn new(name: &str, flags: &'static str) -> Program {
        let sandbox = Sandbox::new();
        let path = repository().join("tests/programs/directed").join(name);
        let source = std::fs::read_to_string(path).expect("the program");
        sandbox.write("program.c", &source);
        Program { sandbox, source, flags }
    }

    /// The line with the mistake.
    fn mistake(&self) -> usize {
        1 + self.source.lines().position(|line| line.contains("//~")).expect("one is marked")
    }

    fn check(&self, options: &str) -> Value {
        let words = self.flags.split_whitespace().chain(options.split_whitespace());
        let ran = self.sandbox.gmc(["check", "program.c", "--format", "json"]).args(words).run();
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
    }

    /// The states that are visited until the mistake is found.
    fn states(&self, options: &str) -> u64 {
        let report = self.check(&format!("--minimise 0s --engine {options}"));
        assert_eq!(report["verdict"], "violated", "{options}: {report}");
        report["stats"]["states"].as_u64().expect("a number")
    }

    /// Best-first search finds the mistake among a tenth of the states, or fewer, that any other search of states visits. That
    /// is about the order alone: without reduction.
    #[track_caller]
    fn is_found_soon(&self, score: &str) {
        let soon = self.states(&format!("best --no-reduction {score}"));
        for other in ["dfs", "bfs"] {
            let late =
                self.check(&format!("--minimise 0s --no-reduction --engine {other} --states {}", 10 * soon));
            assert_eq!(late["verdict"], "unknown", "{score}: {soon}, {other}: {}", late["stats"]["states"]);
        }
    }
}

#[test]
fn rare_values_open_a_lock() {
    Program::new("vault.bad.c", "-DDIGITS=9").is_found_soon("--score rare");
}

#[test]
fn new_code_is_looked_for() {
    Program::new("parser.bad.c", "-DWORDS=10").is_found_soon("--score coverage");
}

#[test]
fn a_line_is_approached() {
    let program = Program::new("handshake.bad.c", "-DCOUNTERS=4 -DTURNS=6");
    program.is_found_soon(&format!("--target program.c:{}", program.mistake()));
}

#[test]
fn whatever_comes_first_everything_is_visited() {
    let program = Program::new("handshake.ok.c", "-DCOUNTERS=1 -DTURNS=2");
    let all = program.check("--no-reduction --engine bfs");
    let target = 1 + program.source.lines().position(|it| it.contains("hello == 3")).expect("a line");
    for score in ["", "--score rare", "--score coverage", &format!("--target program.c:{target}")] {
        let report = program.check(&format!("--no-reduction --engine best {score}"));
        assert_eq!((&report["verdict"], &report["complete"]), (&"holds".into(), &true.into()), "{score}");
        assert_eq!(report["stats"]["states"], all["stats"]["states"], "{score}");
        assert_eq!(report["stats"]["transitions"], all["stats"]["transitions"], "{score}");
        assert_eq!(report["engine"]["name"], "best");
        assert!(program.check(&format!("--engine best {score}"))["complete"] == true);
    }
    // With what else goes with all states.
    for options in ["--exact", "--fingerprint 64", "--all", "--coverage lines.info"] {
        let report = program.check(&format!("--engine best --target program.c:{target} {options}"));
        assert_eq!((&report["verdict"], &report["complete"]), (&"holds".into(), &true.into()), "{options}");
    }
    let bounded = |engine: &str| program.check(&format!("--engine {engine} --preemptions 1 --no-reduction"));
    let (best, bfs) = (bounded("best"), bounded("bfs"));
    assert_eq!((&best["verdict"], &best["unknown"]), (&bfs["verdict"], &bfs["unknown"]));
    // A limit ends it with what it knows.
    let report = program.check("--engine best --states 20");
    assert_eq!((&report["verdict"], &report["stats"]["states"]), (&"unknown".into(), &20.into()));
}

/// More states wait than have a snapshot: the others are come to by their choices again.
#[test]
fn many_states_wait() {
    let program = Program::new("vault.ok.c", "-DDIGITS=9");
    let all = program.check("--engine dfs");
    for score in ["rare", "coverage"] {
        let report = program.check(&format!("--engine best --score {score}"));
        assert_eq!((&report["verdict"], &report["complete"]), (&"holds".into(), &true.into()), "{score}");
        assert_eq!(report["stats"]["states"], all["stats"]["states"], "{score}");
    }
    let waiting =
        program.check("--engine best --score coverage --states 80000")["stats"]["frontier"].as_u64();
    assert!(waiting > Some(1 << 14), "{waiting:?}: the test has to be larger");
}

#[test]
fn the_report_says_what_came_first() {
    let program = Program::new("vault.bad.c", "-DDIGITS=3");
    let why = |options: &str| program.check(&format!("--engine best {options}"))["engine"]["why"].to_string();
    assert!(why("").contains("--score rare"), "{}", why(""));
    assert!(why("--score coverage").contains("seldom met"), "{}", why("--score coverage"));
    let target = format!("--target program.c:{}", program.mistake());
    assert!(why(&target).contains("near program.c:"), "{}", why(&target));
}

#[test]
fn what_does_not_go_together() {
    let program = Program::new("vault.bad.c", "-DDIGITS=3");
    let line = program.source.lines().position(|it| it.contains("int main")).expect("main");
    let empty = format!("--engine best --target program.c:{line}");
    for (options, says) in [
        ("--score rare", "--score is for --engine best"),
        ("--target program.c:20", "--target is for --engine best"),
        ("--engine dfs --target program.c:20", "--target is for --engine best"),
        ("--bfs --score coverage", "--score is for --engine best"),
        ("--walks 5", "--walks is for --engine walk"),
        ("--bfs --orders 2", "--orders is for --engine walk"),
        ("--engine best --seed 7", "--seed is for --engine walk"),
        ("--engine best --score line", "--target FILE:LINE"),
        ("--engine best --score coverage --target program.c:20", "--score coverage does not look at lines"),
        ("--engine best --target program.c", "as in queue.c:42"),
        ("--engine best --target :20", "as in queue.c:42"),
        ("--engine best --target program.c:zero", "`zero` is no number of a line"),
        ("--engine best --target program.c:0", "`0` is no number of a line"),
        ("--engine best --target other.c:20", "the program has no code in a file other.c"),
        (
            "--engine best --target program.c:5000",
            "there is no code in line 5000 of program.c; the nearest is",
        ),
        (&empty, "there is no code in line"),
        ("--engine best --jobs 2", "--engine best and --jobs"),
        ("--engine best --checkpoint kept", "--engine best and --checkpoint"),
        ("--engine best --livelock", "--livelock"),
        ("--engine best --bfs", "--bfs"),
        ("--engine best --score likely", "[possible values: rare, coverage, line, abstract, script]"),
    ] {
        let ran = program.sandbox.gmc(["check", "program.c"]).args(options.split_whitespace()).run();
        assert_eq!(ran.code(), Some(2), "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{options}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{options}");
    }
}
