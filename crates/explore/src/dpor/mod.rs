//! Dynamic partial-order reduction: of all orders of steps that commute, one.
//!
//! A depth-first search that begins in each state with one thread, and adds others when it turns out that the order makes a
//! difference: source sets with sleep sets (Abdulla, Aronis, Jonsson and Sagonas: Optimal dynamic partial order reduction,
//! POPL 2014), after Flanagan and Godefroid (POPL 2005). Going back is a rewind of the journal: no step of a prefix is
//! taken twice. Outcomes that the program leaves open are tried all, whoever is chosen.
//!
//! What follows says what is done and where it differs from the papers; docs/soundness.md has the argument.
//!
//! *Races.* A step is [placed](Path::place) in the partial order of the path. Where it conflicts with an earlier step and
//! nothing else orders the two, a thread has to be tried in the state before the earlier one that can begin the steps
//! which do not happen after it ([`Search::reverse_next`]).
//!
//! *Waiting.* A thread that has to wait is taken to try, and fail, in every state: what it looks at to find that out races
//! with what changes it ([`Search::look_at_waiting`]). A step that an assumption ends, that is an error, or that leads to
//! the state that it came from (a loop that waits), is such an attempt too. It stands for nothing, so another thread is
//! tried as well.
//!
//! *States.* A state that was visited before is not entered again if no thread was asleep then that is not asleep now.
//! What was found to happen from it races with the steps of the path ([`Search::foresee`]; Yang, Chen, Gopalakrishnan and Kirby:
//! Efficient stateful dynamic partial order reduction, SPIN 2008). States on a cycle (a strongly connected set, [`nodes`])
//! are expanded fully, with nobody asleep: reduction is for what lies between cycles.
//!
//! *Without states* each run is followed to its end, and wakeup trees make that no run turns out to be equal to another one
//! (POPL 2014, algorithm 2), as long as every step leads on and every run goes as its tree has it. When one does not, the search
//! starts over without them.
//!
//! *Which.* An adaptive search begins without states, and turns to them when a step leads nowhere or a sample of states
//! shows that runs meet [`OFTEN`]. Each check costs nothing, and what was done before is at most as much again.

mod nodes;
mod outcome;
mod path;
mod races;
mod sample;
mod summary;
mod threads;
mod wakeup;

use crate::ledger::{Ledger, Position};
use crate::plan::Plan;
use crate::share::share;
use gmc_model::{Access, Choice, Choices, Footprints, SearchResult, Step, ThreadId};
use nodes::{Meeting, Nodes};
pub use outcome::{Failure, Memory, Reduction, Turn};
use path::{Next, Path};
use sample::Sample;
use summary::{Future, Futures};
pub use threads::MOST_THREADS;
use threads::ThreadSet;
use wakeup::{Attempt, Branch, Sequence};

/// After so many steps it is looked at for the first time whether the search goes well; then after twice as many each time.
const FIRST_CHECK: u64 = 1 << 11;

/// Remembering states pays where runs come to each so many times: less is left out then, since what follows from a state is
/// known only roughly when it is met again.
const OFTEN: u64 = 8;

/// Visits states until every class of equal runs from the current state has one that was followed to its end. The system
/// is in its current state again afterwards.
pub fn dpor<S: Footprints>(system: &mut S, memory: Memory, plan: Plan<'_>) -> (SearchResult, Reduction) {
    let all = plan.all;
    let ledger = Ledger::new(plan);
    system.mark();
    system.track(true);
    let mut search = Search {
        system,
        ledger,
        memory,
        matching: memory == Memory::States,
        all,
        optimal: memory != Memory::States,
        sample: Sample::default(),
        check: FIRST_CHECK,
        restart: false,
        nodes: Nodes::default(),
        futures: Futures::new(),
        path: Path::default(),
        frames: Vec::new(),
        choices: Vec::new(),
        here: Choices::new(),
        sleepers: Vec::new(),
        dreams: Vec::new(),
        next: Next::default(),
        accesses: Vec::new(),
        created: Vec::new(),
        sequence: Sequence::default(),
        attempts: Vec::new(),
        reduction: Reduction::default(),
    };
    search.run();
    while search.restart {
        search.start_over();
        search.run();
    }
    let position = search.position();
    let marks = search.frames.iter().filter(|it| it.marked).count();
    for _ in 0..marks {
        search.system.forget();
    }
    search.system.track(false);
    search.system.rewind();
    search.system.forget();
    let (nodes, mut reduction) = (search.nodes, search.reduction);
    reduction.states = search.matching;
    (search.ledger.close(&position, &nodes), reduction)
}

