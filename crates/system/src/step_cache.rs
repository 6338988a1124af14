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

use crate::Execution;
use crate::execution::{ThreadUndo, UNKNOWN_COUNT};
use crate::frame_words;
use crate::pending::Pending;
use crate::step_tree::{CachedStep, StepTree, ThreadSet, write};
use gmc_mem::{Pointer, Storage, Watch};
use gmc_model::Choice;
use gmc_model::ThreadId;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::native::Call;
use gmc_vm::read_write_set::{ReadWriteSet, Word};
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::usage::Locks;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// Words of places kept; then all are forgotten.
const MAX_WORDS: usize = 1 << 20;

/// Steps kept of one place.
const MAX_STEPS: usize = 1 << 12;

/// After so many steps that were not known it is looked whether it pays to remember them.
const TRIAL_MISSES: u32 = 1 << 12;

/// If it does not, so many steps are executed before the next trial.
const PAUSED_STEPS: u32 = 1 << 16;

/// A place where a thread stands: its frames as words, and what it is about to do.
pub(crate) struct LocalState {
    thread: ThreadId,
    /// Who that is for others.
    symmetric_id: u32,
    words: Box<[Reg]>,
    pending: Pending,
    /// A hash of the words, whoever's they are.
    hash: u128,
    /// What it adds to the fingerprint; 0 if the words are in memory.
    fingerprint_term: u128,
    /// The words stand in memory, too.
    in_memory: bool,
    steps: RefCell<StepTree>,
    /// How many there are.
    step_count: Cell<usize>,
    /// Its access was taken down, with these locks held.
    pub(crate) recorded_with: Cell<Option<Locks>>,
    /// Whether what it is about to do concerns nobody else, with these locks held.
    pub(crate) private_with: Cell<Option<(Locks, bool)>>,
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
    pub(crate) fn fingerprint_term(&self) -> u128 {
        self.fingerprint_term
    }

    /// What it would add if the thread had this number.
    pub(crate) fn fingerprint_term_as(&self, thread: ThreadId) -> u128 {
        if self.in_memory { 0 } else { gmc_mem::hash_with_salt(u64::from(thread.0), self.hash) }
    }

