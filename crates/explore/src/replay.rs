//! Replay: runs a trace again and says whether the same thing comes out. Nothing is reported that was not replayed.
//!
//! A violation is the same if kind and location are. A livelock is checked by its definition: the lap leads back to the
//! state it starts in, has no progress, and treats every thread fairly.

use gmc_model::{Choice, Choices, Finding, Obstacle, Step, Stopped, System, ThreadId, Violation};
use std::collections::BTreeSet;
use std::fmt;

/// How a run differs from what its trace promises. Steps count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// The trace asks for a choice that is not open.
    NotOpen {
        /// Where in the trace.
        step: usize,
        /// The choice.
        choice: Choice,
    },
    /// An assumption of the program does not hold.
    Pruned {
        /// Where in the trace.
        step: usize,
    },
    /// The system cannot go on.
    Unknown {
        /// Where in the trace.
        step: usize,
        /// Why.
        obstacle: Box<Obstacle>,
    },
    /// A limit came before the trace's end.
    Stopped(Stopped),
    /// Something is wrong before the trace's end.
    Early {
        /// Where in the trace.
        step: usize,
        /// What.
        violation: Box<Violation>,
    },
    /// Something else is wrong at the trace's end.
    Other(Box<Violation>),
    /// Nothing is wrong at the trace's end.
    Harmless,
    /// The lap is empty, or ends in another state than the one it starts in.
    OpenLap,
    /// The lap has progress.
    Progress {
        /// Where in the trace.
        step: usize,
    },
    /// The run is to repeat its last state for ever, and a thread can go on there.
    NotOver {
        /// The thread.
        thread: ThreadId,
    },
    /// The run satisfies the property that it is to violate.
    Satisfied,
    /// A thread could go on at every moment of the lap, and never does.
    Unfair {
        /// The thread.
        thread: ThreadId,
    },
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deviation::NotOpen { step, choice: Choice { thread, alternative } } => {
                write!(f, "step {step}: outcome {alternative} of thread {thread} is not possible here")
            }
            Deviation::Pruned { step } => write!(f, "step {step}: an assumption does not hold"),
            Deviation::Unknown { step, obstacle } => write!(f, "step {step}: {}", obstacle.what),
            Deviation::Stopped(Stopped::Time) => f.write_str("the time was up"),
            Deviation::Stopped(Stopped::Memory) => f.write_str("gmc uses as much memory as it may"),
            Deviation::Stopped(_) => f.write_str("gmc was interrupted"),
            Deviation::Early { step, violation } => write!(f, "step {step}: {}", violation.message),
            Deviation::Other(violation) => {
                write!(f, "something else is wrong at the end: {}", violation.message)
            }
            Deviation::Harmless => f.write_str("nothing is wrong at the end"),
            Deviation::OpenLap => f.write_str("the end is not where the lap starts"),
            Deviation::Progress { step } => write!(f, "step {step}: the lap has progress"),
            Deviation::NotOver { thread } => {
                write!(f, "thread {thread} can go on where the run is to be over")
            }
            Deviation::Satisfied => f.write_str("the run satisfies the property"),
            Deviation::Unfair { thread } => {
                write!(f, "thread {thread} could go on all the time, and never does")
            }
        }
    }
}

impl std::error::Error for Deviation {}

/// Runs a trace from the current state on, where the system stays in the state that it leads to. What is wrong at its
/// end, if anything is. `follow` is told each step before it is taken.
///
/// # Errors
/// When the trace cannot be run to its end.
pub fn replay<S: System>(
    system: &mut S,
    trace: &[Choice],
    follow: &mut dyn FnMut(&mut S, usize),
) -> Result<Option<Box<Violation>>, Deviation> {
    let mut open = Choices::new();
    for (step, &choice) in trace.iter().enumerate() {
        follow(system, step);
        let (found, _) = advance(system, step, choice, &mut open)?;
        match found {
            Some(violation) if step + 1 < trace.len() => return Err(Deviation::Early { step, violation }),
            Some(violation) => return Ok(Some(violation)),
            None => {}
        }
    }
    system.choices(&mut open);
    Ok(open.take_end())
}

/// Replays a finding from the current state, which the system is in again afterwards. What came out, if it is the same.
///
/// # Errors
/// When something else comes out.
pub fn confirm<S: System>(system: &mut S, finding: &Finding) -> Result<Violation, Deviation> {
    system.mark();
    let result = match finding.lap {
        None => match replay(system, &finding.trace, &mut |_, _| {}) {
            Ok(Some(violation)) if violation.has_same_cause(&finding.violation) => Ok(*violation),
            Ok(Some(violation)) => Err(Deviation::Other(violation)),
            Ok(None) => Err(Deviation::Harmless),
            Err(deviation) => Err(deviation),
        },
        Some(lap) => run_lap(system, &finding.trace, lap).map(|()| finding.violation.clone()),
    };
    system.rewind();
    system.forget();
    result
}

/// Checks that the trace is a fair lasso whose lap starts at this step.
fn run_lap<S: System>(system: &mut S, trace: &[Choice], lap: usize) -> Result<(), Deviation> {
    let mut open = Choices::new();
    let mut start = None;
    // Threads that could go on all the time, and those that did.
    let (mut always, mut moved) = (BTreeSet::new(), BTreeSet::new());
    for (step, &choice) in trace.iter().enumerate() {
        let is_start = step == lap;
        if is_start {
            start = Some(system.fingerprint());
        }
        let (found, progress) = advance(system, step, choice, &mut open)?;
        if let Some(violation) = found {
            return Err(Deviation::Early { step, violation });
        }
        if step < lap {
            continue;
        }
        if progress {
            return Err(Deviation::Progress { step });
        }
        let threads = open.iter().map(|choice| choice.thread).collect::<BTreeSet<_>>();
        always = if is_start { threads } else { &always & &threads };
        moved.insert(choice.thread);
    }
    if start != Some(system.fingerprint()) {
        return Err(Deviation::OpenLap);
    }
    match always.difference(&moved).next() {
        Some(&thread) => Err(Deviation::Unfair { thread }),
        None => Ok(()),
    }
}

/// Takes a step, if it is open; afterwards `open` has the choices that were. What is wrong with it, and whether it is
/// progress.
fn advance<S: System>(
    system: &mut S,
    step: usize,
    choice: Choice,
    open: &mut Choices,
) -> Result<(Option<Box<Violation>>, bool), Deviation> {
    system.choices(open);
    if !open.contains(&choice) {
        return Err(Deviation::NotOpen { step, choice });
    }
    match system.step(choice) {
        Step::Moved { progress } => Ok((None, progress)),
        Step::Violated(violation) => Ok((Some(violation), false)),
        Step::Pruned => Err(Deviation::Pruned { step }),
        Step::Unknown(obstacle) => Err(Deviation::Unknown { step, obstacle }),
        Step::Stopped(why) => Err(Deviation::Stopped(why)),
    }
}