/// A state of the path.
struct Frame {
    fingerprint: u128,
    /// Its number among the open states.
    node: u32,
    /// Its choices start here.
    first: usize,
    /// The next choice of the thread that is being tried.
    next: usize,
    /// Where the sleepers start.
    sleepers: usize,
    dreams: usize,
    /// Threads that can go on.
    enabled: ThreadSet,
    /// Threads that cannot, but are not at their end.
    waiting: ThreadSet,
    /// What is to be tried, in this order.
    wanted: Vec<Branch>,
    /// How to go on after the thread that is being tried, if its step has this outcome.
    then: Vec<Branch>,
    outcome: u32,
    /// Threads that were tried.
    done: ThreadSet,
    /// Threads that need not be: what they lead to is found elsewhere.
    asleep: ThreadSet,
    /// What happens from here, as far as it was seen.
    future: Future,
    /// There is a mark on it.
    marked: bool,
    /// It was left before: the system has to come back first.
    left: bool,
    /// A step led on.
    moved: bool,
    /// It is on a cycle: everything is tried.
    cyclic: bool,
    /// The thread that is being tried has to be tried again.
    again: bool,
}

/// What a thread that is asleep would do.
#[derive(Clone, Copy)]
struct Sleeper {
    thread: ThreadId,
    start: usize,
    end: usize,
}

struct Search<'a, 'b, S> {
    system: &'a mut S,
    ledger: Ledger<'b>,
    memory: Memory,
    /// States are remembered.
    matching: bool,
    all: bool,
    /// Wakeup trees stand for what is not tried: everything has gone as planned so far.
    optimal: bool,
    sample: Sample,
    /// After so many steps it is looked at whether the search goes well.
    check: u64,
    restart: bool,
    nodes: Nodes,
    futures: Futures,
    path: Path,
    frames: Vec<Frame>,
    /// Of all frames, the last frame's at the end.
    choices: Vec<Choice>,
    /// What is open in the state that is being entered.
    here: Choices,
    /// Of all frames: what threads that were tried there, or are asleep, have done. The last frame's at the end.
    sleepers: Vec<Sleeper>,
    dreams: Vec<Access>,
    /// Room.
    next: Next,
    accesses: Vec<Access>,
    created: Vec<ThreadId>,
    sequence: Sequence,
    /// Where threads of the path have begun to wait.
    attempts: Vec<Attempt>,
    reduction: Reduction,
}

impl<S: Footprints> Search<'_, '_, S> {
    fn run(&mut self) {
        let initial = self.system.fingerprint();
        self.enter(initial, ThreadSet::EMPTY, (0, 0), Vec::new());
        while !self.frames.is_empty() && self.ledger.stopped.is_none() {
            match self.select() {
                Some(choice) => self.advance(choice),
                None if self.restart => {}
                None => self.leave(),
            }
            if self.restart {
                return;
            }
            if self.ledger.stats.transitions == self.check {
                self.check *= 2;
                self.look_back();
            }
        }
    }

