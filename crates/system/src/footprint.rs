//! What a step touches that others can reach, as exactly as the machine knows.
//!
//! The program's memory is watched: loads and stores of shared objects are logged, whoever makes them, the library
//! included, and the end of an object is a write to all of it. What the machine keeps beside that memory is noted where it
//! is asked for (`notes`). What is left is what all threads have in common and nobody notes: the library's own state, one
//! thing here, and the process, whose change is taken to concern everybody. So is every step while there are invariants, which
//! look at every state.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, Pointer, Watch};
use gmc_model::{Access, Footprints, Gate, ThreadId};
use gmc_vm::effects::{Atomicity, Conduct, LockAction};
use gmc_vm::locks;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::process_state::ProcessState;
use gmc_vm::thread::Phase;
use gmc_vm::thread_accesses::{Part, ThreadAccess};
use smallvec::SmallVec;

/// Numbers of what is no object of the program: threads, what the library remembers.
const THREADS: u64 = 1 << 40;
const LIBRARY: u64 = 1 << 41;
/// Places that may be used again.
const ADDRESSES: u64 = 1 << 43;
/// Who waits for an object of the program, whose number follows.
const WAITERS: u64 = 1 << 42;

/// What the step under way has touched so far, where somebody wants to know.
#[derive(Default)]
pub(crate) struct FootprintTracker {
    pub(crate) is_on: bool,
    accesses: Vec<Access>,
    /// With as many accesses it is looked again whether there are equal ones.
    merge_at: usize,
    created: Vec<ThreadId>,
    /// What it began with.
    start: Option<StepStart>,
    /// The lock that the operation at its start waits for, or lets others go on with.
    lock_gate: Option<LockGate>,
}

impl FootprintTracker {
    /// Somebody wants to know.
    pub(crate) fn switched_on() -> FootprintTracker {
        FootprintTracker { is_on: true, ..FootprintTracker::default() }
    }

    /// Nothing is known of the step that begins.
    pub(crate) fn reset(&mut self) {
        self.accesses.clear();
        self.merge_at = 0;
        self.created.clear();
        self.start = None;
    }

    /// Adds an access. A thread that is alone may do the same again and again in one step: that is told once.
    fn add(&mut self, access: Access) {
        if self.accesses.len() >= self.merge_at.max(MIN_MERGE) {
            merge(&mut self.accesses);
            self.merge_at = 2 * self.accesses.len();
        }
        self.accesses.push(access);
    }
}

/// So many accesses are looked through for equal ones, and twice as many as are left then.
const MIN_MERGE: usize = 1 << 12;

/// Makes one of accesses that overlap or touch, and differ in nothing else.
fn merge(accesses: &mut Vec<Access>) {
    accesses.sort_unstable_by_key(|it| (it.object, it.write, it.gate as u8, it.start, it.end));
    accesses.dedup_by(|next, it| {
        let alike = (it.object, it.write, it.gate) == (next.object, next.write, next.gate);
        let meets = alike && next.start <= it.end;
        if meets {
            it.end = it.end.max(next.end);
        }
        meets
    });
}

struct StepStart {
    process_state: ProcessState,
    /// Objects that were made, and that have ended.
    heap_counts: (u64, u64),
    /// Others have not finished.
    has_others: bool,
    /// It is in an atomic section.
    in_section: bool,
}

/// An operation at the start of a step that is about a lock, of which one thread waits for what another does.
#[derive(Clone, Copy)]
struct LockGate {
    gate: Gate,
    lock: Pointer,
    /// Its bytes, as an object and an offset.
    object: u32,
    offset: u64,
    size: u64,
}

impl LockGate {
    fn has(&self, access: &MemoryAccess) -> bool {
        self.object as usize == access.object.index()
            && self.offset <= access.offset
            && access.offset + access.size <= self.offset + self.size
    }
}

impl Execution {
    /// A step begins with what a thread stands before.
    pub(crate) fn begin_footprint(&mut self, thread: ThreadId, pending: &Pending) {
        let lock_gate = match pending {
            Pending::Call(op) => self.lock_gate_of(op, thread),
            _ => None,
        };
        let footprint = &mut self.footprint;
        footprint.accesses.clear();
        footprint.created.clear();
        footprint.lock_gate = lock_gate;
        let start = StepStart {
            process_state: self.machine.beside(),
            heap_counts: self.machine.memory.heap_counts(),
            has_others: self.has_others(thread),
            in_section: self.machine.process.atomic.is_some(),
        };
        self.footprint.start = Some(start);
        self.machine.memory.clear_accesses();
        self.machine.observed.thread_accesses.record(true);
        match pending {
            Pending::Access(access) => self.add_access(access),
            // What is decided may stand anywhere.
            Pending::Split(_) => self.footprint.accesses.push(Access::everything()),
            // So may what handlers have not run yet, which is looked at now.
            Pending::Operation if self.machine.goes_on_ending(thread) => {
                self.footprint.accesses.push(Access::everything());
            }
            Pending::Call(op) => {
                match op.native.conduct {
                    Conduct::Outside => self.footprint.accesses.push(Access::everything()),
                    Conduct::Shared => self.footprint.accesses.push(whole_object(LIBRARY, true)),
                    Conduct::Sync(_) if !op.native.effects.noted => {
                        self.footprint.accesses.push(whole_object(LIBRARY, true));
                    }
                    _ => {}
                }
                self.add_spans(op);
            }
            _ => {}
        }
    }

