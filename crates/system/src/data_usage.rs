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

/// What this worker knows already.
#[derive(Default)]
pub(crate) struct DataUsage {
    /// What is shared, if it is of use.
    shared: Option<Arc<Hypotheses>>,
    noted: HashSet<Use, BuildHasherDefault<Quick>>,
    answers: HashMap<Use, bool, BuildHasherDefault<Quick>>,
    /// Locks, and their numbers.
    locks: Vec<(Lock, Pointer, usize)>,
    everything: bool,
    /// What the operation under way touches is logged.
    pub(crate) logs: bool,
    /// What the thread does that runs alone is logged.
    quiet: bool,
}

impl DataUsage {
    /// Whether anybody wants to know.
    #[inline]
    pub(crate) fn is_kept(&self) -> bool {
        self.shared.is_some()
    }
}

/// What is known of a step before it is taken.
pub(crate) struct Begun {
    process: CopyOnWrite<Process>,
    /// The lock that it is about, and how.
    lock: Option<(Act, Lock)>,
    open: bool,
}

impl Execution {
    /// Leaves out what does not matter as long as something is so that is not known yet.
    pub fn assume(&mut self, hypotheses: Arc<Hypotheses>) {
        if hypotheses.reduces() && !self.machine.compiled.uses.intricate_threads {
            self.usage.shared = Some(hypotheses.clone());
        }
        if hypotheses.symmetry().is_some() {
            self.machine.compare_threads(hypotheses.clone());
        }
        self.hypotheses = Some(hypotheses);
    }

    /// Who a thread is for others: itself, or any of those that are like it.
    pub(crate) fn who(&self, thread: ThreadId) -> ThreadName {
        self.machine.name_of_class(thread).unwrap_or(thread.into())
    }

    /// Whether there are others beside a thread that it does not know to have ended. They may have ended all the same: here, but
    /// not in every run for which this one stands.
    fn is_among_others(&self, thread: ThreadId) -> bool {
        let joined =
            |at: ThreadId| matches!(self.threads[at].pending, Pending::Done) && self.machine.is_gone(at);
        self.threads.ids().any(|at| at != thread && !joined(at))
    }

    /// A thread is about to do what it stands before: if it is a simple access, it is taken down.
    #[inline]
    pub(crate) fn note_access(&mut self, thread: ThreadId) {
        let Pending::Access(touch) = &self.threads[thread].pending else { return };
        let touch = *touch;
        if touch.object.index() >= self.fixed {
            return;
        }
        let locks = self.locks_of(thread);
        let place = self.threads[thread].place.as_ref();
        if place.is_some_and(|it| it.noted.get() == Some(locks)) || !self.is_among_others(thread) {
            return;
        }
        if let Some(place) = place {
            place.noted.set(Some(locks));
        }
        self.note(use_of(self.who(thread), &touch, locks));
    }

    /// The locks that a thread holds.
    #[inline]
    fn locks_of(&mut self, thread: ThreadId) -> Locks {
        let words = self.threads[thread].place.as_ref().map_or(&[][..], |it| it.words());
        self.those_of(thread, words.first().map_or(0, |it| it.bits))
    }

    /// The locks that a thread holds that holds so many.
    fn those_of(&mut self, thread: ThreadId, held: u64) -> Locks {
        if held == 0 || self.usage.locks.is_empty() {
            return 0;
        }
        self.machine.memory.watch(Watch::Off);
        let (mut locks, mut found) = (0, 0);
        for &(_, at, number) in &self.usage.locks {
            if locks::owner(&self.machine, at) == Some(thread) {
                locks |= 1 << number;
                found += 1;
                if found == held {
                    break;
                }
            }
        }
        locks
    }

    /// A step is about to be executed.
    pub(crate) fn note_begin(&mut self, thread: ThreadId, pending: &Pending) -> Option<Begun> {
        if !self.usage.is_kept() || !self.is_among_others(thread) {
            return None;
        }
        let lock = match pending {
            Pending::Call(held) => self.used_lock(thread, held),
            _ => None,
        };
        // The loop does those on its way.
        self.usage.logs = !matches!(pending, Pending::Access(_));
        self.machine.memory.clear_accesses();
        let open = matches!(pending, Pending::Open(_));
        Some(Begun { process: self.machine.process.clone(), lock, open })
    }

    /// The operation that it began with was done, or not.
    pub(crate) fn note_done(&mut self, thread: ThreadId, begun: Option<&Begun>) {
        let Some(begun) = begun else { return };
        self.usage.logs = false;
        self.note_call(thread, begun.lock);
    }

    /// A call was made that was logged, perhaps about a lock.
    fn note_call(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>) {
        self.note_logged(thread, lock, 0);
        self.machine.memory.clear_accesses();
        if let Some((act, lock)) = lock {
            self.note(Use { thread: self.who(thread), act, ..use_of_lock(lock) });
            self.know_lock(lock);
        }
    }

