//! A path of a search as a run with plain numbers.
//!
//! The path is followed to its end, and beyond it where the search has not gone further: the program should end by
//! itself. Then the solver finds numbers for its inputs, and the run is executed with these. It must go the same way
//! without terms, conditions or a solver; otherwise there is no test.

use crate::command::Error;
use crate::command::check::inputs::is_split;
use crate::command::loaded::Loaded;
use gmc_model::{Choice, Choices, Input, Random, Step, System as _, ThreadId};
use gmc_observe::{BranchWitness, Branches, Crossing};
use gmc_report::suite::TestEnd;
use gmc_system::Checked;
use gmc_system::observer::Observer;
use gmc_vm::InterpResult;
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::symbolic::{Inputs, Preference};
use std::any::Any;
use std::sync::Arc;

/// Steps that a run is followed beyond the path of the search.
const BEYOND: usize = 2_000;

/// A run with plain numbers.
pub(super) struct Concrete {
    /// The program with these numbers.
    pub(super) loaded: Loaded,
    /// What its environment answers, in order.
    pub(super) inputs: Vec<Input>,
    /// Which thread goes on, and what is chosen.
    pub(super) choices: Vec<Choice>,
    /// Ways of branches that it takes.
    pub(super) ways: Vec<usize>,
    pub(super) end: TestEnd,
    /// It has more than one thread.
    pub(super) threads: bool,
}

/// The run of a path. None if there are no numbers, or the run with them goes another way, or a limit comes first.
pub(super) fn test(
    loaded: &Loaded,
    branches: &Arc<Branches>,
    path: &[Choice],
) -> Result<Option<Concrete>, Error> {
    let mut path = path.to_vec();
    let mut followed = follow(loaded, &path)?;
    if followed.step == Last::Moved {
        if beyond(&mut followed, &mut path) {
            // What was logged of choices that lead nowhere does not belong to the run.
            followed = follow(loaded, &path)?;
        }
    }
    if followed.step == Last::Unknown {
        // Nothing is known of the last step.
        path.pop();
        followed = follow(loaded, &path)?;
    }
    if matches!(followed.step, Last::Unknown | Last::Stopped) {
        return Ok(None);
    }
    let Inputs::Found(inputs) = followed.execution.machine().inputs(Preference::Any) else { return Ok(None) };
    let numbers: Vec<u64> = inputs.iter().filter(|it| !it.chosen).map(|it| it.value).collect();
    let choices: Vec<Choice> =
        path.iter().zip(&followed.splits).filter(|it| !it.1).map(|it| *it.0).collect();
    let loaded = loaded.with_numbers(numbers);
    let Some((end, ways)) = execute(&loaded, branches, &choices)? else { return Ok(None) };
    let threads = choices.iter().any(|it| it.thread != ThreadId::FIRST);
    Ok(Some(Concrete { loaded, inputs, choices, ways, end, threads }))
}

/// What the last step of a path came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Moved,
    Ended,
    Unknown,
    Stopped,
}

/// A path that was followed.
struct Followed {
    execution: Checked,
    /// Which choices decide what a value is, instead of what the program does.
    splits: Vec<bool>,
    step: Last,
}

fn follow(loaded: &Loaded, path: &[Choice]) -> Result<Followed, Error> {
    let mut execution = loaded.execution()?;
    execution.machine.log_inputs();
    let mut followed = Followed { execution, splits: Vec::with_capacity(path.len()), step: Last::Moved };
    let mut open = Choices::new();
    for &choice in path {
        followed.execution.choices(&mut open);
        if followed.step != Last::Moved || !open.contains(&choice) {
            followed.step = Last::Stopped;
            return Ok(followed);
        }
        followed.splits.push(is_split(&followed.execution, choice));
        followed.step = match followed.execution.step(choice) {
            Step::Moved { .. } => Last::Moved,
            Step::Pruned | Step::Violated(_) => Last::Ended,
            Step::Unknown(_) => Last::Unknown,
            Step::Stopped(_) => Last::Stopped,
        };
    }
    Ok(followed)
}

/// Follows the program from the end of the path to its own end, if that is not far. Choices are drawn, so that loops end
/// which end for some choice; always the same ones, so that tests are. Whether choices were tried that lead nowhere.
fn beyond(followed: &mut Followed, path: &mut Vec<Choice>) -> bool {
    let mut random = Random::new(path.len() as u64);
    let mut open = Choices::new();
    let mut went_back = false;
    for _ in 0..BEYOND {
        followed.execution.choices(&mut open);
        let count = open.len();
        let first = if count > 1 { random.below(count as u64) as usize } else { 0 };
        let mut taken = None;
        for at in 0..count {
            let choice = open[(first + at) % count];
            let split = is_split(&followed.execution, choice);
            followed.execution.mark();
            let step = followed.execution.step(choice);
            let leads_on = matches!(step, Step::Moved { .. } | Step::Violated(_));
            if !leads_on {
                followed.execution.rewind();
                went_back = true;
            }
            followed.execution.forget();
            if leads_on {
                taken = Some((choice, split, step));
                break;
            }
            if let Step::Stopped(_) = step {
                return went_back;
            }
        }
        let Some((choice, split, step)) = taken else { break };
        path.push(choice);
        followed.splits.push(split);
        if let Step::Violated(_) = step {
            followed.step = Last::Ended;
            break;
        }
    }
    went_back
}

/// Executes the run: what it comes to, and the ways of branches that it takes. None where it does not go as it should.
fn execute(
    loaded: &Loaded,
    branches: &Arc<Branches>,
    choices: &[Choice],
) -> Result<Option<(TestEnd, Vec<usize>)>, Error> {
    let mut execution = loaded.execution()?;
    // An observer lives as long as the execution, so it cannot borrow the branches.
    let measure = Measure { branches: branches.clone(), taken: vec![false; branches.ways().len()], crossing: None };
    execution.observer = Some(Box::new(measure));
    let mut open = Choices::new();
    let mut end = None;
    for &choice in choices {
        execution.choices(&mut open);
        if end.is_some() || !open.contains(&choice) {
            return Ok(None);
        }
        end = match execution.step(choice) {
            Step::Moved { .. } => None,
            Step::Pruned => Some(TestEnd::Assumption),
            Step::Violated(violation) => Some(TestEnd::Error(violation)),
            Step::Unknown(_) | Step::Stopped(_) => return Ok(None),
        };
    }
    let end = end.unwrap_or_else(|| {
        execution.choices(&mut open);
        match (open.take_end(), open.is_empty()) {
            (Some(violation), _) => TestEnd::Error(violation),
            (None, true) => TestEnd::Completed,
            (None, false) => TestEnd::Open,
        }
    });
    let observer: Box<dyn Any> = execution.observer.take().expect("it was put there");
    let measure = observer.downcast::<Measure>().expect("it is of this type");
    let ways = (0..measure.taken.len()).filter(|&way| measure.taken[way]).collect();
    Ok(Some((end, ways)))
}

/// Sees which ways a run takes.
struct Measure {
    branches: Arc<Branches>,
    taken: Vec<bool>,
    crossing: Option<Crossing>,
}

impl Observer for Measure {
    fn follows_run(&self) -> bool {
        true
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        let Measure { branches, taken, crossing } = self;
        let taken = |way: usize| taken[way] = true;
        let thread = machine.current;
        machine.slice_with(left, &mut BranchWitness { branches, thread, crossing, reached: None, taken })
    }
}
