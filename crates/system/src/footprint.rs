//! The footprint of a step: what it reads and writes that other threads can reach, for dynamic partial-order
//! reduction (Flanagan, Godefroid: Dynamic partial-order reduction for model checking software, POPL 2005). Two
//! steps are dependent if they access the same part and one of them writes.
//!
//! Loads and stores of shared objects come from the memory's log, also those made by library functions; freeing an
//! object writes all of it. Accesses to the machine's own data about threads are recorded where they are made
//! (`thread_accesses`). The rest has no record: the state of the library counts as one object, and a change of the
//! process is taken to depend on everything. So is every step of a program with invariants, because these read
//! every state.
//!
//! Invariant: two steps whose footprints are independent commute, in every state in which both are enabled.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Watch};
use gmc_model::{Access, Footprints, Gate, ThreadId};
use gmc_vm::effects::{Atomicity, LockAction, Traits, Visibility};
use gmc_vm::locks;
use gmc_vm::machine::Machine;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::process_state::ProcessState;
use gmc_vm::thread::Phase;
use gmc_vm::thread_accesses::{Part, ThreadAccess};
use gmc_world::OutsidePart;
use smallvec::SmallVec;

/// Ids of what is not an object of the program: the set of threads, and then each thread.
pub(crate) const THREADS: u64 = 1 << 40;
/// The state of the library.
const LIBRARY: u64 = 1 << 41;
/// The addresses of heap objects, which are used again after objects have ended.
const ADDRESSES: u64 = 1 << 43;
/// The threads that wait for an object of the program; the object's id is in the low bits.
const WAITERS: u64 = 1 << 42;

/// Parts of the outside, which all processes have in common: open files, pipes, and the signals that wait for a
/// process.
pub(crate) const OUTSIDE: u64 = 1 << 44;
const PIPES: u64 = OUTSIDE + (1 << 32);
const SIGNALS: u64 = OUTSIDE + (2 << 32);
const SOCKETS: u64 = OUTSIDE + (3 << 32);
/// Memory that processes share, by the file behind it; and those who wait for an object in there.
const SHARED: u64 = OUTSIDE + (4 << 32);
const SHARED_WAITERS: u64 = OUTSIDE + (5 << 32);

/// What the step under way has accessed so far, if footprints are on.
#[derive(Default)]
pub(crate) struct FootprintTracker {
    /// Whether footprints are recorded.
    pub(crate) is_on: bool,
    accesses: Vec<Access>,
    /// Equal accesses are merged again once there are so many.
    merge_at: usize,
    /// The threads that the step has created.
    created: Vec<ThreadId>,
    /// The state at the start of the step.
    start: Option<StepStart>,
    /// The lock that the visible operation acquires or releases.
    lock_gate: Option<LockGate>,
}

impl FootprintTracker {
    /// A tracker that records footprints.
    pub(crate) fn switched_on() -> FootprintTracker {
        FootprintTracker { is_on: true, ..FootprintTracker::default() }
    }

    /// Clears the footprint, for the step that begins.
    pub(crate) fn reset(&mut self) {
        self.accesses.clear();
        self.merge_at = 0;
        self.created.clear();
        self.start = None;
    }

    /// Adds an access. A lone thread may repeat an access many times in one step, so accesses are merged now and
    /// then.
    fn add(&mut self, access: Access) {
        if self.accesses.len() >= self.merge_at.max(MIN_MERGE) {
            merge(&mut self.accesses);
            self.merge_at = 2 * self.accesses.len();
        }
        self.accesses.push(access);
    }
}

/// The least number of accesses that are merged. After that, twice as many as the last time has left.
const MIN_MERGE: usize = 1 << 12;

/// Merges accesses that overlap or adjoin and are otherwise alike.
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

/// What the footprint needs to know of the state at the start of a step.
struct StepStart {
    process_state: ProcessState,
    /// How many objects have been allocated, and how many have ended.
    heap_counts: (u64, u64),
    /// Whether another thread or process can run.
    has_others: bool,
    /// The operation is all that the step does outside, and its accesses there are known.
    knows_outside: bool,
    /// Whether the step begins in an atomic section.
    in_section: bool,
}

