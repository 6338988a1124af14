//! Findings with plain numbers for inputs.
//!
//! A search follows symbolic runs, each for many inputs. A finding is reported as one run: the solver says which inputs
//! lead there, and the run is executed again with these numbers. It must come to the same violation without terms,
//! conditions or a solver: so a mistake of theirs cannot become an alarm.

use super::super::Error;
use super::super::loaded::Loaded;
use gmc_model::{Choice, Finding};
use gmc_search::{Deviation, confirm};
use gmc_system::Checked;
use gmc_system::pending::Pending;
use gmc_vm::symbolic::{Inputs, Preference};

/// What becomes of a finding when its inputs are numbers.
pub(super) enum Concrete {
    /// It depends on no nondeterministic value: it stays as it is.
    Same,
    /// The solver has no numbers for its inputs.
    NotFound,
    /// The run with these numbers.
    Numbers(Box<Loaded>, Finding),
    /// With the numbers it does not happen.
    Deviates(Deviation),
}

impl Concrete {
    /// The program and the finding to report.
    pub(super) fn of<'a>(&'a self, loaded: &'a Loaded, finding: &'a Finding) -> (&'a Loaded, &'a Finding) {
        match self {
            Concrete::Numbers(loaded, finding) => (loaded, finding),
            _ => (loaded, finding),
        }
    }
}

/// A finding with numbers for its inputs.
pub(super) fn concrete(loaded: &Loaded, finding: &Finding) -> Result<Concrete, Error> {
    // What is repeated for ever may make new values in each round.
    if finding.lap.is_some() || loaded.run.values.numbers.is_some() {
        return Ok(Concrete::Same);
    }
    let mut execution = loaded.execution()?;
    execution.machine.log_inputs();
    let mut splits = vec![false; finding.trace.len()];
    let replayed = gmc_explore::replay(&mut execution, &finding.trace, &mut |execution, step| {
        if let Some(before) = step.checked_sub(1) {
            splits[before] |= is_taken_back(execution);
        }
        splits[step] = is_split(execution, finding.trace[step]);
    });
    let numbers: Vec<u64> = match replayed.map(|_| execution.machine().inputs(Preference::Small)) {
        Ok(Inputs::Found(inputs)) => inputs.iter().filter(|it| !it.chosen).map(|it| it.value).collect(),
        // What the search took for possible is not.
        Ok(Inputs::Impossible) => {
            let step = splits.iter().rposition(|&it| it).unwrap_or(0);
            return Ok(Concrete::Deviates(Deviation::Pruned { step }));
        }
        Ok(Inputs::NotFound) => return Ok(Concrete::NotFound),
        Err(_) => return Ok(Concrete::Same),
    };
    if numbers.is_empty() {
        return Ok(Concrete::Same);
    }
    // With numbers there is nothing to decide of values.
    let trace: Vec<Choice> = finding.trace.iter().zip(&splits).filter(|it| !it.1).map(|it| *it.0).collect();
    let finding = Finding { trace, ..finding.clone() };
    let loaded = loaded.with_numbers(numbers);
    Ok(match confirm(&mut loaded.execution()?, &finding) {
        Ok(violation) => Concrete::Numbers(Box::new(loaded), Finding { violation, ..finding }),
        Err(deviation) => Concrete::Deviates(deviation),
    })
}

/// Whether a choice decides what a value is, instead of what the program does. With numbers there is no such choice.
pub(super) fn is_split(execution: &Checked, choice: Choice) -> bool {
    matches!(execution.threads[choice.thread].pending, Pending::Split(_))
}

/// Whether the last step took its operation back because it has to know what a value is. With numbers it does not, and
/// the step that makes the operation later is the only one.
pub(super) fn is_taken_back(execution: &Checked) -> bool {
    execution.machine().step.taken_back
}
