//! A path of a search as a run with plain numbers.
//!
//! The path is followed to its end, and beyond it where the search has not gone further: the program should end by
//! itself. Then the solver finds numbers for its inputs, and the run is executed with these. It must go the same way
//! without terms, conditions or a solver; otherwise there is no test.

use crate::command::Error;
use crate::command::check::inputs::Plan;
use crate::command::loaded::Loaded;
use gmc_model::{Choice, Choices, GivenInput, Input, Random, Step, Stopped, System as _, ThreadId};
use gmc_observe::{BranchWitness, Branches, Crossing, given_inputs};
use gmc_report::suite::TestEnd;
use gmc_system::Checked;
use gmc_system::observer::Observer;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::symbolic::{Inputs, Preference};
use std::any::Any;
use std::sync::Arc;

/// Steps that a run is followed beyond the path of the search, with a solver.
const BEYOND: usize = 200;
/// Slices of that: a step may have no end.
const SLICES: u64 = 2_000;
/// Inputs that are zero, where a run is followed further without one, and steps of that.
const ZEROS: usize = 1 << 12;
const STEPS: usize = 2_000;
/// Transfers of control of a run with numbers: a second or two.
const TRANSFERS: u64 = 1 << 24;

/// A run with plain numbers.
pub(super) struct Concrete {
    /// The program with these numbers.
    pub(super) loaded: Loaded,
    /// What its environment answers, in order.
    pub(super) inputs: Vec<Input>,
    /// What it gets from outside.
    pub(super) given: Vec<GivenInput>,
    /// Which thread goes on, and what is chosen.
    pub(super) choices: Vec<Choice>,
    /// Ways of branches that it takes.
    pub(super) ways: Vec<usize>,
    pub(super) end: TestEnd,
    /// It has more than one thread.
    pub(super) threads: bool,
}

/// How far the search has followed a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathEnd {
    /// As far as it goes, or as the search has come so far.
    Reached,
    /// Up to a step that the machine cannot take: the solver gives up, say.
    Obstacle,
}

/// The run of a path. None if there are no numbers, or the run with them goes another way, or a limit comes first.
pub(super) fn test(
    loaded: &Loaded,
    branches: &Arc<Branches>,
    path: &[Choice],
    end: PathEnd,
) -> Result<Option<Concrete>, Error> {
    let mut path = path.to_vec();
    if end == PathEnd::Obstacle {
        // Nothing is known of the last step.
        path.pop();
    }
    let mut followed = follow(loaded, &path)?;
    let is_open = followed.step == Last::Moved && end == PathEnd::Reached;
    if is_open && beyond(&mut followed, &mut path) {
        // What was logged of choices that lead nowhere does not belong to the run.
        followed = follow(loaded, &path)?;
    }
    if followed.step == Last::Stopped {
        return Ok(None);
    }
    let Inputs::Found(inputs) = followed.execution.machine().inputs(Preference::Any) else { return Ok(None) };
    let mut numbers: Vec<u64> = inputs.iter().filter(|it| !it.chosen).map(|it| it.value).collect();
    let plain = loaded.with_numbers(numbers.clone());
    let mut execution = plain.execution()?;
    execution.observer = Some(Box::new(Patience { slices: SLICES }));
    let choices = followed.plan.choices(&mut execution, 0);
    let whole = execute(&plain, branches, &choices, 0)?;
    if whole.as_ref().is_some_and(|it| it.end != TestEnd::Open) {
        return Ok(whole);
    }
    // Where the search does not come to an end, the rest of the run has zeros for inputs.
    numbers.resize(numbers.len() + ZEROS, 0);
    let rest = execute(&loaded.with_numbers(numbers), branches, &choices, STEPS)?;
    Ok(rest.filter(|it| it.end != TestEnd::Assumption).or(whole))
}

/// The run whose inputs are all zero.
pub(super) fn all_zero(loaded: &Loaded, branches: &Arc<Branches>) -> Result<Option<Concrete>, Error> {
    execute(&loaded.with_numbers(vec![0; ZEROS]), branches, &[], STEPS)
}

/// What the last step of a path came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Moved,
    Ended,
    /// By a limit, or because the step is not possible.
    Stopped,
}

/// A path that was followed.
struct Followed {
    execution: Checked,
    /// What a run with numbers does.
    plan: Plan,
    step: Last,
}

fn follow(loaded: &Loaded, path: &[Choice]) -> Result<Followed, Error> {
    let mut execution = loaded.execution()?;
    execution.machine.log_inputs();
    let mut followed = Followed { execution, plan: Plan::default(), step: Last::Moved };
    let mut open = Choices::new();
    for &choice in path {
        followed.execution.choices(&mut open);
        if followed.step != Last::Moved || !open.contains(&choice) {
            followed.step = Last::Stopped;
            return Ok(followed);
        }
        followed.plan.begin(&mut followed.execution, choice);
        followed.step = match followed.execution.step(choice) {
            Step::Moved { .. } => Last::Moved,
            Step::Pruned | Step::Violated(_) => Last::Ended,
            Step::Unknown(_) | Step::Stopped(_) => Last::Stopped,
        };
        followed.plan.end(&followed.execution);
    }
    Ok(followed)
}