    /// Looks whether another way to search would be better.
    fn look_back(&mut self) {
        let states = self.ledger.stats.states;
        if self.memory == Memory::Adaptive && !self.matching && self.sample.is_met(OFTEN) {
            self.turn(Turn::Repetition);
        } else if self.memory == Memory::Adaptive && self.reduction.cyclic * 2 > states {
            self.give_up(Failure::Cycles);
        }
    }

    fn give_up(&mut self, failure: Failure) {
        self.reduction.failure = Some(failure);
        self.ledger.stopped = Some(gmc_model::Stopped::Request);
    }

    fn turn(&mut self, turn: Turn) {
        self.restart = true;
        self.reduction.turn = Some(turn);
    }

    /// A step has led nowhere. Whether the search goes on as it is.
    fn is_led_nowhere(&mut self) -> bool {
        if self.optimal {
            self.turn(Turn::Waiting);
        }
        !self.optimal
    }

    /// Something did not go as a wakeup tree has it, so the trees stand for nothing.
    fn is_astray(&mut self) {
        debug_assert!(self.optimal);
        self.turn(Turn::Astray);
    }

    /// Returns to the initial state, as if nothing had happened.
    fn start_over(&mut self) {
        for frame in self.frames.drain(..) {
            if frame.marked {
                self.system.forget();
            }
        }
        self.system.rewind();
        self.ledger.stats = gmc_model::Stats::default();
        self.reduction = Reduction { turn: self.reduction.turn, ..Reduction::default() };
        self.optimal = false;
        self.restart = false;
        self.check = FIRST_CHECK;
        self.matching = self.memory == Memory::Adaptive && self.reduction.turn != Some(Turn::Astray);
        self.attempts.clear();
        self.path = Path::default();
        self.choices.clear();
        self.sleepers.clear();
        self.dreams.clear();
    }

    /// The next choice to try in the path's last state.
    fn select(&mut self) -> Option<Choice> {
        let frame = self.frames.last_mut()?;
        if frame.next > frame.first
            && let Some(&choice) = self.choices.get(frame.next)
            && self.choices[frame.next - 1].thread == choice.thread
        {
            frame.next += 1;
            return Some(choice);
        }
        let asleep = if frame.cyclic { ThreadSet::EMPTY } else { frame.asleep };
        let open = frame.enabled.without(frame.done | asleep);
        let mut branch = None;
        while branch.is_none() && !frame.wanted.is_empty() {
            branch = Some(frame.wanted.remove(0)).filter(|it| open.contains(it.choice.thread));
            if branch.is_none() && self.optimal {
                self.is_astray();
                return None;
            }
        }
        if branch.is_none() && (frame.cyclic || !frame.moved) {
            // On a cycle everything is tried; and if nothing has led anywhere, what was tried stands for nothing else.
            branch = open.first().map(Branch::alone);
        }
        let branch = branch?;
        let thread = branch.choice.thread;
        let at = self.choices[frame.first..].iter().position(|it| it.thread == thread);
        let at = frame.first + at.expect("who is enabled has a choice");
        frame.next = at + 1;
        frame.outcome = branch.choice.alternative;
        frame.then = branch.then;
        Some(self.choices[at])
    }

