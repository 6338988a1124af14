//! Steps that are known already: who stands where it stood before, and finds in memory what it found before, does what it
//! did before.
//!
//! Most steps of a search are such: threads have few places to stand and see few values, and it is their combinations that
//! are many. (LTSmin's transition cache is the same idea, on parts of a state vector.) The first time a step is taken its
//! trail is kept: the words that it read, the objects that it looked at, the words that it wrote, what became of its
//! record, and where it then stood. The next time words and objects are compared, and if they are the same, the writes are
//! done again, by the same checked stores. Registers are not touched: they are read from the place's words when somebody
//! needs them.
//!
//! What a step depends on is its thread's place (number, frames, pending operation), the outcome chosen, the number of
//! threads, and what its trail tells: see [`ReadWriteSet`], which is spoilt by everything that it does not understand. Beyond that only steps are kept that
//! ran among other threads, in no atomic section, and not while the program ends, and they are taken again only there.
//!
//! Invariant: a step taken again leads to the state to which it leads when it is executed. With debug assertions it is
//! executed as well, and the states are compared.

use crate::cached_steps::{CachedStep, Steps, Threads, write};
use crate::frame_words;
use crate::pending::Pending;
use crate::{Execution, UNKNOWN, Undo};
use gmc_mem::{Pointer, Storage, Watch};
use gmc_model::Choice;
use gmc_model::ThreadId;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::native::Call;
use gmc_vm::read_write_set::{ReadWriteSet, Word};
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::usage::{Locks, ThreadName};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// Words of places kept; then all are forgotten.
const WORDS: usize = 1 << 20;

/// Steps kept of one place.
const STEPS: usize = 1 << 12;

/// After so many steps that were not known it is looked whether it pays to remember them.
const TRIAL: u32 = 1 << 12;

/// If it does not, so many steps are executed before the next trial.
const REST: u32 = 1 << 16;

/// A place where a thread stands: its frames as words, and what it is about to do.
pub(crate) struct LocalState {
    thread: ThreadId,
    /// Who that is for others.
    who: ThreadName,
    words: Box<[Reg]>,
    pending: Pending,
    /// A hash of the words, whoever's they are.
    hash: u128,
    /// What it adds to the fingerprint; 0 if the words are in memory.
    print: u128,
    /// The words stand in memory, too.
    in_memory: bool,
    steps: RefCell<Steps>,
    /// How many there are.
    count: Cell<usize>,
    /// Its access was taken down, with these locks held.
    pub(crate) noted: Cell<Option<Locks>>,
    /// Whether what it is about to do concerns nobody else, with these locks held.
    pub(crate) answer: Cell<Option<(Locks, bool)>>,
}

impl LocalState {
    /// The frames as words.
    pub(crate) fn words(&self) -> &[Reg] {
        &self.words
    }

    /// The words that stand in memory.
    fn words_in_memory(&self) -> &[Reg] {
        if self.in_memory { &self.words } else { &[] }
    }

    /// What it adds to the fingerprint.
    #[inline]
    pub(crate) fn print(&self) -> u128 {
        self.print
    }

    /// What it would add if the thread had this number.
    pub(crate) fn print_of(&self, thread: ThreadId) -> u128 {
        if self.in_memory { 0 } else { gmc_mem::hash_with_salt(u64::from(thread.0), self.hash) }
    }

    /// A hash of the words that depends neither on the thread's number nor on where objects are placed.
    pub(crate) fn likeness(&self) -> u128 {
        if !self.in_memory {
            return self.hash;
        }
        let plain = |word: &Reg| if word.meta == Meta::PLAIN { [word.bits, 0] } else { [0, 1] };
        gmc_mem::hash_of_words(0, self.words.iter().flat_map(plain))
    }

    /// How many locks the thread holds.
    pub(crate) fn locks(&self) -> u64 {
        self.words.first().map_or(0, |word| u64::from(word.bits as u32))
    }
}

/// What keeps what is known of threads' outcomes from being those of the current state.
#[derive(Default)]
pub(crate) enum Stale {
    /// Nothing.
    #[default]
    Nothing,
    /// A step since then.
    After(Rc<CachedStep>),
    /// All may be different.
    All,
}

