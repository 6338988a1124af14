//! An answer as JSON, for programs: `gmc check --format json`.
//!
//! **Invariant:** the names of the fields below are the keys, which `docs/check-json.md` describes. It follows here.
#![doc = include_str!("../../../docs/check-json.md")]

use crate::answer::{Answer, Judged, Replayed};
use crate::reason::Reason;
use crate::suite::Tests;
use gmc_model::{Location, Matter, Note, Profile, SolverStats, Stats, Used, Violation};
use serde::Serialize;

/// The version of these keys and their meaning.
pub const VERSION: u32 = 1;

/// The answer as JSON, in one line.
pub fn answer(answer: &Answer) -> String {
    let violations: Vec<_> = answer.findings.iter().map(violation).collect();
    let form = Form {
        format: "gmc-check",
        version: VERSION,
        verdict: answer.word().name(),
        complete: answer.complete,
        violation: violations.first(),
        violations: &violations,
        properties: answer.properties.iter().map(property).collect(),
        engine: answer.used.as_ref().map(engine),
        stats: stats(&answer.stats, answer.omission),
        solver: solver(&answer.solver),
        beside: BesideForm {
            assumptions: &answer.assumptions,
            warnings: answer.warnings.iter().map(warning).collect(),
            unknown: answer.reasons.iter().map(reason).collect(),
        },
        trace: violations.first().and_then(|it| it.trace),
        tests: answer.tests.as_ref().map(tests),
        profile: answer.profile.as_ref().map(profile),
    };
    serde_json::to_string(&form).expect("text and numbers can be written")
}

#[derive(Serialize)]
struct Form<'a> {
    format: &'static str,
    version: u32,
    verdict: &'static str,
    complete: bool,
    violation: Option<&'a ViolationForm<'a>>,
    violations: &'a [ViolationForm<'a>],
    properties: Vec<PropertyForm<'a>>,
    engine: Option<EngineForm<'a>>,
    stats: StatsForm,
    solver: SolverForm,
    #[serde(flatten)]
    beside: BesideForm<'a>,
    trace: Option<&'a str>,
    tests: Option<TestsForm<'a>>,
    profile: Option<ProfileForm<'a>>,
}

/// What is said beside what was found.
#[derive(Serialize)]
struct BesideForm<'a> {
    assumptions: &'a [String],
    warnings: Vec<WarningForm<'a>>,
    unknown: Vec<ReasonForm<'a>>,
}

/// A temporal property.
#[derive(Serialize)]
struct PropertyForm<'a> {
    name: &'a str,
    formula: &'a str,
    verdict: &'static str,
}

fn property(it: &Judged) -> PropertyForm<'_> {
    PropertyForm { name: &it.name, formula: &it.formula, verdict: it.word.name() }
}

#[derive(Serialize)]
struct ProfileForm<'a> {
    visited: u64,
    all: bool,
    states: u64,
    parts: Vec<PartForm<'a>>,
    points: Vec<PointForm<'a>>,
}

#[derive(Serialize)]
struct PartForm<'a> {
    what: &'static str,
    name: &'a str,
    values: u64,
    without: u64,
    factor: f64,
}

#[derive(Serialize)]
struct PointForm<'a> {
    #[serde(flatten)]
    location: LocationForm<'a>,
    states: u64,
}

fn profile(it: &Profile) -> ProfileForm<'_> {
    fn what(matter: Matter) -> &'static str {
        match matter {
            Matter::Global => "global",
            Matter::Local => "local",
            Matter::Place => "place",
            Matter::Thread => "thread",
            Matter::Heap => "heap",
            Matter::Field => "field",
        }
    }
    ProfileForm {
        visited: it.visited,
        all: it.all,
        states: it.states,
        parts: it
            .parts
            .iter()
            .map(|part| PartForm {
                what: what(part.what),
                name: &part.name,
                values: part.values,
                without: part.without,
                factor: part.factor(it.states),
            })
            .collect(),
        points: it
            .points
            .iter()
            .map(|point| PointForm { location: location(Some(&point.location)), states: point.states })
            .collect(),
    }
}

#[derive(Serialize)]
struct ViolationForm<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(flatten)]
    location: LocationForm<'a>,
    thread: u32,
    notes: Vec<NoteForm<'a>>,
    calls: Vec<LocationForm<'a>>,
    count: u64,
    steps: usize,
    switches: usize,
    minimal: bool,
    lap: Option<usize>,
    trace: Option<&'a str>,
}

#[derive(Serialize)]
struct NoteForm<'a> {
    message: &'a str,
    #[serde(flatten)]
    location: LocationForm<'a>,
}

