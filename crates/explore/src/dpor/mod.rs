//! Dynamic partial-order reduction: of all orders of steps that commute, one.
//!
//! A depth-first search that begins in each state with one thread, and adds others when a race shows that the order
//! makes a difference: source sets with sleep sets (Abdulla, Aronis, Jonsson and Sagonas: Optimal dynamic partial
//! order reduction, POPL 2014), after Flanagan and Godefroid (Dynamic partial-order reduction for model checking
//! software, POPL 2005). Going back is a rewind of the journal: no step of a prefix is taken twice. All alternatives
//! of a thread's step are explored.
//!
//! What follows says what is done and where it differs from the papers; docs/soundness.md has the argument.
//!
//! *Races.* Each step is [ordered](happens_before) in the happens-before relation of the run. Where it conflicts with
//! an earlier step and nothing else orders the two, the race is reversed: an initial of the steps that do not happen
//! after the earlier one is explored in the state before it ([`races`]).
//!
//! *Blocked threads.* A blocked thread is taken to try, and fail, in every state: what it reads to find that out
//! races with what changes it ([`Search::order_blocked`]). A step that an assumption ends, that is an error, or that
//! leads to the state that it came from (a loop that waits), is such an attempt too. It stands for no other thread,
//! so another one is explored as well.
//!
//! *With states* ([`visited`]), a state that was visited before is not explored again if no thread was asleep then
//! that is not asleep now. Its [summary](summary) races with the steps of the path (Yang, Chen, Gopalakrishnan and
//! Kirby: Efficient stateful dynamic partial order reduction, SPIN 2008). States on a cycle are expanded fully, with
//! empty sleep sets, so that no step is put off for ever: reduction is for what lies between cycles.
//!
//! *Without states* each run is followed to its end, and [wakeup trees](wakeup) make that no two runs are equivalent
//! (POPL 2014, algorithm 2), as long as every step leads on and every run goes as its tree has it. When one does not,
//! the search starts over without them.
//!
//! *Which.* An adaptive search begins without states, and turns to them when a step leads nowhere or a sample of
//! states shows that runs meet often ([`strategy`]). Each check costs nothing, and what was done before is at most as
//! much again.

mod frame;
mod happens_before;
mod hash;
mod races;
mod sample;
mod sleep;
mod strategy;
mod summary;
mod threads;
mod visited;
mod wakeup;

use crate::collector::{Collector, Position};
use crate::estimate::share_done;
use crate::plan::Plan;
use frame::{Explored, Frame, Path, Threads};
use gmc_model::{
    Access, Choice, Choices, Footprints, SearchResult, Stats, Step, Stopped, ThreadId, Violation,
};
use happens_before::{HappensBefore, NextStep};
use sleep::{SleepMark, SleepSets};
use strategy::Strategy;
pub use strategy::{DporStats, GiveUp, Restart, StateMatching};
use summary::{Summaries, Summary};
pub use threads::MOST_THREADS;
use threads::ThreadSet;
use visited::{Visit, VisitedStates};
use wakeup::{BlockedStep, Branch, WakeupSequence};

/// Visits states until every class of equivalent runs from the current state has one that was followed to its end. The
/// system is in its current state again afterwards.
pub fn dpor<S: Footprints>(
    system: &mut S,
    matching: StateMatching,
    plan: Plan<'_>,
) -> (SearchResult, DporStats) {
    let all = plan.all;
    let collector = Collector::new(plan);
    system.mark();
    system.track(true);
    let mut search = Search {
        system,
        collector,
        all,
        strategy: Strategy::new(matching),
        path: Path::default(),
        run: HappensBefore::default(),
        sleep: SleepSets::default(),
        visited: VisitedStates::default(),
        summaries: Summaries::new(),
        here: Choices::new(),
        last: Footprint::default(),
        next: NextStep::default(),
        sequence: WakeupSequence::default(),
        blocked_steps: Vec::new(),
        stats: DporStats::default(),
    };
    search.explore();
    while search.strategy.restart {
        search.start_over();
        search.explore();
    }
    search.close()
}

