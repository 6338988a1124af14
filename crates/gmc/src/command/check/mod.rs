//! `gmc check`: everything that the program can do.

mod audited;
mod checkpoint;
mod draft;
mod engine;
mod files;
mod progress;
mod search;
mod shorten;

use super::externals::{self, Externals};
use super::outside::Outside;
use super::setup::{self, Setup, Threads};
use super::svcomp::{self, Property, Task};
use super::trace::{self, Trace};
use super::{Error, printing, program, reproducer};
use crate::cli::{self, AnswerFormat};
use crate::exit::Exit;
use crate::watchdog::{Bounds, Phase};
use crate::{memory, watchdog};
use gmc_explore::{Deviation, confirm};
use gmc_ir::program::Program;
use gmc_model::{Event, Finding};
use gmc_observe::{Observed, Profiler};
use gmc_report::terminal::{self, Style};
use gmc_report::{Answer, Reason, Replayed, Word, json};
use gmc_vm::Relied;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::{Arc, OnceLock};

/// Steps of a run that are looked at for the report, from the end.
const SHOWN: usize = 2_000;

/// Checks the program.
pub(super) fn run(options: &cli::Check) -> Result<Exit, Error> {
    let mut options = options.clone();
    let property = match (options.svcomp, &options.program.inputs[..]) {
        (false, _) => None,
        (true, [task]) => {
            let task = Task::read(task, options.property.as_deref())?;
            task.apply(&mut options);
            Some(task.property)
        }
        (true, [_, other, ..]) => {
            let why = "a task names all files of its program, and is the only input".to_owned();
            return Err(Error::Task { path: other.display().to_string(), why });
        }
        (true, []) => None,
    };
    let options = &options;
    engine::examine(options)?;
    let manner = Manner { format: options.format, stats: options.stats, verbose: options.verbose };
    let bounds = Bounds {
        time: options.time,
        memory: Some(options.memory.unwrap_or_else(memory::default_memory)),
        signals: true,
    };
    watchdog::start(bounds, move |_, why| {
        let answer = draft::ended_by(why);
        // The answer is all that is left to do.
        let _ = manner.print(&answer);
        exit_of(&answer)
    });
    let program = read(options)?;
    if options.list_externals {
        return externals::list(&program);
    }
    let error = match &property {
        Some(Property::Unreachable(function)) => Some(function.as_str()),
        _ => None,
    };
    let setup = set_up(options, program, property.as_ref(), error)?;
    watchdog::enter(Phase::Working);
    let (mut outcome, used, mut left_out) = search::search(options, &setup, property.as_ref())?;
    watchdog::enter(Phase::Reporting);
    if let Some(why) = property.as_ref().and_then(Property::beyond) {
        left_out.push(not_examined(why));
    }
    outcome.premises = setup.premises();
    let mut findings = std::mem::take(&mut outcome.findings);
    if left_out.iter().any(|it| it.word == audited::WORD) {
        // Whatever was found, by a gmc that claims what is not so.
        findings.clear();
    }
    let mut answer = Answer::new(&outcome);
    answer.assumptions = setup.assumptions(outcome.premises);
    answer.coverage = setup.coverage()?;
    answer.used = Some(used);
    answer.profile = setup.profiler.as_ref().map(Profiler::profile);
    answer.complete &= left_out.is_empty();
    answer.reasons.extend(left_out);
    if options.strict && findings.is_empty() {
        answer.be_strict();
    }
    let flags = program::flags(&options.program);
    let mut advice = String::new();
    let mut left = findings.len();
    for finding in findings {
        draft::over(&answer, left);
        left -= 1;
        // No replay, no report: a fresh machine must come to the same end.
        if let Err(deviation) = confirm(&mut setup.subject()?, &finding) {
            if let Deviation::Stopped(_) = deviation {
                answer.complete = false;
                answer.reasons.push(draft::not_replayed(&deviation.to_string()));
                continue;
            }
            answer.fail(format!(
                "a violation was found that does not happen again when it is replayed ({}: {}): {deviation}",
                finding.violation.kind, finding.violation.message
            ));
            continue;
        }
        let bare = Replayed { finding: finding.clone(), minimal: false, events: Vec::new(), trace: None };
        answer.findings.push(bare);
        draft::over(&answer, left);
        answer.findings.pop();
        let (mut finding, minimal) = shorten::shortened(options, &setup, finding)?;
        let events = follow(&setup, &mut finding)?;
        locate(&mut finding, &events);
        let path = trace::file_of(&options.trace, answer.findings.len());
        let mut trace = Trace::new(options, &setup, error, &flags, &finding);
        if events.len() == finding.trace.len() {
            trace.steps = trace::steps(&events);
        }
        if let Some(path) = &options.reproducer {
            let path = trace::file_of(path, answer.findings.len());
            match reproducer::write(&path, &setup, &trace, &finding) {
                Ok(told) => advice.extend(told),
                Err(error) => error.report(),
            }
        }
        let written = trace.write(&path);
        if let Err(error) = &written {
            eprintln!("gmc: warning: {error}");
        }
        let trace = written.ok().map(|()| path.display().to_string());
        answer.findings.push(Replayed { finding, minimal, events, trace });
    }
    draft::over(&answer, 0);
    let unwritten = files::write(options, &setup, &answer);
    watchdog::done();
    let mut told = Ok(());
    if let (Some(property), AnswerFormat::Text) = (&property, options.format) {
        told = printing::print(&svcomp::answer(property, &answer));
    }
    told = told.and(manner.print(&answer));
    if options.format == AnswerFormat::Text {
        told = told.and(printing::print(&advice));
    }
    let lost: Vec<Error> = unwritten.into_iter().chain(told.err()).collect();
    lost.iter().for_each(Error::report);
    Ok(match exit_of(&answer) {
        // Who reads nothing but the exit code must not think that all is there.
        Exit::Success if !lost.is_empty() => Exit::FrontEnd,
        exit => exit,
    })
}