/// Follows the program from the end of the path to its own end, if that is not far. Choices are drawn, so that loops
/// end which end for some choice; always the same ones, so that tests are. Whether choices were tried that lead
/// nowhere.
fn beyond(followed: &mut Followed, path: &mut Vec<Choice>) -> bool {
    let mut random = Random::new(path.len() as u64);
    let mut open = Choices::new();
    let mut went_back = false;
    followed.execution.observer = Some(Box::new(Patience { slices: SLICES }));
    for _ in 0..BEYOND {
        followed.execution.choices(&mut open);
        let count = open.len();
        let first = if count > 1 { random.below(count as u64) as usize } else { 0 };
        let mut taken = None;
        for at in 0..count {
            let choice = open[(first + at) % count];
            followed.plan.begin(&mut followed.execution, choice);
            followed.execution.mark();
            let step = followed.execution.step(choice);
            let leads_on = matches!(step, Step::Moved { .. } | Step::Violated(_));
            if !leads_on {
                followed.execution.rewind();
                followed.plan.withdraw();
                went_back = true;
            }
            followed.execution.forget();
            if leads_on {
                taken = Some((choice, step));
                break;
            }
            if let Step::Stopped(_) = step {
                return went_back;
            }
        }
        let Some((choice, step)) = taken else { break };
        path.push(choice);
        followed.plan.end(&followed.execution);
        if let Step::Violated(_) = step {
            followed.step = Last::Ended;
            break;
        }
    }
    went_back
}

/// Executes a run with numbers, up to so many steps beyond the choices. None where it does not go as it should.
fn execute(
    loaded: &Loaded,
    branches: &Arc<Branches>,
    choices: &[Choice],
    beyond: usize,
) -> Result<Option<Concrete>, Error> {
    let mut execution = loaded.execution()?;
    execution.machine.log_inputs();
    // An observer lives as long as the execution, so it cannot borrow the branches.
    execution.observer = Some(Box::new(Measure {
        branches: branches.clone(),
        taken: vec![false; branches.ways().len()],
        crossing: None,
        transfers: TRANSFERS,
        numbers: loaded.run.values.numbers.as_ref().map_or(0, Vec::len),
    }));
    let mut open = Choices::new();
    let mut taken = Vec::with_capacity(choices.len());
    let end = loop {
        execution.choices(&mut open);
        if let Some(violation) = open.take_end() {
            break TestEnd::Error(violation);
        }
        let planned = choices.get(taken.len());
        let Some(&choice) = planned.or(open.first()) else { break TestEnd::Completed };
        if planned.is_none() && taken.len() >= choices.len() + beyond {
            break TestEnd::Open;
        }
        if !open.contains(&choice) {
            return Ok(None);
        }
        taken.push(choice);
        match execution.step(choice) {
            Step::Moved { .. } => {}
            Step::Pruned => break TestEnd::Assumption,
            Step::Violated(violation) => break TestEnd::Error(violation),
            Step::Unknown(_) | Step::Stopped(_) => {
                taken.pop();
                break TestEnd::Open;
            }
        }
    };
    if taken.len() < choices.len() {
        return Ok(None);
    }
    let Inputs::Found(inputs) = execution.machine().inputs(Preference::Any) else { return Ok(None) };
    let observer: Box<dyn Any> = execution.observer.take().expect("it was put there");
    let measure = observer.downcast::<Measure>().expect("it is of this type");
    let ways = (0..measure.taken.len()).filter(|&way| measure.taken[way]).collect();
    let mut loaded = loaded.clone();
    if let Some(numbers) = &mut loaded.run.values.numbers {
        numbers.truncate(execution.machine().process.given);
    }
    let threads = taken.iter().any(|it| it.thread != ThreadId::FIRST);
    let given = given_inputs(execution.machine());
    Ok(Some(Concrete { loaded, inputs, given, choices: taken, ways, end, threads }))
}

/// Sees which ways a run takes.
struct Measure {
    branches: Arc<Branches>,
    taken: Vec<bool>,
    crossing: Option<Crossing>,
    /// Transfers of control that are left.
    transfers: u64,
    /// How many inputs are numbers.
    numbers: usize,
}

impl Observer for Measure {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        let Measure { branches, taken, crossing, transfers, numbers } = self;
        if *transfers == 0 || machine.process.given > *numbers {
            return Err(Box::new(InterpError::Stopped(Stopped::Request)));
        }
        let (taken, before) = (|way: usize| taken[way] = true, *left);
        let thread = machine.current;
        let end =
            machine.slice_with(left, &mut BranchWitness { branches, thread, crossing, reached: None, taken });
        *transfers = transfers.saturating_sub(before - *left);
        end
    }
}

/// Ends a run after so many slices.
struct Patience {
    slices: u64,
}

impl Observer for Patience {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        match self.slices.checked_sub(1) {
            None => Err(Box::new(InterpError::Stopped(Stopped::Request))),
            Some(slices) => {
                self.slices = slices;
                machine.slice(left)
            }
        }
    }
}
