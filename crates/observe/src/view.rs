//! A read-only view of one state: what reports, debugger, profiler and scripts look through.
//!
//! It answers in the program's terms: threads with their calls and pending operations, variables and where they live,
//! heap blocks, locks and their holders, open files, names and values as the source writes them. Only the tracer looks
//! at the machine itself, because it follows single operations while they run.
//!
//! Invariant: looking changes nothing. A view borrows the execution, so the state stays the same as long as it lives.

mod container;
mod frame;
mod memory;
mod variable;

use crate::tracer::Tracer;
pub use frame::{FrameView, Local, LocalPlace};
use gmc_ir::id::TypeId;
use gmc_ir::program::{Program, UnitIndex};
use gmc_mem::{ObjId, Pointer};
use gmc_model::{Location, ThreadId};
use gmc_system::pending::Pending;
use gmc_system::{At, Execution, ThreadState};
use gmc_vm::IdVec;
use gmc_vm::compiled::Compiled;
use gmc_vm::diagnose;
use gmc_vm::diagnose::leaf;
use gmc_vm::effects::{LockKind, Visibility};
use gmc_vm::library::Blocker;
use gmc_vm::locks;
use gmc_vm::machine::Machine;
use gmc_vm::thread::Frame;
pub use gmc_world::OpenFile;
pub use memory::{GlobalPlace, Loaded, loaded};
pub use variable::{HeapTypes, Variables};

/// A state to look at.
#[derive(Clone)]
pub struct View<'s> {
    machine: &'s Machine,
    /// What each thread does next; unknown within a step.
    threads: Option<&'s IdVec<ThreadId, ThreadState>>,
    /// What is known of the run that led here, if it was traced.
    tracer: Option<&'s Tracer>,
    /// Which threads cannot go on; empty if that was not asked.
    blocked: Vec<bool>,
}

/// Makes the registers of all threads those of the current state.
pub fn refresh(execution: &mut Execution) {
    execution.threads.ids().for_each(|thread| execution.load_registers(thread));
}

impl<'s> View<'s> {
    /// The current state. The registers of all threads are made fresh first.
    pub fn of(execution: &'s mut Execution) -> View<'s> {
        refresh(execution);
        View::stopped(execution)
    }

    /// The state where an error or a debugger has ended a step early: registers are as the step left them.
    pub fn stopped(execution: &'s mut Execution) -> View<'s> {
        let current = execution.machine.current;
        let threads = execution.threads.ids();
        let blocked = threads.map(|thread| execution.alternatives(thread) == 0).collect();
        execution.machine.current = current;
        View { blocked, ..View::peek(execution) }
    }

    /// The same without knowing which threads are blocked: it needs no mutable execution.
    pub fn peek(execution: &'s Execution) -> View<'s> {
        View {
            machine: &execution.machine,
            threads: Some(&execution.threads),
            tracer: Tracer::of(execution),
            blocked: Vec::new(),
        }
    }

    /// The state in the middle of a step, between two operations. What threads do next is not known.
    pub fn within_step(machine: &'s Machine, tracer: &'s Tracer) -> View<'s> {
        View { machine, threads: None, tracer: Some(tracer), blocked: Vec::new() }
    }

    /// The state in the middle of a step of a run that is not traced.
    pub fn of_machine(machine: &'s Machine) -> View<'s> {
        View { machine, threads: None, tracer: None, blocked: Vec::new() }
    }

    /// What is known of the run that led to the state, if it was traced.
    pub fn tracer(&self) -> Option<&'s Tracer> {
        self.tracer
    }

    /// The program, as it was compiled.
    pub fn compiled(&self) -> &'s Compiled {
        &self.machine.compiled
    }

    /// The program, as it was written.
    pub fn program(&self) -> &'s Program {
        &self.machine.compiled.program
    }

    /// Whether the program has ended.
    pub fn has_ended(&self) -> bool {
        self.machine.process.ended
    }

    /// The open files, by number.
    pub fn files(&self) -> Vec<OpenFile> {
        self.machine.world.files.listing()
    }