    /// A hash of the words that depends neither on the thread's number nor on where objects are placed.
    pub(crate) fn sort_key(&self) -> u128 {
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
pub(crate) enum StaleCounts {
    /// Nothing.
    #[default]
    None,
    /// A step since then.
    AfterCached(Rc<CachedStep>),
    /// All may be different.
    All,
}

/// What is known.
#[derive(Default)]
pub(crate) struct StepCache {
    locals: HashMap<u64, SmallVec<[Rc<LocalState>; 1]>, BuildHasherDefault<IdentityHasher>>,
    size: usize,
    /// All words are to stand in memory.
    pub(crate) all_in_memory: bool,
    hits: u32,
    misses: u32,
    paused_steps: u32,
}

impl StepCache {
    /// Whether the next step, which is not known, is to be remembered.
    fn count_miss(&mut self) -> bool {
        if self.paused_steps > 0 {
            self.paused_steps -= 1;
            return false;
        }
        self.misses += 1;
        if self.misses == TRIAL_MISSES {
            if self.hits < TRIAL_MISSES {
                self.paused_steps = PAUSED_STEPS;
            }
            (self.hits, self.misses) = (0, 0);
        }
        true
    }

    /// The place of a thread with these words that is about to do this.
    fn intern(
        &mut self,
        (thread, symmetric_id): (ThreadId, u32),
        words: &[Reg],
        pending: &Pending,
    ) -> Rc<LocalState> {
        let hash = hash(words);
        let salted = gmc_mem::hash_with_salt(u64::from(thread.0), hash);
        let in_memory =
            self.all_in_memory || words.iter().any(|word| word.meta.0 as u32 != 0 || word.is_open());
        let new = || {
            Rc::new(LocalState {
                thread,
                symmetric_id,
                words: words.into(),
                pending: pending.clone(),
                hash,
                fingerprint_term: if in_memory { 0 } else { salted },
                in_memory,
                steps: RefCell::default(),
                step_count: Cell::new(0),
                recorded_with: Cell::default(),
                private_with: Cell::default(),
            })
        };
        if self.paused_steps > 0 {
            return new();
        }
        if self.size >= MAX_WORDS {
            self.clear();
        }
        let list = self.locals.entry(salted as u64).or_default();
        let is_same = |it: &&Rc<LocalState>| {
            (it.thread, it.symmetric_id) == (thread, symmetric_id)
                && *it.words == *words
                && it.pending.is_same(pending)
        };
        if let Some(local) = list.iter().find(is_same) {
            return local.clone();
        }
        let local = new();
        list.push(local.clone());
        self.size += words.len() + 8;
        local
    }

    /// Bytes that it takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.size * 2 * size_of::<Reg>()
    }

    /// Places lead to places in circles, so the steps have to go one by one.
    fn clear(&mut self) {
        for local in self.locals.drain().flat_map(|it| it.1) {
            local.steps.take();
        }
        self.size = 0;
    }
}

/// A hash of a thread's words.
fn hash(words: &[Reg]) -> u128 {
    gmc_mem::hash_of_words(0, words.iter().flat_map(|word| [word.bits, word.meta.0]))
}

impl Drop for StepCache {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Execution {
    /// Whether the thread runs among others, as steps that are remembered do.
    fn is_cacheable(&self, thread: ThreadId) -> bool {
        let process = &self.machine.process;
        process.atomic.is_none() && process.ending.is_none() && self.has_others(thread)
    }

    /// Whether another thread can still run.
    #[inline]
    pub(crate) fn has_others(&self, thread: ThreadId) -> bool {
        let can_run = |it: &Pending| !matches!(it, Pending::Done | Pending::AssumptionFailed);
        self.threads.entries().any(|(at, state)| at != thread && can_run(&state.pending))
    }

    /// Takes a step, if it is known.
    #[inline]
    pub(crate) fn take_cached(&mut self, choice: Choice) -> InterpResult<bool> {
        let thread = choice.thread;
        let Some(local) = &self.threads[thread].local else { return Ok(false) };
        self.machine.memory.watch(Watch::Off);
        let memory = &self.machine.memory;
        let steps = local.steps.borrow();
        let found = steps.find(choice.alternative, &self.machine.threads, memory).cloned();
        drop(steps);
        let Some(cached) = found else { return Ok(false) };
        if !self.is_cacheable(thread) {
            return Ok(false);
        }
        self.cache.hits = self.cache.hits.saturating_add(1);
        self.apply_cached(choice, cached)?;
        Ok(true)
    }

    /// Takes a step, if it is known, and takes it back: where it leads to.
    pub(crate) fn predict_cached(&mut self, choice: Choice) -> InterpResult<Option<(u128, Rc<LocalState>)>> {
        self.speculate(|it| {
            if !it.take_cached(choice)? {
                return Ok(None);
            }
            let fingerprint = it.machine.memory.fingerprint().0;
            let to = it.threads[choice.thread].local.clone();
            Ok(to.map(|to| (fingerprint, to)))
        })
    }

    /// Whether a thread stands at a place, in a state with a fingerprint.
    pub(crate) fn agrees_with(
        &mut self,
        thread: ThreadId,
        (fingerprint, local): &(u128, Rc<LocalState>),
    ) -> bool {
        let state = &self.threads[thread];
        state.frame_words.words() == &*local.words
            && state.pending.is_same(&local.pending)
            && self.machine.memory.fingerprint().0 == *fingerprint
    }

