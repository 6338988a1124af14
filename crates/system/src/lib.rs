//! The program under check, as a system: one step is one visible operation of a thread, and everything that the thread
//! then does on its own.
//!
//! A state is the memory, what is beside it ([`ProcessState`]), and the local state of each thread: its frames as words
//! (`frame_words`) and its pending operation (`pending`). Choices follow from pending operations alone, so asking for them
//! needs no registers, and most steps need none either: they come from the step cache (`step_cache`).

use gmc_vm::IdVec;
mod action;
mod audit;
mod cached_steps;
mod canonical;
mod code_place;
mod data_usage;
mod footprint;
pub mod frame_words;
mod layer;
pub mod observer;
pub mod pending;
mod properties;
mod race;
mod score;
mod step;
mod step_cache;
mod tentative;
pub mod variables;

pub use audit::Aside;
pub use code_place::{At, is_file};
use data_usage::DataUsage;
use footprint::Tracker;
use frame_words::{Edit, FrameWords};
use gmc_ir::program::Global;
use gmc_mem::{Mark, ObjId, Pointer};
use gmc_model::{Choice, Choices, HostMemory, Step, System, ThreadId};
use gmc_vm::hypotheses::Hypotheses;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::premises::{NondetInputs, Relied};
use gmc_vm::process_state::ProcessState;
use gmc_vm::sharing::Sharing;
pub use layer::Checked;
use observer::Observer;
use pending::Pending;
pub use score::Scorer;
use std::rc::Rc;
use std::sync::Arc;
use step_cache::{LocalState, Stale, StepCache};

/// What is checked, beyond what every operation checks.
#[derive(Clone, Debug)]
pub struct Checks {
    /// Whether two threads may access memory at the same time.
    pub races: bool,
    /// Whether memory that nothing points to must have been freed.
    pub leaks: bool,
    /// Whether threads may wait for ever.
    pub deadlocks: bool,
    /// Whether waiting threads may wake up although nobody has woken them.
    pub spurious: bool,
    /// As many values of what the program leaves open are tried, each by itself, where it needs one.
    pub choices: u32,
    /// What the program asks for and nobody can know: what of it can be anything.
    pub free: NondetInputs,
    /// Functions that must return something else than 0 in every state. They were compiled with the program.
    pub invariants: Vec<Global>,
}

impl Checks {
    /// As many values are tried, each by itself, unless somebody says otherwise.
    pub const CHOICES: u32 = 256;
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            races: true,
            leaks: true,
            deadlocks: true,
            spurious: false,
            choices: Checks::CHOICES,
            free: NondetInputs::default(),
            invariants: Vec::new(),
        }
    }
}

/// A program under check.
pub struct Execution {
    /// The machine, whose state is the current one.
    pub machine: Machine,
    /// What the search knows of each thread.
    pub threads: IdVec<ThreadId, ThreadState>,
    marks: Vec<Saved>,
    /// What steps since the first mark have changed in threads.
    history: Vec<Undo>,
    /// Of each mark, how many outcomes each thread's next operation has.
    outcomes: Vec<u32>,
    /// Why those of the threads may not be those of the current state.
    stale: Stale,
    /// How often the threads' outcomes have changed.
    asked: u64,
    /// Objects with smaller numbers are variables and functions.
    fixed: usize,
    /// Atomic sections, and what the step under way has to do with them.
    sections: Sections,
    /// Looks on.
    pub observer: Option<Box<dyn Observer>>,
    /// Steps that are known already.
    cache: StepCache,
    /// What the last step has done to its thread's record.
    edits: Vec<Edit>,
    /// What the step under way touches.
    footprint: Tracker,
    /// What is taken for granted, if anything.
    hypotheses: Option<Arc<Hypotheses>>,
    /// What this worker knows of what variables are used for.
    usage: DataUsage,
    /// Steps taken.
    steps: u64,
}

/// Atomic sections.
#[derive(Clone, Copy, Default)]
struct Sections {
    /// Whether what they touch is compared with what others are about to do.
    check_races: bool,
    /// The step under way has been in one, and what it touched there was logged.
    entered: bool,
}