/// What is known.
#[derive(Default)]
pub(crate) struct StepCache {
    places: HashMap<u64, SmallVec<[Rc<LocalState>; 1]>, BuildHasherDefault<Same>>,
    count: usize,
    /// All words are to stand in memory.
    pub(crate) all_in_memory: bool,
    hits: u32,
    misses: u32,
    rest: u32,
}

impl StepCache {
    /// Whether the next step, which is not known, is to be remembered.
    fn is_learning(&mut self) -> bool {
        if self.rest > 0 {
            self.rest -= 1;
            return false;
        }
        self.misses += 1;
        if self.misses == TRIAL {
            if self.hits < TRIAL {
                self.rest = REST;
            }
            (self.hits, self.misses) = (0, 0);
        }
        true
    }

    /// The place of a thread with these words that is about to do this.
    fn place(
        &mut self,
        (thread, who): (ThreadId, ThreadName),
        words: &[Reg],
        pending: &Pending,
    ) -> Rc<LocalState> {
        let hash = hash(words);
        let print = gmc_mem::hash_with_salt(u64::from(thread.0), hash);
        let in_memory =
            self.all_in_memory || words.iter().any(|word| word.meta.0 as u32 != 0 || word.is_nondet());
        let new = || {
            let (words, pending, print) = (words.into(), pending.clone(), if in_memory { 0 } else { print });
            let (steps, count) = (RefCell::default(), Cell::new(0));
            let (noted, answer) = Default::default();
            Rc::new(LocalState {
                thread,
                who,
                words,
                pending,
                hash,
                print,
                in_memory,
                steps,
                count,
                noted,
                answer,
            })
        };
        if self.rest > 0 {
            return new();
        }
        if self.count >= WORDS {
            self.forget();
        }
        let list = self.places.entry(print as u64).or_default();
        let is_it = |it: &&Rc<LocalState>| {
            (it.thread, it.who) == (thread, who) && *it.words == *words && it.pending.is_same(pending)
        };
        if let Some(place) = list.iter().find(is_it) {
            return place.clone();
        }
        let place = new();
        list.push(place.clone());
        self.count += words.len() + 8;
        place
    }

    /// Bytes that it takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.count * 2 * size_of::<Reg>()
    }

    /// Places lead to places in circles, so the steps have to go one by one.
    fn forget(&mut self) {
        for place in self.places.drain().flat_map(|it| it.1) {
            place.steps.take();
        }
        self.count = 0;
    }
}

/// A hash of a thread's words.
fn hash(words: &[Reg]) -> u128 {
    gmc_mem::hash_of_words(0, words.iter().flat_map(|word| [word.bits, word.meta.0]))
}

impl Drop for StepCache {
    fn drop(&mut self) {
        self.forget();
    }
}

impl Execution {
    /// Whether the thread runs among others, as steps that are remembered do.
    fn is_ordinary(&self, thread: ThreadId) -> bool {
        let process = &self.machine.process;
        let mut others = self.threads.entries();
        process.atomic.is_none()
            && process.ending.is_none()
            && others
                .any(|(at, state)| at != thread && !matches!(state.pending, Pending::Done | Pending::Never))
    }

    /// Takes a step, if it is known.
    #[inline]
    pub(crate) fn recall(&mut self, choice: Choice) -> InterpResult<bool> {
        let thread = choice.thread;
        let Some(place) = &self.threads[thread].place else { return Ok(false) };
        self.machine.memory.watch(Watch::Off);
        let memory = &self.machine.memory;
        let steps = place.steps.borrow();
        let found = steps.find(choice.alternative, &self.machine.threads, memory).cloned();
        drop(steps);
        let Some(known) = found else { return Ok(false) };
        if !self.is_ordinary(thread) {
            return Ok(false);
        }
        self.cache.hits = self.cache.hits.saturating_add(1);
        self.take_known(choice, known)?;
        Ok(true)
    }

