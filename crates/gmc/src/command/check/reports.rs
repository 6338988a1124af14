//! Reports in files, for other programs and for browsers: SARIF, JUnit, witnesses, HTML.
//!
//! Where a limit ends the check early, [`AtLimit`] writes those that need no program, and names the others.
//!
//! Invariant: no file is written by two threads. Whoever writes a report begins it first ([`begin`]).

use super::super::Error;
use super::super::loaded::Loaded;
use super::super::printing;
use super::super::read;
use super::super::svcomp::Property;
use crate::cli;
use crate::run::Run;
use gmc_explore::replay;
use gmc_model::{Coverage, Event, Scene};
use gmc_observe::Observed;
use gmc_report::html::{self, Show};
use gmc_report::terminal::{self, Style};
use gmc_report::witness::{self, Format, Task};
use gmc_report::{Answer, junit, lcov, pcap, sarif, suite};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Steps of a run whose states are shown.
const FILMED: usize = 400;

/// A report in a file.
#[derive(Clone, Copy)]
enum Report {
    Sarif,
    Junit,
    Witness,
    Coverage,
    Page,
    Capture,
}

/// How far a report is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    Begun,
    Written,
}

static STAGES: Mutex<[Stage; 6]> = Mutex::new([Stage::Open; 6]);

fn stages() -> MutexGuard<'static, [Stage; 6]> {
    STAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a report, unless it was begun before. Returns how far it was.
fn begin(report: Report) -> Stage {
    let stage = &mut stages()[report as usize];
    let before = *stage;
    if before == Stage::Open {
        *stage = Stage::Begun;
    }
    before
}

/// Writes a report if the user asked for it and no other thread has begun it. Returns what went wrong.
fn make(
    report: Report,
    path: Option<&PathBuf>,
    write: impl FnOnce(&Path) -> Result<(), Error>,
) -> Option<Error> {
    let path = path.filter(|_| begin(report) == Stage::Open)?;
    let written = write(path);
    if written.is_ok() {
        stages()[report as usize] = Stage::Written;
    }
    written.err()
}

/// Writes the files that the user asked for, each even if another one cannot be written. Returns what went wrong.
pub(super) fn write(
    options: &cli::Check,
    loaded: &Loaded,
    answer: &Answer,
    property: Option<&Property>,
) -> Vec<Error> {
    let reports = &options.reports;
    let coverage = answer.coverage.as_ref();
    let name = title(&loaded.run);
    let lost = [
        make(Report::Sarif, reports.sarif.as_ref(), |path| put(path, &sarif::answer(answer, VERSION))),
        make(Report::Junit, reports.junit.as_ref(), |path| {
            write_junit(path, options.output.verbose, &name, answer)
        }),
        make(Report::Witness, reports.witness.as_ref(), |path| {
            write_witness(path, &task(loaded, property), answer)
        }),
        make(Report::Coverage, reports.coverage.as_ref(), |path| {
            coverage.map_or(Ok(()), |it| write_coverage(path, it))
        }),
        make(Report::Page, reports.html.as_ref(), |path| write_page(path, loaded, answer)),
        make(Report::Capture, reports.pcap.as_ref(), |path| write_first_capture(path, answer)),
    ];
    lost.into_iter().flatten().collect()
}

/// The reports of a check that a limit ends before it has written them.
pub(super) struct AtLimit {
    reports: cli::Reports,
    verbose: bool,
    name: String,
}

impl AtLimit {
    pub(super) fn new(options: &cli::Check, run: &Run) -> AtLimit {
        let (reports, verbose) = (options.reports.clone(), options.output.verbose);
        AtLimit { reports, verbose, name: title(run) }
    }

    /// Writes the reports that need no more than the answer. Returns an error for each that is missing.
    pub(super) fn write(&self, answer: &Answer) -> Vec<Error> {
        let reports = &self.reports;
        let all = [
            (Report::Sarif, &reports.sarif),
            (Report::Junit, &reports.junit),
            (Report::Witness, &reports.witness),
            (Report::Coverage, &reports.coverage),
            (Report::Page, &reports.html),
            (Report::Capture, &reports.pcap),
        ];
        let asked = all.into_iter().filter_map(|(report, path)| Some((report, path.as_deref()?)));
        let written = asked.map(|(report, path)| match (begin(report), report) {
            (Stage::Written, _) => Ok(()),
            (Stage::Open, Report::Sarif) => put(path, &sarif::answer(answer, VERSION)),
            (Stage::Open, Report::Junit) => write_junit(path, self.verbose, &self.name, answer),
            _ => Err(Error::File {
                path: path.display().to_string(),
                error: io::Error::other("the check came to a limit before this report"),
            }),
        });
        written.filter_map(Result::err).collect()
    }
}

/// The messages of the first finding's run.
fn write_first_capture(path: &Path, answer: &Answer) -> Result<(), Error> {
    match answer.findings.first() {
        Some(it) => write_capture(path, &it.events, it.finding.trace.len() - it.events.len()),
        None => Ok(()),
    }
}

