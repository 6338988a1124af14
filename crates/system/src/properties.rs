//! Properties of states and steps, and the violations that are reported: errors of operations, races, deadlocks,
//! leaks, invariants. The layers (`layer`) decide when each is checked.

use crate::At;
use crate::observer::Observer;
use crate::pending::Pending;
use crate::{Execution, ThreadState};
use gmc_mem::{MemoryAccess, ObjId, Pointer, Watch};
use gmc_model::{Choice, ErrorKind, Obstacle, Severity, Step, Stopped, ThreadId, Violation};
use gmc_vm::code::Arg;
use gmc_vm::diagnose::{self, Racer};
use gmc_vm::effects::Traits;
use gmc_vm::exec;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode, SliceEnd, VisibleOp};
use gmc_vm::reg::Reg;
use gmc_vm::speculation::Fate;
use gmc_vm::thread::Then;
use gmc_world::ProcessId;

impl Execution {
    /// The result of a step that ended with an error.
    pub(crate) fn judge(&mut self, error: &InterpError) -> Step {
        self.machine.memory.watch(Watch::Off);
        self.blame(error.object());
        match (error, error.kind()) {
            (InterpError::Assumption, _) => Step::Pruned,
            (InterpError::Stopped(why), _) => Step::Stopped(*why),
            (InterpError::Breakpoint, _) => Step::Stopped(Stopped::Request),
            (InterpError::Race(violation), _) => Step::Violated(violation.clone()),
            (_, Some(kind)) => Step::Violated(Box::new(diagnose::violation(&self.machine, error, kind))),
            (InterpError::Unsupported(what), None) => {
                let location = diagnose::here(&self.machine);
                Step::Unknown(Box::new(Obstacle { what: what.clone(), location }))
            }
            (error, None) => {
                let what = if error.is_refused() {
                    "an operation that comes to memory which threads share where it cannot be interrupted"
                } else {
                    "bytes of a value that is not decided yet: bound it before"
                };
                let location = diagnose::here(&self.machine);
                Step::Unknown(Box::new(Obstacle { what: what.to_owned(), location }))
            }
        }
    }

    /// Tells the observer which object an error is about.
    fn blame(&mut self, object: Option<ObjId>) {
        if let Some(observer) = &mut self.observer {
            observer.blame(object);
        }
    }

    /// Ends a step that has led to a state. Recycles dead objects when that pays.
    #[inline]
    pub(crate) fn end_step(&mut self) {
        self.machine.memory.watch(Watch::Off);
        if self.machine.memory.wants_sweep() {
            self.machine.memory.sweep(|_| {});
        }
    }

    /// The violation for heap memory that nothing points to.
    #[inline]
    pub(crate) fn leak(&mut self) -> Option<Box<Violation>> {
        let leaks = self.machine.memory.leaks();
        if leaks.is_empty() {
            return None;
        }
        // A child that ends by `_exit` leaves everything to the system, as is usual.
        if self.machine.process.ending.is_some() && self.machine.world.process != ProcessId::FIRST {
            return None;
        }
        self.load_registers(self.machine.current);
        for leak in leaks {
            let violation = diagnose::leak(&self.machine, &leak);
            if self.counts(&violation) {
                self.blame(Some(leak.object));
                return Some(Box::new(violation));
            }
        }
        None
    }

    /// The first invariant that does not hold in the current state. The last step was taken by this thread, and
    /// `begins_at` is where it began.
    pub(crate) fn broken_invariant(
        &mut self,
        thread: ThreadId,
        begins_at: Option<At>,
    ) -> InterpResult<Option<Box<Violation>>> {
        self.machine.current = thread;
        self.load_registers(thread);
        for at in 0..self.machine.process.invariants.len() {
            let function = self.machine.process.invariants[at];
            if let Some(violation) = self.check_invariant(function, begins_at)? {
                return Ok(Some(violation));
            }
        }
        Ok(None)
    }

    /// Where the next step of a thread begins, if there are invariants. None for a lone thread: it may run the
    /// whole program in one step, and the start of that says nothing.
    #[inline]
    pub(crate) fn place_of_step(&mut self, thread: ThreadId) -> Option<At> {
        if self.machine.process.invariants.is_empty() {
            return None;
        }
        self.load_registers(thread);
        let alone = self.threads.iter().filter(|state| !matches!(state.pending, Pending::Done)).count() < 2;
        let frame = self.machine.threads[thread].frames.last().filter(|_| !alone)?;
        Some(At { code: frame.code, pc: frame.pc })
    }