/// A visible operation that acquires or releases a lock. With it, the search knows that one operation only enables
/// the other, instead of racing with it.
#[derive(Clone, Copy)]
struct LockGate {
    gate: Gate,
    lock: Pointer,
    /// The bytes of the lock, as an object and an offset.
    object: u32,
    offset: u64,
    size: u64,
}

impl LockGate {
    fn covers(&self, access: &MemoryAccess) -> bool {
        self.object as usize == access.object.index()
            && self.offset <= access.offset
            && access.offset + access.size <= self.offset + self.size
    }
}

impl Execution {
    /// Begins the footprint of a step with the pending operation of its thread.
    pub(crate) fn begin_footprint(&mut self, thread: ThreadId, pending: &Pending) {
        let lock_gate = match pending {
            Pending::Call(op) => self.lock_gate_of(op, thread),
            _ => None,
        };
        let outside = match pending {
            Pending::Call(op) => self.outside_accesses(thread, op, true),
            _ => None,
        };
        let footprint = &mut self.footprint;
        footprint.accesses.clear();
        footprint.created.clear();
        footprint.lock_gate = lock_gate;
        // The last process of a system does what others might have noticed when they were there.
        let in_system = self.machine.compiled.uses.system;
        let start = StepStart {
            process_state: self.machine.beside(),
            heap_counts: self.machine.memory.heap_counts(),
            has_others: self.has_others(thread) || in_system,
            in_section: self.machine.process.atomic.is_some(),
            knows_outside: outside.is_some() || self.only_wakes(pending),
        };
        self.footprint.start = Some(start);
        if in_system {
            // Another process can end this one before the step.
            self.footprint.accesses.push(self.own_signals());
        }
        self.machine.memory.clear_accesses();
        self.machine.observed.thread_accesses.record(true);
        match pending {
            Pending::Access(access) => self.add_access(access),
            // The value that is split may be anywhere.
            Pending::Split(_) | Pending::Look(_) => self.footprint.accesses.push(Access::everything()),
            // The handlers that have not run yet may access anything.
            Pending::Operation if self.machine.goes_on_ending(thread) => {
                self.footprint.accesses.push(Access::everything());
            }
            Pending::Call(op) => {
                match op.native.visibility {
                    _ if let Some(outside) = outside => self.footprint.accesses.extend(outside),
                    _ if self.is_seen_outside(op) => self.footprint.accesses.push(Access::everything()),
                    Visibility::Outside => self.footprint.accesses.push(Access::everything()),
                    Visibility::Shared => self.footprint.accesses.push(whole_object(LIBRARY, true)),
                    Visibility::Sync(_) if !op.native.effects.noted => {
                        self.footprint.accesses.push(whole_object(LIBRARY, true));
                    }
                    _ => {}
                }
                self.add_spans(op);
            }
            _ => {}
        }
    }

    /// How accesses are watched that the thread does not stop at.
    pub(crate) fn default_watch(&self) -> Watch {
        if self.footprint.is_on { Watch::Log } else { Watch::Off }
    }

    /// Adds the memory's log to the footprint. The log is not cleared.
    pub(crate) fn collect_accesses(&mut self) {
        if !self.footprint.is_on {
            return;
        }
        for at in 0..self.machine.memory.accesses().len() {
            let access = self.machine.memory.accesses()[at];
            self.add_access(&access);
        }
    }

    /// Adds the memory's log to the footprint, and clears the log.
    pub(crate) fn flush_accesses(&mut self) {
        self.collect_accesses();
        self.machine.memory.clear_accesses();
    }

    /// Whether the footprint so far has no write. False if footprints are off.
    pub(crate) fn has_only_read(&self) -> bool {
        self.footprint.is_on
            && !self.footprint.accesses.iter().any(|it| it.write)
            && !self.machine.observed.thread_accesses.has_writes()
    }

    /// Ends the visible operation at the start of the step, whether it has succeeded or not.
    pub(crate) fn end_footprint_operation(&mut self, thread: ThreadId) {
        if self.footprint.is_on {
            self.machine.memory.watch(Watch::Off);
            let lock_gate = self.footprint.lock_gate.take();
            self.footprint.lock_gate = lock_gate.filter(|it| self.has_passed(it, thread));
            self.flush_accesses();
            self.footprint.lock_gate = None;
        }
    }