    /// What happens at accesses that nobody has to be asked about.
    pub(crate) fn default_watch(&self) -> Watch {
        if self.footprint.is_on { Watch::Log } else { Watch::Off }
    }

    /// Takes down what was logged until now. The log stays as it is.
    pub(crate) fn collect_accesses(&mut self) {
        if !self.footprint.is_on {
            return;
        }
        for at in 0..self.machine.memory.accesses().len() {
            let access = self.machine.memory.accesses()[at];
            self.add_access(&access);
        }
    }

    /// Collects what is logged, and empties the log.
    pub(crate) fn flush_accesses(&mut self) {
        self.collect_accesses();
        self.machine.memory.clear_accesses();
    }

    /// Whether the step has changed nothing so far that others can reach, as far as anybody wants to know.
    pub(crate) fn has_only_read(&self) -> bool {
        self.footprint.is_on
            && !self.footprint.accesses.iter().any(|it| it.write)
            && !self.machine.observed.thread_accesses.has_writes()
    }

    /// The operation that the step began with is done, or has failed.
    pub(crate) fn end_footprint_operation(&mut self, thread: ThreadId) {
        if self.footprint.is_on {
            self.machine.memory.watch(Watch::Off);
            let lock_gate = self.footprint.lock_gate.take();
            self.footprint.lock_gate = lock_gate.filter(|it| self.has_passed(it, thread));
            self.flush_accesses();
            self.footprint.lock_gate = None;
        }
    }

    /// Whether an operation did with a lock what it is there for. One that fails has only looked at it: whoever unlocks what another
    /// thread has, or what it has several times, opens nothing.
    fn has_passed(&self, lock_gate: &LockGate, thread: ThreadId) -> bool {
        let mine = locks::owner(&self.machine, lock_gate.lock) == u64::from(thread.0) + 1;
        mine == (lock_gate.gate == Gate::Needs)
    }

    /// The step is over. `whole` says whether it came to its end, or to an assumption that does not hold: otherwise what it
    /// depends on is not all known.
    pub(crate) fn end_footprint(&mut self, is_whole: bool) {
        self.flush_accesses();
        let statics = self.static_objects;
        let FootprintTracker { accesses, start, .. } = &mut self.footprint;
        let mut ended = false;
        self.machine.observed.thread_accesses.record(false);
        self.machine.observed.thread_accesses.drain(|note| {
            ended |= matches!(note, ThreadAccess::Thread { part: Part::End, write: true, .. });
            accesses.push(access_of(note, statics));
        });
        let Some(start) = start.take() else {
            // It failed before it began.
            accesses.push(Access::everything());
            return;
        };
        let machine = &self.machine;
        if machine.library != start.process_state.library
            || ended && machine.compiled.library.threads.has_destructors(machine)
        {
            accesses.push(whole_object(LIBRARY, true));
        }
        // What ends before another object is made may leave its place to that one. Nothing else about it matters.
        let heap_counts = machine.memory.heap_counts();
        if heap_counts.1 != start.heap_counts.1 {
            accesses.push(whole_object(ADDRESSES, true));
        } else if heap_counts.0 != start.heap_counts.0 {
            accesses.push(whole_object(ADDRESSES, false));
        }
        let process_changed = || machine.process != start.process_state.process;
        let section = start.in_section || machine.process.atomic.is_some();
        let seen_outside =
            !machine.process.invariants.is_empty() || !machine.world.is(&start.process_state.world);
        if start.has_others && (!is_whole || section || seen_outside || process_changed()) {
            accesses.push(Access::everything());
        }
    }

    fn add_access(&mut self, access: &MemoryAccess) {
        let number = access.object.index();
        let (start, end) = (access.offset, access.offset + access.size);
        let gate = self.footprint.lock_gate.filter(|it| it.has(access)).map_or(Gate::Free, |it| it.gate);
        self.footprint.add(Access {
            object: object_name(number, self.static_objects, 0),
            start,
            end,
            write: access.write,
            gate,
        });
    }
}

