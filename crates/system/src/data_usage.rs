//! Takes down what threads do with variables, and asks whether what one of them is about to do concerns others.
//!
//! Everything that touches variables is taken down, unless all others have been joined: that they have ended already is perhaps only
//! so because they were let go first. A load or store is taken down before it is done, with the locks that its thread holds; so is what a
//! thread does that runs alone. All else is taken down when it is done, from the memory's log, as if no lock were held, and what a thread that
//! waits looks at when it comes to stand there. A step that is known was executed before, by the same thread, and has left nothing out
//! then. Where it cannot be told what a step is about, it is about everything.
//!
//! Which locks a thread holds is seen from the locks themselves, so it is right after every rewind.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Watch};
use gmc_model::ThreadId;
use gmc_vm::assumptions::Hypotheses;
use gmc_vm::effects::{Atomicity, Conduct, LockAction, Span};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks;
use gmc_vm::machine::Process;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::thread::Phase;
use gmc_vm::usage::{Act, Lock, Locks, Use};
use gmc_world::state::CopyOnWrite;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// What this worker knows already.
#[derive(Default)]
pub(crate) struct DataUsage {
    /// What is shared, if it is of use.
    hypotheses: Option<Arc<Hypotheses>>,
    recorded: HashSet<Use, BuildHasherDefault<UseHasher>>,
    answers: HashMap<Use, bool, BuildHasherDefault<UseHasher>>,
    /// Locks, and their numbers.
    locks: Vec<(Lock, Pointer, usize)>,
    recorded_everything: bool,
    /// What the operation under way touches is logged.
    pub(crate) logs_operation: bool,
    /// What the thread does that runs alone is logged.
    logs_lone_thread: bool,
}

impl DataUsage {
    /// Whether anybody wants to know.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.hypotheses.is_some()
    }
}

/// What is known of a step before it is taken.
pub(crate) struct UsageAtStart {
    process: CopyOnWrite<Process>,
    /// The lock that it is about, and how.
    lock: Option<(Act, Lock)>,
    is_split: bool,
}

impl Execution {
    /// Leaves out what does not matter as long as something is so that is not known yet.
    pub fn assume(&mut self, hypotheses: Arc<Hypotheses>) {
        if hypotheses.reduces() && !self.machine.compiled.uses.intricate_threads {
            self.reductions.usage.hypotheses = Some(hypotheses.clone());
        }
        if hypotheses.symmetry().is_some() {
            self.machine.compare_threads(hypotheses.clone());
        }
        self.reductions.hypotheses = Some(hypotheses);
    }

    /// Who a thread is for others: itself, or any of those that are like it.
    pub(crate) fn symmetric_id(&self, thread: ThreadId) -> u32 {
        self.machine.name_of_class(thread).unwrap_or(thread.0)
    }

    /// Whether there are others beside a thread that it does not know to have ended. They may have ended all the same: here, but
    /// not in every run for which this one stands.
    fn has_unjoined_others(&self, thread: ThreadId) -> bool {
        let joined =
            |at: ThreadId| matches!(self.threads[at].pending, Pending::Done) && self.machine.is_gone(at);
        self.threads.ids().any(|at| at != thread && !joined(at))
    }

    /// A thread is about to do what it stands before: if it is a simple access, it is taken down.
    #[inline]
    pub(crate) fn record_access(&mut self, thread: ThreadId) {
        let Pending::Access(access) = &self.threads[thread].pending else { return };
        let access = *access;
        if access.object.index() >= self.static_objects {
            return;
        }
        let locks = self.locks_of(thread);
        let local = self.threads[thread].local.as_ref();
        if local.is_some_and(|it| it.recorded_with.get() == Some(locks)) || !self.has_unjoined_others(thread)
        {
            return;
        }
        if let Some(local) = local {
            local.recorded_with.set(Some(locks));
        }
        self.record_use(use_of(self.symmetric_id(thread), &access, locks));
    }

    /// The locks that a thread holds.
    #[inline]
    fn locks_of(&mut self, thread: ThreadId) -> Locks {
        let words = self.threads[thread].local.as_ref().map_or(&[][..], |it| it.words());
        self.find_locks(thread, words.first().map_or(0, |it| it.bits))
    }