    /// All threads.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads.map_or(self.machine.threads.len(), |it| it.len())).map(ThreadId::new)
    }

    /// Whether there is more than one thread.
    pub fn is_concurrent(&self) -> bool {
        self.machine.threads.len() > 1
    }

    /// The thread that runs, or ran last.
    pub fn current(&self) -> ThreadId {
        self.machine.current
    }

    /// What a thread does next that others can notice.
    pub fn pending(&self, thread: ThreadId) -> Option<&'s Pending> {
        self.threads?.get(thread).map(|it| &it.pending)
    }

    /// Whether a thread has finished, or never existed.
    pub fn has_finished(&self, thread: ThreadId) -> bool {
        self.pending(thread).is_none_or(|it| matches!(it, Pending::Done))
    }

    /// Whether a thread cannot go on.
    fn is_blocked(&self, thread: ThreadId) -> bool {
        self.blocked.get(thread.index()).copied().unwrap_or(false)
    }

    /// What a thread is about, in words: `waits in pthread_join`.
    pub fn status(&self, thread: ThreadId) -> String {
        match self.pending(thread) {
            Some(Pending::Done) => "has finished".to_owned(),
            Some(Pending::Call(call)) if matches!(call.native.visibility, Visibility::Sync(_)) => {
                let verb = if self.is_blocked(thread) { "waits in" } else { "is before" };
                format!("{verb} {}", call.native.name)
            }
            _ => "can go on".to_owned(),
        }
    }

    fn raw_frames(&self, thread: ThreadId) -> &'s [Frame] {
        self.machine.threads.get(thread).map_or(&[], |it| &it.frames)
    }

    /// How many calls a thread is in.
    pub fn depth(&self, thread: ThreadId) -> usize {
        self.raw_frames(thread).len()
    }

    /// A call of a thread, counted from the outermost.
    pub fn frame(&self, thread: ThreadId, depth: usize) -> Option<FrameView<'s>> {
        let frame = self.raw_frames(thread).get(depth)?;
        Some(FrameView { machine: self.machine, tracer: self.tracer, thread, depth, frame })
    }

    /// The calls of a thread, the innermost first.
    pub fn frames(&self, thread: ThreadId) -> impl Iterator<Item = FrameView<'s>> + use<'s, '_> {
        (0..self.depth(thread)).rev().filter_map(move |depth| self.frame(thread, depth))
    }

    /// The call that a thread is in.
    pub fn innermost(&self, thread: ThreadId) -> Option<FrameView<'s>> {
        self.frame(thread, self.depth(thread).checked_sub(1)?)
    }

    /// Where a thread stands that is about to do something.
    pub fn location(&self, thread: ThreadId) -> Option<Location> {
        self.innermost(thread)?.location()
    }

    /// Where an operation stands in the source.
    pub fn location_of(&self, at: At) -> Option<Location> {
        diagnose::at(self.machine, at.code, at.pc)
    }

    /// Where the program starts.
    pub fn start(&self) -> Location {
        diagnose::start(self.machine)
    }

    /// The thread that holds a lock.
    pub fn lock_holder(&self, sort: LockKind, lock: Pointer) -> Option<ThreadId> {
        locks::holder(self.machine, sort, lock)
    }

    /// Whether other processes may write to an object.
    pub fn is_shared_by_processes(&self, object: ObjId) -> bool {
        self.machine.place_among_processes(object).is_some()
    }

    /// The lock that a thread waits for, and the thread that holds it.
    pub fn awaited_lock(&self, thread: ThreadId) -> Option<(Pointer, ThreadId)> {
        let Some(Pending::Call(call)) = self.pending(thread) else { return None };
        let blocker = self.compiled().library.calls.blocker(self.machine, thread, call);
        let Some(Blocker::Holder(holder)) = blocker else { return None };
        let lock = call.call.pointer(call.native.effects.lock?.at).ok()?;
        Some((lock, holder))
    }

    /// What a thread's next operation reads or writes, as the source has it, with its type.
    pub fn next_operand(&self, thread: ThreadId) -> Option<(String, UnitIndex, TypeId)> {
        leaf::next_operand(self.machine, thread)
    }
}
