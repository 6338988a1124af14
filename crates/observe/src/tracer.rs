//! Traces a run operation by operation: who wrote what where, where the values in registers were read, who took which
//! lock, who allocated and freed what. Violations are explained with it (`explain`).
//!
//! The machine runs one operation at a time for a tracer ([`SingleStep`]), which looks at the state before and after
//! it.
//!
//! Invariant: tracing changes nothing. A traced run takes the same steps to the same states. What is too long to be
//! traced runs as ever, and is unknown afterwards ([`Tracer::is_exhausted`]).

mod effects;
mod registers;

use crate::operation::{accessed, native_of, overlap, stored_at};
use crate::view::View;
use effects::{NativeCall, pointer_at};
use gmc_mem::{MemoryAccess, ObjId, Pointer, Watch};
use gmc_model::ThreadId;
use gmc_system::observer::{Motion, Observer};
use gmc_system::{At, Execution};
use gmc_vm::code::{Code, Op, R};
use gmc_vm::effects::LockKind;
use gmc_vm::exec::SingleStep;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::liveness::{each_read, each_written};
use gmc_vm::machine::{Machine, SliceEnd};
use gmc_vm::native::Native;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::reg::Reg;
use gmc_vm::{CodeId, IdVec};
use registers::ThreadTrace;
use std::any::Any;
use std::collections::HashMap;

/// Operations that are traced at most.
const MAX_OPERATIONS: u64 = 1 << 21;

/// Nested calls that are traced at most: what is known of each takes more memory than the call.
const MAX_DEPTH: usize = 1 << 14;

/// Sources that are known of a value at most.
const MAX_SOURCES: usize = 3;

/// An operation that a thread has executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreadOp {
    pub(crate) thread: ThreadId,
    pub(crate) at: At,
}

/// Memory that a value was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) access: MemoryAccess,
    /// The operation that read it.
    pub(crate) at: At,
    /// How many writes there had been.
    pub(crate) writes: usize,
}

/// Memory that was written.
#[derive(Clone)]
struct Write {
    access: MemoryAccess,
    by: ThreadOp,
    /// Where the value came from.
    sources: Vec<Source>,
}

/// A branch that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) at: At,
    /// The values that decided, and where they came from.
    pub(crate) operands: Vec<(Reg, Vec<Source>)>,
}

/// What is known of a heap block.
#[derive(Clone, Debug, Default)]
pub struct HeapHistory {
    /// Counted from 1, in the order of allocation.
    pub number: usize,
    pub(crate) allocated: Option<ThreadOp>,
    pub(crate) freed: Vec<ThreadOp>,
    /// Where a pointer to it was stored last, and by whom.
    pub(crate) stored: Option<(Pointer, ThreadOp)>,
    /// Where a pointer to it was overwritten last, and by whom.
    pub(crate) overwritten: Option<(Pointer, ThreadOp)>,
}

/// Something that a thread is about to do.
pub enum Attempt<'a> {
    /// An operation of a call whose registers begin at `base`.
    Operation {
        /// The first register of the call.
        base: usize,
        /// The operation.
        op: &'a Op,
    },
    /// A call of a function of the machine that it stood before.
    Call(&'static Native),
}

/// Listens to a tracer: the debugger to statements, the recorder of scripts to operations.
pub trait TraceListener: Any {
    /// The current thread is about to begin a statement. Whether the step is to be stopped before it.
    fn statement(&mut self, _view: &View<'_>, _at: At) -> bool {
        false
    }

