//! Findings with plain numbers for inputs.
//!
//! A search follows symbolic runs, each for many inputs. A finding is reported as one run: the solver says which inputs
//! lead there, and the run is executed again with these numbers. It must come to the same violation without terms,
//! conditions or a solver: so a mistake of theirs cannot become an alarm.
//!
//! The two runs do not have the same steps. Where a symbolic run stops to decide something of a value, the run with
//! numbers goes on ([`Plan`]).

use super::super::Error;
use super::super::loaded::Loaded;
use gmc_model::{Choice, Choices, ErrorKind, Finding, Step, System as _, ThreadId};
use gmc_search::{Deviation, confirm};
use gmc_system::Checked;
use gmc_system::pending::Pending;
use gmc_vm::symbolic::{Inputs, Preference};
use std::collections::BTreeSet;

/// So many decisions are made for threads that stand before one.
const DECISIONS: usize = 64;
/// So many steps a run with numbers is followed beyond its plan, while there is only one thing to do.
const FORCED: usize = 8;

/// What becomes of a finding when its inputs are numbers.
pub(super) enum Concrete {
    /// It depends on no nondeterministic value: it stays as it is.
    Same,
    /// The solver has no numbers for its inputs.
    NotFound,
    /// The run with these numbers.
    Numbers(Box<(Loaded, Finding)>),
    /// With the numbers it does not happen.
    Deviates(Deviation),
}

impl Concrete {
    /// The program and the finding to report.
    pub(super) fn of<'a>(&'a self, loaded: &'a Loaded, finding: &'a Finding) -> (&'a Loaded, &'a Finding) {
        match self {
            Concrete::Numbers(both) => (&both.0, &both.1),
            _ => (loaded, finding),
        }
    }
}

/// A finding with numbers for its inputs.
pub(super) fn concrete(loaded: &Loaded, finding: &Finding) -> Result<Concrete, Error> {
    // What is repeated for ever may make new values in each round. With numbers, steps do not end where a value is
    // decided, so a temporal property may see other states.
    let is_endless = finding.lap.is_some() || finding.violation.kind == ErrorKind::Livelock;
    let is_temporal = finding.violation.kind == ErrorKind::Ltl;
    let processes = loaded.compiled()?.uses.system;
    if is_endless || is_temporal || processes || loaded.run.values.numbers.is_some() {
        return Ok(Concrete::Same);
    }
    let trace = decided(loaded, &finding.trace)?;
    let mut execution = loaded.execution()?;
    execution.machine.log_inputs();
    let mut plan = Plan::default();
    let replayed = gmc_explore::replay(&mut execution, &trace, &mut |execution, step| {
        plan.end(execution);
        plan.begin(execution, trace[step]);
    });
    let numbers: Vec<u64> = match replayed.map(|_| execution.machine().inputs(Preference::Small)) {
        Ok(Inputs::Found(inputs)) => inputs.iter().filter(|it| !it.chosen).map(|it| it.value).collect(),
        // What the search took for possible is not.
        Ok(Inputs::Impossible) => {
            let step = plan.steps.iter().rposition(Option::is_none).unwrap_or(0);
            return Ok(Concrete::Deviates(Deviation::Pruned { step }));
        }
        Ok(Inputs::NotFound) => return Ok(Concrete::NotFound),
        Err(_) => return Ok(Concrete::Same),
    };
    if numbers.is_empty() {
        return Ok(Concrete::Same);
    }
    let loaded = loaded.with_numbers(numbers);
    let finding = Finding { trace: plan.choices(&mut loaded.execution()?, FORCED), ..finding.clone() };
    Ok(match confirm(&mut loaded.execution()?, &finding, loaded.formulas.temporal().as_ref()) {
        Ok(violation) => Concrete::Numbers(Box::new((loaded, Finding { violation, ..finding }))),
        Err(deviation) => Concrete::Deviates(deviation),
    })
}

/// The same run, in which no thread but the one that goes wrong stands before a decision at the end. With numbers these
/// threads go on, and must not go wrong first.
fn decided(loaded: &Loaded, trace: &[Choice]) -> Result<Vec<Choice>, Error> {
    let Some((&last, before)) =
        trace.split_last().filter(|it| it.1.iter().any(|of| of.thread != it.0.thread))
    else {
        return Ok(trace.to_vec());
    };
    let mut execution = loaded.execution()?;
    let mut trace = before.to_vec();
    if gmc_explore::replay(&mut execution, before, &mut |_, _| {}).is_ok() {
        let mut open = Choices::new();
        for _ in 0..DECISIONS {
            execution.choices(&mut open);
            let decisions = open.iter().filter(|it| it.thread != last.thread && is_split(&execution, **it));
            let decisions: Vec<Choice> = decisions.copied().collect();
            let Some(&choice) = decisions.iter().find(|it| leads_on(&mut execution, **it)) else { break };
            execution.step(choice);
            trace.push(choice);
        }
    }
    trace.push(last);
    Ok(trace)
}

