//! A program under check as a [`System`]: choices, marks and rewinding, snapshots. How a step is taken stands in
//! `step`.
//!
//! Rewinding costs what was changed: the memory has its own journal, the process state is copy-on-write, and of
//! each thread only its pending operation and its local state are logged ([`ThreadUndo`]). Registers are not
//! restored: they are a cache of the local state, which [`Execution::load_registers`] fills when somebody needs
//! them.

use crate::checks::{Checks, Circles};
use crate::data_usage::DataUsage;
use crate::footprint::FootprintTracker;
use crate::frame_words::FrameWords;
use crate::judge::Judge;
use crate::local_state::LocalState;
use crate::observer::Observer;
use crate::pending::Pending;
use crate::propositions::Looking;
use crate::questions::Asked;
use crate::step_cache::{StaleCounts, StepCache};
use gmc_mem::{Mark, ObjId, Pointer, Watch};
use gmc_model::{Choice, Choices, HostMemory, Step, System, ThreadId};
use gmc_vm::IdVec;
use gmc_vm::InterpResult;
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::premises::Relied;
use gmc_vm::process_state::ProcessState;
use gmc_vm::sharing::Sharing;
use gmc_vm::tolerate::Tolerated;
use std::rc::Rc;
use std::sync::Arc;

/// A program under check.
pub struct Execution {
    /// The machine. Its memory and process state are those of the current state.
    pub machine: Machine,
    /// The threads of the current state.
    pub threads: IdVec<ThreadId, ThreadState>,
    /// What it takes to go back to marked states.
    pub(crate) undo: UndoLog,
    /// Which of the threads' alternative counts may not be those of the current state.
    pub(crate) stale_counts: StaleCounts,
    /// Grows whenever the alternative counts of threads may change.
    pub(crate) counts_version: u64,
    /// Objects with smaller ids are the program's variables and functions, which are never freed.
    pub(crate) static_objects: usize,
    /// What becomes of threads that go round in circles for ever.
    pub(crate) circles: Circles,
    /// Atomic sections, and whether the step under way has been in one.
    pub(crate) sections: Sections,
    /// Sees every step, and changes nothing.
    pub observer: Option<Box<dyn Observer>>,
    /// Judges states and steps, and changes nothing.
    pub(crate) judge: Option<Box<dyn Judge>>,
    /// Steps taken before.
    pub(crate) cache: StepCache,
    /// What the step under way depends on.
    pub(crate) footprint: FootprintTracker,
    /// The optimistic reductions of the search.
    pub(crate) reductions: Reductions,
    /// What temporal properties look at.
    pub(crate) looking: Option<Box<Looking>>,
    /// What limits of runs look at.
    pub(crate) asked: Option<Box<Asked>>,
}

/// What it takes to go back to marked states.
#[derive(Default)]
pub(crate) struct UndoLog {
    /// The marked states, the latest last.
    marks: Vec<MarkedState>,
    /// How steps since the first mark have changed threads.
    pub(crate) threads: Vec<ThreadUndo>,
    /// The alternative counts of all threads in all marked states, one mark after the other.
    alternatives: Vec<u32>,
}

/// Optimistic reductions: the search leaves out what makes no difference as long as its hypotheses hold.
#[derive(Default)]
pub(crate) struct Reductions {
    /// The hypotheses, shared by all workers. None if the search leaves nothing out.
    pub(crate) hypotheses: Option<Arc<Hypotheses>>,
    /// What this worker knows of how threads use variables.
    pub(crate) usage: DataUsage,
    /// Steps taken, to tell how late a hypothesis was refuted.
    pub(crate) steps: u64,
}

/// Atomic sections.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sections {
    /// Whether accesses in atomic sections are checked for races.
    pub(crate) check_races: bool,
    /// The step under way has been in a section, and its accesses there are logged.
    pub(crate) entered: bool,
}

/// A thread in the current state.
pub struct ThreadState {
    /// Its next visible operation.
    pub pending: Pending,
    /// Its registers' frames as words, as far as they are known to agree with the local state.
    pub(crate) frame_words: FrameWords,
    /// Its local state. None before it has run for the first time.
    pub(crate) local: Option<Rc<LocalState>>,
    /// How many alternatives its pending operation has, or [`UNKNOWN_COUNT`].
    pub(crate) alternatives: u32,
}

/// The number of alternatives has not been computed yet.
pub(crate) const UNKNOWN_COUNT: u32 = u32::MAX;