fn exit_of(answer: &Answer) -> Exit {
    match answer.word() {
        Word::Holds => Exit::Success,
        Word::Violated => Exit::Violated,
        Word::Unknown => Exit::Unknown,
    }
}

/// What each step of a run does; the violation gets what the run tells of it.
fn follow(setup: &Setup, finding: &mut Finding) -> Result<Vec<Event>, Error> {
    let shown = if finding.lap.is_some() { usize::MAX } else { SHOWN };
    let mut observed = Observed::after(setup.subject()?, finding.trace.len().saturating_sub(shown));
    match confirm(&mut observed, finding) {
        Ok(violation) => finding.violation = violation,
        // It has happened on a fresh machine twice, so it is true.
        Err(deviation) => eprintln!("gmc: warning: the run cannot be shown: {deviation}"),
    }
    Ok(observed.into_events())
}

/// A search knows states, not places: what can be repeated for ever is said to be where it starts.
fn locate(finding: &mut Finding, events: &[Event]) {
    if let (Some(lap), None) = (finding.lap, &finding.violation.location) {
        finding.violation.location = events.get(lap).and_then(|event| event.location.clone());
    }
}

fn read(options: &cli::Check) -> Result<Program, Error> {
    let mut program = options.program.clone();
    program.inputs.extend(options.externals.model.iter().cloned());
    program::read_with_models(&program)
}

fn set_up(
    options: &cli::Check,
    program: Program,
    property: Option<&Property>,
    error: Option<&str>,
) -> Result<Setup, Error> {
    let name =
        options.program.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
    let given = options.arguments.iter().map(|argument| argument.clone().into_vec());
    let threads = Threads::read(options.threads.as_deref(), error)?;
    Ok(Setup {
        arguments: std::iter::once(name).chain(given).collect(),
        spurious: options.spurious,
        choices: options.choices,
        invariants: setup::invariants(&program, &options.invariant)?,
        allow: options.allow.clone(),
        profiler: options.profile.then(Profiler::default),
        reached: (options.coverage.is_some() || options.html.is_some()).then(OnceLock::new),
        externals: Externals::new(&options.externals, &program, threads.mapping.clone())?,
        threads,
        outside: Outside::read(&options.outside)?,
        relied: Relied::default(),
        sharing: Arc::default(),
        property: property.map(|it| it.name(None)),
        program: Arc::new(program),
        compiled: OnceLock::new(),
    })
}

fn not_examined(why: &str) -> Reason {
    Reason { word: "property", message: why.to_owned(), location: None, count: None, advice: None }
}

/// How the answer is printed.
#[derive(Clone, Copy)]
struct Manner {
    format: AnswerFormat,
    stats: bool,
    verbose: bool,
}

impl Manner {
    fn print(self, answer: &Answer) -> Result<(), Error> {
        match self.format {
            AnswerFormat::Json => printing::print(&(json::answer(answer) + "\n")),
            AnswerFormat::Text => {
                let mut text = String::new();
                let (colour, width) = (printing::colour(), printing::width());
                let style = Style { colour, width, verbose: self.verbose, details: self.stats };
                terminal::answer(&mut text, answer, &printing::sources(), style)?;
                printing::print(&text)
            }
        }
    }
}
