//! Findings as they are reported: replayed on a fresh machine, with a shorter run, an explanation and a trace.
//!
//! Invariant: no finding without replay. One that does not happen again is a failure of gmc, and the answer is unknown.

use super::inputs::{self, Concrete};
use super::{Observers, bare_answer, minimise, partial};
use crate::cli;
use crate::command::loaded::Loaded;
use crate::command::svcomp::Property;
use crate::command::trace::{self, Trace};
use crate::command::{Error, reproducer};
use gmc_model::{ErrorKind, Event, Finding, Gap};
use gmc_observe::Observed;
use gmc_report::{Answer, Replayed};
use gmc_search::{Deviation, Searched, confirm};

/// Steps of a run that are looked at for the report, from the end.
const SHOWN: usize = 2_000;

/// The answer that a search amounts to, with its findings; and what to do with the reproducers that were written.
pub(super) fn answer(
    options: &cli::Check,
    loaded: &Loaded,
    observers: &Observers,
    mut searched: Searched,
    property: Option<&Property>,
) -> Result<(Answer, String), Error> {
    let is_refuted = searched.result.left_out.iter().any(|it| matches!(it, Gap::Audit { .. }));
    if is_refuted {
        // A machine that claims what is not true has found nothing.
        searched.result.findings.clear();
    }
    let mut answer = bare_answer(options, loaded, observers, &mut searched, property)?;
    let mut advice = String::new();
    let findings = searched.result.findings;
    let mut left = findings.len();
    for finding in findings {
        let loaded = &loaded.about(finding.property);
        partial::replaying(&answer, left);
        left -= 1;
        if let Err(deviation) =
            confirm(&mut loaded.execution()?, &finding, loaded.formulas.temporal().as_ref())
        {
            add_deviation(&mut answer, &finding, &deviation);
            continue;
        }
        if let Some(suite) = &observers.suite {
            suite.found(&finding);
        }
        let Some(with_numbers) = concrete(&mut answer, loaded, &finding)? else { continue };
        // It is true, whatever a limit leaves of the rest.
        let (_, plain) = with_numbers.of(loaded, &finding);
        let bare = Replayed { finding: plain.clone(), minimal: false, events: Vec::new(), trace: None };
        answer.findings.push(bare);
        partial::replaying(&answer, left);
        answer.findings.pop();
        let (shorter, minimal) = minimise::minimised(options, loaded, finding.clone())?;
        let is_shorter = shorter.trace != finding.trace;
        let best = match is_shorter.then(|| inputs::concrete(loaded, &shorter)) {
            Some(Ok(found @ (Concrete::Same | Concrete::Numbers(..)))) => (found, shorter, minimal),
            Some(_) => (with_numbers, finding, false),
            None => (with_numbers, finding, minimal),
        };
        let (loaded, finding) = best.0.of(loaded, &best.1);
        let replayed =
            report(options, loaded, (finding.clone(), best.2), answer.findings.len(), &mut advice)?;
        answer.findings.push(replayed);
    }
    partial::replaying(&answer, 0);
    Ok((answer, advice))
}

/// A finding with numbers for its inputs; none where there are none, or where it is not true with them.
fn concrete(answer: &mut Answer, loaded: &Loaded, finding: &Finding) -> Result<Option<Concrete>, Error> {
    match inputs::concrete(loaded, finding)? {
        Concrete::NotFound => {
            let why = format!(
                "the solver found no inputs for it ({}: {})",
                finding.violation.kind, finding.violation.message
            );
            answer.add_gap(Gap::NotReplayed { why });
            Ok(None)
        }
        Concrete::Deviates(deviation) => {
            add_deviation(answer, finding, &deviation);
            Ok(None)
        }
        found => Ok(Some(found)),
    }
}

/// A finding could not be replayed: because of a limit, or because gmc is wrong.
fn add_deviation(answer: &mut Answer, finding: &Finding, deviation: &Deviation) {
    if let Deviation::Stopped(_) = deviation {
        answer.add_gap(Gap::NotReplayed { why: deviation.to_string() });
        return;
    }
    let what = format!(
        "a violation was found that does not happen again when it is replayed ({}: {}): {deviation}",
        finding.violation.kind, finding.violation.message
    );
    answer.add_gap(Gap::Internal { what });
}

/// A finding with all that is told of it. Writes its trace, and its reproducer if there is to be one.
fn report(
    options: &cli::Check,
    loaded: &Loaded,
    (mut finding, minimal): (Finding, bool),
    index: usize,
    advice: &mut String,
) -> Result<Replayed, Error> {
    let events = follow(loaded, &mut finding)?;
    locate(&mut finding, &events);
    let mut trace = Trace::new(loaded, &finding);
    if events.len() == finding.trace.len() {
        trace.steps = trace::steps(&events);
    }
    if let Some(path) = &options.reports.reproducer {
        match reproducer::write(&trace::file_of(path, index), loaded, &finding) {
            Ok(told) => advice.extend(told),
            Err(error) => error.report(),
        }
    }
    let path = trace::file_of(&options.reports.trace, index);
    let written = trace.write(&path);
    if let Err(error) = &written {
        eprintln!("gmc: warning: {error}");
    }
    let trace = written.ok().map(|()| path.display().to_string());
    Ok(Replayed { finding, minimal, events, trace })
}

/// What each step of a run does; the violation gets what the run tells of it.
fn follow(loaded: &Loaded, finding: &mut Finding) -> Result<Vec<Event>, Error> {
    let shown = if finding.lap.is_some() { usize::MAX } else { SHOWN };
    let mut observed = Observed::after(loaded.execution()?, finding.trace.len().saturating_sub(shown));
    match confirm(&mut observed, finding, loaded.formulas.temporal().as_ref()) {
        Ok(violation) => finding.violation = violation,
        // It has happened on a fresh machine twice, so it is true.
        Err(deviation) => eprintln!("gmc: warning: the run cannot be shown: {deviation}"),
    }
    Ok(observed.into_events())
}

/// A search knows states, not places: what can be repeated for ever is said to be where it starts.
fn locate(finding: &mut Finding, events: &[Event]) {
    if finding.violation.location.is_some() {
        return;
    }
    let event = match finding.lap {
        Some(lap) => events.get(lap),
        // The last step is the one after which a temporal property cannot hold any more.
        None if finding.violation.kind == ErrorKind::Ltl => events.last(),
        None => None,
    };
    finding.violation.location = event.and_then(|it| it.location.clone());
}