    /// Tries a choice of the path's last state.
    fn advance(&mut self, choice: Choice) {
        if self.ledger.is_look_due() {
            let position = self.position();
            self.ledger.look(&position);
            if self.ledger.stopped.is_some() {
                return;
            }
        }
        self.ledger.stats.transitions += 1;
        let frame = self.frames.last_mut().expect("the caller saw it");
        if frame.left {
            self.system.rewind();
        }
        frame.left = true;
        let step = self.system.step(choice);
        if let Step::Stopped(why) = step {
            self.ledger.stats.transitions -= 1;
            self.ledger.stopped = Some(why);
            return;
        }
        self.accesses.clear();
        self.created.clear();
        self.system.footprint(&mut self.accesses, &mut self.created);
        let threads = self.system.thread_count();
        self.reduction.threads = self.reduction.threads.max(threads);
        self.path.widen(threads as usize);
        self.path.place(choice.thread, &self.accesses, &mut self.next);
        match step {
            Step::Moved { .. } => {
                let fingerprint = self.system.fingerprint();
                if fingerprint == self.frames.last().expect("still there").fingerprint {
                    if !self.is_led_nowhere() {
                        return;
                    }
                    self.reduction.blocked += 1;
                    self.ledger.stats.revisited += 1;
                } else {
                    if !self.optimal {
                        let accesses = std::mem::take(&mut self.accesses);
                        self.reverse_next(choice, &accesses);
                        self.accesses = accesses;
                    }
                    self.path.push(&self.next, &self.accesses, &self.created);
                    self.frames.last_mut().expect("still there").moved = true;
                    self.go_on(choice, fingerprint);
                    return;
                }
            }
            Step::Pruned | Step::Unknown(_) if !self.is_led_nowhere() => return,
            Step::Violated(_) if self.all && !self.is_led_nowhere() => return,
            Step::Pruned => {
                self.reduction.blocked += 1;
                self.ledger.stats.pruned += 1;
            }
            Step::Violated(violation) => {
                let path = (&self.frames, &self.choices);
                self.ledger.violated(*violation, path.0.len(), || trace(path.0, path.1));
            }
            Step::Unknown(obstacle) => self.ledger.hindered(*obstacle),
            Step::Stopped(_) => unreachable!("it has returned"),
        }
        let accesses = std::mem::take(&mut self.accesses);
        self.reverse_next(choice, &accesses);
        self.tried(choice, &accesses, Future::NOTHING);
        self.accesses = accesses;
    }

    /// The path, which has become longer by one step, leads to a state.
    fn go_on(&mut self, choice: Choice, fingerprint: u128) {
        let (sleepers, dreams) = (self.sleepers.len(), self.dreams.len());
        let asleep = self.lull(choice.thread);
        let meeting = match self.matching {
            true => self.nodes.meet(fingerprint, asleep),
            false => Meeting::Explore(asleep),
        };
        let frame = self.frames.last_mut().expect("the state before");
        let then =
            if frame.outcome == choice.alternative { std::mem::take(&mut frame.then) } else { Vec::new() };
        let future = match meeting {
            Meeting::Explore(asleep) => {
                if self.system.thread_count() > MOST_THREADS {
                    self.give_up(Failure::Crowd);
                }
                return self.enter(fingerprint, asleep, (sleepers, dreams), then);
            }
            Meeting::Done(future) => {
                self.foresee(future);
                future
            }
            Meeting::Cycle(root) => {
                self.close_cycle(root);
                Future::NOTHING
            }
        };
        self.ledger.stats.revisited += 1;
        self.sleepers.truncate(sleepers);
        self.dreams.truncate(dreams);
        self.step_back(choice, future);
    }

    /// Takes the path's last step back, by this choice of the state before, where such a future has come of it.
    fn step_back(&mut self, choice: Choice, future: Future) {
        let mut accesses = std::mem::take(&mut self.accesses);
        accesses.clear();
        accesses.extend_from_slice(self.path.accesses(self.path.len() - 1));
        self.path.pop();
        while self.attempts.last().is_some_and(|it| it.at > self.path.len()) {
            self.attempts.pop();
        }
        self.tried(choice, &accesses, future);
        self.accesses = accesses;
    }

    /// A choice of the path's last state was tried.
    fn tried(&mut self, choice: Choice, accesses: &[Access], future: Future) {
        let frame = self.frames.last_mut().expect("a state in which it was tried");
        if self.matching {
            let future = self.futures.with(future, choice.thread, accesses);
            frame.future = self.futures.union(frame.future, future);
        }
        let start = self.dreams.len();
        self.dreams.extend_from_slice(accesses);
        self.sleepers.push(Sleeper { thread: choice.thread, start, end: self.dreams.len() });
        let more = self.choices.get(frame.next).is_some_and(|it| it.thread == choice.thread);
        if !more && !std::mem::take(&mut frame.again) {
            frame.done.insert(choice.thread);
        }
    }

