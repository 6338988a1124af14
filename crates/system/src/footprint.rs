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
use gmc_vm::effects::{Atomicity, LockAction, Visibility};
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
const PLACES: u64 = 1 << 43;
/// Who waits for an object of the program, whose number follows.
const WAITERS: u64 = 1 << 42;

/// What the step under way has touched so far, where somebody wants to know.
#[derive(Default)]
pub(crate) struct Tracker {
    pub(crate) on: bool,
    accesses: Vec<Access>,
    /// With as many accesses it is looked again whether there are equal ones.
    most: usize,
    born: Vec<ThreadId>,
    /// What it began with.
    before: Option<Before>,
    /// The lock that the operation at its start waits for, or lets others go on with.
    door: Option<Door>,
}

impl Tracker {
    /// Somebody wants to know.
    pub(crate) fn switched_on() -> Tracker {
        Tracker { on: true, ..Tracker::default() }
    }

    /// Nothing is known of the step that begins.
    pub(crate) fn forget(&mut self) {
        self.accesses.clear();
        self.most = 0;
        self.born.clear();
        self.before = None;
    }

    /// Adds an access. A thread that is alone may do the same again and again in one step: that is told once.
    fn add(&mut self, access: Access) {
        if self.accesses.len() >= self.most.max(MANY) {
            merge(&mut self.accesses);
            self.most = 2 * self.accesses.len();
        }
        self.accesses.push(access);
    }
}

/// So many accesses are looked through for equal ones, and twice as many as are left then.
const MANY: usize = 1 << 12;

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

struct Before {
    beside: ProcessState,
    /// Objects that were made, and that have ended.
    traffic: (u64, u64),
    /// Others have not finished.
    others: bool,
    /// It is in an atomic section.
    section: bool,
}

/// An operation at the start of a step that is about a lock, of which one thread waits for what another does.
#[derive(Clone, Copy)]
struct Door {
    gate: Gate,
    lock: Pointer,
    /// Its bytes, as an object and an offset.
    object: u32,
    offset: u64,
    size: u64,
}

impl Door {
    fn has(&self, touch: &MemoryAccess) -> bool {
        self.object as usize == touch.object.index()
            && self.offset <= touch.offset
            && touch.offset + touch.size <= self.offset + self.size
    }
}

impl Execution {
    /// A step begins with what a thread stands before.
    pub(crate) fn track_step(&mut self, thread: ThreadId, pending: &Pending) {
        let door = match pending {
            Pending::Call(held) => self.door(held, thread),
            _ => None,
        };
        let footprint = &mut self.footprint;
        footprint.accesses.clear();
        footprint.born.clear();
        footprint.door = door;
        let threads = self.threads.entries();
        let over = |pending: &Pending| matches!(pending, Pending::Done | Pending::Never);
        let others = threads.into_iter().any(|(at, state)| at != thread && !over(&state.pending));
        footprint.before = Some(Before {
            beside: self.machine.beside(),
            traffic: self.machine.memory.heap_counts(),
            others,
            section: self.machine.process.atomic.is_some(),
        });
        self.machine.memory.clear_accesses();
        self.machine.observed.thread_accesses.record(true);
        match pending {
            Pending::Access(touch) => self.add_touch(touch),
            // What is decided may stand anywhere.
            Pending::Open(_) => self.footprint.accesses.push(Access::everything()),
            // So may what handlers have not run yet, which is looked at now.
            Pending::Operation if self.machine.goes_on_ending(thread) => {
                self.footprint.accesses.push(Access::everything());
            }
            Pending::Call(held) => {
                match held.native.visibility {
                    Visibility::Outside => self.footprint.accesses.push(Access::everything()),
                    Visibility::Shared => self.footprint.accesses.push(whole(LIBRARY, true)),
                    Visibility::Sync(_) if !held.native.effects.noted => {
                        self.footprint.accesses.push(whole(LIBRARY, true));
                    }
                    _ => {}
                }
                self.add_spans(held);
            }
            _ => {}
        }
    }