/// Whether a choice leads to a state in which nothing is wrong.
fn leads_on(execution: &mut Checked, choice: Choice) -> bool {
    execution.mark();
    let step = execution.step(choice);
    execution.rewind();
    execution.forget();
    matches!(step, Step::Moved { .. })
}

/// What a run with numbers does for a symbolic run, step by step.
#[derive(Default)]
pub(super) struct Plan {
    /// Nothing for a step that decides something, or that takes its operation back because of such a decision.
    steps: Vec<Option<Planned>>,
    /// Threads that were the only ones left when they came to where they stand.
    came_alone: BTreeSet<ThreadId>,
    /// Threads whose last operation was taken back and has left something behind.
    asking: BTreeSet<ThreadId>,
    /// The thread of the last step, and the state beside memory in which it began.
    last: Option<(ThreadId, u128)>,
}

#[derive(Clone, Copy, Debug)]
enum Planned {
    Choice(Choice),
    /// A call that was taken back is made at this place. With numbers it has been made, unless the thread is still
    /// there and has as many alternatives.
    Again(Choice, Place),
    /// The thread stood before a decision until it was the only one left, and then did not stop any more. With numbers
    /// it has come to an operation that others could have noticed, and stands before that.
    GoOn(ThreadId),
}

impl Plan {
    /// A step begins.
    pub(super) fn begin(&mut self, execution: &mut Checked, choice: Choice) {
        let thread = choice.thread;
        self.last = Some((thread, execution.machine().print_beside()));
        self.steps.push(match is_split(execution, choice) {
            false if self.asking.remove(&thread) => {
                let mut open = Choices::new();
                execution.choices(&mut open);
                Some(Planned::Again(choice, place(execution, thread, &open)))
            }
            false => Some(Planned::Choice(choice)),
            true if is_alone(execution) && !self.came_alone.contains(&thread) => Some(Planned::GoOn(thread)),
            true => None,
        });
    }

    /// The step that was begun last has been made.
    pub(super) fn end(&mut self, execution: &Checked) {
        let Some((thread, before)) = self.last else { return };
        if is_alone(execution) {
            self.came_alone.insert(thread);
        } else {
            self.came_alone.remove(&thread);
        }
        let machine = execution.machine();
        if !machine.step.taken_back {
            return;
        }
        if machine.print_beside() == before {
            // With numbers, the step that makes the operation later is the only one.
            if let Some(Some(Planned::Again(..))) = self.steps.pop() {
                self.asking.insert(thread);
            }
            self.steps.push(None);
        } else {
            // That there is another byte of input was chosen, and stays so.
            self.asking.insert(thread);
        }
    }

    /// The step that was begun last is not made.
    pub(super) fn withdraw(&mut self) {
        self.steps.pop();
        self.last = None;
    }

    /// Executes it: the choices of the run with numbers, up to where something is wrong. Behind the plan, so many more
    /// while there is only one thing to do.
    pub(super) fn choices(&self, execution: &mut Checked, mut forced: usize) -> Vec<Choice> {
        let (mut taken, mut open) = (Vec::with_capacity(self.steps.len()), Choices::new());
        let mut planned = self.steps.iter().flatten();
        loop {
            execution.choices(&mut open);
            let next = planned.next();
            let choice = match (next, &open[..]) {
                (Some(&Planned::Choice(choice)), _) => choice,
                (Some(&Planned::Again(choice, at)), all) if place(execution, choice.thread, all) == at => {
                    choice
                }
                (Some(&Planned::GoOn(thread)), &[only]) if only.thread == thread => only,
                (Some(Planned::GoOn(_) | Planned::Again(..)), _) => continue,
                (None, &[only]) if forced > 0 => only,
                (None, _) => return taken,
            };
            forced -= usize::from(next.is_none());
            taken.push(choice);
            if !open.contains(&choice) || !matches!(execution.step(choice), Step::Moved { .. }) {
                return taken;
            }
        }
    }
}

/// Whether a choice decides what a value is, instead of what the program does. With numbers there is no such choice.
fn is_split(execution: &Checked, choice: Choice) -> bool {
    execution.threads[choice.thread].pending.split().is_some()
}

/// How deep a thread is in its calls, before which operation, and in how many ways it can go on.
type Place = (usize, Option<u32>, usize);

fn place(execution: &Checked, thread: ThreadId, open: &[Choice]) -> Place {
    let frames = &execution.machine().threads[thread].frames;
    let ways = open.iter().filter(|it| it.thread == thread).count();
    (frames.len(), frames.last().map(|it| it.pc), ways)
}

/// Whether all threads but one have come to their end.
fn is_alone(execution: &Checked) -> bool {
    let has_ended = |it: &Pending| matches!(it.after_look(), Pending::Done | Pending::AssumptionFailed);
    execution.threads.iter().filter(|it| !has_ended(&it.pending)).count() <= 1
}