    /// Refuses a step because of an error in the pending operation of its thread.
    pub(crate) fn refuse_step(&mut self, choice: Choice, error: &InterpError) -> Step {
        self.begin_step(choice);
        if self.footprint.is_on {
            self.end_footprint(false);
        }
        self.judge(error)
    }

    /// Whether no thread can run unless a call fails. An interruption that may come does not make a wait end.
    pub(crate) fn waits_for_faults(&mut self) -> bool {
        if self.machine.process.ended {
            return false;
        }
        let current = self.machine.current;
        let mut waits = false;
        for (thread, state) in self.threads.entries() {
            let goes_on = match &state.pending {
                Pending::Done => continue,
                Pending::Call(op) => {
                    self.machine.current = thread;
                    self.machine.own_alternatives(op) > 0
                }
                _ => true,
            };
            waits = !goes_on;
            if goes_on {
                break;
            }
        }
        self.machine.current = current;
        waits
    }

    /// The violation, if an invariant does not hold.
    fn check_invariant(
        &mut self,
        function: Pointer,
        begins_at: Option<At>,
    ) -> InterpResult<Option<Box<Violation>>> {
        let Execution { machine, observer, .. } = self;
        let observer = observer.as_deref_mut().filter(|it| !it.follows_run());
        let violation = machine.speculate(machine.current, |machine| {
            (call_invariant(machine, observer, function), Fate::RollBack)
        });
        let Some(mut violation) = violation? else { return Ok(None) };
        if let (ErrorKind::Invariant, Some(At { code, pc })) = (violation.kind, begins_at) {
            // The visible operation comes first in a step: it has broken the invariant.
            violation.location = diagnose::at(machine, code, pc);
            violation.stack.clear();
        }
        if violation.location.is_none() {
            violation.location = diagnose::here(machine);
        }
        Ok(Some(Box::new(violation)))
    }

    /// Whether a function of the program returns nonzero in the current state. What it does is rolled back.
    ///
    /// # Errors
    /// In words, when it does not return, makes an error, or changes what the program could see.
    pub(crate) fn call_property(&mut self, function: Pointer) -> Result<bool, String> {
        let thread = self.machine.current;
        self.load_registers(thread);
        let name = diagnose::function(&self.machine, function);
        let before = self.machine.memory.fingerprint();
        let (found, is_changed) = self.machine.speculate(thread, |machine| {
            let found = call_invariant(machine, None, function);
            let is_changed = machine.memory.fingerprint() != before;
            ((found, is_changed), Fate::RollBack)
        });
        if is_changed {
            return Err(format!("`{name}` changes variables: a property function only looks at them"));
        }
        match found {
            Ok(None) => Ok(true),
            Ok(Some(violation)) if violation.kind == ErrorKind::Invariant => Ok(false),
            Ok(Some(violation)) => Err(format!("in `{name}`: {}", violation.message)),
            Err(error) => match self.judge(&error) {
                Step::Unknown(obstacle) => Err(format!("`{name}` cannot be evaluated: {}", obstacle.what)),
                _ => Err(format!("`{name}` cannot be evaluated")),
            },
        }
    }

    /// The violation, if some threads wait and no thread can run.
    pub(crate) fn deadlock(&mut self) -> Option<Box<Violation>> {
        // A run with a failed assumption is not a run of the program.
        let assumed = self.threads.iter().any(|state| matches!(state.pending, Pending::AssumptionFailed));
        if assumed {
            return None;
        }
        let circles = |it: &ThreadState| matches!(it.pending, Pending::Circling);
        let circling = self.threads.entries().find(|it| circles(it.1)).map(|it| it.0);
        if let Some(thread) = circling {
            self.load_registers(thread);
            self.machine.current = thread;
            let error = InterpError::other(ErrorKind::Livelock, CIRCLES);
            return Some(Box::new(diagnose::violation(&self.machine, &error, ErrorKind::Livelock)));
        }
        let mut waits = Vec::new();
        for thread in self.threads.ids() {
            let Pending::Call(op) = self.threads[thread].pending.clone() else { continue };
            if op.native.has(Traits::WATCHES) {
                continue;
            }
            self.load_registers(thread);
            self.machine.current = thread;
            waits.push(diagnose::wait::Wait::new(&self.machine, &op));
        }
        diagnose::wait::deadlock(&self.machine, waits).map(Box::new)
    }