impl ThreadState {
    /// A thread that has not run yet.
    pub(crate) fn new(static_objects: usize) -> ThreadState {
        ThreadState {
            pending: Pending::Running,
            frame_words: FrameWords::new(static_objects),
            local: None,
            alternatives: UNKNOWN_COUNT,
        }
    }
}

/// What a thread was before a step changed it.
pub(crate) struct ThreadUndo {
    /// The thread that was changed.
    pub(crate) thread: ThreadId,
    /// The lowest frame that the step may have changed.
    pub(crate) lowest: u32,
    /// Its pending operation before the step.
    pub(crate) pending: Pending,
    /// Its local state before the step.
    pub(crate) local: Option<Rc<LocalState>>,
}

/// A marked state.
struct MarkedState {
    mark: Mark,
    /// Length of the log of changed threads.
    undo_len: usize,
    threads: usize,
    /// The version of the alternative counts that belong to this state.
    counts_version: u64,
    process_state: ProcessState,
}

/// A copy of a whole state of a process.
#[derive(Clone)]
pub struct ProcessSnapshot {
    memory: gmc_mem::Snapshot,
    process_state: ProcessState,
    threads: Vec<ThreadSnapshot>,
}

/// A thread in a snapshot.
#[derive(Clone)]
struct ThreadSnapshot {
    record: Pointer,
    /// Where the frame words are in the record.
    frame_words: Pointer,
    pending: Pending,
    local: Option<Rc<LocalState>>,
}

impl Execution {
    /// A program about to start.
    pub(crate) fn new(mut machine: Machine, checks: &Checks) -> Execution {
        machine.mode = Mode::Alone;
        machine.rules.spurious_wakeups = checks.spurious;
        machine.rules.most_choices = Some(checks.choices);
        machine.rules.early_choices = checks.early_choices;
        machine.rules.symbolic = checks.symbolic;
        machine.set_solver_effort(checks.solver_effort);
        machine.rules.numbers = checks.numbers.clone();
        machine.rules.nondet_inputs = checks.free;
        if checks.free.addresses {
            machine.memory.make_placement_nondet();
        }
        if let Some(propositions) = &checks.propositions {
            propositions.prepare(&mut machine);
        }
        let mut statics: Vec<ObjId> = machine.compiled.statics.keys().copied().collect();
        statics.sort_unstable();
        for object in statics {
            if machine.memory.is_live(object) {
                machine.memory.add_root(object, object.index() as u64);
            }
        }
        for function in &checks.invariants {
            let pointer = machine.compiled.reach.globals.get(function).copied();
            machine.process.invariants.push(pointer.expect("compiled with the program"));
        }
        let static_objects = machine.compiled.reach.static_objects;
        let threads = machine.threads.iter().map(|_| ThreadState::new(static_objects)).collect();
        Execution {
            machine,
            threads,
            undo: UndoLog::default(),
            stale_counts: StaleCounts::None,
            counts_version: 0,
            static_objects,
            circles: checks.circles,
            sections: Sections::default(),
            observer: None,
            judge: None,
            cache: StepCache::default(),
            footprint: FootprintTracker::default(),
            reductions: Reductions::default(),
            looking: checks
                .propositions
                .clone()
                .filter(|it| !it.is_empty())
                .map(|it| Looking::new(it).into()),
            asked: None,
        }
    }

    /// From now on the premises that runs rely on (what no program can know, as where objects lie) are added here.
    pub fn record_premises(&mut self, relied: &Relied) {
        relied.add(self.machine.observed.relied.premises());
        self.machine.observed.relied = relied.clone();
    }

    /// From now on errors that are met and do not count are added here.
    pub fn record_tolerated(&mut self, tolerated: &Tolerated) {
        self.machine.observed.tolerated = tolerated.clone();
    }

    /// From now on what solvers are asked is added here.
    pub fn record_solver(&mut self, totals: &gmc_vm::symbolic::SolverTotals) {
        self.machine.observed.solver = totals.clone();
    }

    /// Treats objects as shared from their allocation on, if an earlier search has seen that they reach other
    /// threads in a way that the memory does not follow.
    pub fn share_early(&mut self, sharing: &Sharing) {
        self.machine.memory.share_allocations_at(sharing.used());
    }

    /// The machine, to ask about the current state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Loads a thread's registers from its local state. Frames that still agree with it are left alone.
    pub fn load_registers(&mut self, thread: ThreadId) {
        let state = &mut self.threads[thread];
        let words = state.local.as_ref().map_or(&[][..], |it| it.words());
        state.frame_words.load(&mut self.machine.threads[thread], &self.machine.compiled.codes, words);
    }
}

