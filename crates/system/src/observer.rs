//! Observers see every step of a program under check, and never change what it does.
//!
//! There are two streams of events. Operations, at the speed of the interpreter, go to a
//! [`Witness`](gmc_vm::exec::Witness), which [`Observer::slice`] chooses. Whole steps and states go to the other
//! methods. Without an observer neither costs anything.

use crate::Execution;
use gmc_mem::ObjId;
use gmc_model::{Choice, Step, ThreadId};
use gmc_vm::InterpResult;
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::pending_call::PendingCall;
use std::any::Any;
use std::sync::Arc;

/// How a search moves from state to state. Whoever follows these knows the path to the current state.
pub enum Motion<'a> {
    /// A step was taken, to the next state or to an end.
    Step(Choice, &'a Step),
    /// The current state got a mark.
    Mark,
    /// The search is back at the last mark.
    Rewind,
    /// The last mark is gone.
    Forget,
    /// The current state is kept. The path to it can be left here.
    Snapshot(&'a mut Option<Arc<[Choice]>>),
    /// The search is in a state that was kept, with what was left there.
    Restore(Option<&'a [Choice]>),
    /// The current process has made another one. Who follows each process by itself leaves an observer for it here;
    /// otherwise the observer goes along to whichever process makes the next step.
    Fork(&'a mut Option<Box<dyn Observer>>),
    /// A process goes on that nobody follows: it is there from the start, or runs another program now. Who follows each
    /// process by itself leaves an observer for it here.
    Begin(&'a mut Option<Box<dyn Observer>>),
}

/// Sees every step of a program under check.
///
/// Invariant: an observed run takes the same steps to the same states as one that is not observed.
pub trait Observer: Any {
    /// Whether it follows a single run. Then every step is executed, also those in the step cache, and it does not
    /// see what properties execute on their own. Other observers see a search as a whole.
    fn follows_run(&self) -> bool;

    /// Runs the current thread as [`Machine::slice`] does, and may look at each operation.
    ///
    /// # Errors
    /// As `Machine::slice`.
    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        machine.slice(left)
    }

    /// Makes a pending call of the current thread.
    ///
    /// # Errors
    /// As `Machine::release`.
    fn call(&mut self, machine: &mut Machine, call: &PendingCall) -> InterpResult<()> {
        machine.release(call)
    }

    /// A nondeterministic value was split by a thread: registers may hold numbers where they held the value.
    fn split(&mut self, _machine: &Machine, _thread: ThreadId) {}

    /// The error at the end of the run is about this object.
    fn blame(&mut self, _object: Option<ObjId>) {}

    /// The error at the end of the run is a race between these threads.
    fn race(&mut self, _one: ThreadId, _other: ThreadId) {}

    /// A search has computed the fingerprint of the current state.
    fn state(&mut self, _execution: &mut Execution, _fingerprint: u128) {}

    /// A search has moved.
    fn moved(&mut self, _motion: &mut Motion<'_>) {}
}

/// What an observer has seen of a search as a whole. A checkpoint keeps it, so that it is not lost when the search is
/// resumed.
pub trait Record: Send + Sync {
    /// What was seen so far; never empty.
    fn save(&self) -> Vec<u64>;

    /// Adds what was saved. False, and nothing is added, if that is no record of the same program.
    #[must_use]
    fn recall(&self, saved: &[u64]) -> bool;
}

/// Two observers of the same run or search.
pub struct Both(pub Box<dyn Observer>, pub Box<dyn Observer>);

impl Observer for Both {
    fn follows_run(&self) -> bool {
        self.0.follows_run() || self.1.follows_run()
    }

    /// Only the first one sees operations.
    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        self.0.slice(machine, left)
    }

    fn call(&mut self, machine: &mut Machine, call: &PendingCall) -> InterpResult<()> {
        self.0.call(machine, call)
    }

    fn split(&mut self, machine: &Machine, thread: ThreadId) {
        self.0.split(machine, thread);
        self.1.split(machine, thread);
    }

    fn blame(&mut self, object: Option<ObjId>) {
        self.0.blame(object);
        self.1.blame(object);
    }

    fn race(&mut self, one: ThreadId, other: ThreadId) {
        self.0.race(one, other);
        self.1.race(one, other);
    }

    fn state(&mut self, execution: &mut Execution, fingerprint: u128) {
        self.0.state(execution, fingerprint);
        self.1.state(execution, fingerprint);
    }

    fn moved(&mut self, motion: &mut Motion<'_>) {
        self.0.moved(motion);
        self.1.moved(motion);
    }
}