    /// What happens at accesses that nobody has to be asked about.
    pub(crate) fn unasked(&self) -> Watch {
        if self.footprint.on { Watch::Log } else { Watch::Off }
    }

    /// Takes down what was logged until now. The log stays as it is.
    pub(crate) fn gather(&mut self) {
        if !self.footprint.on {
            return;
        }
        for at in 0..self.machine.memory.accesses().len() {
            let touch = self.machine.memory.accesses()[at];
            self.add_touch(&touch);
        }
    }

    /// Whether the step has changed nothing so far that others can reach, as far as anybody wants to know.
    pub(crate) fn is_reader(&mut self) -> bool {
        self.gather();
        self.machine.memory.clear_accesses();
        self.footprint.on
            && !self.footprint.accesses.iter().any(|it| it.write)
            && !self.machine.observed.thread_accesses.has_writes()
    }

    /// The operation that the step began with is done, or has failed.
    pub(crate) fn operation_done(&mut self, thread: ThreadId) {
        if self.footprint.on {
            self.machine.memory.watch(Watch::Off);
            let door = self.footprint.door.take();
            self.footprint.door = door.filter(|it| self.has_passed(it, thread));
            self.gather();
            self.machine.memory.clear_accesses();
            self.footprint.door = None;
        }
    }

    /// Whether an operation did with a lock what it is there for. One that fails has only looked at it: whoever unlocks what another
    /// thread has, or what it has several times, opens nothing.
    fn has_passed(&self, door: &Door, thread: ThreadId) -> bool {
        let mine = locks::owner(&self.machine, door.lock) == Some(thread);
        mine == (door.gate == Gate::Needs)
    }

    /// The step is over. `whole` says whether it came to its end, or to an assumption that does not hold: otherwise what it
    /// depends on is not all known.
    pub(crate) fn track_end(&mut self, whole_step: bool) {
        self.gather();
        self.machine.memory.clear_accesses();
        let fixed = self.fixed;
        let Tracker { accesses, before, .. } = &mut self.footprint;
        let mut ended = false;
        self.machine.observed.thread_accesses.record(false);
        self.machine.observed.thread_accesses.drain(|note| {
            ended |= matches!(note, ThreadAccess::Thread { part: Part::End, write: true, .. });
            accesses.push(access(note, fixed));
        });
        let Some(before) = before.take() else {
            // It failed before it began.
            accesses.push(Access::everything());
            return;
        };
        let machine = &self.machine;
        if machine.library != before.beside.library
            || ended && machine.compiled.library.threads.has_destructors(machine)
        {
            accesses.push(whole(LIBRARY, true));
        }
        // What ends before another object is made may leave its place to that one. Nothing else about it matters.
        let traffic = machine.memory.heap_counts();
        if traffic.1 != before.traffic.1 {
            accesses.push(whole(PLACES, true));
        } else if traffic.0 != before.traffic.0 {
            accesses.push(whole(PLACES, false));
        }
        let process_changed = || machine.process != before.beside.process;
        let section = before.section || machine.process.atomic.is_some();
        let watched = !machine.process.invariants.is_empty() || !machine.world.is(&before.beside.world);
        if before.others && (!whole_step || section || watched || process_changed()) {
            accesses.push(Access::everything());
        }
    }

    fn add_touch(&mut self, touch: &MemoryAccess) {
        let number = touch.object.index();
        let (start, end) = (touch.offset, touch.offset + touch.size);
        let gate = self.footprint.door.filter(|it| it.has(touch)).map_or(Gate::Free, |it| it.gate);
        self.footprint.add(Access {
            object: name(number, self.fixed, 0),
            start,
            end,
            write: touch.write,
            gate,
        });
    }
}

impl Footprints for Execution {
    fn track(&mut self, on: bool) {
        self.footprint.on = on;
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        accesses.extend_from_slice(&self.footprint.accesses);
        created.extend_from_slice(&self.footprint.born);
    }