impl System for Execution {
    type Snapshot = ProcessSnapshot;

    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        self.drop_stale_alternatives();
        if let Some(thread) = self.deciding() {
            return self.choices_of(thread, out);
        }
        if self.machine.process.ended {
            return;
        }
        if let Some((thread, _)) = self.machine.process.atomic {
            self.choices_of(thread, out);
            if !out.is_empty() {
                return;
            }
        }
        self.threads.ids().for_each(|thread| self.choices_of(thread, out));
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.take_step(choice)
    }

    fn fingerprint(&mut self) -> u128 {
        self.plain_fingerprint()
    }

    fn mark(&mut self) {
        self.drop_stale_alternatives();
        self.undo.marks.push(MarkedState {
            mark: self.machine.memory.mark(),
            undo_len: self.undo.threads.len(),
            threads: self.machine.threads.len(),
            counts_version: self.counts_version,
            process_state: self.machine.beside(),
        });
        self.undo.alternatives.extend(self.threads.iter().map(|state| state.alternatives));
    }

    fn rewind(&mut self) {
        let marked = self.undo.marks.last_mut().expect("there is a mark");
        self.machine.memory.rewind(marked.mark);
        while self.undo.threads.len() > marked.undo_len {
            let undo = self.undo.threads.pop().expect("counted");
            let state = &mut self.threads[undo.thread];
            state.pending = undo.pending;
            state.local = undo.local;
            state.frame_words.intact = state.frame_words.intact.min(undo.lowest as usize);
        }
        if self.machine.threads.len() > marked.threads {
            self.machine.truncate_threads(marked.threads);
            self.threads.truncate(marked.threads);
        }
        self.stale_counts = StaleCounts::None;
        if marked.counts_version != self.counts_version {
            let alternatives = &self.undo.alternatives[self.undo.alternatives.len() - marked.threads..];
            for (state, &alternatives) in self.threads.iter_mut().zip(alternatives) {
                state.alternatives = alternatives;
            }
            self.counts_version += 1;
            marked.counts_version = self.counts_version;
        }
        self.machine.set_beside(&marked.process_state);
    }

    fn forget(&mut self) {
        let marked = self.undo.marks.pop().expect("there is a mark");
        self.undo.alternatives.truncate(self.undo.alternatives.len() - marked.threads);
        self.machine.memory.forget(marked.mark);
        if self.undo.marks.is_empty() {
            self.undo.threads.clear();
        }
    }

    fn snapshot(&mut self) -> ProcessSnapshot {
        let threads = self.machine.threads.iter().zip(&self.threads);
        ProcessSnapshot {
            threads: threads
                .map(|(it, state)| {
                    let (pending, local) = (state.pending.clone(), state.local.clone());
                    ThreadSnapshot { record: it.record, frame_words: it.frame_words, pending, local }
                })
                .collect(),
            memory: self.machine.memory.snapshot(),
            process_state: self.machine.beside(),
        }
    }

    fn restore(&mut self, snapshot: &ProcessSnapshot) {
        self.undo.marks.clear();
        self.undo.threads.clear();
        self.undo.alternatives.clear();
        self.stale_counts = StaleCounts::None;
        self.machine.memory.restore(&snapshot.memory);
        self.machine.set_beside(&snapshot.process_state);
        self.machine.memory_was_copied();
        self.machine.truncate_threads(0);
        self.threads.clear();
        for ThreadSnapshot { record, frame_words, pending, local } in &snapshot.threads {
            let regs = self.machine.stack();
            self.machine.threads.push(gmc_vm::thread::Thread::new(regs, *record, *frame_words));
            self.threads.push(ThreadState {
                pending: pending.clone(),
                frame_words: FrameWords::new(self.static_objects),
                local: local.clone(),
                alternatives: UNKNOWN_COUNT,
            });
        }
    }
}

impl HostMemory for Execution {
    fn host_bytes(&self) -> usize {
        let UndoLog { marks, threads, alternatives } = &self.undo;
        let marks = marks.len() * size_of::<MarkedState>() + alternatives.len() * size_of::<u32>();
        let own = marks + threads.len() * size_of::<ThreadUndo>() + self.cache.bytes();
        self.machine.memory.host_bytes() + self.machine.memory.journal_bytes() + own
    }
}