    /// Whether an error counts. One that does not is noted.
    pub(crate) fn counts(&self, violation: &Violation) -> bool {
        let severity = self.machine.rules.policy.of(violation);
        if severity != Severity::Counts {
            self.machine.observed.tolerated.add(violation.clone(), severity);
        }
        severity == Severity::Counts
    }

    /// Fails for a data race between two threads, if it counts.
    pub(crate) fn report_race(
        &mut self,
        thread: ThreadId,
        other: ThreadId,
        mine: MemoryAccess,
        theirs: MemoryAccess,
    ) -> InterpResult<()> {
        self.load_registers(thread);
        self.load_registers(other);
        let violation = diagnose::race(
            &Racer { machine: &self.machine, thread, access: mine },
            &Racer { machine: &self.machine, thread: other, access: theirs },
        );
        if !self.counts(&violation) {
            return Ok(());
        }
        if let Some(observer) = &mut self.observer {
            observer.race(thread, other);
        }
        Err(Box::new(InterpError::Race(Box::new(violation))))
    }
}

/// What is wrong where a thread does nothing that others could notice, and never stops.
pub(crate) const CIRCLES: &str =
    "the thread goes round in circles for ever, and does nothing that others could notice";

/// The most jumps in an invariant.
const MAX_INVARIANT_JUMPS: u64 = 1 << 24;

/// The message about an invariant that has not ended by then, so that it neither holds nor fails.
fn endless_invariant(machine: &Machine, function: Pointer) -> String {
    let name = diagnose::function(machine, function);
    format!("the invariant `{name}`, which has not ended after {MAX_INVARIANT_JUMPS} jumps: make it do less")
}

/// Calls an invariant. The violation, if it does not hold.
fn call_invariant(
    machine: &mut Machine,
    observer: Option<&mut dyn Observer>,
    function: Pointer,
) -> InterpResult<Option<Violation>> {
    let returned = match call_function(machine, observer, function, None) {
        Ok(returned) => returned,
        Err(error) => match error.kind() {
            Some(kind) => return Ok(Some(diagnose::violation(machine, &error, kind))),
            None => return Err(error),
        },
    };
    match returned.map(|reg| exec::number_of(&machine.memory, reg)) {
        Some(Ok(value)) if value != 0 => Ok(None),
        Some(Err(error)) if error.kind().is_none() => Err(error),
        _ => Ok(Some(diagnose::invariant(machine, function))),
    }
}

/// Calls a function with one argument or none on top of the current thread's frames, like a signal handler. What it
/// returns.
pub(crate) fn call_function(
    machine: &mut Machine,
    mut observer: Option<&mut dyn Observer>,
    function: Pointer,
    argument: Option<(Arg, Reg)>,
) -> InterpResult<Option<Reg>> {
    machine.mode = Mode::Alone;
    if let Some(peers) = &mut machine.step.peers {
        peers.forget_copies();
    }
    let depth = machine.threads[machine.current].frames.len();
    let (args, regs): (Vec<Arg>, Vec<Reg>) = argument.into_iter().unzip();
    let mut result = machine.call_pointer(function, &args, &regs, Then::Report);
    machine.step.report = None;
    let mut left = MAX_INVARIANT_JUMPS;
    while result.is_ok() && machine.threads[machine.current].frames.len() > depth {
        if left == 0 {
            return Err(InterpError::unsupported(endless_invariant(machine, function)));
        }
        let end = machine.within_limits(&mut left, |machine, left| match &mut observer {
            None => machine.slice(left),
            Some(observer) => observer.slice(machine, left),
        });
        result = match end {
            Ok(SliceEnd::Went) => Ok(()),
            Ok(SliceEnd::VisibleOp(VisibleOp::Split(_))) => {
                Err(InterpError::unsupported("an invariant that depends on a value that is not decided yet"))
            }
            Ok(_) => Err(InterpError::unsupported("an invariant that synchronises")),
            Err(error) => Err(error),
        };
    }
    let returned = machine.step.report.take();
    result.map(|()| returned)
}
