//! The machines that scripts drive: the program of `gmc script`, compiled when the script first runs it.

use super::loaded::Loaded;
use super::trace::{self, Trace};
use super::{Error, program};
use crate::run::Run;
use gmc_model::{Choice, Step, System as _, Violation};
use gmc_observe::Observed;
use gmc_script::Machines;
use gmc_system::Checked;
use gmc_system::pending::Pending;
use std::cell::RefCell;

/// Machines for the program of a run.
pub(super) struct Driven {
    run: Run,
    /// The program, with the function that runs by itself.
    loaded: RefCell<Option<(Option<String>, Loaded)>>,
}

impl Driven {
    pub(super) fn new(run: Run) -> Driven {
        Driven { run, loaded: RefCell::default() }
    }

    fn with<T>(
        &self,
        entry: Option<&str>,
        act: impl FnOnce(&Loaded) -> Result<T, Error>,
    ) -> Result<T, String> {
        let mut known = self.loaded.borrow_mut();
        if known.as_ref().is_none_or(|it| it.0.as_deref() != entry) {
            let loaded = self.load(entry).map_err(|error| error.to_string())?;
            *known = Some((entry.map(str::to_owned), loaded));
        }
        let (_, loaded) = known.as_ref().expect("it was loaded above");
        act(loaded).map_err(|error| error.to_string())
    }

    fn load(&self, entry: Option<&str>) -> Result<Loaded, Error> {
        let mut run = self.run.clone();
        run.source.function = entry.map(str::to_owned);
        let program = program::read_with_models(&run.compiled_files(), false)?;
        let loaded = Loaded::new(run, program)?;
        if loaded.compiled()?.uses.system {
            return Err(Error::DrivesOneProcess);
        }
        Ok(loaded)
    }
}

impl Machines for Driven {
    fn start(&self, entry: Option<&str>) -> Result<Checked, String> {
        self.with(entry, Loaded::driven)
    }

    fn trace(&self, entry: Option<&str>, choices: &[Choice]) -> Result<String, String> {
        let (loaded, observed) = self.with(entry, |it| Ok((it.clone(), Observed::new(it.execution()?))))?;
        let (all, events, violation) = follow(observed, choices)?;
        let program = trace::fingerprint(&loaded);
        let mut trace = Trace::of_run(&loaded, &program, &all, violation.as_deref());
        trace.steps = trace::steps(&events);
        Ok(trace.text())
    }
}

/// A run as replay takes it: its choices, what they do, and how it ends.
type Followed = (Vec<Choice>, Vec<gmc_model::Event>, Option<Box<Violation>>);

/// Follows a run with the steps of a search: a long one of these is several.
fn follow(mut observed: Observed, choices: &[Choice]) -> Result<Followed, String> {
    let (mut all, mut violation) = (Vec::new(), None);
    for &choice in choices {
        let mut next = Some(choice);
        while let Some(choice) = next.take() {
            let mut possible = gmc_model::Choices::new();
            observed.choices(&mut possible);
            if !possible.contains(&choice) {
                return Err(
                    "the run cannot be followed without the script: this is a mistake of gmc".to_owned()
                );
            }
            all.push(choice);
            match observed.step(choice) {
                Step::Moved { .. } => {
                    let pending = observed.execution.threads.get(choice.thread).map(|it| &it.pending);
                    let goes_on = matches!(pending, Some(Pending::Running));
                    next = goes_on.then_some(Choice { alternative: 0, ..choice });
                }
                Step::Violated(found) => violation = Some(found),
                Step::Pruned | Step::Unknown(_) | Step::Stopped(_) => {}
            }
        }
    }
    let mut possible = gmc_model::Choices::new();
    if violation.is_none() {
        observed.choices(&mut possible);
        violation = possible.take_end();
    }
    Ok((all, observed.into_events(), violation))
}
