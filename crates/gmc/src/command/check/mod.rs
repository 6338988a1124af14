//! `gmc check`: everything that the program can do.

mod confirm;
mod limits;
mod progress;

use super::setup::{self, Setup};
use super::trace::{self, Trace};
use super::{Error, program};
use crate::cli::{self, AnswerFormat, Fingerprint};
use crate::exit::Exit;
use crate::interrupt;
use gmc_explore::{Allow, Allowed, Fingerprints64, Fingerprints128, Limits, Plan, Visited, bfs, dfs};
use gmc_model::{Kind, Outcome, Stopped, System};
use gmc_report::{Answer, Reason, Word, json, terminal};
use std::io::{self, IsTerminal as _, Write as _};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::atomic::{AtomicBool, Ordering};

/// Checks the program.
pub(super) fn run(options: &cli::Check) -> Result<Exit, Error> {
    let manner = Manner { format: options.format, stats: options.stats };
    interrupt::tell(move || {
        // The answer is all that is left to do.
        let _ = manner.print(&before_the_search());
    });
    let setup = set_up(options)?;
    let (mut outcome, met) = search(options, &setup)?;
    let findings = std::mem::take(&mut outcome.findings);
    let mut answer = Answer::new(&outcome);
    answer.assumptions = setup.assumptions();
    for it in met {
        answer.complete = false;
        answer.reasons.push(after_allowed(&it));
    }
    let flags = program::flags(&options.program);
    for finding in findings {
        if let Err(why) = confirm::confirm(&setup, &finding)? {
            answer.fail(why);
            continue;
        }
        let path = trace::file_of(&options.trace, answer.findings.len());
        let written = Trace::new(options, &setup, &flags, &finding).write(&path);
        if let Err(error) = &written {
            eprintln!("gmc: warning: {error}");
        }
        answer.findings.push((finding, written.ok().map(|()| path.display().to_string())));
    }
    manner.print(&answer)?;
    Ok(match answer.word() {
        Word::Holds => Exit::Success,
        Word::Violated => Exit::Violated,
        Word::Unknown => Exit::Unknown,
    })
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
        program,
    })
}

/// The outcome, and the errors that were allowed.
fn search(options: &cli::Check, setup: &Setup) -> Result<(Outcome, Vec<Allowed>), Error> {
    // These are not looked for at all, or can be gone on from.
    let others = |kind: &Kind| {
        ![Kind::DataRace, Kind::MemoryLeak, Kind::Deadlock, Kind::InvalidPointerOperation].contains(kind)
    };
    let allowed = options.allow.iter().copied().filter(others).collect();
    let mut system = Allow::new(setup.subject()?, allowed);
    let mut outcome = match options.fingerprint {
        Fingerprint::Half => search_with(options, &mut system, &mut Fingerprints64::new()),
        Fingerprint::Whole => search_with(options, &mut system, &mut Fingerprints128::new()),
    };
    let met = system.met().to_vec();
    outcome.stats.pruned -= met.iter().map(|it| it.count).sum::<u64>();
    Ok((outcome, met))
}

fn search_with<S: System, V: Visited>(options: &cli::Check, system: &mut S, visited: &mut V) -> Outcome {
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
    let plan = Plan {
        all: options.all,
        reduce: !options.no_reduction,
        limits: Limits {
            time: options.time,
            states: options.states,
            depth: options.depth,
            memory: Some(memory.saturating_sub(beside) as usize),
        },
        stop: Some(stop),
        progress: Some(&mut report),
    };
    let mut outcome = if options.bfs { bfs(system, visited, plan) } else { dfs(system, visited, plan) };
    drop(line);
    if outcome.stopped == Some(Stopped::Request) && exhausted.into_inner() {
        outcome.stopped = Some(Stopped::Memory);
    }
    outcome.stats.peak_bytes = limits::peak().map_or(outcome.stats.peak_bytes, |peak| peak as usize);
    outcome
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
        let mut text = match self.format {
            AnswerFormat::Json => json::answer(answer) + "\n",
            AnswerFormat::Text => String::new(),
        };
        let mut out = io::stdout().lock();
        if self.format == AnswerFormat::Text {
            let colour = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let sources =
                |file: &str| std::fs::read(file).ok().map(|text| String::from_utf8_lossy(&text).into_owned());
            terminal::answer(&mut text, answer, &sources, colour, self.stats)?;
        }
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}