    fn apply_cached(&mut self, choice: Choice, cached: Rc<CachedStep>) -> InterpResult<()> {
        let thread = choice.thread;
        let machine = &mut self.machine;
        machine.current = thread;
        machine.step.alternative = choice.alternative;
        machine.step.progress = false;
        for word in &cached.writes {
            write(&mut machine.memory, word)?;
        }
        for edit in &cached.edits {
            edit.apply(&machine.threads[thread], &mut machine.memory)?;
        }
        let state = &mut self.threads[thread];
        state.frame_words.intact = state.frame_words.intact.min(cached.lowest_frame);
        let pending = std::mem::replace(&mut state.pending, cached.to.pending.clone());
        let local = state.local.replace(cached.to.clone());
        self.undo.threads.push(ThreadUndo {
            thread: choice.thread,
            lowest: cached.lowest_frame as u32,
            pending,
            local,
        });
        self.stale_counts = match std::mem::take(&mut self.stale_counts) {
            StaleCounts::None => StaleCounts::AfterCached(cached),
            _ => StaleCounts::All,
        };
        Ok(())
    }

    /// Forgets how many outcomes those operations have for which that may be different now.
    pub(crate) fn drop_stale_alternatives(&mut self) {
        self.counts_version += 1;
        match std::mem::take(&mut self.stale_counts) {
            StaleCounts::None => {}
            StaleCounts::AfterCached(cached) if !cached.writes_internal => {
                for state in &mut self.threads {
                    if cached.writes.iter().any(|word| state.pending.may_wait_for(word)) {
                        state.alternatives = UNKNOWN_COUNT;
                    }
                }
                self.threads[cached.to.thread].alternatives = UNKNOWN_COUNT;
            }
            StaleCounts::AfterCached(_) | StaleCounts::All => {
                self.threads.iter_mut().for_each(|state| state.alternatives = UNKNOWN_COUNT)
            }
        }
    }

    /// Starts to follow the step of a thread, whose registers are fresh, if it is to be remembered: where it starts.
    pub(crate) fn begin_recording(&mut self, thread: ThreadId, pending: &Pending) -> Option<Rc<LocalState>> {
        let follows = match pending {
            Pending::Access(_) => true,
            Pending::Call(op) => op.native.effects.words.is_some(),
            _ => false,
        };
        if !follows
            || self.machine.step.labels.is_some()
            || !self.machine.rules.fault_budgets.is_empty()
            || self.machine.memory.has_nondet_placement()
            || !self.is_cacheable(thread)
            || !self.cache.count_miss()
        {
            return None;
        }
        let local = self.threads[thread].local.clone()?;
        if local.step_count.get() >= MAX_STEPS {
            return None;
        }
        self.machine.observed.read_write_set = Some(Box::new(ReadWriteSet::new(self.static_objects)));
        Some(local)
    }

    /// A call is about to be made that is followed: the words that it reads and writes, if that is all it does.
    pub(crate) fn record_call_reads(&mut self, call: &Call, words: Option<&[(Pointer, usize)]>) {
        let Some(words) = words else { return self.machine.observed.read_write_set = None };
        let Some(mut set) = self.machine.observed.read_write_set.take() else { return };
        call.regs.iter().for_each(|&reg| set.use_register(&self.machine.memory, reg));
        words.iter().for_each(|&(at, size)| set.read(&self.machine.memory, at, size));
        self.machine.observed.read_write_set = Some(set);
    }

    /// The call was made: what has become of the words.
    pub(crate) fn record_call_writes(&mut self, words: &[(Pointer, usize)]) {
        let Some(mut set) = self.machine.observed.read_write_set.take() else { return };
        let memory = &self.machine.memory;
        for &(at, size) in words {
            match memory.load_sized(at, size) {
                Ok(value) => {
                    let old = set.reads.iter().find(|it| it.at == at && usize::from(it.size) == size);
                    if old.is_none_or(|it| it.value != value) {
                        set.write(at, size, value);
                    }
                }
                Err(_) => set.invalidate(),
            }
        }
        self.machine.observed.read_write_set = Some(set);
    }

