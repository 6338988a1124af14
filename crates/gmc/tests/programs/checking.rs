//! A program under `gmc check`: all engines give the answer that the program gives of itself, and the same.
//!
//! What is compared is the JSON report. The program is compiled and linked once. Where nothing is wrong, the searches without
//! reduction visit the same states, whatever their order, and the one with reduction no more than they.

use crate::annotations::{Expected, Mark};
use crate::linking::LINK;
use crate::problems::{code, difference, indented, outcome};
use crate::process::{check_options, gmc, run};
use gmc_term::SecondSolver;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;

/// A way to search.
struct Engine {
    name: &'static str,
    options: &'static [&'static str],
}

impl Engine {
    /// Livelocks are looked for depth-first only, by one worker. Programs of the symbolic areas have their questions
    /// asked of a second solver.
    fn suits(&self, path: &Path, expected: &Expected) -> bool {
        if self.options == ASK_TWICE && !(is_symbolic(path) && has_second_solver()) {
            return false;
        }
        if is_in(path, "temporal") && !TEMPORAL.contains(&self.options) {
            return false;
        }
        let layered =
            |it: &String| ["--values", "--limit", "--steps", "--abstract-identity"].contains(&it.as_str());
        if self.options.contains(&"dpor") && expected.check.iter().flatten().any(layered) {
            return false;
        }
        let livelock = expected.check.iter().flatten().any(|option| option == "--livelock");
        !(livelock && self.options.iter().any(|it| ["--bfs", "--engine", "--jobs=2"].contains(it)))
    }

    /// It visits every state, or what the system itself says suffices.
    fn counts_states(&self) -> bool {
        self.options == DEPTH_FIRST || self.options.contains(&"--no-reduction")
    }
}

/// What the user gets unless told.
const DEFAULT: &[&str] = &[];

/// One worker, as the system reduces it.
const DEPTH_FIRST: &[&str] = &["--engine", "dfs"];

/// Each answer of the solver is confirmed by another one.
const ASK_TWICE: &[&str] = &["--ask-twice"];

/// The first is what the user gets unless told.
const ENGINES: [Engine; 9] = [
    Engine { name: "what suits", options: DEFAULT },
    Engine { name: "dynamic reduction", options: &["--engine", "dpor"] },
    Engine { name: "depth-first", options: DEPTH_FIRST },
    Engine { name: "two workers", options: &["--jobs=2"] },
    Engine { name: "depth-first without reduction", options: &["--no-reduction"] },
    Engine { name: "breadth-first without reduction", options: &["--bfs", "--no-reduction"] },
    Engine { name: "best-first", options: &["--engine", "best"] },
    Engine { name: "two workers without reduction", options: &["--jobs=2", "--no-reduction"] },
    Engine { name: "with a second solver", options: ASK_TWICE },
];

/// The ways to search that know temporal properties.
const TEMPORAL: [&[&str]; 6] = [
    DEFAULT,
    DEPTH_FIRST,
    &["--jobs=2"],
    &["--no-reduction"],
    &["--bfs", "--no-reduction"],
    &["--engine", "best"],
];

fn is_symbolic(path: &Path) -> bool {
    is_in(path, "symbolic")
}

/// Whether a part of the path begins so.
fn is_in(path: &Path, area: &str) -> bool {
    path.components().any(|it| it.as_os_str().to_string_lossy().starts_with(area))
}

/// Whether there is a second solver. Says once that there is none.
fn has_second_solver() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| match SecondSolver::open() {
        Ok(_) => true,
        Err(why) => {
            // Past what the test runner captures.
            let _ = std::io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes());
            false
        }
    })
}

/// Checks one program with all engines, and says what is different from what it says.
pub(crate) fn test(path: &Path, expected: &Expected) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    compile(path, expected, scratch.path())?;
    let mut problems = String::new();
    let mut reports = Vec::new();
    for engine in ENGINES.iter().filter(|engine| engine.suits(path, expected)) {
        let mut found = String::new();
        reports.push((engine, search(engine, path, expected, scratch.path(), &mut found)?));
        if !found.is_empty() {
            let _ = write!(problems, "{}:\n{}", engine.name, indented("  ", &found));
        }
    }
    compare_states(&reports, expected, &mut problems);
    if expected.exit == 0 && expected.native && expected.check.iter().flatten().next().is_none() {
        run_at_random(expected, scratch.path(), &mut problems)?;
    }
    if let Some(trace) = reports[0].1["trace"].as_str() {
        replay(trace, expected, scratch.path(), &mut problems)?;
    }
    outcome(problems, expected.missed.as_deref())
}

/// What holds in every order does so in those that are drawn. A run may go on for ever, or come to what is assumed not to be.
fn run_at_random(expected: &Expected, scratch: &Path, problems: &mut String) -> Result<(), String> {
    for seed in ["1", "2", "3"] {
        let mut command = gmc(scratch);
        command
            .args(["run", "--time", "2", "--seed", seed, "--files"])
            .arg(format!("overlay=written-{seed}"))
            .args([PROGRAM, "--"]);
        command.args(&expected.args);
        let ran = run(command, &expected.stdin)?;
        // The program's own status may be any that it returns.
        let wrong = ran.code == Some(1) && !ran.stderr.is_empty() || ran.code == Some(2);
        if wrong || ran.code.is_none() {
            difference(problems, &format!("run with --seed {seed}"), "(nothing wrong)", &ran.stderr);
        }
    }
    Ok(())
}

/// The name of the program that all engines are given.
const PROGRAM: &str = "program";