    /// Takes a step, if it is known, and takes it back: where it leads to.
    pub(crate) fn rehearse(&mut self, choice: Choice) -> InterpResult<Option<(u128, Rc<LocalState>)>> {
        self.tentatively(|it| {
            if !it.recall(choice)? {
                return Ok(None);
            }
            let print = it.machine.memory.fingerprint().0;
            let to = it.threads[choice.thread].place.clone();
            Ok(to.map(|to| (print, to)))
        })
    }

    /// Whether a thread stands at a place, in a state with a fingerprint.
    pub(crate) fn is_at(&mut self, thread: ThreadId, (print, place): &(u128, Rc<LocalState>)) -> bool {
        let state = &self.threads[thread];
        state.mirror.words() == &*place.words
            && state.pending.is_same(&place.pending)
            && self.machine.memory.fingerprint().0 == *print
    }

    fn take_known(&mut self, choice: Choice, known: Rc<CachedStep>) -> InterpResult<()> {
        let thread = choice.thread;
        let machine = &mut self.machine;
        machine.current = thread;
        machine.step.alternative = choice.alternative;
        machine.step.progress = false;
        for word in &known.writes {
            write(&mut machine.memory, word)?;
        }
        for edit in &known.edits {
            edit.apply(&machine.threads[thread], &mut machine.memory)?;
        }
        let state = &mut self.threads[thread];
        state.mirror.intact = state.mirror.intact.min(known.lowest);
        let pending = std::mem::replace(&mut state.pending, known.to.pending.clone());
        let place = state.place.replace(known.to.clone());
        self.history.push(Undo { thread: choice.thread, lowest: known.lowest as u32, pending, place });
        self.stale = match std::mem::take(&mut self.stale) {
            Stale::Nothing => Stale::After(known),
            _ => Stale::All,
        };
        Ok(())
    }

    /// Forgets how many outcomes those operations have for which that may be different now.
    pub(crate) fn refresh_outcomes(&mut self) {
        self.asked += 1;
        match std::mem::take(&mut self.stale) {
            Stale::Nothing => {}
            Stale::After(known) if !known.writes_own => {
                for state in &mut self.threads {
                    if known.writes.iter().any(|word| state.pending.may_wait_for(word)) {
                        state.outcomes = UNKNOWN;
                    }
                }
                self.threads[known.to.thread].outcomes = UNKNOWN;
            }
            Stale::After(_) | Stale::All => {
                self.threads.iter_mut().for_each(|state| state.outcomes = UNKNOWN)
            }
        }
    }

    /// Starts to follow the step of a thread, whose registers are fresh, if it is to be remembered: where it starts.
    pub(crate) fn follow(&mut self, thread: ThreadId, pending: &Pending) -> Option<Rc<LocalState>> {
        let follows = match pending {
            Pending::Access(_) => true,
            Pending::Call(held) => held.native.effects.words.is_some(),
            _ => false,
        };
        if !follows
            || self.machine.step.labels.is_some()
            || !self.machine.rules.fault_budgets.is_empty()
            || self.machine.memory.has_nondet_placement()
            || !self.is_ordinary(thread)
            || !self.cache.is_learning()
        {
            return None;
        }
        let place = self.threads[thread].place.clone()?;
        if place.count.get() >= STEPS {
            return None;
        }
        self.machine.observed.read_write_set = Some(Box::new(ReadWriteSet::new(self.fixed)));
        Some(place)
    }

    /// A call is about to be made that is followed: the words that it reads and writes, if that is all it does.
    pub(crate) fn follow_call(&mut self, call: &Call, words: Option<&[(Pointer, usize)]>) {
        let Some(words) = words else { return self.machine.observed.read_write_set = None };
        let Some(mut trail) = self.machine.observed.read_write_set.take() else { return };
        call.regs.iter().for_each(|&reg| trail.use_register(&self.machine.memory, reg));
        words.iter().for_each(|&(at, size)| trail.read(&self.machine.memory, at, size));
        self.machine.observed.read_write_set = Some(trail);
    }