impl Footprints for Execution {
    fn track(&mut self, on: bool) {
        self.footprint.is_on = on;
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        accesses.extend_from_slice(&self.footprint.accesses);
        created.extend_from_slice(&self.footprint.created);
    }

    fn thread_count(&self) -> u32 {
        self.threads.len() as u32
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        let process = &self.machine.process;
        let op = match &self.threads[thread].pending {
            Pending::Done | Pending::AssumptionFailed => return false,
            Pending::Call(op) => op.clone(),
            _ => {
                accesses.push(Access::everything());
                return true;
            }
        };
        if process.ended || process.atomic.is_some() {
            accesses.push(Access::everything());
            return true;
        }
        if self.class_awaited_by(thread).is_some() {
            // It is put off until all threads of a class have ended.
            accesses.push(Access::everything());
            return true;
        }
        if !matches!(op.native.conduct, Conduct::Sync(_)) {
            accesses.push(Access::everything());
            return true;
        }
        let lock_gate = self.lock_gate_of(&op, thread);
        if !op.native.effects.noted {
            accesses.push(whole_object(LIBRARY, true));
        }
        self.machine.current = thread;
        self.machine.memory.clear_accesses();
        self.machine.memory.watch(Watch::Log);
        self.machine.observed.thread_accesses.record(true);
        let _ = self.machine.own_outcomes(&op);
        self.machine.observed.thread_accesses.record(false);
        self.machine.memory.watch(Watch::Off);
        self.footprint.accesses.clear();
        self.footprint.lock_gate = lock_gate.filter(|it| it.gate == Gate::Needs);
        self.flush_accesses();
        self.footprint.lock_gate = None;
        accesses.append(&mut self.footprint.accesses);
        let statics = self.static_objects;
        self.machine.observed.thread_accesses.drain(|note| accesses.push(access_of(note, statics)));
        true
    }
}

impl Execution {
    /// A thread was created.
    pub(crate) fn add_created(&mut self, thread: ThreadId) {
        self.footprint.created.push(thread);
    }

    /// The lock that an operation waits for, or opens for others, if it does what it is there for. That a thread cannot have
    /// what it has already, or open what it has not, is seen before; the rest when it is done.
    fn lock_gate_of(&self, op: &PendingCall, thread: ThreadId) -> Option<LockGate> {
        let used = locks::used(&self.machine, op)?;
        let mine = locks::owner(&self.machine, used.lock) == u64::from(thread.0) + 1;
        let gate = match used.deed {
            LockAction::Take if !mine => Gate::Needs,
            LockAction::Give if mine => Gate::Opens,
            LockAction::Lend if mine && self.machine.phase(thread) == Phase::Running => Gate::Opens,
            LockAction::Lend
                if matches!(
                    self.machine.phase(thread),
                    Phase::Woken | Phase::TimedOut | Phase::Cancelled
                ) =>
            {
                Gate::Needs
            }
            _ => return None,
        };
        let object = self.machine.memory.object(used.lock.prov)?;
        let offset = used.lock.addr.wrapping_sub(object.base);
        Some(LockGate { gate, lock: used.lock, object: object.id.index() as u32, offset, size: used.size })
    }

    /// What a call accesses as any variable is accessed, whether it comes to that or not: so it races.
    fn add_spans(&mut self, op: &PendingCall) {
        let mut touches: SmallVec<[MemoryAccess; 2]> = SmallVec::new();
        let sync = matches!(op.native.conduct, Conduct::Sync(_));
        for span in op.native.effects.spans.iter().filter(|it| sync && it.atomicity == Atomicity::Plain) {
            span.touches(&self.machine, &op.call, |access| touches.push(access));
        }
        touches.retain(|it| self.machine.memory.is_shared(it.object));
        touches.iter().for_each(|access| self.add_access(access));
    }
}

/// An object's number as accesses have it, or that of what goes with it. Variables keep their numbers in all runs, others do not.
fn object_name(object: usize, statics: usize, beside: u64) -> u64 {
    if object < statics {
        return object as u64 | beside;
    }
    Access::unnamed(u32::from(beside != 0), object as u32)
}

/// All of something that has no bytes.
fn whole_object(object: u64, write: bool) -> Access {
    Access { object, start: 0, end: 1, write, gate: Gate::Free }
}

fn access_of(note: ThreadAccess, statics: usize) -> Access {
    match note {
        ThreadAccess::Thread { part: Part::Count, write, .. } => whole_object(THREADS, write),
        ThreadAccess::Thread { thread, part, write, gate } => {
            let start = part as u64;
            Access { object: THREADS + 1 + u64::from(thread.0), start, end: start + 1, write, gate }
        }
        ThreadAccess::Waiters { object, offset, write } => {
            let object = object_name(object as usize, statics, WAITERS);
            Access { object, start: offset, end: offset + 1, write, gate: Gate::Free }
        }
    }
}