struct Search<'a, 'b, S> {
    system: &'a mut S,
    collector: Collector<'b>,
    /// The search goes on after a violation.
    all: bool,
    strategy: Strategy,
    path: Path,
    /// The steps along the path.
    run: HappensBefore,
    sleep: SleepSets,
    visited: VisitedStates,
    summaries: Summaries,
    /// What is open in the state that is being entered.
    here: Choices,
    /// Of the last step.
    last: Footprint,
    /// Buffer: the step that is being ordered.
    next: NextStep,
    /// Buffer: the sequence that reverses a race.
    sequence: WakeupSequence,
    /// Where threads of the run were blocked, with wakeup trees.
    blocked_steps: Vec<BlockedStep>,
    stats: DporStats,
}

/// What a step has touched, and the threads that it has created.
#[derive(Default)]
struct Footprint {
    accesses: Vec<Access>,
    created: Vec<ThreadId>,
}

impl<S: Footprints> Search<'_, '_, S> {
    fn explore(&mut self) {
        let initial = self.system.fingerprint();
        self.enter(initial, ThreadSet::EMPTY, SleepMark::default(), Vec::new());
        while !self.path.frames.is_empty() && self.collector.stopped.is_none() {
            match self.select() {
                Some(choice) => self.advance(choice),
                None if self.strategy.restart => {}
                None => self.leave(),
            }
            if self.strategy.restart {
                return;
            }
            if self.strategy.takes_check(self.collector.stats.transitions) {
                if self.strategy.has_revisits() {
                    self.restart(Restart::Revisits);
                } else if self.strategy.is_mostly_cyclic(self.stats.cyclic, self.collector.stats.states) {
                    self.give_up(GiveUp::Cycles);
                }
            }
        }
    }

    fn give_up(&mut self, why: GiveUp) {
        self.stats.give_up = Some(why);
        self.collector.stopped = Some(Stopped::Request);
    }

    fn restart(&mut self, why: Restart) {
        self.strategy.restart = true;
        self.stats.restart = Some(why);
    }

    /// A step has led nowhere, which wakeup trees cannot deal with. Whether the search has to start over without them.
    fn restarts_blocked(&mut self) -> bool {
        if self.strategy.optimal {
            self.restart(Restart::Blocked);
        }
        self.strategy.optimal
    }

    /// Something did not go as a wakeup tree has it, so the trees say nothing about what was explored.
    fn diverge(&mut self) {
        debug_assert!(self.strategy.optimal);
        self.restart(Restart::Diverged);
    }

    /// Returns to the initial state, as if nothing had happened.
    fn start_over(&mut self) {
        for frame in self.path.frames.drain(..) {
            if frame.marked {
                self.system.forget();
            }
        }
        self.system.rewind();
        self.system.track(true);
        self.collector.stats = Stats::default();
        self.stats = DporStats { restart: self.stats.restart, ..DporStats::default() };
        self.strategy.start_over(self.stats.restart);
        self.blocked_steps.clear();
        self.run = HappensBefore::default();
        self.path.choices.clear();
        self.sleep.clear();
    }

    /// The next choice to explore in the path's last state.
    fn select(&mut self) -> Option<Choice> {
        let frame = self.path.frames.last_mut()?;
        let choices = &self.path.choices;
        if frame.next > frame.first
            && let Some(&choice) = choices.get(frame.next)
            && choices[frame.next - 1].thread == choice.thread
        {
            frame.next += 1;
            return Some(choice);
        }
        let Threads { enabled, done, asleep, .. } = frame.threads;
        let asleep = if frame.cyclic { ThreadSet::EMPTY } else { asleep };
        let open = enabled.without(done | asleep);
        let mut branch = None;
        while branch.is_none() && !frame.wakeup.is_empty() {
            branch = Some(frame.wakeup.remove(0)).filter(|it| open.contains(it.choice.thread));
            if branch.is_none() && self.strategy.optimal {
                self.diverge();
                return None;
            }
        }
        if branch.is_none() && (frame.cyclic || !frame.moved) {
            // On a cycle everything is explored; and if no step has led on, what was explored stands for nothing else.
            branch = open.first().map(Branch::backtrack);
        }
        let Branch { choice, subtree, .. } = branch?;
        let at = choices[frame.first..].iter().position(|it| it.thread == choice.thread);
        let at = frame.first + at.expect("an enabled thread has a choice");
        frame.next = at + 1;
        frame.branch = Explored { alternative: choice.alternative, subtree };
        Some(choices[at])
    }