/// A thread, as the search sees it.
pub struct ThreadState {
    /// Its next visible operation.
    pub pending: Pending,
    mirror: FrameWords,
    /// Where it stands, once it has been saved.
    place: Option<Rc<LocalState>>,
    /// How many outcomes its next operation has, or [`UNKNOWN`].
    outcomes: u32,
}

/// Nobody has asked yet how many outcomes there are.
const UNKNOWN: u32 = u32::MAX;

impl ThreadState {
    fn new(fixed: usize) -> ThreadState {
        ThreadState {
            pending: Pending::Onward,
            mirror: FrameWords::new(fixed),
            place: None,
            outcomes: UNKNOWN,
        }
    }
}

/// What a step has changed in a state.
struct Undo {
    thread: ThreadId,
    /// Frames from here on were at work.
    lowest: u32,
    /// What the thread did next before.
    pending: Pending,
    /// Where it stood.
    place: Option<Rc<LocalState>>,
}

/// A state to go back to.
struct Saved {
    mark: Mark,
    history: usize,
    threads: usize,
    /// Threads' outcomes were those of this state when somebody had asked for choices so many times.
    asked: u64,
    beside: ProcessState,
}

/// A state that can be kept.
#[derive(Clone)]
pub struct Snapshot {
    memory: gmc_mem::Snapshot,
    beside: ProcessState,
    /// The record of each thread, and what it does next.
    threads: Vec<Stand>,
}

/// A thread in a state that is kept.
#[derive(Clone)]
struct Stand {
    record: Pointer,
    mirror: Pointer,
    pending: Pending,
    place: Option<Rc<LocalState>>,
}

impl Execution {
    /// A program about to start.
    pub(crate) fn new(mut machine: Machine, checks: &Checks) -> Execution {
        machine.mode = Mode::Alone;
        machine.rules.spurious_wakeups = checks.spurious;
        machine.rules.most_choices = Some(checks.choices);
        machine.rules.nondet_inputs = checks.free;
        if checks.free.addresses {
            machine.memory.make_placement_nondet();
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
        let fixed = machine.compiled.static_objects;
        let threads = machine.threads.iter().map(|_| ThreadState::new(fixed)).collect();
        Execution {
            machine,
            threads,
            marks: Vec::new(),
            history: Vec::new(),
            outcomes: Vec::new(),
            stale: Stale::Nothing,
            asked: 0,
            fixed,
            sections: Sections::default(),
            observer: None,
            footprint: Tracker::default(),
            hypotheses: None,
            usage: DataUsage::default(),
            steps: 0,
            cache: StepCache::default(),
            edits: Vec::new(),
        }
    }

    /// Notes here what runs rely on that nobody can know.
    pub fn rely(&mut self, relied: &Relied) {
        relied.add(self.machine.observed.relied.premises());
        self.machine.observed.relied = relied.clone();
    }

    /// Shares objects at once that a search has seen to come to other threads by ways that are not followed.
    pub fn know_sharing(&mut self, sharing: &Sharing) {
        self.machine.memory.share_allocations_at(sharing.used());
    }

    /// The machine, to ask about the current state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Makes a thread's registers those of the current state.
    pub fn fresh(&mut self, thread: ThreadId) {
        let state = &mut self.threads[thread];
        let words = state.place.as_ref().map_or(&[][..], |it| it.words());
        state.mirror.load(&mut self.machine.threads[thread], &self.machine.compiled.codes, words);
    }
}

impl System for Execution {
    type Snapshot = Snapshot;

    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        self.refresh_outcomes();
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
        self.print()
    }

    fn mark(&mut self) {
        self.refresh_outcomes();
        self.marks.push(Saved {
            mark: self.machine.memory.mark(),
            history: self.history.len(),
            threads: self.machine.threads.len(),
            asked: self.asked,
            beside: self.machine.beside(),
        });
        self.outcomes.extend(self.threads.iter().map(|state| state.outcomes));
    }