/// The messages of a run, of which so many steps come before these.
pub(in crate::command) fn write_capture(path: &Path, events: &[Event], skipped: usize) -> Result<(), Error> {
    let (bytes, left_out) = pcap::pcap(events, skipped + 1);
    if left_out > 0 {
        eprintln!("gmc: warning: {}: {left_out} messages of UNIX sockets are not in it", path.display());
    }
    fs::write(path, bytes).map_err(|error| Error::File { path: path.display().to_string(), error })
}

fn write_junit(path: &Path, verbose: bool, name: &str, answer: &Answer) -> Result<(), Error> {
    let style = Style { colour: false, width: 100, verbose, chart: false, details: true };
    let mut report = String::new();
    terminal::answer(&mut report, answer, &printing::sources(), style)?;
    put(path, &junit::answer(answer, name, &report))
}

fn write_witness(path: &Path, task: &Task, answer: &Answer) -> Result<(), Error> {
    let graphml = path.extension().is_some_and(|it| it == "graphml");
    let format = if graphml { Format::Graphml } else { Format::Yaml };
    if let Some(text) = witness::witness(answer, task, format) {
        return put(path, &text);
    }
    let what = match answer.findings.first() {
        None => "an unknown answer has no witness",
        Some(it) if it.finding.lap.is_some() => {
            "a run without end has no witness of format 2.0 (a name that ends in .graphml asks for format 1.0)"
        }
        Some(_) => "an error without a place has no witness",
    };
    eprintln!("gmc: warning: {} is not written: {what}", path.display());
    Ok(())
}

fn write_coverage(path: &Path, coverage: &Coverage) -> Result<(), Error> {
    // What other runs have reached counts too.
    let known = read::text(path).map_or_else(|_| Coverage::default(), |text| lcov::read(&text));
    let mut all = known;
    all.merge(coverage);
    put(path, &lcov::write(&all))
}

fn write_page(path: &Path, loaded: &Loaded, answer: &Answer) -> Result<(), Error> {
    let scenes =
        answer.findings.iter().map(|it| film(loaded, &it.finding.trace)).collect::<Result<Vec<_>, _>>()?;
    let program = title(&loaded.run);
    let show = Show { program: &program, version: VERSION, scenes: &scenes, sources: &printing::sources() };
    put(path, &html::page(answer, &show))
}

/// What Test-Comp's files say of tests of the program.
pub(super) fn metadata(loaded: &Loaded, specification: &str) -> suite::Metadata {
    let Task { inputs, bits, created, version, .. } = task(loaded, None);
    suite::Metadata {
        program: inputs.into_iter().next().unwrap_or_default(),
        specification: specification.to_owned(),
        entry: loaded.run.source.function.clone().unwrap_or_else(|| "main".to_owned()),
        bits,
        created,
        version,
    }
}

/// What was checked, for a title.
pub(super) fn title(run: &Run) -> String {
    let names: Vec<String> = run.source.inputs.iter().map(|it| it.display().to_string()).collect();
    names.join(" ")
}

/// The states of a run, of a long one the last.
fn film(loaded: &Loaded, trace: &[gmc_model::Choice]) -> Result<Vec<Scene>, Error> {
    let mut observed = Observed::filmed(loaded.execution()?, trace.len().saturating_sub(FILMED));
    // It was confirmed before: what it comes to is known.
    let _ = replay(&mut observed, trace, &mut |_, _| {});
    Ok(observed.scenes().to_vec())
}

fn task(loaded: &Loaded, property: Option<&Property>) -> Task {
    let input = |path: &PathBuf| {
        let hash = read::bytes(path).map_or(String::new(), |bytes| witness::sha256(&bytes));
        (path.display().to_string(), hash)
    };
    let bits = loaded.program.units().next().map_or(64, |(_, unit)| unit.linked.unit.target.pointer_bits);
    Task {
        inputs: loaded.run.source.inputs.iter().map(input).collect(),
        specification: specification(property.map(|it| it.name(None))),
        bits,
        created: now(),
        version: VERSION.to_owned(),
    }
}

/// A property of SV-COMP as its file has it; none where the answer says which.
fn specification(property: Option<&str>) -> Option<String> {
    let formula = match property? {
        "unreach-call" => "G ! call(reach_error())",
        "no-overflow" => "G ! overflow",
        "no-data-race" => "G ! data-race",
        "valid-memcleanup" => "G valid-memcleanup",
        "termination" => "F end",
        _ => return None,
    };
    Some(format!("CHECK( init(main()), LTL({formula}) )"))
}

/// The time in the form of ISO 8601; what `SOURCE_DATE_EPOCH` says, where reports are to be reproducible.
fn now() -> String {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    let seconds =
        told.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs()));
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days from March on, so that the leap day is a year's last (Hinnant: chrono-compatible low-level date algorithms).
    let era_day = days + 719_468;
    let (era, day) = (era_day / 146_097, era_day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

fn put(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::File { path: path.display().to_string(), error })
}
