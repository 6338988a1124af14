//! The program under check, as a system: one step is one operation that other threads can notice, and everything that the
//! thread then does on its own.
//!
//! The state is the memory, what is [`ProcessState`] it, and where each thread stands: its frames as words
//! (`mirror`) and what it does next (`pending`), together a place (`memo`), so that asking for choices does not need
//! registers at all, and most steps do not either.

mod action;
mod audit;
mod cover;
mod debug;
mod exact;
mod explain;
mod footprint;
mod known;
mod memo;
mod mirror;
mod observe;
mod operation;
mod orbit;
mod pending;
mod profile;
mod race;
mod scene;
mod score;
mod script;
mod step;
mod tentative;
mod tracer;
mod trouble;
mod usage;

use crate::assumptions::Hypotheses;
use crate::machine::{Machine, Mode};
use crate::premises::{Free, Relied};
use crate::process_state::ProcessState;
use crate::sharing::Sharing;
pub use cover::Reached;
pub use debug::{
    Arrival, Breakpoint, Direction, Ending, Motion, Refusal, Session, Spot, Stops, Watchpoint, Whereabouts,
    Writer,
};
use footprint::Tracker;
use gmc_ir::program::Global;
use gmc_mem::{Mark, ObjId, Pointer};
use gmc_model::{Choice, Choices, ErrorKind, HostMemory, Step, System, ThreadId};
use memo::{LocalState, Stale, StepCache};
use mirror::{Edit, FrameWords};
pub use observe::Observed;
use pending::Pending;
pub use profile::Profiler;
pub use score::Scorer;
use std::rc::Rc;
use std::sync::Arc;
use tracer::{At, Tracer};
use usage::DataUsage;

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
    pub free: Free,
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
            free: Free::default(),
            invariants: Vec::new(),
        }
    }
}

/// A program under check.
pub struct Execution {
    machine: Machine,
    checks: Checks,
    lanes: Vec<ThreadState>,
    marks: Vec<Saved>,
    /// What steps since the first mark have changed in lanes.
    history: Vec<Undo>,
    /// Of each mark, how many outcomes each thread's next operation has.
    outcomes: Vec<u32>,
    /// Why those of the threads may not be those of the current state.
    stale: Stale,
    /// How often the threads' outcomes have changed.
    asked: u64,
    /// Objects with smaller numbers are variables and functions.
    fixed: usize,
    /// The step under way has been in an atomic section, and what it touched there was noted.
    sections: bool,
    /// Where the step under way began, if somebody wants to know.
    began: Option<At>,
    /// Follows what happens, for explanations.
    tracer: Option<Box<Tracer>>,
    /// Notes which operations are executed.
    cover: Option<Reached>,
    /// Steps that are known already.
    memo: StepCache,
    /// What the last step has done to its thread's record.
    edits: Vec<Edit>,
    /// What the step under way touches.
    tracker: Tracker,
    /// Looks at states, if somebody wants to know what they differ in.
    profiler: Option<Profiler>,
    /// The states that were met, if they are to be told exactly.
    exact: Option<Box<exact::Exact>>,
    /// What is taken for granted, if anything.
    assumptions: Option<Arc<Hypotheses>>,
    /// What this worker knows of what variables are used for.
    notebook: DataUsage,
    /// Steps taken.
    steps: u64,
}

/// A thread, as the search sees it.
struct ThreadState {
    pending: Pending,
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

/// What a step has changed in a lane.
struct Undo {
    thread: u32,
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
    pub fn new(mut machine: Machine, checks: Checks) -> Execution {
        machine.mode = Mode::Alone;
        machine.spurious = checks.spurious;
        machine.most_choices = Some(checks.choices);
        machine.free = checks.free;
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
        let fixed = machine.fixed;
        let lanes = machine.threads.iter().map(|_| ThreadState::new(fixed)).collect();
        Execution {
            machine,
            checks,
            lanes,
            marks: Vec::new(),
            history: Vec::new(),
            outcomes: Vec::new(),
            stale: Stale::Nothing,
            asked: 0,
            fixed,
            sections: false,
            began: None,
            tracer: None,
            cover: None,
            tracker: Tracker::default(),
            profiler: None,
            exact: None,
            assumptions: None,
            notebook: DataUsage::default(),
            steps: 0,
            memo: StepCache::default(),
            edits: Vec::new(),
        }
    }

    /// Notes here what runs rely on that nobody can know.
    pub fn rely(&mut self, relied: &Relied) {
        relied.add(self.machine.relied.premises());
        self.machine.relied = relied.clone();
    }

    /// Shares objects at once that a search has seen to come to other threads by ways that are not followed.
    pub fn know_sharing(&mut self, sharing: &Sharing) {
        self.machine.memory.share_allocations_at(sharing.used());
    }

    /// The machine, to ask about the current state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The number of a piece of heap memory, in the order of allocation where the run was followed.
    fn heap_number(&self, object: ObjId) -> usize {
        let known = self.tracer.as_ref().and_then(|it| it.heap(object)).map(|it| it.number);
        known.filter(|&it| it > 0).unwrap_or(object.index())
    }