    /// Whether an operation has acquired or released its lock. Where it has not (it failed, or unlocked a recursive
    /// lock that is still held), it has only read the lock.
    fn has_passed(&self, lock_gate: &LockGate, thread: ThreadId) -> bool {
        let mine = locks::owner(&self.machine, lock_gate.lock) == Some(thread);
        mine == (lock_gate.gate == Gate::Needs)
    }

    /// Ends the footprint of a step. Unless the step `is_whole` (it ended normally or at a failed assumption), what
    /// it depends on is not all known.
    pub(crate) fn end_footprint(&mut self, is_whole: bool) {
        let is_judged = self.is_judged();
        self.flush_accesses();
        let statics = self.static_objects;
        let FootprintTracker { accesses, start, .. } = &mut self.footprint;
        let mut ended = false;
        self.machine.observed.thread_accesses.record(false);
        self.machine.observed.thread_accesses.drain(|note| {
            ended |= matches!(note, ThreadAccess::Thread { part: Part::End, write: true, .. });
            accesses.push(access_of(&self.machine, note, statics));
        });
        let Some(start) = start.take() else {
            // The step failed before it began.
            accesses.push(Access::everything());
            return;
        };
        let machine = &self.machine;
        if machine.library != start.process_state.library
            || ended && machine.compiled.library.threads.has_destructors(machine)
        {
            accesses.push(whole_object(LIBRARY, true));
        }
        // An object that ends before another one is allocated may leave its address to it, so the order of the two
        // matters.
        let heap_counts = machine.memory.heap_counts();
        if heap_counts.1 != start.heap_counts.1 {
            accesses.push(whole_object(ADDRESSES, true));
        } else if heap_counts.0 != start.heap_counts.0 {
            accesses.push(whole_object(ADDRESSES, false));
        }
        let process_changed = || machine.process != start.process_state.process;
        let section = start.in_section || machine.process.atomic.is_some();
        let seen_outside = is_judged || !start.knows_outside && !machine.world.is(&start.process_state.world);
        if start.has_others && (!is_whole || section || seen_outside || process_changed()) {
            accesses.push(Access::everything());
        }
    }