    /// The current thread is about to do something; it may turn out that it cannot.
    fn attempt(&mut self, _machine: &Machine, _at: At, _attempt: &Attempt<'_>) {}

    /// A thread has done what it was about to do. A call of a function of the machine has returned this.
    fn done(&mut self, _machine: &Machine, _thread: ThreadId, _result: Option<Reg>) {}
}

/// Traces a run.
pub struct Tracer {
    /// Operations that can still be traced.
    left: u64,
    threads: IdVec<ThreadId, ThreadTrace>,
    writes: Vec<Write>,
    heap: HashMap<ObjId, HeapHistory>,
    /// How many heap blocks there have been.
    allocations: usize,
    /// Calls that have taken locks.
    locks: Vec<(Pointer, LockKind, ThreadOp)>,
    /// The operations of the step under way that begin statements.
    path: Vec<ThreadOp>,
    /// The object that the error is about.
    pub(crate) blamed: Option<ObjId>,
    /// The threads whose accesses race.
    pub(crate) racing: Option<(ThreadId, ThreadId)>,
    listener: Option<Box<dyn TraceListener>>,
}

/// What a tracer knew at some point of the run, which it can go back to.
#[derive(Clone)]
pub struct TraceMark {
    left: u64,
    threads: IdVec<ThreadId, ThreadTrace>,
    writes: usize,
    heap: HashMap<ObjId, HeapHistory>,
    allocations: usize,
    locks: usize,
}

/// An operation before it is executed.
struct Before {
    at: At,
    op: Op,
    depth: usize,
    base: usize,
    /// Where the values that it reads come from.
    sources: Vec<Source>,
    /// The pointer that it overwrites.
    overwritten: Option<Pointer>,
    call: Option<NativeCall>,
}

impl Default for Tracer {
    fn default() -> Tracer {
        Tracer::new()
    }
}

impl Tracer {
    /// A tracer for a run that is about to start.
    pub fn new() -> Tracer {
        Tracer {
            left: MAX_OPERATIONS,
            threads: IdVec::default(),
            writes: Vec::new(),
            heap: HashMap::new(),
            allocations: 0,
            locks: Vec::new(),
            path: Vec::new(),
            blamed: None,
            racing: None,
            listener: None,
        }
    }

    /// The same, with a listener.
    pub fn with_listener(listener: impl TraceListener) -> Tracer {
        Tracer { listener: Some(Box::new(listener)), ..Tracer::new() }
    }

    /// The tracer of a program under check, if it has one.
    pub fn of(execution: &Execution) -> Option<&Tracer> {
        let observer: &dyn Any = execution.observer.as_deref()?;
        observer.downcast_ref()
    }

    /// The same, to be changed.
    pub fn of_mut(execution: &mut Execution) -> Option<&mut Tracer> {
        let observer: &mut dyn Any = execution.observer.as_deref_mut()?;
        observer.downcast_mut()
    }

    /// The listener, if it is of this type.
    pub fn listener<T: TraceListener>(&mut self) -> Option<&mut T> {
        let listener: &mut dyn Any = self.listener.as_deref_mut()?;
        listener.downcast_mut()
    }

    /// What is known now.
    pub fn mark(&self) -> TraceMark {
        TraceMark {
            left: self.left,
            threads: self.threads.clone(),
            writes: self.writes.len(),
            heap: self.heap.clone(),
            allocations: self.allocations,
            locks: self.locks.len(),
        }
    }

    /// Goes back to an earlier point of the same run: what came after it is forgotten.
    pub fn rewind(&mut self, mark: &TraceMark) {
        let TraceMark { left, threads, heap, allocations, .. } = mark.clone();
        (self.left, self.threads, self.heap, self.allocations) = (left, threads, heap, allocations);
        self.writes.truncate(mark.writes);
        self.locks.truncate(mark.locks);
        self.path.clear();
        (self.blamed, self.racing) = (None, None);
    }

    /// Whether the run was too long to be traced to its end.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// What was last put into a register of a call of this function.
    pub fn last_value(&self, thread: ThreadId, depth: usize, r: usize, code: CodeId) -> Option<Reg> {
        self.threads.get(thread)?.value(depth, r, code)
    }

    /// How many writes there have been.
    pub fn writes(&self) -> usize {
        self.writes.len()
    }

    /// Whether memory was written after so many writes.
    pub fn has_written(&self, access: &MemoryAccess, since: usize) -> bool {
        let new = self.writes.get(since..).unwrap_or_default();
        new.iter().any(|it| overlap(&it.access, access))
    }

    /// Who wrote this last, of the first `writes` writes, and where the value came from.
    pub(crate) fn last_write(&self, access: &MemoryAccess, writes: usize) -> Option<(ThreadOp, &[Source])> {
        let writes = &self.writes[..writes.min(self.writes.len())];
        let last = writes.iter().rev().find(|it| overlap(&it.access, access));
        last.map(|it| (it.by, it.sources.as_slice()))
    }

    /// Where the value in a register of a thread comes from.
    pub(crate) fn sources(&self, thread: ThreadId, register: usize) -> &[Source] {
        let trace = self.threads.get(thread);
        trace.and_then(|it| it.sources.get(&register)).map_or(&[], Vec::as_slice)
    }