    /// Appends the sleepers of the state that the last step leads to: those that do not notice it. Who they are.
    fn lull(&mut self, thread: ThreadId) -> ThreadSet {
        let frame = self.frames.last().expect("the state before");
        if frame.cyclic {
            return ThreadSet::EMPTY;
        }
        let mut asleep = (frame.asleep | frame.done).without(ThreadSet::of(thread));
        let range = frame.sleepers..self.sleepers.len();
        let accesses = self.path.accesses(self.path.len() - 1);
        for sleeper in &self.sleepers[range.clone()] {
            let dream = &self.dreams[sleeper.start..sleeper.end];
            if asleep.contains(sleeper.thread)
                && dream.iter().any(|it| accesses.iter().any(|access| access.conflicts(it)))
            {
                asleep.remove(sleeper.thread);
            }
        }
        // What conflicts with everything does so with those who touch nothing.
        if accesses.iter().any(Access::is_everything) {
            asleep = ThreadSet::EMPTY;
        }
        for at in range {
            let sleeper = self.sleepers[at];
            if asleep.contains(sleeper.thread) {
                let start = self.dreams.len();
                self.dreams.extend_from_within(sleeper.start..sleeper.end);
                self.sleepers.push(Sleeper { thread: sleeper.thread, start, end: self.dreams.len() });
            }
        }
        asleep
    }

    /// Makes the current state the last one of the path. What sleepers would do starts at `sleep`.
    fn enter(&mut self, fingerprint: u128, asleep: ThreadSet, sleep: (usize, usize), wanted: Vec<Branch>) {
        let depth = self.frames.len();
        let (node, new) = if self.matching {
            self.nodes.enter(fingerprint, asleep)
        } else {
            if self.memory == Memory::Adaptive {
                self.sample.add(fingerprint);
            }
            (0, true)
        };
        if new && !self.ledger.admit(depth) {
            return;
        }
        let first = self.choices.len();
        self.system.choices(&mut self.here);
        self.choices.extend_from_slice(&self.here);
        let count = self.here.len();
        self.path.widen(self.system.thread_count() as usize);
        let enabled: ThreadSet = self.here.iter().map(|it| it.thread).collect();
        if count == 0 {
            self.end();
        } else if self.ledger.is_cut(depth) {
            self.choices.truncate(first);
        }
        let (waiting, future) = self.look_at_waiting(enabled);
        // What the last thread that is left does is a step of another kind, which may go on for ever: nobody is to say that it
        // was taken when there were others.
        let left_alone = !self.optimal && waiting.is_empty() && enabled.len() == 1;
        let asleep = if left_alone { asleep.without(enabled) } else { asleep };
        let open = enabled.without(asleep);
        self.reduction.redundant += u64::from(count > 0 && open.is_empty());
        if self.optimal && wanted.is_empty() && !(enabled & asleep).is_empty() {
            self.is_astray();
        }
        if count > 1 {
            self.system.mark();
        }
        self.frames.push(Frame {
            fingerprint,
            node,
            first,
            next: first,
            sleepers: sleep.0,
            dreams: sleep.1,
            enabled: if self.choices.len() == first { ThreadSet::EMPTY } else { enabled },
            waiting,
            wanted,
            then: Vec::new(),
            outcome: 0,
            done: ThreadSet::EMPTY,
            asleep,
            future,
            marked: count > 1,
            left: false,
            moved: false,
            cyclic: false,
            again: false,
        });
    }

    /// The current state has no choices.
    fn end(&mut self) {
        self.reduction.executions += 1;
        match self.here.take_end() {
            None => self.ledger.stats.ended += 1,
            Some(violation) => {
                let path = (&self.frames, &self.choices);
                self.ledger.violated(*violation, path.0.len(), || trace(path.0, path.1));
            }
        }
    }

