//! Optimistic data usage (Stoller, Cohen: Optimistic synchronization-based state-space reduction, TACAS 2003): the
//! search assumes that threads go on to use variables as they have so far, and takes accesses for private that
//! commute under this hypothesis.
//!
//! The hypotheses are, for each variable: one thread uses it, or no thread writes it, or every access holds a
//! common lock; for each lock: threads only take it and give it back (then the unlock is private: Flanagan, Qadeer:
//! Transactions for software model checking, 2003). Each use is recorded; one that contradicts a hypothesis that
//! the search has relied on refutes it. Then states may have been missed, so the search starts again, with all uses
//! seen so far. Each restart knows more uses than the last, so this ends.
//!
//! Every access to a variable is recorded, unless all other threads have been joined. That they have ended is not
//! enough: in an interleaving that was left out they may not have. Loads and stores are recorded before they are
//! performed, with the locks that the thread holds, and so are the accesses of a lone thread. All other accesses
//! are recorded afterwards from the memory's log, as if no lock were held. A thread that waits records what it
//! reads while waiting. A cached step has been recorded when it was executed, for the same thread. Where it is not
//! known what a step accesses, it accesses everything.
//!
//! Which locks a thread holds is read from the locks themselves, so it is right after every rewind.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Watch};
use gmc_model::ThreadId;
use gmc_vm::effects::{Atomicity, LockAction, Span, Visibility};
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks;
use gmc_vm::machine::Process;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::thread::Phase;
use gmc_vm::usage::{Act, Lock, Locks, ThreadName, Use};
use gmc_world::state::CopyOnWrite;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// What this worker knows of the uses of variables.
#[derive(Default)]
pub(crate) struct DataUsage {
    /// The hypotheses, shared by all workers, if they reduce the search.
    hypotheses: Option<Arc<Hypotheses>>,
    /// Uses that this worker has recorded already.
    recorded: HashSet<Use, BuildHasherDefault<UseHasher>>,
    /// Cached answers to whether a use is private.
    answers: HashMap<Use, bool, BuildHasherDefault<UseHasher>>,
    /// The known locks: their bytes, their addresses, and their bits in [`Locks`].
    locks: Vec<(Lock, Pointer, usize)>,
    /// Whether a use of everything has been recorded.
    recorded_everything: bool,
    /// The accesses of the visible operation under way are logged.
    pub(crate) logs_operation: bool,
    /// The accesses of a lone thread are logged.
    logs_lone_thread: bool,
}

impl DataUsage {
    /// Whether uses are recorded.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.hypotheses.is_some()
    }
}

/// What must be known of the state before a step to record the step's uses.
pub(crate) struct UsageAtStart {
    process: CopyOnWrite<Process>,
    /// The lock that the operation uses, and how.
    lock: Option<(Act, Lock)>,
    is_split: bool,
}

impl Execution {
    /// Makes the search optimistic: it leaves out what makes no difference as long as the hypotheses hold.
    pub fn assume(&mut self, hypotheses: Arc<Hypotheses>) {
        let uses = &self.machine.compiled.uses;
        // What is recorded of threads is recorded of one process.
        let (data, threads) = (!uses.intricate_threads && !uses.system, !uses.system);
        if hypotheses.reduces() && data {
            self.reductions.usage.hypotheses = Some(hypotheses.clone());
        }
        if hypotheses.symmetry().is_some() && threads {
            self.machine.compare_threads(hypotheses.clone());
        }
        self.reductions.hypotheses = Some(hypotheses);
    }

    /// The id of a thread's symmetry class, or its own: which members of a class use a variable does not matter.
    pub(crate) fn usage_name(&self, thread: ThreadId) -> ThreadName {
        self.machine.name_of_class(thread).unwrap_or(thread.into())
    }

    /// Whether there are other threads that have not been joined. They may have ended in this run, but not in every
    /// run that it represents.
    fn has_unjoined_others(&self, thread: ThreadId) -> bool {
        let joined =
            |at: ThreadId| matches!(self.threads[at].pending, Pending::Done) && self.machine.is_gone(at);
        self.threads.ids().any(|at| at != thread && !joined(at))
    }