    fn rewind(&mut self) {
        let saved = self.marks.last_mut().expect("there is a mark");
        self.machine.memory.rewind(saved.mark);
        while self.history.len() > saved.history {
            let undo = self.history.pop().expect("counted");
            let state = &mut self.threads[undo.thread];
            state.pending = undo.pending;
            state.place = undo.place;
            state.mirror.intact = state.mirror.intact.min(undo.lowest as usize);
        }
        if self.machine.threads.len() > saved.threads {
            self.machine.truncate_threads(saved.threads);
            self.threads.truncate(saved.threads);
        }
        self.stale = Stale::Nothing;
        if saved.asked != self.asked {
            let outcomes = &self.outcomes[self.outcomes.len() - saved.threads..];
            for (state, &outcomes) in self.threads.iter_mut().zip(outcomes) {
                state.outcomes = outcomes;
            }
            self.asked += 1;
            saved.asked = self.asked;
        }
        self.machine.set_beside(&saved.beside);
    }

    fn forget(&mut self) {
        let saved = self.marks.pop().expect("there is a mark");
        self.outcomes.truncate(self.outcomes.len() - saved.threads);
        self.machine.memory.forget(saved.mark);
        if self.marks.is_empty() {
            self.history.clear();
        }
    }

    fn snapshot(&mut self) -> Snapshot {
        let threads = self.machine.threads.iter().zip(&self.threads);
        Snapshot {
            threads: threads
                .map(|(it, state)| {
                    let (pending, place) = (state.pending.clone(), state.place.clone());
                    Stand { record: it.record, mirror: it.frame_words, pending, place }
                })
                .collect(),
            memory: self.machine.memory.snapshot(),
            beside: self.machine.beside(),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.marks.clear();
        self.history.clear();
        self.outcomes.clear();
        self.stale = Stale::Nothing;
        self.machine.memory.restore(&snapshot.memory);
        self.machine.set_beside(&snapshot.beside);
        self.machine.truncate_threads(0);
        self.threads.clear();
        for Stand { record, mirror, pending, place } in &snapshot.threads {
            let regs = self.machine.stack();
            self.machine.threads.push(gmc_vm::thread::Thread::new(regs, *record, *mirror));
            let (pending, place) = (pending.clone(), place.clone());
            let mirror = FrameWords::new(self.fixed);
            self.threads.push(ThreadState { pending, mirror, place, outcomes: UNKNOWN });
        }
    }
}

impl HostMemory for Execution {
    fn host_bytes(&self) -> usize {
        let marks = self.marks.len() * size_of::<Saved>() + self.outcomes.len() * size_of::<u32>();
        let own = marks + self.history.len() * size_of::<Undo>() + self.cache.bytes();
        self.machine.memory.host_bytes() + self.machine.memory.journal_bytes() + own
    }
}

impl Execution {
    /// Whether the choices are those of a thread that nobody may interrupt.
    fn is_in_section(&self, choices: &[Choice]) -> bool {
        let section = self.machine.process.atomic.map(|it| it.0);
        section.is_some() && choices.first().map(|it| it.thread) == section
    }

    /// From now on the local states of threads stand in memory, so that the memory tells states apart.
    fn keep_local_states_in_memory(&mut self) {
        self.cache.all_in_memory = true;
    }

    /// Adds the choices of one thread.
    #[inline(always)]
    fn choices_of(&mut self, thread: ThreadId, out: &mut Choices) {
        if self.threads[thread].outcomes == UNKNOWN {
            self.threads[thread].outcomes = self.outcomes(thread);
        }
        let outcomes = self.threads[thread].outcomes;
        debug_assert_eq!(outcomes, self.outcomes(thread), "what nobody touched is what it was");
        match outcomes {
            0 => {}
            1 => out.push(Choice { thread, alternative: 0 }),
            _ => out.extend((0..outcomes).map(|alternative| Choice { thread, alternative })),
        }
    }

    /// How many outcomes a thread's next operation has; 0 when it cannot go on.
    pub fn outcomes(&mut self, thread: ThreadId) -> u32 {
        match &self.threads[thread].pending {
            Pending::Done | Pending::Never => 0,
            Pending::Onward | Pending::Access(_) | Pending::Operation => 1,
            Pending::Open(cut) => cut.alternatives(),
            Pending::Call(held) => {
                self.machine.current = thread;
                self.machine.alternatives_of(held)
            }
        }
    }
}