    /// Makes a thread's registers those of the current state.
    fn fresh(&mut self, thread: usize) {
        let lane = &mut self.lanes[thread];
        let words = lane.place.as_ref().map_or(&[][..], |it| it.words());
        lane.mirror.load(&mut self.machine.threads[thread], &self.machine.compiled.codes, words);
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
        self.add_choices(out);
        if out.is_empty() {
            let deadlock = self.deadlock();
            out.set_end(deadlock);
        } else if out.is_reducing() {
            let ample = self.ample_among(out);
            out.set_ample(ample);
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.take_step(choice)
    }

    fn fingerprint(&mut self) -> u128 {
        let print = self.number().unwrap_or_else(|| self.print_of_orbit());
        if self.profiler.is_some() {
            self.look_at(print);
        }
        print
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
        self.outcomes.extend(self.lanes.iter().map(|lane| lane.outcomes));
    }

    fn rewind(&mut self) {
        let saved = self.marks.last_mut().expect("there is a mark");
        self.machine.memory.rewind(saved.mark);
        while self.history.len() > saved.history {
            let undo = self.history.pop().expect("counted");
            let lane = &mut self.lanes[undo.thread as usize];
            lane.pending = undo.pending;
            lane.place = undo.place;
            lane.mirror.intact = lane.mirror.intact.min(undo.lowest as usize);
        }
        if self.machine.threads.len() > saved.threads {
            self.machine.truncate_threads(saved.threads);
            self.lanes.truncate(saved.threads);
        }
        self.stale = Stale::Nothing;
        if saved.asked != self.asked {
            let outcomes = &self.outcomes[self.outcomes.len() - saved.threads..];
            for (lane, &outcomes) in self.lanes.iter_mut().zip(outcomes) {
                lane.outcomes = outcomes;
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
        let threads = self.machine.threads.iter().zip(&self.lanes);
        Snapshot {
            threads: threads
                .map(|(it, lane)| {
                    let (pending, place) = (lane.pending.clone(), lane.place.clone());
                    Stand { record: it.record, mirror: it.mirror, pending, place }
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
        self.lanes.clear();
        for Stand { record, mirror, pending, place } in &snapshot.threads {
            let regs = self.machine.stack();
            self.machine.threads.push(crate::thread::Thread::new(regs, *record, *mirror));
            let (pending, place) = (pending.clone(), place.clone());
            let mirror = FrameWords::new(self.fixed);
            self.lanes.push(ThreadState { pending, mirror, place, outcomes: UNKNOWN });
        }
    }
}

impl HostMemory for Execution {
    fn host_bytes(&self) -> usize {
        let marks = self.marks.len() * size_of::<Saved>() + self.outcomes.len() * size_of::<u32>();
        let own = marks + self.history.len() * size_of::<Undo>() + self.memo.bytes();
        self.machine.memory.host_bytes() + self.machine.memory.journal_bytes() + self.exact_bytes() + own
    }
}

impl Execution {
    /// Adds the choices of the current state.
    #[inline]
    fn add_choices(&mut self, out: &mut Choices) {
        if let Some((thread, _)) = self.machine.process.atomic {
            self.choices_of(thread, out);
            if !out.is_empty() {
                return;
            }
        }
        (0..self.lanes.len()).for_each(|thread| self.choices_of(thread, out));
        if self.machine.has_met_twins() {
            self.put_off_joins(out);
        }
    }

    /// Adds the choices of one thread.
    #[inline(always)]
    fn choices_of(&mut self, thread: usize, out: &mut Choices) {
        if self.lanes[thread].outcomes == UNKNOWN {
            self.lanes[thread].outcomes = self.outcomes(thread);
        }
        let outcomes = self.lanes[thread].outcomes;
        debug_assert_eq!(outcomes, self.outcomes(thread), "what nobody touched is what it was");
        let thread = ThreadId::new(thread);
        match outcomes {
            0 => {}
            1 => out.push(Choice { thread, alternative: 0 }),
            _ => out.extend((0..outcomes).map(|alternative| Choice { thread, alternative })),
        }
    }

    /// How many outcomes a thread's next operation has; 0 when it cannot go on.
    fn outcomes(&mut self, thread: usize) -> u32 {
        match &self.lanes[thread].pending {
            Pending::Done | Pending::Never => 0,
            Pending::Onward | Pending::Access(_) | Pending::Operation => 1,
            Pending::Open(cut) => cut.outcomes(),
            Pending::Call(held) => {
                self.machine.current = thread;
                self.machine.outcomes_of(held)
            }
        }
    }

    /// Whether a kind of error counts.
    fn counts(&self, kind: ErrorKind) -> bool {
        match kind {
            ErrorKind::DataRace => self.checks.races,
            ErrorKind::MemoryLeak => self.checks.leaks,
            ErrorKind::Deadlock => self.checks.deadlocks,
            _ => true,
        }
    }
}