    /// The last branch of a thread.
    pub(crate) fn branch(&self, thread: ThreadId) -> Option<&Branch> {
        self.threads.get(thread)?.branch.as_ref()
    }

    /// What is known of a heap block.
    pub fn heap(&self, object: ObjId) -> Option<&HeapHistory> {
        self.heap.get(&object)
    }

    /// The calls that have taken locks, in order.
    pub(crate) fn locks(&self) -> &[(Pointer, LockKind, ThreadOp)] {
        &self.locks
    }

    /// The statements of the step that has ended, which are forgotten.
    pub(crate) fn take_path(&mut self) -> Vec<ThreadOp> {
        std::mem::take(&mut self.path)
    }

    /// The operation at the start of a step makes these accesses.
    pub(crate) fn first_operation(&mut self, by: ThreadOp, accesses: &[MemoryAccess]) {
        let written = accesses.iter().filter(|it| it.write);
        self.writes.extend(written.map(|&access| Write { access, by, sources: Vec::new() }));
    }

    fn thread_mut(&mut self, thread: ThreadId) -> &mut ThreadTrace {
        if !self.threads.has(thread) {
            self.threads.resize_with(thread.index() + 1, ThreadTrace::default);
        }
        &mut self.threads[thread]
    }

    /// Does what [`Machine::slice`] does, one operation at a time.
    fn run(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        let thread = machine.current;
        let depth = machine.threads[thread].frames.len();
        if depth > MAX_DEPTH {
            self.left = 0;
        }
        if self.left == 0 || depth == 0 {
            return machine.slice(left);
        }
        loop {
            // What the tracer reads is no access of the program.
            let watch = machine.memory.watch(Watch::Off);
            let before = self.before(machine);
            let stops = self.stops(machine, &before);
            machine.memory.watch(watch);
            if stops {
                return Err(Box::new(InterpError::Breakpoint));
            }
            if let Some(listener) = &mut self.listener {
                let attempt = Attempt::Operation { base: before.base, op: &before.op };
                listener.attempt(machine, before.at, &attempt);
            }
            let end = machine.slice_with(left, &mut SingleStep::default());
            self.left -= 1;
            if let Ok(SliceEnd::Went | SliceEnd::Finished) = end {
                let watch = machine.memory.watch(Watch::Off);
                self.after(machine, thread, &before);
                machine.memory.watch(watch);
                self.tell_done(machine, thread, before.at, before.base);
            }
            // After these the caller looks at the machine.
            let may_switch = matches!(before.op, Op::Call { .. } | Op::Return | Op::Rare { .. });
            if may_switch || *left == 0 || self.left == 0 || !matches!(end, Ok(SliceEnd::Went)) {
                return end;
            }
        }
    }

    /// Whether the listener stops the step before this operation.
    fn stops(&mut self, machine: &Machine, before: &Before) -> bool {
        let code = &machine.compiled.codes[before.at.code];
        if code.source.statements[before.at.pc as usize] == 0 {
            return false;
        }
        let Some(mut listener) = self.listener.take() else { return false };
        let stops = listener.statement(&View::within_step(machine, self), before.at);
        self.listener = Some(listener);
        stops
    }

    /// Tells the listener that an operation is done. `base` is where the registers of its call begin.
    fn tell_done(&mut self, machine: &Machine, thread: ThreadId, at: At, base: usize) {
        let Some(listener) = &mut self.listener else { return };
        let code = &machine.compiled.codes[at.code];
        let result = match code.ops[at.pc as usize] {
            Op::Call { call } => code.tables.calls[call as usize].result,
            _ => None,
        };
        let regs = &machine.threads[thread].regs;
        listener.done(machine, thread, result.and_then(|(r, _)| regs.get(base + usize::from(r)).copied()));
    }