impl Execution {
    /// How good the current state is to go on from, as the judge says, if there is one that does.
    pub fn judged_score(&self) -> Option<u64> {
        self.judge.as_ref().and_then(|it| it.score())
    }

    /// How many choices a judge has taken away.
    pub fn judged_away(&self) -> u64 {
        self.judge.as_ref().map_or(0, |it| it.left_out())
    }

    /// Whether somebody looks at every state.
    pub(crate) fn is_judged(&self) -> bool {
        self.judge.is_some() || !self.machine.process.invariants.is_empty()
    }

    /// Changes the current state from outside, as a debugger may: what a thread holds in registers, and what is in
    /// memory.
    ///
    /// # Errors
    /// When the thread's new state cannot be kept.
    pub fn change<T>(&mut self, thread: ThreadId, change: impl FnOnce(&mut Machine) -> T) -> InterpResult<T> {
        self.load_registers(thread);
        self.machine.memory.watch(Watch::Off);
        let changed = change(&mut self.machine);
        let (pending, local) = (self.threads[thread].pending.clone(), self.threads[thread].local.clone());
        self.undo.threads.push(ThreadUndo { thread, lowest: 0, pending, local });
        self.machine.threads[thread].lowest = 0;
        self.save_local(thread)?;
        self.drop_alternatives();
        Ok(changed)
    }

    /// How many alternatives threads have is not known any more: what they depend on has changed from outside.
    pub(crate) fn drop_alternatives(&mut self) {
        self.stale_counts = StaleCounts::All;
    }

    /// Records and assumes what another execution of the same program does.
    pub(crate) fn take_settings(&mut self, other: &Execution) {
        self.footprint.is_on = other.footprint.is_on;
        // Hypotheses are about the variables of one program.
        let same = Arc::ptr_eq(&self.machine.compiled, &other.machine.compiled);
        self.reductions.hypotheses = other.reductions.hypotheses.clone().filter(|_| same);
        self.cache.all_in_memory = other.cache.all_in_memory;
        self.asked = other.asked.clone();
    }

    /// Whether the choices are those of a thread in an atomic section, which no other thread may interrupt.
    pub(crate) fn is_in_section(&self, choices: &[Choice]) -> bool {
        let section = self.machine.process.atomic.map(|it| it.0);
        section.is_some() && choices.first().map(|it| it.thread) == section
    }

    /// From now on all local states are also in memory, so that the memory alone tells states apart.
    pub(crate) fn keep_local_states_in_memory(&mut self) {
        self.cache.all_in_memory = true;
    }

    /// Adds the choices of one thread.
    #[inline(always)]
    fn choices_of(&mut self, thread: ThreadId, out: &mut Choices) {
        if self.threads[thread].alternatives == UNKNOWN_COUNT {
            self.threads[thread].alternatives = self.alternatives(thread);
        }
        let alternatives = self.threads[thread].alternatives;
        debug_assert_eq!(alternatives, self.alternatives(thread), "the cached count is that of this state");
        match alternatives {
            0 => {}
            1 => out.push(Choice { thread, alternative: 0 }),
            _ => out.extend((0..alternatives).map(|alternative| Choice { thread, alternative })),
        }
    }

    /// Whether a signal has come that a thread can handle before what it does next, which is no call.
    fn handles_signal(&mut self, thread: ThreadId) -> bool {
        if !self.machine.has_signals() {
            return false;
        }
        self.load_registers(thread);
        self.machine.current = thread;
        self.machine.is_interrupted()
    }

    /// Whether an alternative of a thread that is not before a call is that it handles a signal.
    pub(crate) fn is_interrupted(&self, thread: ThreadId, alternative: u32) -> bool {
        match &self.threads[thread].pending {
            Pending::Circling => true,
            Pending::Running | Pending::Access(_) | Pending::Operation => alternative > 0,
            _ => false,
        }
    }

    /// How many alternatives a thread's pending operation has; 0 when the thread is blocked or has finished.
    pub fn alternatives(&mut self, thread: ThreadId) -> u32 {
        match &self.threads[thread].pending {
            Pending::Done | Pending::AssumptionFailed => 0,
            Pending::Circling => u32::from(self.handles_signal(thread)),
            Pending::Running | Pending::Access(_) | Pending::Operation => {
                1 + u32::from(self.handles_signal(thread))
            }
            Pending::Split(split) => split.alternatives(),
            Pending::Look(look) => look.split.alternatives(),
            Pending::Call(op) => {
                self.machine.current = thread;
                self.machine.alternatives_of(op)
            }
        }
    }
}