    /// The locks that a thread holds that holds so many.
    fn find_locks(&mut self, thread: ThreadId, count: u64) -> Locks {
        if count == 0 || self.reductions.usage.locks.is_empty() {
            return 0;
        }
        self.machine.memory.watch(Watch::Off);
        let (mut locks, mut found) = (0, 0);
        for &(_, at, number) in &self.reductions.usage.locks {
            if locks::owner(&self.machine, at) == u64::from(thread.0) + 1 {
                locks |= 1 << number;
                found += 1;
                if found == count {
                    break;
                }
            }
        }
        locks
    }

    /// A step is about to be executed.
    pub(crate) fn begin_usage(&mut self, thread: ThreadId, pending: &Pending) -> Option<UsageAtStart> {
        if !self.reductions.usage.is_on() || !self.has_unjoined_others(thread) {
            return None;
        }
        let lock = match pending {
            Pending::Call(op) => self.used_lock(thread, op),
            _ => None,
        };
        // The loop does those on its way.
        self.reductions.usage.logs_operation = !matches!(pending, Pending::Access(_));
        self.machine.memory.clear_accesses();
        let is_split = matches!(pending, Pending::Split(_));
        Some(UsageAtStart { process: self.machine.process.clone(), lock, is_split })
    }

    /// The operation that it began with was done, or not.
    pub(crate) fn end_usage_operation(&mut self, thread: ThreadId, start: Option<&UsageAtStart>) {
        let Some(start) = start else { return };
        self.reductions.usage.logs_operation = false;
        self.record_call(thread, start.lock);
    }

    /// A call was made that was logged, perhaps about a lock.
    fn record_call(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>) {
        self.record_logged(thread, lock, 0);
        self.machine.memory.clear_accesses();
        if let Some((act, lock)) = lock {
            self.record_use(Use { thread: self.symmetric_id(thread), act, ..use_of_lock(lock) });
            self.track_lock(lock);
        }
    }

    /// How a thread is watched if it runs alone.
    pub(crate) fn watch_lone_thread(&mut self, thread: ThreadId, alone: bool) -> Watch {
        self.reductions.usage.logs_lone_thread =
            alone && self.reductions.usage.is_on() && self.has_unjoined_others(thread);
        if !self.reductions.usage.logs_lone_thread {
            return self.default_watch();
        }
        self.machine.memory.clear_accesses();
        Watch::Log
    }

    /// A thread has run, perhaps alone.
    #[inline]
    pub(crate) fn record_lone_slice(&mut self, thread: ThreadId) {
        if self.reductions.usage.logs_lone_thread {
            let locks = self.find_locks(thread, self.machine.threads[thread].locks.into());
            self.record_logged(thread, None, locks);
            self.machine.memory.clear_accesses();
        }
    }

    /// A thread that runs alone makes a call.
    pub(crate) fn call_alone(&mut self, thread: ThreadId, op: &PendingCall) -> InterpResult<()> {
        if !self.reductions.usage.is_on() {
            return self.release(op);
        }
        let lock = self.used_lock(thread, op);
        if !self.reductions.usage.logs_lone_thread {
            // It may be held yet when there are others.
            if let Some((_, lock)) = lock {
                self.track_lock(lock);
            }
            return self.release(op);
        }
        self.machine.memory.watch(Watch::Log);
        let done = self.release(op);
        self.record_call(thread, lock);
        done
    }

    /// The step is over.
    pub(crate) fn end_usage(&mut self, thread: ThreadId, start: Option<&UsageAtStart>) {
        let Some(start) = start else { return };
        if self.sections.entered {
            self.record_logged(thread, None, 0);
        }
        let Process { ending, ended, atomic, .. } = &*self.machine.process;
        // What is decided may stand anywhere; and an end looks at all there is.
        let over = !self.machine.process.is(&start.process) && (ending.is_some() || *ended);
        // It may have joined the last of the others before.
        let over = over && self.has_unjoined_others(thread);
        if start.is_split || over || atomic.is_some() || start.process.atomic.is_some() {
            self.record_everything();
        }
    }