    /// Explores a choice of the path's last state.
    fn advance(&mut self, choice: Choice) {
        if self.collector.is_look_due() {
            let position = self.position();
            self.collector.look(&position);
            if self.collector.stopped.is_some() {
                return;
            }
        }
        self.collector.stats.transitions += 1;
        let frame = self.path.last_mut();
        if frame.left {
            self.system.rewind();
        }
        frame.left = true;
        let before = frame.fingerprint;
        let step = self.system.step(choice);
        if let Step::Stopped(why) = step {
            self.collector.stats.transitions -= 1;
            self.collector.stopped = Some(why);
            return;
        }
        self.last.accesses.clear();
        self.last.created.clear();
        self.system.footprint(&mut self.last.accesses, &mut self.last.created);
        let threads = self.system.thread_count();
        self.stats.threads = self.stats.threads.max(threads);
        self.run.reserve_threads(threads as usize);
        self.run.order(choice.thread, &self.last.accesses, &mut self.next);
        match step {
            Step::Moved { .. } => {
                let fingerprint = self.system.fingerprint();
                if fingerprint != before {
                    return self.move_on(choice, fingerprint);
                }
                if self.restarts_blocked() {
                    return;
                }
                self.stats.blocked += 1;
                self.collector.stats.revisited += 1;
            }
            Step::Pruned | Step::Unknown(_) if self.restarts_blocked() => return,
            Step::Violated(_) if self.all && self.restarts_blocked() => return,
            Step::Pruned => {
                self.stats.blocked += 1;
                self.collector.stats.pruned += 1;
            }
            Step::Violated(violation) => self.violated(*violation),
            Step::Unknown(obstacle) => self.collector.hindered(*obstacle),
            Step::Stopped(_) => unreachable!("it has returned"),
        }
        let accesses = std::mem::take(&mut self.last.accesses);
        self.reverse_next(choice, &accesses);
        self.explored(choice, &accesses, Summary::NOTHING);
        self.last.accesses = accesses;
    }

    fn violated(&mut self, violation: Violation) {
        let path = &self.path;
        self.collector.violated(violation, path.frames.len(), || path.trace());
    }

    /// The step that was just ordered leads to another state.
    fn move_on(&mut self, choice: Choice, fingerprint: u128) {
        if !self.strategy.optimal {
            let accesses = std::mem::take(&mut self.last.accesses);
            self.reverse_next(choice, &accesses);
            self.last.accesses = accesses;
        }
        self.run.push(&self.next, &self.last.accesses, &self.last.created);
        let sleep = self.sleep.mark();
        let asleep = self.inherit_sleep_set(choice.thread);
        let visit = match self.strategy.stateful {
            true => self.visited.visit(fingerprint, asleep),
            false => Visit::Explore(asleep),
        };
        let frame = self.path.last_mut();
        frame.moved = true;
        let goes_as_planned = frame.branch.alternative == choice.alternative;
        let wakeup = if goes_as_planned { std::mem::take(&mut frame.branch.subtree) } else { Vec::new() };
        let summary = match visit {
            Visit::Explore(asleep) => {
                if self.system.thread_count() > MOST_THREADS {
                    self.give_up(GiveUp::TooManyThreads);
                }
                return self.enter(fingerprint, asleep, sleep, wakeup);
            }
            Visit::Explored(summary) => {
                self.reverse_summary(summary);
                summary
            }
            Visit::Cycle(root) => {
                self.close_cycle(root);
                Summary::NOTHING
            }
        };
        self.collector.stats.revisited += 1;
        self.sleep.truncate(sleep);
        self.step_back(choice, summary);
    }