    /// The call was made: what has become of the words.
    pub(crate) fn follow_return(&mut self, words: &[(Pointer, usize)]) {
        let Some(mut trail) = self.machine.observed.read_write_set.take() else { return };
        let memory = &self.machine.memory;
        for &(at, size) in words {
            match memory.load_sized(at, size) {
                Ok(value) => {
                    let old = trail.reads.iter().find(|it| it.at == at && usize::from(it.size) == size);
                    if old.is_none_or(|it| it.value != value) {
                        trail.write(at, size, value);
                    }
                }
                Err(_) => trail.invalidate(),
            }
        }
        self.machine.observed.read_write_set = Some(trail);
    }

    /// Writes down where a thread stands.
    pub(crate) fn save(&mut self, thread: ThreadId) -> InterpResult<()> {
        let who = self.who(thread);
        let machine = &mut self.machine;
        machine.memory.watch(Watch::Off);
        let state = &mut self.threads[thread];
        let asked = matches!(state.pending, Pending::Open(_));
        state.mirror.save(&mut machine.threads[thread], asked, &machine.compiled.codes, &machine.memory);
        let place = self.cache.place((thread, who), state.mirror.words(), &state.pending);
        let old = state.place.as_ref().map_or(&[][..], |it| it.words_in_memory());
        frame_words::edits(old, place.words_in_memory(), &mut self.edits);
        for edit in &self.edits {
            edit.apply(&machine.threads[thread], &mut machine.memory)?;
        }
        state.place = Some(place);
        Ok(())
    }

    /// A value was decided: in memory it is a number now, and has to be in the places of the other threads.
    pub(crate) fn reload_others(&mut self, thread: ThreadId) -> InterpResult<()> {
        for other in self.threads.ids().filter(|&it| it != thread) {
            let who = self.who(other);
            let state = &mut self.threads[other];
            let Some(old) = state.place.clone().filter(|it| it.words.iter().any(|word| word.is_nondet()))
            else {
                continue;
            };
            let machine = &mut self.machine;
            let words = frame_words::decided(&machine.threads[other], &old.words, &machine.memory);
            let place = self.cache.place((other, who), &words, &state.pending);
            frame_words::edits(&words, place.words_in_memory(), &mut self.edits);
            for edit in &self.edits {
                edit.apply(&machine.threads[other], &mut machine.memory)?;
            }
            state.mirror.intact = 0;
            state.place = Some(place);
            let pending = state.pending.clone();
            self.history.push(Undo { thread: other, lowest: 0, pending, place: Some(old) });
        }
        Ok(())
    }

    /// Remembers the step that a thread has taken from a place, after it was saved.
    pub(crate) fn learn(&mut self, thread: ThreadId, from: &LocalState, outcome: u32, lowest: usize) {
        let Some(trail) = self.machine.observed.read_write_set.take() else { return };
        let state = &self.threads[thread];
        let goes_on = matches!(state.pending, Pending::Access(_) | Pending::Call(_));
        let machine = &self.machine;
        if trail.is_invalid()
            || !goes_on
            || machine.step.progress
            || self.sections.entered
            || !machine.step.created.is_empty()
        {
            return;
        }
        let Some(to) = state.place.clone() else { return };
        let ReadWriteSet { reads, writes, objects, .. } = *trail;
        let is_own = |word: &Word| {
            machine.memory.object(word.at.prov).is_none_or(|object| object.kind == Storage::Internal)
        };
        let writes_own = writes.iter().any(is_own);
        let is_record = |word: &Word| machine.threads.iter().any(|it| it.record.prov == word.at.prov);
        let threads = if reads.iter().any(is_record) {
            Threads::Records(machine.threads.iter().map(|it| it.record.prov).collect())
        } else {
            Threads::Count(machine.threads.len())
        };
        from.count.set(from.count.get() + 1);
        self.cache.count += reads.len() + writes.len() + 8;
        from.steps.borrow_mut().add(CachedStep {
            outcome,
            threads,
            reads: reads.into(),
            objects: objects.into(),
            writes: writes.into(),
            edits: self.edits.as_slice().into(),
            writes_own,
            lowest,
            to,
        });
    }
}

/// Hashes what is a hash already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