    /// How a thread is watched if it runs alone.
    pub(crate) fn watch_alone(&mut self, thread: ThreadId, alone: bool) -> Watch {
        self.usage.quiet = alone && self.usage.is_kept() && self.is_among_others(thread);
        if !self.usage.quiet {
            return self.unasked();
        }
        self.machine.memory.clear_accesses();
        Watch::Log
    }

    /// A thread has run, perhaps alone.
    #[inline]
    pub(crate) fn note_quiet(&mut self, thread: ThreadId) {
        if self.usage.quiet {
            let locks = self.those_of(thread, self.machine.threads[thread].locks.into());
            self.note_logged(thread, None, locks);
            self.machine.memory.clear_accesses();
        }
    }

    /// A thread that runs alone makes a call.
    pub(crate) fn release_alone(&mut self, thread: ThreadId, held: &PendingCall) -> InterpResult<()> {
        if !self.usage.is_kept() {
            return self.release(held);
        }
        let lock = self.used_lock(thread, held);
        if !self.usage.quiet {
            // It may be held yet when there are others.
            if let Some((_, lock)) = lock {
                self.know_lock(lock);
            }
            return self.release(held);
        }
        self.machine.memory.watch(Watch::Log);
        let done = self.release(held);
        self.note_call(thread, lock);
        done
    }

    /// The step is over.
    pub(crate) fn note_end(&mut self, thread: ThreadId, begun: Option<&Begun>) {
        let Some(begun) = begun else { return };
        if self.sections.entered {
            self.note_logged(thread, None, 0);
        }
        let Process { ending, ended, atomic, .. } = &*self.machine.process;
        // What is decided may stand anywhere; and an end looks at all there is.
        let over = !self.machine.process.is(&begun.process) && (ending.is_some() || *ended);
        // It may have joined the last of the others before.
        let over = over && self.is_among_others(thread);
        if begun.open || over || atomic.is_some() || begun.process.atomic.is_some() {
            self.note_everything();
        }
    }