    /// A thread has come to stand before a call: what it looks at while it waits.
    pub(crate) fn record_wait(&mut self, thread: ThreadId) {
        if !self.reductions.usage.is_on() {
            return;
        }
        let Pending::Call(op) = &self.threads[thread].pending else { return };
        let op = op.clone();
        let waits = matches!(op.native.conduct, Conduct::Sync(_));
        let gives = op.native.effects.lock.is_some_and(|it| it.deed == LockAction::Give);
        if !waits || gives {
            return;
        }
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, &op);
        let lock = used.and_then(|it| self.lock_at(it.lock, it.size).map(|lock| (it.deed, lock)));
        if let Some((deed, lock)) = lock {
            let act = if deed == LockAction::Try { Act::Try } else { Act::Lock };
            self.record_use(Use { thread: self.symmetric_id(thread), act, ..use_of_lock(lock) });
            self.track_lock(lock);
        }
        let spans = op.native.effects.spans;
        let looks = |it: &Span| !it.write || it.atomicity == Atomicity::Atomic;
        for span in spans.iter().filter(|it| looks(it)) {
            self.record_waiting_read(thread, &op, span, lock.map(|it| it.1));
        }
    }

    /// A function that waits looks at memory that it is given.
    fn record_waiting_read(&mut self, thread: ThreadId, op: &PendingCall, span: &Span, lock: Option<Lock>) {
        let Ok(pointer) = op.call.pointer(span.at) else { return };
        if pointer.is_null() {
            return;
        }
        if self.machine.memory.object(pointer.prov).is_none() {
            // A number leads to whatever happens to be there.
            return self.record_everything();
        }
        let mut seen: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        span.touches(&self.machine, &op.call, |access| seen.push(MemoryAccess { write: false, ..access }));
        for access in seen {
            let it = use_of(self.symmetric_id(thread), &access, 0);
            if access.object.index() < self.static_objects && !lock.is_some_and(|lock| is_within(&it, &lock))
            {
                self.record_use(it);
            }
        }
    }

    /// The lock that a thread's call is about, where it does with it what one does with locks.
    fn used_lock(&mut self, thread: ThreadId, op: &PendingCall) -> Option<(Act, Lock)> {
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, op)?;
        let lock = self.lock_at(used.lock, used.size)?;
        let owns = || locks::owner(&self.machine, used.lock) == u64::from(thread.0) + 1;
        let act = match used.deed {
            LockAction::Take => Act::Lock,
            LockAction::Give if owns() => Act::Lock,
            LockAction::Lend if self.machine.phase(thread) != Phase::Running || owns() => Act::Lock,
            LockAction::Try => Act::Try,
            LockAction::Give | LockAction::Lend => return None,
        };
        Some((act, lock))
    }

    /// The lock at an address, if it is a variable or in one.
    fn lock_at(&self, at: Pointer, size: u64) -> Option<Lock> {
        let object = self.machine.memory.object(at.prov).filter(|it| it.id.index() < self.static_objects)?;
        let start = at.addr.wrapping_sub(object.base);
        Some(Lock { object: object.id.index() as u32, start, end: start + size })
    }

    /// From now on it is looked who has a lock.
    fn track_lock(&mut self, lock: Lock) {
        if self.reductions.usage.locks.iter().any(|it| it.0 == lock) {
            return;
        }
        let Some(object) = self.machine.memory.object(ObjId::from_raw(lock.object)) else { return };
        let at = Pointer { addr: object.base + lock.start, prov: object.id };
        let Some(hypotheses) = &self.reductions.usage.hypotheses else { return };
        if let Some(number) = hypotheses.usage().lock(lock) {
            self.reductions.usage.locks.push((lock, at, number));
        }
    }

    /// Takes down what was logged. What was done with the lock is no access.
    fn record_logged(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>, locks: Locks) {
        for access in self.machine.memory.accesses().to_vec() {
            let it = use_of(self.symmetric_id(thread), &access, locks);
            if access.object.index() < self.static_objects
                && !lock.is_some_and(|lock| is_within(&it, &lock.1))
            {
                self.record_use(it);
            }
        }
    }

    fn record_use(&mut self, it: Use) {
        if self.reductions.usage.recorded.insert(it)
            && let Some(hypotheses) = &self.reductions.usage.hypotheses
            && !hypotheses.usage().add(it)
        {
            hypotheses.refute(self.reductions.steps);
        }
    }

    fn record_everything(&mut self) {
        if !std::mem::replace(&mut self.reductions.usage.recorded_everything, true)
            && let Some(hypotheses) = &self.reductions.usage.hypotheses
            && !hypotheses.usage().add_everything()
        {
            hypotheses.refute(self.reductions.steps);
        }
    }

    /// Whether an access that a thread stands before concerns nobody else.
    pub(crate) fn decide_access_private(&mut self, thread: ThreadId, access: &MemoryAccess) -> bool {
        if access.object.index() >= self.static_objects {
            return false;
        }
        let locks = self.locks_of(thread);
        self.query_at_local(thread, use_of(self.symmetric_id(thread), access, locks))
    }

    /// Whether an atomic operation that a thread stands before concerns nobody else.
    pub(crate) fn decide_atomic_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        let Some(words) = op.native.effects.words.and_then(|words| words(&self.machine, &op.call)) else {
            return false;
        };
        let locks = self.locks_of(thread);
        let write = op.native.effects.spans.iter().any(|it| it.write);
        let one = words.len() == 1;
        words.into_iter().all(|(at, size)| match self.machine.memory.object(at.prov) {
            Some(object) if object.id.index() < self.static_objects => {
                let offset = at.addr.wrapping_sub(object.base);
                let access = MemoryAccess { object: object.id, offset, size: size as u64, write };
                let next = use_of(self.symmetric_id(thread), &access, locks);
                if one { self.query_at_local(thread, next) } else { self.query_usage(next) }
            }
            Some(object) => !self.machine.memory.is_shared(object.id),
            None => false,
        })
    }

    /// Whether nobody else is concerned by what a call does with the memory that it is given.
    pub(crate) fn decide_arguments_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        let mut touches: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        for span in op.native.effects.spans {
            span.touches(&self.machine, &op.call, |access| touches.push(access));
        }
        touches.into_iter().all(|access| {
            let locks = self.locks_of(thread);
            !self.machine.memory.is_shared(access.object)
                || access.object.index() < self.static_objects
                    && self.query_usage(use_of(self.symmetric_id(thread), &access, locks))
        })
    }

    /// Whether a thread stands before giving a lock back, which concerns nobody else.
    pub(crate) fn decide_unlock_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        let local = self.threads[thread].local.as_ref();
        if local.is_some_and(|it| it.private_with.get() == Some((0, false))) {
            return false; // A no stays one, whoever has the lock.
        }
        match self.used_lock(thread, op) {
            Some((Act::Lock, lock)) => {
                self.query_at_local(thread, Use { thread: self.symmetric_id(thread), ..use_of_lock(lock) })
            }
            _ => false,
        }
    }

    /// Whether something that a thread stands before concerns nobody else: where it stands, it is always the same.
    fn query_at_local(&mut self, thread: ThreadId, next: Use) -> bool {
        let local = self.threads[thread].local.clone();
        if let Some((locks, answer)) = local.as_ref().and_then(|it| it.private_with.get())
            && locks == next.locks
        {
            return answer;
        }
        let answer = self.query_usage(next);
        if let Some(local) = local {
            local.private_with.set(Some((next.locks, answer)));
        }
        answer
    }

    fn query_usage(&mut self, next: Use) -> bool {
        let Some(hypotheses) = &self.reductions.usage.hypotheses else { return false };
        *self.reductions.usage.answers.entry(next).or_insert_with(|| hypotheses.usage().ask(next))
    }
}

fn use_of(thread: u32, access: &MemoryAccess, locks: Locks) -> Use {
    Use {
        thread,
        act: if access.write { Act::Write } else { Act::Read },
        object: access.object.index() as u32,
        start: access.offset,
        end: access.offset + access.size,
        locks,
    }
}

/// Whether it is about bytes of a lock.
fn is_within(it: &Use, lock: &Lock) -> bool {
    it.object == lock.object && lock.start <= it.start && it.end <= lock.end
}

fn use_of_lock(lock: Lock) -> Use {
    Use { thread: 0, act: Act::Lock, object: lock.object, start: lock.start, end: lock.end, locks: 0 }
}

/// Hashes a few words well enough.
#[derive(Default)]
struct UseHasher(u64);

impl Hasher for UseHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
}