    /// Threads that wait in the current state might not have had to: what keeps them races with what they would do. Who they
    /// are, and what they do as far as others are concerned.
    fn look_at_waiting(&mut self, enabled: ThreadSet) -> (ThreadSet, Future) {
        let (mut waiting, mut future) = (ThreadSet::EMPTY, Future::NOTHING);
        for thread in (0..self.system.thread_count().min(MOST_THREADS)).map(ThreadId) {
            self.accesses.clear();
            if enabled.contains(thread) || !self.system.blocked_on(thread, &mut self.accesses) {
                continue;
            }
            waiting.insert(thread);
            if self.matching {
                future = self.futures.with(future, thread, &self.accesses);
            }
            let Some(step) = self.path.len().checked_sub(1) else { continue };
            let before = self.frames.last().map_or(ThreadSet::EMPTY, |it| it.waiting);
            let last = self.path.accesses(step);
            if !before.contains(thread)
                || self.accesses.iter().any(|it| last.iter().any(|last| it.conflicts(last)))
            {
                self.path.place(thread, &self.accesses, &mut self.next);
                let choice = Choice { thread, alternative: 0 };
                if self.optimal {
                    self.attempts.push(Attempt::new(choice, self.path.len(), &self.next, &self.accesses));
                } else {
                    let accesses = std::mem::take(&mut self.accesses);
                    self.reverse_next(choice, &accesses);
                    self.accesses = accesses;
                }
            }
        }
        (waiting, future)
    }

    /// The path's states from an open one on are on a cycle: nothing is left out in them.
    fn close_cycle(&mut self, root: u32) {
        for frame in self.frames.iter_mut().rev().take_while(|it| it.node >= root) {
            if frame.cyclic {
                continue;
            }
            frame.cyclic = true;
            self.reduction.cyclic += 1;
            // What was tried while others slept is tried again while nobody does. Where there is one choice, nobody slept.
            frame.again = frame.marked;
            (frame.done, frame.asleep) = (ThreadSet::EMPTY, ThreadSet::EMPTY);
            self.nodes.wake(frame.fingerprint);
        }
    }

    /// Removes the path's last state, in which everything was tried.
    fn leave(&mut self) {
        if self.optimal && !self.frames.last().expect("the caller saw it").moved {
            self.settle();
            if self.restart {
                return;
            }
        }
        let frame = self.frames.pop().expect("the caller saw it");
        if self.matching && self.nodes.leave(frame.node, frame.future) && frame.cyclic {
            // What others on the cycle lead to was not known when they were met.
            self.foresee(frame.future);
        }
        if frame.marked {
            self.system.forget();
        }
        self.choices.truncate(frame.first);
        self.sleepers.truncate(frame.sleepers);
        self.dreams.truncate(frame.dreams);
        if let Some(before) = self.frames.last() {
            let choice = self.choices[before.next - 1];
            self.step_back(choice, frame.future);
        }
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.dreams.capacity() * size_of::<Access>();
        let open = |frame: &&Frame| !frame.wanted.is_empty();
        let branches = |frame: &Frame| {
            let done = frame.done.len();
            (done, done + 1 + frame.wanted.len())
        };
        Position {
            depth: self.frames.len(),
            visited: crate::store::Visited::bytes(&self.nodes),
            frontier: self.frames.iter().filter(open).count(),
            bytes: self.system.host_bytes()
                + self.futures.bytes()
                + self.path.bytes()
                + self.sample.bytes()
                + own,
            share: Some(share(self.frames.iter().map(branches))),
        }
    }
}

/// The choices along the path.
fn trace(frames: &[Frame], choices: &[Choice]) -> Vec<Choice> {
    frames.iter().map(|frame| choices[frame.next - 1]).collect()
}