    /// A thread has come to stand before a call: what it looks at while it waits.
    pub(crate) fn note_arrival(&mut self, thread: ThreadId) {
        if !self.usage.is_kept() {
            return;
        }
        let Pending::Call(held) = &self.threads[thread].pending else { return };
        let held = held.clone();
        let waits = matches!(held.native.visibility, Visibility::Sync(_));
        let gives = held.native.effects.lock.is_some_and(|it| it.action == LockAction::Give);
        if !waits || gives {
            return;
        }
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, &held);
        let lock = used.and_then(|it| self.lock_at(it.lock, it.size).map(|lock| (it.action, lock)));
        if let Some((deed, lock)) = lock {
            let act = if deed == LockAction::Try { Act::Try } else { Act::Lock };
            self.note(Use { thread: self.who(thread), act, ..use_of_lock(lock) });
            self.know_lock(lock);
        }
        let spans = held.native.effects.spans;
        let looks = |it: &Span| !it.write || it.atomicity == Atomicity::Atomic;
        for span in spans.iter().filter(|it| looks(it)) {
            self.note_span(thread, &held, span, lock.map(|it| it.1));
        }
    }

    /// A function that waits looks at memory that it is given.
    fn note_span(&mut self, thread: ThreadId, held: &PendingCall, span: &Span, lock: Option<Lock>) {
        let Ok(pointer) = held.call.pointer(span.at) else { return };
        if pointer.is_null() {
            return;
        }
        if self.machine.memory.object(pointer.prov).is_none() {
            // A number leads to whatever happens to be there.
            return self.note_everything();
        }
        let mut seen: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        span.touches(&self.machine, &held.call, |touch| seen.push(MemoryAccess { write: false, ..touch }));
        for touch in seen {
            let it = use_of(self.who(thread), &touch, 0);
            if touch.object.index() < self.fixed && !lock.is_some_and(|lock| is_within(&it, &lock)) {
                self.note(it);
            }
        }
    }

    /// The lock that a thread's call is about, where it does with it what one does with locks.
    fn used_lock(&mut self, thread: ThreadId, held: &PendingCall) -> Option<(Act, Lock)> {
        self.machine.memory.watch(Watch::Off);
        let used = locks::used(&self.machine, held)?;
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

    /// The lock at an address, if it is a variable or in one.
    fn lock_at(&self, at: Pointer, size: u64) -> Option<Lock> {
        let object = self.machine.memory.object(at.prov).filter(|it| it.id.index() < self.fixed)?;
        let start = at.addr.wrapping_sub(object.base);
        Some(Lock { object: object.id.index() as u32, start, end: start + size })
    }

    /// From now on it is looked who has a lock.
    fn know_lock(&mut self, lock: Lock) {
        if self.usage.locks.iter().any(|it| it.0 == lock) {
            return;
        }
        let Some(object) = self.machine.memory.object(ObjId::from_raw(lock.object)) else { return };
        let at = Pointer { addr: object.base + lock.start, prov: object.id };
        let Some(shared) = &self.usage.shared else { return };
        if let Some(number) = shared.usage().lock(lock) {
            self.usage.locks.push((lock, at, number));
        }
    }

    /// Takes down what was logged. What was done with the lock is no access.
    fn note_logged(&mut self, thread: ThreadId, lock: Option<(Act, Lock)>, locks: Locks) {
        for touch in self.machine.memory.accesses().to_vec() {
            let it = use_of(self.who(thread), &touch, locks);
            if touch.object.index() < self.fixed && !lock.is_some_and(|lock| is_within(&it, &lock.1)) {
                self.note(it);
            }
        }
    }

    fn note(&mut self, it: Use) {
        if self.usage.noted.insert(it)
            && let Some(shared) = &self.usage.shared
            && !shared.usage().add(it)
        {
            shared.refute(self.steps);
        }
    }

    fn note_everything(&mut self) {
        if !std::mem::replace(&mut self.usage.everything, true)
            && let Some(shared) = &self.usage.shared
            && !shared.usage().add_everything()
        {
            shared.refute(self.steps);
        }
    }

    /// Whether an access that a thread stands before concerns nobody else.
    pub(crate) fn accesses_alone(&mut self, thread: ThreadId, touch: &MemoryAccess) -> bool {
        if touch.object.index() >= self.fixed {
            return false;
        }
        let locks = self.locks_of(thread);
        self.ask_here(thread, use_of(self.who(thread), touch, locks))
    }

    /// Whether an atomic operation that a thread stands before concerns nobody else.
    pub(crate) fn operates_alone(&mut self, thread: ThreadId, held: &PendingCall) -> bool {
        let Some(words) = held.native.effects.words.and_then(|words| words(&self.machine, &held.call)) else {
            return false;
        };
        let locks = self.locks_of(thread);
        let write = held.native.effects.spans.iter().any(|it| it.write);
        let one = words.len() == 1;
        words.into_iter().all(|(at, size)| match self.machine.memory.object(at.prov) {
            Some(object) if object.id.index() < self.fixed => {
                let offset = at.addr.wrapping_sub(object.base);
                let touch = MemoryAccess { object: object.id, offset, size: size as u64, write };
                let next = use_of(self.who(thread), &touch, locks);
                if one { self.ask_here(thread, next) } else { self.ask(next) }
            }
            Some(object) => !self.machine.memory.is_shared(object.id),
            None => false,
        })
    }

    /// Whether nobody else is concerned by what a call does with the memory that it is given.
    pub(crate) fn reads_alone(&mut self, thread: ThreadId, held: &PendingCall) -> bool {
        let mut touches: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        for span in held.native.effects.spans {
            span.touches(&self.machine, &held.call, |touch| touches.push(touch));
        }
        touches.into_iter().all(|touch| {
            let locks = self.locks_of(thread);
            !self.machine.memory.is_shared(touch.object)
                || touch.object.index() < self.fixed && self.ask(use_of(self.who(thread), &touch, locks))
        })
    }

    /// Whether a thread stands before giving a lock back, which concerns nobody else.
    pub(crate) fn gives_back(&mut self, thread: ThreadId, held: &PendingCall) -> bool {
        let place = self.threads[thread].place.as_ref();
        if place.is_some_and(|it| it.answer.get() == Some((0, false))) {
            return false; // A no stays one, whoever has the lock.
        }
        match self.used_lock(thread, held) {
            Some((Act::Lock, lock)) => {
                self.ask_here(thread, Use { thread: self.who(thread), ..use_of_lock(lock) })
            }
            _ => false,
        }
    }

    /// Whether something that a thread stands before concerns nobody else: where it stands, it is always the same.
    fn ask_here(&mut self, thread: ThreadId, next: Use) -> bool {
        let place = self.threads[thread].place.clone();
        if let Some((locks, answer)) = place.as_ref().and_then(|it| it.answer.get())
            && locks == next.locks
        {
            return answer;
        }
        let answer = self.ask(next);
        if let Some(place) = place {
            place.answer.set(Some((next.locks, answer)));
        }
        answer
    }

    fn ask(&mut self, next: Use) -> bool {
        let Some(shared) = &self.usage.shared else { return false };
        *self.usage.answers.entry(next).or_insert_with(|| shared.usage().ask(next))
    }
}

fn use_of(thread: ThreadName, touch: &MemoryAccess, locks: Locks) -> Use {
    Use {
        thread,
        act: if touch.write { Act::Write } else { Act::Read },
        object: touch.object.index() as u32,
        start: touch.offset,
        end: touch.offset + touch.size,
        locks,
    }
}

/// Whether it is about bytes of a lock.
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

/// Hashes a few words well enough.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
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