    fn add_access(&mut self, access: &MemoryAccess) {
        let number = access.object.index();
        let (start, end) = (access.offset, access.offset + access.size);
        let gate = self.footprint.lock_gate.filter(|it| it.covers(access)).map_or(Gate::Free, |it| it.gate);
        let write = access.write;
        self.footprint.add(match self.machine.place_among_processes(access.object) {
            Some((file, at)) => {
                Access { object: SHARED + u64::from(file), start: at + start, end: at + end, write, gate }
            }
            None => Access { object: object_name(number, self.static_objects, 0), start, end, write, gate },
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
            // A deferred join waits until all threads of a class have ended.
            accesses.push(Access::everything());
            return true;
        }
        if let Some(outside) = self.outside_accesses(thread, &op, false) {
            accesses.extend(outside);
            return true;
        }
        if !matches!(op.native.visibility, Visibility::Sync(_)) || self.is_seen_outside(&op) {
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
        let _ = self.machine.own_alternatives(&op);
        self.machine.observed.thread_accesses.record(false);
        self.machine.memory.watch(Watch::Off);
        self.footprint.accesses.clear();
        self.footprint.lock_gate = lock_gate.filter(|it| it.gate == Gate::Needs);
        self.flush_accesses();
        self.footprint.lock_gate = None;
        accesses.append(&mut self.footprint.accesses);
        let mut notes: SmallVec<[ThreadAccess; 4]> = SmallVec::new();
        let statics = self.static_objects;
        self.machine.observed.thread_accesses.drain(|note| notes.push(note));
        accesses.extend(notes.into_iter().map(|it| access_of(&self.machine, it, statics)));
        true
    }
}

impl Execution {
    /// Records that the step has created a thread.
    pub(crate) fn add_created(&mut self, thread: ThreadId) {
        self.footprint.created.push(thread);
    }

    /// Whether a call does nothing outside but wait for others, or wake them, in memory that processes share: what it
    /// touches is noted.
    fn only_wakes(&self, pending: &Pending) -> bool {
        let Pending::Call(op) = pending else { return false };
        matches!(op.native.visibility, Visibility::Sync(_))
            && op.native.effects.noted
            && !self.is_seen_outside(op)
    }

    /// What a call of the only thread of a process touches outside, if its row says that it is one open file. As long
    /// as other processes run, every such call is a step of its own, so a step does nothing else outside.
    fn outside_accesses(&self, thread: ThreadId, op: &PendingCall, write: bool) -> Option<Vec<Access>> {
        let machine = &self.machine;
        let is_known = machine.compiled.uses.system && op.native.has(Traits::ONE_FILE);
        // A socket may have a time limit.
        let timed = machine.world.clock().moves();
        if !is_known || timed || self.has_others(thread) || !machine.world.has_peers() {
            return None;
        }
        let file = op.call.int(machine, 0).ok()? as i32;
        let parts = machine.world.files.parts(file)?;
        let part = |it: OutsidePart| match it {
            OutsidePart::Open(at) => whole_object(OUTSIDE + u64::from(at), write),
            OutsidePart::Pipe(at) => whole_object(PIPES + u64::from(at), write),
            OutsidePart::Socket(at) => whole_object(SOCKETS + u64::from(at), write),
        };
        Some(parts.into_iter().map(part).chain([self.own_signals()]).collect())
    }

    /// The signals that wait for the process, which are read.
    fn own_signals(&self) -> Access {
        whole_object(SIGNALS + u64::from(self.machine.world.process.0), false)
    }

    /// The lock that an operation acquires or releases, as far as is known before it is performed: a thread cannot
    /// acquire a lock that it holds, nor release one that it does not hold. [`Execution::has_passed`] checks the
    /// rest afterwards.
    fn lock_gate_of(&self, op: &PendingCall, thread: ThreadId) -> Option<LockGate> {
        let used = locks::used(&self.machine, op)?;
        let mine = locks::owner(&self.machine, used.lock) == Some(thread);
        let gate = match used.action {
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

    /// Adds the plain accesses of a function that synchronises. They count even if the function does not get to
    /// them, because they race.
    fn add_spans(&mut self, op: &PendingCall) {
        let mut touches: SmallVec<[MemoryAccess; 2]> = SmallVec::new();
        let sync = matches!(op.native.visibility, Visibility::Sync(_));
        for span in op.native.effects.spans.iter().filter(|it| sync && it.atomicity == Atomicity::Plain) {
            span.touches(&self.machine, &op.call, |access| touches.push(access));
        }
        touches.retain(|it| self.machine.memory.is_shared(it.object));
        touches.iter().for_each(|access| self.add_access(access));
    }
}

/// The id of an object in footprints, or of what belongs to it (`beside`). Ids of variables are the same in all
/// runs, those of other objects are not.
fn object_name(object: usize, statics: usize, beside: u64) -> u64 {
    if object < statics {
        return object as u64 | beside;
    }
    Access::unnamed(u32::from(beside != 0), object as u32)
}

/// An access to all of something that has no bytes.
fn whole_object(object: u64, write: bool) -> Access {
    Access { object, start: 0, end: 1, write, gate: Gate::Free }
}

/// The access to data about threads, as footprints have it.
fn access_of(machine: &Machine, note: ThreadAccess, statics: usize) -> Access {
    match note {
        ThreadAccess::Thread { part: Part::Count, write, .. } => whole_object(THREADS, write),
        ThreadAccess::Thread { thread, part, write, gate } => {
            let start = part as u64;
            Access { object: THREADS + 1 + u64::from(thread.0), start, end: start + 1, write, gate }
        }
        ThreadAccess::Waiters { object, offset, write } => {
            let place = machine.place_among_processes(ObjId::from_raw(object));
            let (object, offset) = match place {
                Some((file, at)) => (SHARED_WAITERS + u64::from(file), at + offset),
                None => (object_name(object as usize, statics, WAITERS), offset),
            };
            Access { object, start: offset, end: offset + 1, write, gate: Gate::Free }
        }
    }
}