    fn thread_count(&self) -> u32 {
        self.threads.len() as u32
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        let process = &self.machine.process;
        let held = match &self.threads[thread].pending {
            Pending::Done | Pending::Never => return false,
            Pending::Call(held) => held.clone(),
            _ => {
                accesses.push(Access::everything());
                return true;
            }
        };
        if process.ended || process.atomic.is_some() {
            accesses.push(Access::everything());
            return true;
        }
        if self.awaited(thread).is_some() {
            // It is put off until all threads of a class have ended.
            accesses.push(Access::everything());
            return true;
        }
        if !matches!(held.native.visibility, Visibility::Sync(_)) {
            accesses.push(Access::everything());
            return true;
        }
        let door = self.door(&held, thread);
        if !held.native.effects.noted {
            accesses.push(whole(LIBRARY, true));
        }
        self.machine.current = thread;
        self.machine.memory.clear_accesses();
        self.machine.memory.watch(Watch::Log);
        self.machine.observed.thread_accesses.record(true);
        let _ = self.machine.own_alternatives(&held);
        self.machine.observed.thread_accesses.record(false);
        self.machine.memory.watch(Watch::Off);
        self.footprint.accesses.clear();
        self.footprint.door = door.filter(|it| it.gate == Gate::Needs);
        self.gather();
        self.machine.memory.clear_accesses();
        self.footprint.door = None;
        accesses.append(&mut self.footprint.accesses);
        let fixed = self.fixed;
        self.machine.observed.thread_accesses.drain(|note| accesses.push(access(note, fixed)));
        true
    }
}

impl Execution {
    /// A thread was created.
    pub(crate) fn track_birth(&mut self, thread: ThreadId) {
        self.footprint.born.push(thread);
    }

    /// The lock that an operation waits for, or opens for others, if it does what it is there for. That a thread cannot have
    /// what it has already, or open what it has not, is seen before; the rest when it is done.
    fn door(&self, held: &PendingCall, thread: ThreadId) -> Option<Door> {
        let used = locks::used(&self.machine, held)?;
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
        Some(Door { gate, lock: used.lock, object: object.id.index() as u32, offset, size: used.size })
    }

    /// What a call accesses as any variable is accessed, whether it comes to that or not: so it races.
    fn add_spans(&mut self, held: &PendingCall) {
        let mut touches: SmallVec<[MemoryAccess; 2]> = SmallVec::new();
        let sync = matches!(held.native.visibility, Visibility::Sync(_));
        for span in held.native.effects.spans.iter().filter(|it| sync && it.atomicity == Atomicity::Plain) {
            span.touches(&self.machine, &held.call, |touch| touches.push(touch));
        }
        touches.retain(|it| self.machine.memory.is_shared(it.object));
        touches.iter().for_each(|touch| self.add_touch(touch));
    }
}

/// An object's number as accesses have it, or that of what goes with it. Variables keep their numbers in all runs, others do not.
fn name(object: usize, fixed: usize, beside: u64) -> u64 {
    if object < fixed {
        return object as u64 | beside;
    }
    Access::unnamed(u32::from(beside != 0), object as u32)
}

/// All of something that has no bytes.
fn whole(object: u64, write: bool) -> Access {
    Access { object, start: 0, end: 1, write, gate: Gate::Free }
}

fn access(note: ThreadAccess, fixed: usize) -> Access {
    match note {
        ThreadAccess::Thread { part: Part::Count, write, .. } => whole(THREADS, write),
        ThreadAccess::Thread { thread, part, write, gate } => {
            let start = part as u64;
            Access { object: THREADS + 1 + u64::from(thread.0), start, end: start + 1, write, gate }
        }
        ThreadAccess::Waiters { object, offset, write } => {
            let object = name(object as usize, fixed, WAITERS);
            Access { object, start: offset, end: offset + 1, write, gate: Gate::Free }
        }
    }
}
