//! The step cache: a thread in the same local state that reads the same values takes the same step.
//!
//! Most steps of a search repeat earlier ones, because threads have few local states and see few values; only the
//! combinations are many. This is a transition cache as in LTSmin (Blom, van de Pol, Weber: LTSmin: distributed and
//! symbolic reachability, CAV 2010), with the words that a step reads and writes in place of slots of a state
//! vector.
//!
//! When a step is executed, its [`ReadWriteSet`] is recorded: the words it reads, the objects it looks up, the
//! words it writes. It is cached with the changes of the thread's frame words and with the local state after the
//! step. When the thread is in the same local state again, words and objects are compared; if they are the same,
//! the writes are repeated through the same checked stores. Registers are not touched: they are loaded from the
//! local state when somebody needs them.
//!
//! A step depends on the thread's local state (thread, frames, pending operation), on the alternative, on the
//! number of threads, and on its read-write set, which is invalid as soon as the step does something that it cannot
//! express. Only steps among other threads, outside of atomic sections, and before the program ends are cached, and
//! they are reused only there. In a process of a system they depend on the process, too. What processes share beside
//! memory (files, who waits where) is not among the words, so calls that look there have none.
//!
//! Invariant: a cached step leads to the same state as executing it. With debug assertions it is executed as well,
//! and the states are compared.

use crate::Execution;
use crate::execution::{ThreadUndo, UNKNOWN_COUNT};
use crate::frame_words::{self, Edit};
use crate::local_state::{self, LocalState};
use crate::pending::Pending;
use crate::step_tree::{CachedStep, ThreadSet, write};
use gmc_mem::{Pointer, Storage, Watch};
use gmc_model::{Choice, ThreadId};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::native::Call;
use gmc_vm::read_write_set::{ReadWriteSet, Word};
use gmc_vm::reg::Reg;
use gmc_vm::usage::ThreadName;
use gmc_world::ProcessId;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// The most words in the cache. When it is full, it is emptied.
const MAX_WORDS: usize = 1 << 20;

/// The most cached steps of one local state.
const MAX_STEPS: usize = 1 << 12;

/// After so many misses the cache decides whether caching pays.
const TRIAL_MISSES: u32 = 1 << 12;

/// If it does not, so many steps are not cached before the next trial.
const PAUSED_STEPS: u32 = 1 << 16;

/// Why cached alternative counts of threads may be stale.
#[derive(Default)]
pub(crate) enum StaleCounts {
    /// They are those of the current state.
    #[default]
    None,
    /// One cached step was taken since: only operations that may wait for a word it wrote have changed.
    AfterCached(Rc<CachedStep>),
    /// All may have changed.
    All,
}

/// The local states of all threads, and the steps that start in them.
#[derive(Default)]
pub(crate) struct StepCache {
    /// The local states, by their salted hashes.
    locals: HashMap<u64, SmallVec<[Rc<LocalState>; 1]>, BuildHasherDefault<IdentityHasher>>,
    /// About how many words all of this takes.
    size: usize,
    /// How the last step changed the frame words of its thread in memory.
    pub(crate) edits: Vec<Edit>,
    /// All words are kept in memory as well.
    pub(crate) all_in_memory: bool,
    /// Steps taken from the cache, and not, in the current trial.
    hits: u32,
    misses: u32,
    /// So many steps are not cached yet, because caching did not pay.
    paused_steps: u32,
}

impl StepCache {
    /// Counts a step that is not cached, and says whether to cache it. Caching pauses while it does not pay.
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