    /// Takes the last step of the run back, by this choice of the state before, after which this was seen to happen.
    fn step_back(&mut self, choice: Choice, summary: Summary) {
        let mut accesses = std::mem::take(&mut self.last.accesses);
        accesses.clear();
        accesses.extend_from_slice(self.run.accesses(self.run.len() - 1));
        self.run.pop();
        while self.blocked_steps.last().is_some_and(|it| it.at > self.run.len()) {
            self.blocked_steps.pop();
        }
        self.explored(choice, &accesses, summary);
        self.last.accesses = accesses;
    }

    /// A choice of the path's last state was explored.
    fn explored(&mut self, choice: Choice, accesses: &[Access], summary: Summary) {
        let more = self.path.choices.get(self.path.last().next).is_some_and(|it| it.thread == choice.thread);
        let frame = self.path.last_mut();
        if self.strategy.stateful {
            let summary = self.summaries.with(summary, choice.thread, accesses);
            frame.summary = self.summaries.union(frame.summary, summary);
        }
        self.sleep.push(choice.thread, accesses);
        if !more && !std::mem::take(&mut frame.again) {
            frame.threads.done.insert(choice.thread);
        }
    }

    /// Appends the sleep set of the state that the last step, of this thread, leads to.
    fn inherit_sleep_set(&mut self, thread: ThreadId) -> ThreadSet {
        let frame = self.path.last();
        if frame.cyclic {
            return ThreadSet::EMPTY;
        }
        let threads = (frame.threads.asleep | frame.threads.done).without(ThreadSet::of(thread));
        let step = self.run.accesses(self.run.len() - 1);
        self.sleep.inherit(frame.sleep, threads, step)
    }

    /// Makes the current state the last one of the path. Its sleep set starts at the mark.
    fn enter(&mut self, fingerprint: u128, asleep: ThreadSet, sleep: SleepMark, wakeup: Vec<Branch>) {
        let depth = self.path.frames.len();
        let (node, new) = if self.strategy.stateful {
            self.visited.enter(fingerprint, asleep)
        } else {
            self.strategy.note(fingerprint);
            (0, true)
        };
        if new && !self.collector.admit(depth) {
            return;
        }
        self.system.choices(&mut self.here);
        self.run.reserve_threads(self.system.thread_count() as usize);
        let enabled: ThreadSet = self.here.iter().map(|it| it.thread).collect();
        let (first, count) = (self.path.choices.len(), self.here.len());
        let mut is_cut = false;
        if count == 0 {
            self.end();
        } else if self.collector.is_cut(depth) {
            is_cut = true;
        } else {
            self.path.choices.extend_from_slice(&self.here);
        }
        let (blocked, summary) = self.order_blocked(enabled);
        // What the last thread that is left does is a step of another kind, which may go on for ever: it never sleeps
        // on the ground that it was explored when there were others.
        let is_alone = !self.strategy.optimal && blocked.is_empty() && enabled.len() == 1;
        let asleep = if is_alone { asleep.without(enabled) } else { asleep };
        self.stats.redundant += u64::from(count > 0 && enabled.without(asleep).is_empty());
        if self.strategy.optimal && wakeup.is_empty() && !(enabled & asleep).is_empty() {
            self.diverge();
        }
        if count > 1 {
            self.system.mark();
        }
        let enabled = if is_cut { ThreadSet::EMPTY } else { enabled };
        self.path.frames.push(Frame {
            fingerprint,
            node,
            first,
            next: first,
            sleep,
            threads: Threads { enabled, blocked, done: ThreadSet::EMPTY, asleep },
            wakeup,
            branch: Explored::default(),
            summary,
            marked: count > 1,
            left: false,
            moved: false,
            cyclic: false,
            again: false,
        });
    }

    /// The current state has no choices.
    fn end(&mut self) {
        self.stats.executions += 1;
        match self.here.take_end() {
            None => self.collector.stats.ended += 1,
            Some(violation) => self.violated(*violation),
        }
    }