    /// Writes down where a thread stands.
    pub(crate) fn save_local(&mut self, thread: ThreadId) -> InterpResult<()> {
        let symmetric_id = self.symmetric_id(thread);
        let machine = &mut self.machine;
        machine.memory.watch(Watch::Off);
        let state = &mut self.threads[thread];
        let is_split = matches!(state.pending, Pending::Split(_));
        state.frame_words.save(
            &mut machine.threads[thread],
            is_split,
            &machine.compiled.codes,
            &machine.memory,
        );
        let local = self.cache.intern((thread, symmetric_id), state.frame_words.words(), &state.pending);
        let old = state.local.as_ref().map_or(&[][..], |it| it.words_in_memory());
        frame_words::edits(old, local.words_in_memory(), &mut self.edits);
        for edit in &self.edits {
            edit.apply(&machine.threads[thread], &mut machine.memory)?;
        }
        state.local = Some(local);
        Ok(())
    }

    /// A value was decided: in memory it is a number now, and has to be in the places of the other threads.
    pub(crate) fn update_split_locals(&mut self, thread: ThreadId) -> InterpResult<()> {
        for other in self.threads.ids().filter(|&it| it != thread) {
            let symmetric_id = self.symmetric_id(other);
            let state = &mut self.threads[other];
            let Some(old) = state.local.clone().filter(|it| it.words.iter().any(|word| word.is_open()))
            else {
                continue;
            };
            let machine = &mut self.machine;
            let words = frame_words::words_after_split(&machine.threads[other], &old.words, &machine.memory);
            let local = self.cache.intern((other, symmetric_id), &words, &state.pending);
            frame_words::edits(&words, local.words_in_memory(), &mut self.edits);
            for edit in &self.edits {
                edit.apply(&machine.threads[other], &mut machine.memory)?;
            }
            state.frame_words.intact = 0;
            state.local = Some(local);
            let pending = state.pending.clone();
            self.undo.threads.push(ThreadUndo { thread: other, lowest: 0, pending, local: Some(old) });
        }
        Ok(())
    }

    /// Remembers the step that a thread has taken from a place, after it was saved.
    pub(crate) fn add_to_cache(
        &mut self,
        thread: ThreadId,
        from: &LocalState,
        alternative: u32,
        lowest_frame: usize,
    ) {
        let Some(set) = self.machine.observed.read_write_set.take() else { return };
        let state = &self.threads[thread];
        let goes_on = matches!(state.pending, Pending::Access(_) | Pending::Call(_));
        let machine = &self.machine;
        if set.is_invalid()
            || !goes_on
            || machine.step.progress
            || self.sections.entered
            || !machine.step.created.is_empty()
        {
            return;
        }
        let Some(to) = state.local.clone() else { return };
        let ReadWriteSet { reads, writes, objects, .. } = *set;
        let is_internal = |word: &Word| {
            machine.memory.object(word.at.prov).is_none_or(|object| object.kind == Storage::Internal)
        };
        let writes_internal = writes.iter().any(is_internal);
        let is_record = |word: &Word| machine.threads.iter().any(|it| it.record.prov == word.at.prov);
        let threads = if reads.iter().any(is_record) {
            ThreadSet::Records(machine.threads.iter().map(|it| it.record.prov).collect())
        } else {
            ThreadSet::Count(machine.threads.len())
        };
        from.step_count.set(from.step_count.get() + 1);
        self.cache.size += reads.len() + writes.len() + 8;
        from.steps.borrow_mut().add(CachedStep {
            alternative,
            threads,
            reads: reads.into(),
            objects: objects.into(),
            writes: writes.into(),
            edits: self.edits.as_slice().into(),
            writes_internal,
            lowest_frame,
            to,
        });
    }
}

/// Hashes what is a hash already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
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
