//! `gmc check`: everything that the program can do.

mod engine;
mod limits;
mod progress;

use super::setup::{self, Setup, Threads};
use super::trace::{self, Trace};
use super::{Error, printing, program};
use crate::cli::{self, AnswerFormat, Fingerprint};
use crate::exit::Exit;
use crate::interrupt;
use gmc_explore::{Allow, Allowed, Fingerprints64, Fingerprints128, Limits, Plan, Visited, confirm};
use gmc_model::{Event, Finding, Footprints, Kind, Outcome, Stopped};
use gmc_report::terminal::{self, Style};
use gmc_report::{Answer, Reason, Replayed, Used, Word, json};
use gmc_vm::Observed;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps of a run that are looked at for the report, from the end.
const SHOWN: usize = 10_000;

/// Checks the program.
pub(super) fn run(options: &cli::Check) -> Result<Exit, Error> {
    let manner = Manner { format: options.format, stats: options.stats };
    interrupt::tell(move || {
        // The answer is all that is left to do.
        let _ = manner.print(&before_the_search());
    });
    let setup = set_up(options)?;
    let (mut outcome, used, met) = search(options, &setup)?;
    let findings = std::mem::take(&mut outcome.findings);
    let mut answer = Answer::new(&outcome);
    answer.assumptions = setup.assumptions();
    answer.used = Some(used);
    for it in met {
        answer.complete = false;
        answer.reasons.push(after_allowed(&it));
    }
    let flags = program::flags(&options.program);
    for mut finding in findings {
        // No replay, no report: a fresh machine must come to the same end.
        let skip = finding.trace.len().saturating_sub(finding.lap.map_or(SHOWN, |_| usize::MAX));
        let mut observed = Observed::briefly(setup.subject()?, skip);
        if let Err(deviation) = confirm(&mut observed, &finding) {
            answer.fail(format!(
                "a violation was found that does not happen again when it is replayed ({}: {}): {deviation}",
                finding.violation.kind, finding.violation.message
            ));
            continue;
        }
        let events = observed.into_events();
        locate(&mut finding, &events);
        let path = trace::file_of(&options.trace, answer.findings.len());
        let written = Trace::new(options, &setup, &flags, &finding).write(&path);
        if let Err(error) = &written {
            eprintln!("gmc: warning: {error}");
        }
        let trace = written.ok().map(|()| path.display().to_string());
        answer.findings.push(Replayed { finding, events, trace });
    }
    manner.print(&answer)?;
    Ok(match answer.word() {
        Word::Holds => Exit::Success,
        Word::Violated => Exit::Violated,
        Word::Unknown => Exit::Unknown,
    })
}

/// A search knows states, not places: what can be repeated for ever is said to be where it starts.
fn locate(finding: &mut Finding, events: &[Event]) {
    if let (Some(lap), None) = (finding.lap, &finding.violation.location) {
        finding.violation.location = events.get(lap).and_then(|event| event.location.clone());
    }
}

fn set_up(options: &cli::Check) -> Result<Setup, Error> {
    let program = program::read_with_models(&options.program)?;
    let name =
        options.program.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
    let given = options.arguments.iter().map(|argument| argument.clone().into_vec());
    Ok(Setup {
        arguments: std::iter::once(name).chain(given).collect(),
        spurious: options.spurious,
        invariants: setup::invariants(&program, &options.invariant)?,
        allow: options.allow.clone(),
        threads: Threads::read(options.threads.as_deref())?,
        program,
    })
}

/// The outcome, how it was come by, and the errors that were allowed.
fn search(options: &cli::Check, setup: &Setup) -> Result<(Outcome, Used, Vec<Allowed>), Error> {
    // These are not looked for at all, or can be gone on from.
    let others = |kind: &Kind| {
        ![Kind::DataRace, Kind::MemoryLeak, Kind::Deadlock, Kind::InvalidPointerOperation].contains(kind)
    };
    let allowed = options.allow.iter().copied().filter(others).collect();
    let mut system = Allow::new(setup.subject()?, allowed);
    let (mut outcome, used) = match options.fingerprint {
        Fingerprint::Half => search_with(options, &mut system, &mut Fingerprints64::new()),
        Fingerprint::Whole => search_with(options, &mut system, &mut Fingerprints128::new()),
    };
    let met = system.met().to_vec();
    outcome.stats.pruned -= met.iter().map(|it| it.count).sum::<u64>();
    Ok((outcome, used, met))
}

fn search_with<S: Footprints, V: Visited>(
    options: &cli::Check,
    system: &mut S,
    visited: &mut V,
) -> (Outcome, Used) {
    let memory = options.memory.unwrap_or_else(limits::default_memory);
    // What the search counts is not all that there is: the program, its code, what allocators keep.
    let beside = limits::used().unwrap_or(0).saturating_sub(system.bytes() as u64);
    let stop = interrupt::ask();
    let exhausted = AtomicBool::new(false);
    let mut line = progress::Line::new();
    let mut report = |it: &gmc_explore::Progress| {
        let used = limits::used().unwrap_or(it.bytes as u64 + beside);
        if used > memory {
            exhausted.store(true, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
        line.show(it, used);
    };
    let limits = |spent| Limits {
        time: options.time.map(|time| time.saturating_sub(spent)),
        states: options.states,
        depth: options.depth,
        memory: Some(memory.saturating_sub(beside) as usize),
    };
    let (mut outcome, used) = engine::search(options, system, visited, |search, start| {
        search(Plan {
            all: options.all,
            reduce: !options.no_reduction,
            limits: limits(start.elapsed()),
            stop: Some(stop),
            progress: Some(&mut report),
        });
    });
    drop(line);
    if outcome.stopped == Some(Stopped::Request) && exhausted.into_inner() {
        outcome.stopped = Some(Stopped::Memory);
    }
    outcome.stats.peak_bytes = limits::peak().map_or(outcome.stats.peak_bytes, |peak| peak as usize);
    (outcome, used)
}

fn after_allowed(it: &Allowed) -> Reason {
    Reason {
        word: "allowed",
        message: format!(
            "what comes after this {} was not examined (--allow): {}",
            it.violation.kind, it.violation.message
        ),
        location: it.violation.location.clone(),
        count: Some(it.count),
        advice: None,
    }
}

/// The answer of a check that was interrupted while its program was being compiled and read.
fn before_the_search() -> Answer {
    let outcome = Outcome {
        findings: Vec::new(),
        hindrances: Vec::new(),
        stopped: Some(Stopped::Request),
        stats: gmc_model::Stats::default(),
        omission: 0.0,
    };
    Answer::new(&outcome)
}

/// How the answer is printed.
#[derive(Clone, Copy)]
struct Manner {
    format: AnswerFormat,
    stats: bool,
}

impl Manner {
    fn print(self, answer: &Answer) -> Result<(), Error> {
        match self.format {
            AnswerFormat::Json => printing::print(&(json::answer(answer) + "\n")),
            AnswerFormat::Text => {
                let mut text = String::new();
                let style =
                    Style { colour: printing::colour(), width: printing::width(), details: self.stats };
                terminal::answer(&mut text, answer, &printing::sources(), style)?;
                printing::print(&text)
            }
        }
    }
}