    /// Records the pending access of a thread that is about to perform it.
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
        self.record_use(use_of(self.usage_name(thread), &access, locks));
    }

    /// The locks that a thread holds.
    #[inline]
    fn locks_of(&mut self, thread: ThreadId) -> Locks {
        let words = self.threads[thread].local.as_ref().map_or(&[][..], |it| it.words());
        self.find_locks(thread, words.first().map_or(0, |it| it.bits))
    }

    /// The locks that a thread holds, which are `count` in all.
    fn find_locks(&mut self, thread: ThreadId, count: u64) -> Locks {
        if count == 0 || self.reductions.usage.locks.is_empty() {
            return 0;
        }
        self.machine.memory.watch(Watch::Off);
        let (mut locks, mut found) = (0, 0);
        for &(_, at, number) in &self.reductions.usage.locks {
            if locks::owner(&self.machine, at) == Some(thread) {
                locks |= 1 << number;
                found += 1;
                if found == count {
                    break;
                }
            }
        }
        locks
    }

    /// Begins to record the uses of a step. None if nothing is to be recorded.
    pub(crate) fn begin_usage(&mut self, thread: ThreadId, pending: &Pending) -> Option<UsageAtStart> {
        if !self.reductions.usage.is_on() || !self.has_unjoined_others(thread) {
            return None;
        }
        let lock = match pending {
            Pending::Call(op) => self.used_lock(thread, op),
            _ => None,
        };
        // The interpreter performs plain accesses itself; they are recorded already.
        self.reductions.usage.logs_operation = !matches!(pending, Pending::Access(_));
        self.machine.memory.clear_accesses();
        let is_split = pending.split().is_some();
        Some(UsageAtStart { process: self.machine.process.clone(), lock, is_split })
    }

    /// Records the visible operation of a step after it was performed, or has failed.
    pub(crate) fn end_usage_operation(&mut self, thread: ThreadId, start: Option<&UsageAtStart>) {
        let Some(start) = start else { return };
        self.reductions.usage.logs_operation = false;
        self.record_call(thread, start.lock);
    }

    /// Records a call whose accesses were logged.
    fn record_call(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>) {
        self.record_logged(thread, lock, 0);
        self.machine.memory.clear_accesses();
        if let Some((act, lock)) = lock {
            self.record_use(Use { thread: self.usage_name(thread), act, ..use_of_lock(lock) });
            self.track_lock(lock);
        }
    }

    /// How the accesses of a thread are watched while it is the only one that can run.
    pub(crate) fn watch_lone_thread(&mut self, thread: ThreadId, alone: bool) -> Watch {
        self.reductions.usage.logs_lone_thread =
            alone && self.reductions.usage.is_on() && self.has_unjoined_others(thread);
        if !self.reductions.usage.logs_lone_thread {
            return self.default_watch();
        }
        self.machine.memory.clear_accesses();
        Watch::Log
    }

    /// Records the accesses of a lone thread since the last slice.
    #[inline]
    pub(crate) fn record_lone_slice(&mut self, thread: ThreadId) {
        if self.reductions.usage.logs_lone_thread {
            let locks = self.find_locks(thread, self.machine.threads[thread].locks.into());
            self.record_logged(thread, None, locks);
            self.machine.memory.clear_accesses();
        }
    }

    /// Makes a call of a lone thread, and records it.
    pub(crate) fn call_alone(&mut self, thread: ThreadId, op: &PendingCall) -> InterpResult<()> {
        if !self.reductions.usage.is_on() {
            return self.make_call(op);
        }
        let lock = self.used_lock(thread, op);
        if !self.reductions.usage.logs_lone_thread {
            // The lock may still be held when there are other threads again.
            if let Some((_, lock)) = lock {
                self.track_lock(lock);
            }
            return self.make_call(op);
        }
        self.machine.memory.watch(Watch::Log);
        let result = self.make_call(op);
        self.record_call(thread, lock);
        result
    }

    /// Records what a step uses as a whole, at its end.
    pub(crate) fn end_usage(&mut self, thread: ThreadId, start: Option<&UsageAtStart>) {
        let Some(start) = start else { return };
        if self.sections.entered {
            self.record_logged(thread, None, 0);
        }
        let Process { ending, ended, atomic, .. } = &*self.machine.process;
        // The value that is split may be anywhere, and the end of the program runs through all data.
        let has_ended = !self.machine.process.is(&start.process) && (ending.is_some() || *ended);
        // The step may have joined the last other thread.
        let has_ended = has_ended && self.has_unjoined_others(thread);
        if start.is_split || has_ended || atomic.is_some() || start.process.atomic.is_some() {
            self.record_everything();
        }
    }

    /// Records what a thread reads while it waits in its pending call.
    pub(crate) fn record_wait(&mut self, thread: ThreadId) {
        if !self.reductions.usage.is_on() {
            return;
        }
        let Pending::Call(op) = &self.threads[thread].pending else { return };
        let op = op.clone();
        let waits = matches!(op.native.visibility, Visibility::Sync(_));
        let gives = op.native.effects.lock.is_some_and(|it| it.action == LockAction::Give);
        if !waits || gives {
            return;
        }
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, &op);
        let lock = used.and_then(|it| self.lock_at(it.lock, it.size).map(|lock| (it.action, lock)));
        if let Some((deed, lock)) = lock {
            let act = if deed == LockAction::Try { Act::Try } else { Act::Lock };
            self.record_use(Use { thread: self.usage_name(thread), act, ..use_of_lock(lock) });
            self.track_lock(lock);
        }
        let spans = op.native.effects.spans;
        let reads = |it: &Span| !it.write || it.atomicity == Atomicity::Atomic;
        for span in spans.iter().filter(|it| reads(it)) {
            self.record_waiting_read(thread, &op, span, lock.map(|it| it.1));
        }
    }

    /// Records what a waiting function reads through one of its arguments.
    fn record_waiting_read(&mut self, thread: ThreadId, op: &PendingCall, span: &Span, lock: Option<Lock>) {
        let Ok(pointer) = op.call.pointer(span.at) else { return };
        if pointer.is_null() {
            return;
        }
        if self.machine.memory.object(pointer.prov).is_none() {
            // A pointer without provenance may point to any object.
            return self.record_everything();
        }
        let mut seen: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        span.touches(&self.machine, &op.call, |access| seen.push(MemoryAccess { write: false, ..access }));
        for access in seen {
            let it = use_of(self.usage_name(thread), &access, 0);
            if access.object.index() < self.static_objects && !lock.is_some_and(|lock| is_within(&it, &lock))
            {
                self.record_use(it);
            }
        }
    }

    /// The lock that a call uses, if it is used as a lock: taken, tried, or given back by its owner.
    fn used_lock(&mut self, thread: ThreadId, op: &PendingCall) -> Option<(Act, Lock)> {
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, op)?;
        let lock = self.lock_at(used.lock, used.size)?;
        let owns = || locks::owner(&self.machine, used.lock) == Some(thread);
        let act = match used.action {
            LockAction::Take => Act::Lock,
            LockAction::Give if owns() => Act::Lock,
            LockAction::Lend if self.machine.phase(thread) != Phase::Running || owns() => Act::Lock,
            LockAction::Try => Act::Try,
            LockAction::Give | LockAction::Lend => return None,
        };
        Some((act, lock))
    }

    /// The lock at an address, if it is in a variable.
    fn lock_at(&self, at: Pointer, size: u64) -> Option<Lock> {
        let object = self.machine.memory.object(at.prov).filter(|it| it.id.index() < self.static_objects)?;
        let start = at.addr.wrapping_sub(object.base);
        Some(Lock { object: object.id.index() as u32, start, end: start + size })
    }

    /// From now on a thread that holds this lock is known to hold it.
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

    /// Records the logged accesses. Accesses to the bytes of the lock itself do not count.
    fn record_logged(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>, locks: Locks) {
        for access in self.machine.memory.accesses().to_vec() {
            let it = use_of(self.usage_name(thread), &access, locks);
            if access.object.index() < self.static_objects
                && !lock.is_some_and(|lock| is_within(&it, &lock.1))
            {
                self.record_use(it);
            }
        }
    }

    /// Records a use. Refutes the hypotheses if it contradicts one that the search has relied on.
    fn record_use(&mut self, it: Use) {
        if self.reductions.usage.recorded.insert(it)
            && let Some(hypotheses) = &self.reductions.usage.hypotheses
            && !hypotheses.usage().add(it)
        {
            hypotheses.refute(self.reductions.steps);
        }
    }

    /// Records that a thread may use everything.
    fn record_everything(&mut self) {
        if !std::mem::replace(&mut self.reductions.usage.recorded_everything, true)
            && let Some(hypotheses) = &self.reductions.usage.hypotheses
            && !hypotheses.usage().add_everything()
        {
            hypotheses.refute(self.reductions.steps);
        }
    }

    /// Decides whether the pending access of a thread is private.
    pub(crate) fn decide_access_private(&mut self, thread: ThreadId, access: &MemoryAccess) -> bool {
        if access.object.index() >= self.static_objects {
            return false;
        }
        let locks = self.locks_of(thread);
        self.query_at_local(thread, use_of(self.usage_name(thread), access, locks))
    }

    /// Decides whether the pending atomic operation of a thread is private.
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
                let access =
                    MemoryAccess { object: object.id, offset, size: size as u64, write, atomic: false };
                let next = use_of(self.usage_name(thread), &access, locks);
                if one { self.query_at_local(thread, next) } else { self.query_usage(next) }
            }
            Some(object) => !self.machine.memory.is_shared(object.id),
            None => false,
        })
    }

    /// Decides whether the accesses of a call through its arguments are private.
    pub(crate) fn decide_arguments_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        let mut touches: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        for span in op.native.effects.spans {
            span.touches(&self.machine, &op.call, |access| touches.push(access));
        }
        touches.into_iter().all(|access| {
            let locks = self.locks_of(thread);
            !self.machine.memory.is_shared(access.object)
                || access.object.index() < self.static_objects
                    && self.query_usage(use_of(self.usage_name(thread), &access, locks))
        })
    }

    /// Decides whether the pending unlock of a thread is private.
    pub(crate) fn decide_unlock_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        let local = self.threads[thread].local.as_ref();
        if local.is_some_and(|it| it.private_with.get() == Some((0, false))) {
            return false; // Uses are only added, so a no stays a no.
        }
        match self.used_lock(thread, op) {
            Some((Act::Lock, lock)) => {
                self.query_at_local(thread, Use { thread: self.usage_name(thread), ..use_of_lock(lock) })
            }
            _ => false,
        }
    }

    /// Decides whether a use is private. The answer is cached in the thread's local state, which determines the
    /// use.
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

    /// Asks the shared uses whether a use is private. Answers are cached; the search relies on each yes.
    fn query_usage(&mut self, next: Use) -> bool {
        let Some(hypotheses) = &self.reductions.usage.hypotheses else { return false };
        *self.reductions.usage.answers.entry(next).or_insert_with(|| hypotheses.usage().ask(next))
    }
}

fn use_of(thread: ThreadName, access: &MemoryAccess, locks: Locks) -> Use {
    Use {
        thread,
        act: if access.write { Act::Write } else { Act::Read },
        object: access.object.index() as u32,
        start: access.offset,
        end: access.offset + access.size,
        locks,
    }
}

/// Whether a use is of bytes of a lock.
fn is_within(it: &Use, lock: &Lock) -> bool {
    it.object == lock.object && lock.start <= it.start && it.end <= lock.end
}

fn use_of_lock(lock: Lock) -> Use {
    Use {
        thread: ThreadName::default(),
        act: Act::Lock,
        object: lock.object,
        start: lock.start,
        end: lock.end,
        locks: 0,
    }
}

/// A fast hasher for a few words.
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