    /// The interned local state with these words and this pending operation.
    fn intern(
        &mut self,
        (thread, process, usage_name): (ThreadId, ProcessId, ThreadName),
        words: &[Reg],
        pending: &Pending,
    ) -> Rc<LocalState> {
        let hash = local_state::hash_of(words);
        let salted = gmc_mem::hash_with_salt(u64::from(thread.0), hash);
        let in_memory =
            self.all_in_memory || words.iter().any(|word| word.meta.0 as u32 != 0 || word.is_nondet());
        let new = || {
            Rc::new(LocalState {
                thread,
                process,
                usage_name,
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
        // What is split differs from what was split before, and would only be looked through.
        if self.paused_steps > 0 || pending.split().is_some() {
            return new();
        }
        if self.size >= MAX_WORDS {
            self.clear();
        }
        let list = self.locals.entry(salted as u64).or_default();
        let is_same = |it: &&Rc<LocalState>| {
            (it.thread, it.process, it.usage_name) == (thread, process, usage_name)
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

    /// About how many bytes the cache takes.
    pub(crate) fn bytes(&self) -> usize {
        self.size * 2 * size_of::<Reg>()
    }

    /// Empties the cache. Cached steps refer to local states in cycles, so they are dropped one by one.
    fn clear(&mut self) {
        for local in self.locals.drain().flat_map(|it| it.1) {
            local.steps.take();
        }
        self.size = 0;
    }
}

impl Drop for StepCache {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Execution {
    /// Whether steps of a thread may be cached or taken from the cache in this state.
    fn is_cacheable(&self, thread: ThreadId) -> bool {
        let process = &self.machine.process;
        process.atomic.is_none()
            && process.ending.is_none()
            && match self.machine.compiled.uses.system {
                false => self.has_others(thread),
                true => self.is_cacheable_in_system(thread),
            }
    }

    /// Likewise, in a process of a system: other processes see what it does to memory, so it stops before that as one
    /// thread among several does; and no signal has come for it. How far a step of the last of several threads goes is
    /// another matter.
    fn is_cacheable_in_system(&self, thread: ThreadId) -> bool {
        self.machine.is_seen_by_peers()
            && !self.machine.has_signals()
            && (self.threads.len() == 1 || self.has_others(thread))
            && self.threads[thread].local.as_ref().is_some_and(|it| it.process == self.machine.world.process)
    }

    /// Whether another thread has neither finished nor stopped at a failed assumption.
    #[inline]
    pub(crate) fn has_others(&self, thread: ThreadId) -> bool {
        let can_run = |it: &Pending| !matches!(it, Pending::Done | Pending::AssumptionFailed);
        self.threads.entries().any(|(at, state)| at != thread && can_run(&state.pending))
    }

    /// Takes a step from the cache. False if it is not there.
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

    /// Where a cached step leads: takes it, and rolls it back.
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

    /// Whether an executed step has led where the cache predicted.
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
        machine.step.asks_time = false;
        // A step that takes its operation back is not cached.
        machine.step.taken_back = false;
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

    /// Drops the cached alternative counts that may be stale.
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
                self.threads.iter_mut().for_each(|state| state.alternatives = UNKNOWN_COUNT);
            }
        }
    }

    /// Begins to record the read-write set of a step, if the step is to be cached. The local state that it starts
    /// in. Needs the thread's registers loaded.
    pub(crate) fn begin_recording(&mut self, thread: ThreadId, pending: &Pending) -> Option<Rc<LocalState>> {
        let follows = match pending {
            Pending::Access(_) => true,
            Pending::Call(op) => op.native.effects.words.is_some(),
            _ => false,
        };
        if !follows
            || self.machine.step.labels.is_some()
            || self.counts_calls()
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

    /// Records what a call reads before it is made. `words` is all that it reads and writes; none if that is not
    /// known, and then nothing is recorded.
    pub(crate) fn record_call_reads(&mut self, call: &Call, words: Option<&[(Pointer, usize)]>) {
        let Some(words) = words else { return self.machine.observed.read_write_set = None };
        let Some(mut set) = self.machine.observed.read_write_set.take() else { return };
        call.regs.iter().for_each(|&reg| set.use_register(&self.machine.memory, reg));
        words.iter().for_each(|&(at, size)| set.read(&self.machine.memory, at, size));
        self.machine.observed.read_write_set = Some(set);
    }

    /// Records what a call has written.
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

    /// Saves the local state of a thread from its registers.
    pub(crate) fn save_local(&mut self, thread: ThreadId) -> InterpResult<()> {
        let usage_name = self.usage_name(thread);
        let machine = &mut self.machine;
        machine.memory.watch(Watch::Off);
        let state = &mut self.threads[thread];
        let is_split = state.pending.split().is_some();
        state.frame_words.save(&mut machine.threads[thread], is_split, &machine.compiled, &machine.memory);
        let owner = (thread, machine.world.process, usage_name);
        let local = self.cache.intern(owner, state.frame_words.words(), &state.pending);
        let old = state.local.as_ref().map_or(&[][..], |it| it.words_in_memory());
        frame_words::edits(old, local.words_in_memory(), &mut self.cache.edits);
        for edit in &self.cache.edits {
            edit.apply(&machine.threads[thread], &mut machine.memory)?;
        }
        state.local = Some(local);
        Ok(())
    }

    /// Replaces a nondeterministic value that a thread has split by its number in the local states of the other
    /// threads.
    pub(crate) fn update_split_locals(&mut self, thread: ThreadId) -> InterpResult<()> {
        for other in self.threads.ids().filter(|&it| it != thread) {
            let usage_name = self.usage_name(other);
            let state = &mut self.threads[other];
            let Some(old) = state.local.clone().filter(|it| it.words.iter().any(|word| word.is_nondet()))
            else {
                continue;
            };
            let machine = &mut self.machine;
            let words = frame_words::words_after_split(&machine.threads[other], &old.words, &machine.memory);
            let owner = (other, machine.world.process, usage_name);
            let local = self.cache.intern(owner, &words, &state.pending);
            frame_words::edits(&words, local.words_in_memory(), &mut self.cache.edits);
            for edit in &self.cache.edits {
                edit.apply(&machine.threads[other], &mut machine.memory)?;
            }
            state.frame_words.intact = 0;
            state.local = Some(local);
            let pending = state.pending.clone();
            self.undo.threads.push(ThreadUndo { thread: other, lowest: 0, pending, local: Some(old) });
        }
        Ok(())
    }

    /// Caches the step that a thread has taken from a local state. The thread has been saved.
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
            || machine.step.asks_time
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
            edits: self.cache.edits.as_slice().into(),
            writes_internal,
            lowest_frame,
            to,
        });
    }
}

/// A hasher for keys that are hashes already.
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