    /// Orders the steps that threads are blocked at in the current state, which they might not have been: what blocks
    /// them races with these steps. Which threads they are, and what they touch.
    fn order_blocked(&mut self, enabled: ThreadSet) -> (ThreadSet, Summary) {
        let (mut blocked, mut summary) = (ThreadSet::EMPTY, Summary::NOTHING);
        let before = self.path.frames.last().map_or(ThreadSet::EMPTY, |it| it.threads.blocked);
        let mut accesses = std::mem::take(&mut self.last.accesses);
        for thread in (0..self.system.thread_count().min(MOST_THREADS)).map(ThreadId) {
            accesses.clear();
            if enabled.contains(thread) || !self.system.blocked_on(thread, &mut accesses) {
                continue;
            }
            blocked.insert(thread);
            if self.strategy.stateful {
                summary = self.summaries.with(summary, thread, &accesses);
            }
            let Some(step) = self.run.len().checked_sub(1) else { continue };
            let last = self.run.accesses(step);
            let is_news = !before.contains(thread)
                || accesses.iter().any(|it| last.iter().any(|last| it.conflicts(last)));
            if is_news {
                self.run.order(thread, &accesses, &mut self.next);
                let choice = Choice { thread, alternative: 0 };
                if self.strategy.optimal {
                    let at = self.run.len();
                    self.blocked_steps.push(BlockedStep::new(choice, at, &self.next, &accesses));
                } else {
                    self.reverse_next(choice, &accesses);
                }
            }
        }
        self.last.accesses = accesses;
        (blocked, summary)
    }

    /// The path's states from an open one on are on a cycle: nothing is left out in them.
    fn close_cycle(&mut self, root: u32) {
        for frame in self.path.frames.iter_mut().rev().take_while(|it| it.node >= root) {
            if frame.cyclic {
                continue;
            }
            frame.cyclic = true;
            self.stats.cyclic += 1;
            // What was explored with a sleep set is explored again without one. A state with one choice had none.
            frame.again = frame.marked;
            (frame.threads.done, frame.threads.asleep) = (ThreadSet::EMPTY, ThreadSet::EMPTY);
            self.visited.wake_all(frame.fingerprint);
        }
    }

    /// Removes the path's last state, in which everything was explored.
    fn leave(&mut self) {
        if self.strategy.optimal && !self.path.last().moved {
            self.reverse_all();
            if self.strategy.restart {
                return;
            }
        }
        let frame = self.path.frames.pop().expect("the caller saw it");
        if self.strategy.stateful && self.visited.leave(frame.node, frame.summary) && frame.cyclic {
            // What other states of the cycle lead to was not known when they were met.
            self.reverse_summary(frame.summary);
        }
        if frame.marked {
            self.system.forget();
        }
        self.path.choices.truncate(frame.first);
        self.sleep.truncate(frame.sleep);
        if let Some(last) = self.path.frames.len().checked_sub(1) {
            self.step_back(self.path.taken(last), frame.summary);
        }
    }

    /// The search is over, and the system in its initial state again.
    fn close(mut self) -> (SearchResult, DporStats) {
        let position = self.position();
        for _ in self.path.frames.iter().filter(|it| it.marked) {
            self.system.forget();
        }
        self.system.track(false);
        self.system.rewind();
        self.system.forget();
        self.stats.stateful = self.strategy.stateful;
        (self.collector.close(&position, &self.visited), self.stats)
    }

    #[cold]
    fn position(&self) -> Position {
        let frames = &self.path.frames;
        let branches = |frame: &Frame| {
            let done = frame.threads.done.len();
            (done, done + 1 + frame.wakeup.len())
        };
        let own = self.path.bytes()
            + self.sleep.bytes()
            + self.summaries.bytes()
            + self.run.bytes()
            + self.strategy.bytes();
        Position {
            depth: frames.len(),
            visited: crate::store::Visited::bytes(&self.visited),
            frontier: frames.iter().filter(|it| !it.wakeup.is_empty()).count(),
            bytes: self.system.host_bytes() + own,
            share: Some(share_done(frames.iter().map(branches))),
        }
    }
}