    /// Looks at the operation that the current thread stands before.
    fn before(&mut self, machine: &Machine) -> Before {
        let by = machine.current;
        let thread = &machine.threads[machine.current];
        let frame = thread.frames.last().expect("the caller has seen that there is one");
        let code = &machine.compiled.codes[frame.code];
        let at = At { code: frame.code, pc: frame.pc };
        let (op, base) = (code.ops[frame.pc as usize], frame.base);
        let this = ThreadOp { thread: by, at };
        if code.source.statements[frame.pc as usize] > 0 && self.path.last() != Some(&this) {
            self.path.push(this);
        }
        let trace = self.thread_mut(by);
        if thread.frames.len() > trace.depth {
            trace.enter(machine, thread);
        }
        trace.depth = thread.frames.len();
        let mut sources = Vec::new();
        let mut operands = Vec::new();
        let address = stored_at(&op);
        each_read(code, &op, |first, _| {
            let known = trace.sources.get(&(base + first)).cloned().unwrap_or_default();
            operands.push((thread.regs.get(base + first).copied().unwrap_or(Reg::UNDEF), known.clone()));
            for it in known.into_iter().filter(|_| address != Some(first)) {
                if sources.len() < MAX_SOURCES && !sources.contains(&it) {
                    sources.push(it);
                }
            }
        });
        let read = Branch { at, operands };
        let last = trace.last.replace(read.clone());
        if op.is_branch() {
            let before = At { pc: at.pc.wrapping_sub(1), ..at };
            let compared =
                last.filter(|it| it.at == before && decides(&op, code, &code.ops[before.pc as usize]));
            trace.branch = Some(compared.unwrap_or(read));
        }
        let written = accessed(machine, by, code, base, &op).filter(|it| it.1.write && it.1.size >= 4);
        let overwritten =
            written.and_then(|(at, access)| pointer_at(machine, at, access.size.min(8) as usize));
        let call = native_of(machine, code, &op).map(|(native, args)| {
            let value = |r: &R| thread.regs.get(base + usize::from(*r)).copied().unwrap_or(Reg::UNDEF);
            NativeCall { native, arguments: args.iter().map(value).collect() }
        });
        let overwritten = overwritten.or_else(|| call.as_ref().and_then(|it| it.overwritten(machine)));
        Before { at, op, depth: thread.frames.len(), base, sources, overwritten, call }
    }
}

/// Whether a branch asks for the result of a comparison of two values, which the operation before it was.
fn decides(branch: &Op, code: &Code, last: &Op) -> bool {
    let Op::Br { a, .. } = *branch else { return false };
    let mut is_result = false;
    each_written(code, last, |r, _| is_result |= r == usize::from(a));
    is_result && !matches!(last, Op::Rare { .. } | Op::Call { .. } | Op::Move { .. })
}

impl Observer for Tracer {
    fn follows_run(&self) -> bool {
        true
    }

    fn moved(&mut self, motion: &mut Motion<'_>) {
        if let Motion::Begin(new) = motion {
            **new = Some(Box::new(Tracer { left: self.left, ..Tracer::new() }));
        }
        if let Motion::Fork(child) = motion {
            **child = Some(Box::new(Tracer {
                left: self.left,
                threads: self.threads.clone(),
                writes: self.writes.clone(),
                heap: self.heap.clone(),
                allocations: self.allocations,
                locks: self.locks.clone(),
                ..Tracer::new()
            }));
        }
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        self.run(machine, left)
    }

    fn call(&mut self, machine: &mut Machine, pending: &PendingCall) -> InterpResult<()> {
        let frame = machine.threads[machine.current].frames.last().expect("a call has a caller");
        let (at, base) = (At { code: frame.code, pc: frame.pc }, frame.base);
        let call = NativeCall { native: pending.native, arguments: pending.call.regs.to_vec() };
        // What the tracer reads is no access of the program.
        let watch = machine.memory.watch(Watch::Off);
        let overwritten = call.overwritten(machine);
        if let Some(listener) = &mut self.listener {
            listener.attempt(machine, at, &Attempt::Call(call.native));
        }
        machine.memory.watch(watch);
        machine.release(pending)?;
        let watch = machine.memory.watch(Watch::Off);
        let thread = machine.current;
        self.called(machine, ThreadOp { thread, at }, base, &call, overwritten);
        self.tell_done(machine, thread, at, base);
        machine.memory.watch(watch);
        Ok(())
    }

    fn split(&mut self, machine: &Machine, thread: ThreadId) {
        self.thread_mut(thread).split(&machine.threads[thread]);
    }

    fn blame(&mut self, object: Option<ObjId>) {
        self.blamed = object;
    }

    fn race(&mut self, one: ThreadId, other: ThreadId) {
        self.racing = Some((one, other));
    }
}