/// A source location; all null where there is none.
#[derive(Default, Serialize)]
struct LocationForm<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    function: Option<&'a str>,
}

#[derive(Serialize)]
struct StatsForm {
    states: u64,
    transitions: u64,
    revisited: u64,
    pruned: u64,
    ended: u64,
    reduced: u64,
    restarts: u64,
    cut: u64,
    depth: u64,
    frontier: u64,
    seconds: f64,
    visited_bytes: usize,
    peak_bytes: usize,
    omission: f64,
}

#[derive(Serialize)]
struct EngineForm<'a> {
    name: &'static str,
    why: &'a str,
    executions: Option<u64>,
    redundant: Option<u64>,
    blocked: Option<u64>,
    symmetry: Vec<AlikeForm<'a>>,
}

#[derive(Serialize)]
struct AlikeForm<'a> {
    function: &'a str,
    threads: usize,
}

#[derive(Serialize)]
struct ReasonForm<'a> {
    reason: &'static str,
    message: &'a str,
    #[serde(flatten)]
    location: LocationForm<'a>,
    count: Option<u64>,
}

fn location(at: Option<&Location>) -> LocationForm<'_> {
    at.map_or(LocationForm::default(), |at| LocationForm {
        file: Some(&at.file),
        line: Some(at.line),
        column: Some(at.column),
        function: Some(&at.function),
    })
}

fn violation(replayed: &Replayed) -> ViolationForm<'_> {
    let it = &replayed.finding;
    let violation = &it.violation;
    ViolationForm {
        kind: violation.kind.name(),
        message: &violation.message,
        location: location(violation.location.as_ref()),
        thread: violation.thread.0,
        notes: violation.notes.iter().map(note).collect(),
        calls: violation.stack.iter().map(|call| location(Some(&call.location))).collect(),
        count: it.count,
        steps: it.trace.len(),
        switches: replayed.switches(),
        minimal: replayed.minimal,
        lap: it.lap,
        trace: replayed.trace.as_deref(),
    }
}

fn note(it: &Note) -> NoteForm<'_> {
    NoteForm { message: &it.message, location: location(it.location.as_ref()) }
}

fn stats(it: &Stats, omission: f64) -> StatsForm {
    StatsForm {
        states: it.states,
        transitions: it.transitions,
        revisited: it.revisited,
        pruned: it.pruned,
        ended: it.ended,
        reduced: it.reduced,
        restarts: it.restarts,
        cut: it.cut,
        depth: it.depth,
        frontier: it.frontier,
        seconds: it.elapsed.as_secs_f64(),
        visited_bytes: it.visited_bytes,
        peak_bytes: it.peak_bytes,
        omission,
    }
}

#[derive(Serialize)]
struct SolverForm {
    queries: u64,
    known: u64,
    second: u64,
    given_up: u64,
    seconds: f64,
    largest: u64,
}

fn solver(it: &SolverStats) -> SolverForm {
    SolverForm {
        queries: it.queries,
        known: it.known,
        second: it.second,
        given_up: it.given_up,
        seconds: it.nanoseconds as f64 / 1e9,
        largest: it.largest,
    }
}

#[derive(Serialize)]
struct TestsForm<'a> {
    directory: &'a str,
    count: u64,
    errors: u64,
    covered: u64,
    branches: u64,
    lost: u64,
}

fn tests(it: &Tests) -> TestsForm<'_> {
    let Tests { directory, count, errors, covered, branches, lost } = it;
    TestsForm {
        directory,
        count: *count,
        errors: *errors,
        covered: *covered,
        branches: *branches,
        lost: *lost,
    }
}

fn engine(it: &Used) -> EngineForm<'_> {
    EngineForm {
        name: it.engine,
        why: &it.why,
        executions: it.runs.map(|it| it.0),
        redundant: it.runs.map(|it| it.1),
        blocked: it.runs.map(|it| it.2),
        symmetry: it
            .alike
            .iter()
            .map(|(function, threads)| AlikeForm { function, threads: *threads })
            .collect(),
    }
}

#[derive(Serialize)]
struct WarningForm<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(flatten)]
    location: LocationForm<'a>,
}

fn warning(it: &Violation) -> WarningForm<'_> {
    WarningForm { kind: it.kind.name(), message: &it.message, location: location(it.location.as_ref()) }
}

fn reason(it: &Reason) -> ReasonForm<'_> {
    ReasonForm {
        reason: it.word,
        message: &it.message,
        location: location(it.location.as_ref()),
        count: it.count,
    }
}