/// Compiles the program, and links it so that gmc need not do it for every engine.
fn compile(path: &Path, expected: &Expected, scratch: &Path) -> Result<(), String> {
    let cxx = path.extension().is_some_and(|it| it == "cc");
    let mut command = gmc(scratch);
    command.args([if cxx { "c++" } else { "cc" }, "-w", "-pthread"]).args(&expected.flags);
    command.args(if cxx { &["-c"] } else { &LINK[..] }).arg(path).args(["-o", PROGRAM]);
    let ran = run(command, "")?;
    if ran.code == Some(0) { Ok(()) } else { Err(format!("it does not compile:\n{}", ran.stderr)) }
}

/// Searches with one engine, and gives back its report.
fn search(
    engine: &Engine,
    path: &Path,
    expected: &Expected,
    scratch: &Path,
    problems: &mut String,
) -> Result<Value, String> {
    let mut command = gmc(scratch);
    command
        .args(["check", "--format", "json"])
        .args(engine.options)
        .args(check_options().unwrap_or_default());
    command.args(expected.check.iter().flatten()).arg(PROGRAM).arg("--").args(&expected.args);
    let ran = run(command, &expected.stdin)?;
    if ran.code != Some(expected.exit) {
        difference(problems, "exit code", &expected.exit.to_string(), &code(ran.code));
    }
    let report: Value = match serde_json::from_str(&ran.stdout) {
        Ok(report) => report,
        Err(error) => {
            difference(problems, "report", "(JSON)", &format!("{error}: {}", ran.stdout));
            Value::Null
        }
    };
    compare_verdict(expected, path, &report, problems);
    for part in expected.notes.iter().chain(&expected.unknown) {
        if !ran.stdout.contains(part.as_str()) && !ran.stderr.contains(part.as_str()) {
            difference(problems, "report", &format!("…{part}…"), "(nothing like it)");
        }
    }
    if !problems.is_empty() && !ran.stderr.is_empty() {
        let _ = write!(problems, "standard error of gmc:\n{}", indented("    ", &ran.stderr));
    }
    Ok(report)
}

fn compare_verdict(expected: &Expected, path: &Path, report: &Value, problems: &mut String) {
    let verdict = match (expected.is_wrong(), &expected.unknown) {
        (true, _) => "violated",
        (false, Some(_)) => "unknown",
        (false, None) => "holds",
    };
    let violation = &report["violation"];
    if report["verdict"] != verdict {
        let message = violation["message"].as_str().unwrap_or_default();
        let why = report["unknown"][0]["message"].as_str().unwrap_or_default();
        let found = format!("{} {} {message} {why}", text(&report["verdict"]), place(violation));
        difference(problems, "verdict", verdict, found.trim_end());
        return;
    }
    if verdict == "holds" && report["complete"] != true {
        difference(problems, "complete", "true", &text(&report["complete"]));
    }
    if let Some(kind) = &expected.violation
        && violation["kind"] != **kind
    {
        difference(problems, "violation", kind, &place(violation));
    }
    if !expected.guilty.is_empty() && !expected.guilty.iter().any(|mark| is_at(violation, mark, path)) {
        let shown: String =
            expected.guilty.iter().map(|it| format!("line {}: {}\n", it.line, it.kind)).collect();
        difference(problems, "guilty line", &shown, &place(violation));
    }
}

fn is_at(violation: &Value, mark: &Mark, path: &Path) -> bool {
    violation["kind"] == *mark.kind
        && violation["line"] == mark.line
        && violation["file"].as_str().is_some_and(|file| Path::new(file) == path)
        && violation["message"].as_str().is_some_and(|message| message.contains(&mark.part))
}

fn place(violation: &Value) -> String {
    if violation.is_null() {
        return String::new();
    }
    format!("line {}: {}", text(&violation["line"]), text(&violation["kind"]))
}

/// A value of a report for a reader.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Where the searches went through everything, they agree on how much that is.
fn compare_states(reports: &[(&Engine, Value)], expected: &Expected, problems: &mut String) {
    let states = |report: &Value| report["stats"]["states"].as_u64();
    let counted: Vec<_> = reports.iter().filter(|(engine, _)| engine.counts_states()).collect();
    let first = &counted[0].1;
    if let Some(pinned) = expected.states
        && states(first) != Some(pinned)
    {
        difference(problems, "states", &pinned.to_string(), &text(&first["stats"]["states"]));
    }
    if !reports.iter().all(|(_, report)| report["complete"] == true && report["verdict"] == "holds") {
        return;
    }
    let counts: Vec<String> = reports
        .iter()
        .map(|(engine, report)| format!("{}: {}", engine.name, text(&report["stats"]["states"])))
        .collect();
    // Livelocks are looked for in one way only.
    if counted.len() < 2 {
        return;
    }
    let without_reduction: Vec<_> = counted[1..].iter().map(|(_, report)| states(report)).collect();
    let agree = without_reduction.iter().all(|it| it.is_some() && *it == without_reduction[0]);
    if !agree || states(first) > without_reduction[0] {
        difference(
            problems,
            "states",
            "equally many without reduction, not more with it",
            &counts.join("\n"),
        );
    }
}

/// The recorded run does the same again, and shows what it should.
fn replay(trace: &str, expected: &Expected, scratch: &Path, problems: &mut String) -> Result<(), String> {
    let mut command = gmc(scratch);
    command.arg("replay").arg(trace);
    let ran = run(command, &expected.stdin)?;
    if ran.code != Some(1) {
        difference(problems, "exit code of the replay", "1", &code(ran.code));
    }
    for part in &expected.traces {
        if !ran.stdout.contains(part.as_str()) {
            difference(problems, "trace", &format!("…{part}…"), &ran.stdout);
        }
    }
    Ok(())
}
