//! Whether the product of a system and an automaton has an accepting run, on the fly (Couvreur: On-the-fly
//! verification of linear temporal logic, FM 1999; Gaiser, Schwoon: Comparison of algorithms for checking emptiness on
//! Büchi automata, 2009).
//!
//! The search is depth-first and builds strongly connected components as it goes. States that may still be in a
//! component with states of the path are *live*; they lie on a stack, in the order in which they were met. The path's
//! components are a second stack: where each begins among the live states, the marks of the steps inside of it, and
//! those of the step that led to it. A step back to a live state joins all components from that state's on. If one
//! then has all marks, a cycle through it is accepting, and the search ends. When the search leaves the state that a
//! component begins with, nothing leads from it to an earlier live state: its states are dead, and no step into them
//! matters ever after, so each state is expanded once.
//!
//! *It finds an accepting run if there is one.* An accepting run stays in one strongly connected component from some
//! point on, and passes all marks there. The search meets all states that can be reached, and all steps between them,
//! before it ends otherwise; at the latest when the last step of the component is met, the component is complete on
//! the stack, and has its marks. With limits, obstacles or cut branches this does not hold, and the result says so.
//!
//! With fairness, every thread must take steps on a cycle. So the choices of a state are tried in turn: those of the
//! threads behind the one that took the last step come first. Otherwise the search would go through all that the first
//! threads can do among themselves before another one takes its first step.
//!
//! With strong fairness, marks are those of the automaton, and the component is looked at when it is complete
//! (`streett`): until then its steps are kept.
//!
//! # Reduction
//!
//! Where the plan asks for it, a state is first expanded with its ample choices only. The others are tried as well if
//! one of these steps leads back to a state of the path, or nowhere. So every cycle has a state that is expanded fully,
//! as [`crate::dfs`] argues for a single worker. A component can then lack steps that the product has, and so can a
//! cycle in it; but of the accepting runs of each class of equal ones there is one left.

use super::fairness::{Fairness, MOST_THREADS, Marks, ThreadSet};
use super::lasso::{self, Target};
use super::product::{Product, violation};
use super::streett;
use crate::collector::{Collector, Position};
use crate::plan::Plan;
use crate::walk::Nothing;
use gmc_model::{
    Choice, Choices, Finding, Gap, HostMemory as _, Labelled, Obstacle, Random, SearchResult, Step, Stopped,
    System, ThreadId,
};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Searches for a run of the system that violates the property and that counts. The product is in its initial state
/// again afterwards.
///
/// Traces of findings are choices of the system; one that repeats the last state for ever has its lap at its end.
///
/// With a seed, the choices of each state are tried in a random order: what is found may differ, whether there is
/// something to find does not.
pub fn emptiness<S: Labelled>(
    product: &mut Product<S>,
    fairness: Fairness,
    seed: Option<u64>,
    plan: Plan<'_>,
) -> SearchResult {
    product.mark();
    let mut search = Search {
        fairness,
        random: seed.map(Random::new),
        required: Marks::required(fairness, product.property().negation.all_sets().0, ThreadSet::default()),
        product,
        here: Choices::reducing(plan.reduce),
        collector: Collector::new(plan),
        frames: Vec::new(),
        open: 0,
        choices: Vec::new(),
        states: HashMap::default(),
        positions: Vec::new(),
        live: Vec::new(),
        components: Vec::new(),
        steps: Vec::new(),
        found: None,
    };
    let initial = search.product.fingerprint();
    search.enter(initial, Marks::default());
    search.run();
    search.close()
}

/// A fingerprint as a key: in two halves, so that an entry of the table takes 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key(u64, u64);

impl Key {
    fn new(fingerprint: u128) -> Key {
        Key(fingerprint as u64, (fingerprint >> 64) as u64)
    }

    fn fingerprint(self) -> u128 {
        u128::from(self.0) | u128::from(self.1) << 64
    }
}

/// Fingerprints are hashes already.
#[derive(Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 ^= number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A state of the product, numbered in the order in which states are met.
type Number = u32;

/// The position of states that are not live any more.
const DEAD: u32 = u32::MAX;

/// A state of the path.
struct Frame {
    /// Its choices start here.
    first: usize,
    /// How many of them were tried.
    next: usize,
    /// How many of them are to be tried: the ample ones, which come first, or all.
    until: usize,
    number: Number,
    enabled: ThreadSet,
    marked: bool,
}

/// A component of the path.
struct Component {
    /// The position of its first state among the live ones.
    first: u32,
    /// The marks of the steps inside.
    inside: Marks,
    /// The marks of the step that leads to it from the component before.
    before: Marks,
}

/// A step between live states, where they are kept.
#[derive(Clone, Copy)]
pub(super) struct KeptStep {
    pub(super) from: Number,
    pub(super) to: Number,
    /// The automaton's acceptance sets that it is in.
    pub(super) acceptance: u64,
    /// The thread that takes it.
    pub(super) moved: ThreadSet,
    pub(super) enabled: ThreadSet,
}

struct Search<'a, 'b, S> {
    product: &'a mut Product<S>,
    fairness: Fairness,
    /// Draws the order of choices, if it is drawn.
    random: Option<Random>,
    required: Marks,
    collector: Collector<'b>,
    here: Choices,
    frames: Vec<Frame>,
    /// How many of them have a mark.
    open: usize,
    choices: Vec<Choice>,
    states: HashMap<Key, Number, BuildHasherDefault<Fold>>,
    /// Where each state is among the live ones.
    positions: Vec<u32>,
    live: Vec<Number>,
    components: Vec<Component>,
    /// With strong fairness: the steps between live states.
    steps: Vec<KeptStep>,
    /// States through all of which an accepting cycle goes, and what it must pass.
    found: Option<(Vec<Number>, Marks)>,
}

impl<S: Labelled> Search<'_, '_, S> {
    fn run(&mut self) {
        while let Some(frame) = self.frames.last()
            && self.collector.stopped.is_none()
        {
            if frame.next < frame.until { self.advance() } else { self.leave() }
        }
    }

    /// The current state is new, and the step to it has these marks.
    fn enter(&mut self, fingerprint: u128, marks: Marks) {
        let depth = self.frames.len();
        if !self.collector.admit(depth) {
            return;
        }
        let number = self.positions.len() as Number;
        if number == DEAD {
            self.collector.stopped = Some(Stopped::States);
            return;
        }
        self.states.insert(Key::new(fingerprint), number);
        self.positions.push(DEAD);
        self.product.choices(&mut self.here);
        if let Some(&thread) = self.here.iter().map(|it| &it.thread).find(|it| self.is_too_many(**it)) {
            self.collector.hindered(too_many_threads(thread));
            return;
        }
        if self.here.is_empty() {
            match self.here.take_end() {
                None => self.collector.stats.ended += 1,
                Some(violation) => {
                    let (frames, choices, product) = (&self.frames, &self.choices, &self.product);
                    self.collector.violated(*violation, depth, || product.decoded(&path(frames, choices)));
                }
            }
            return;
        }
        if self.collector.is_cut(depth) {
            return;
        }
        let position = self.live.len() as u32;
        self.positions[number as usize] = position;
        self.live.push(number);
        self.components.push(Component { first: position, inside: Marks::default(), before: marks });
        let first = self.choices.len();
        let until = self.here.bring_ample_first();
        self.choices.extend_from_slice(&self.here);
        let last = self.frames.last().map(|it| self.choices[it.first + it.next - 1].thread);
        let (ample, others) = self.choices[first..].split_at_mut(until);
        for part in [ample, others] {
            match (&mut self.random, last) {
                (Some(random), _) => shuffle(part, random),
                (None, Some(last)) if self.fairness != Fairness::None => take_turns(part, last),
                (None, _) => {}
            }
        }
        let enabled = self.product.enabled();
        self.frames.push(Frame { first, next: 0, until, number, enabled, marked: false });
    }

    fn is_too_many(&self, thread: ThreadId) -> bool {
        self.fairness != Fairness::None && thread != super::STUTTER && thread.0 >= MOST_THREADS
    }

    /// Tries the next choice of the path's last state.
    fn advance(&mut self) {
        if self.collector.is_look_due() {
            let position = self.position();
            self.collector.look(&position);
            if self.collector.stopped.is_some() {
                return;
            }
        }
        self.collector.stats.transitions += 1;
        let frame = self.frames.last_mut().expect("the caller saw it");
        let at = frame.first + frame.next;
        let (choice, from, enabled) = (self.choices[at], frame.number, frame.enabled);
        let is_last = at + 1 == self.choices.len();
        if frame.next > 0 {
            self.product.rewind();
            if is_last {
                self.product.forget();
                frame.marked = false;
                self.open -= 1;
            }
        } else if !is_last {
            self.product.mark();
            frame.marked = true;
            self.open += 1;
        }
        frame.next += 1;
        match self.product.step(choice) {
            Step::Moved { .. } => {
                let marks = self.product.marks_of(self.fairness, choice, enabled);
                return self.arrive(from, marks, enabled);
            }
            Step::Pruned => self.collector.stats.pruned += 1,
            Step::Violated(violation) => {
                let (frames, choices, product) = (&self.frames, &self.choices, &self.product);
                self.collector.violated(*violation, frames.len(), || product.decoded(&path(frames, choices)));
            }
            Step::Unknown(obstacle) => self.collector.hindered(*obstacle),
            Step::Stopped(why) => {
                self.collector.stats.transitions -= 1;
                self.collector.stopped = Some(why);
            }
        }
        self.expand_fully();
    }

    /// The ample choices of the path's last state do not suffice.
    fn expand_fully(&mut self) {
        let frame = self.frames.last_mut().expect("a step was tried from it");
        frame.until = self.choices.len() - frame.first;
    }

    /// Whether only the ample choices of the path's last state are to be tried, so far.
    fn is_partly_expanded(&self) -> bool {
        let frame = self.frames.last().expect("a step was tried from it");
        frame.first + frame.until < self.choices.len()
    }

    /// Whether a state is on the path, whose states have numbers that grow.
    fn is_on_path(&self, number: Number) -> bool {
        self.frames.binary_search_by_key(&number, |it| it.number).is_ok()
    }

    /// The last ample choice of the path's last state has led to a new state: the others need not be tried.
    fn do_with_ample(&mut self) {
        let is_partly_expanded = self.is_partly_expanded();
        let frame = self.frames.last_mut().expect("a step was tried from it");
        if frame.next == frame.until && is_partly_expanded {
            self.product.forget();
            frame.marked = false;
            self.open -= 1;
            self.collector.stats.reduced += 1;
            self.choices[frame.first] = self.choices[frame.first + frame.next - 1];
            self.choices.truncate(frame.first + 1);
            (frame.next, frame.until) = (1, 1);
        }
    }

    /// A step from the path's last state has led to the current one.
    fn arrive(&mut self, from: Number, marks: Marks, enabled: ThreadSet) {
        let fingerprint = self.product.fingerprint();
        let Some(&to) = self.states.get(&Key::new(fingerprint)) else {
            let to = self.positions.len() as Number;
            self.do_with_ample();
            self.enter(fingerprint, marks);
            return self.keep(from, to, marks, enabled);
        };
        self.collector.stats.revisited += 1;
        if self.is_partly_expanded() && self.is_on_path(to) {
            self.expand_fully();
        }
        let position = self.positions[to as usize];
        if position == DEAD {
            return;
        }
        self.keep(from, to, marks, enabled);
        let mut inside = marks.0;
        while let Some(last) = self.components.last()
            && last.first > position
        {
            inside |= last.inside.0 | last.before.0;
            self.components.pop();
        }
        let component = self.components.last_mut().expect("a live state is in a component of the path");
        component.inside.0 |= inside;
        if self.fairness != Fairness::Strong && component.inside.has_all(self.required) {
            let states = self.live[component.first as usize..].to_vec();
            self.found = Some((states, self.required));
            self.collector.stopped = Some(Stopped::Violation);
        }
    }

    fn keep(&mut self, from: Number, to: Number, marks: Marks, enabled: ThreadSet) {
        if self.fairness == Fairness::Strong {
            let (acceptance, moved) = (marks.automaton(), marks.threads());
            self.steps.push(KeptStep { from, to, acceptance, moved, enabled });
        }
    }

    /// The path's last state has no choices left.
    fn leave(&mut self) {
        let frame = self.frames.pop().expect("the caller saw it");
        if frame.marked {
            self.product.forget();
            self.open -= 1;
        }
        self.choices.truncate(frame.first);
        let position = self.positions[frame.number as usize];
        if self.components.last().is_none_or(|it| it.first != position) {
            return;
        }
        let component = self.components.pop().expect("seen above");
        if self.fairness == Fairness::Strong {
            self.judge(&component);
        }
        for number in self.live.drain(position as usize..) {
            self.positions[number as usize] = DEAD;
        }
    }

    /// Looks for a strongly fair accepting cycle in a component that is complete.
    fn judge(&mut self, component: &Component) {
        let is_inside = |number: Number| {
            let position = self.positions[number as usize];
            position != DEAD && position >= component.first
        };
        // Steps from states of the component were kept after all others that are still there.
        let first = self.steps.iter().rposition(|it| !is_inside(it.from)).map_or(0, |it| it + 1);
        let automaton = self.product.property().negation.all_sets().0;
        if component.inside.automaton() & automaton != automaton {
            self.steps.truncate(first);
            return;
        }
        let steps: Vec<KeptStep> = self.steps.drain(first..).filter(|it| is_inside(it.to)).collect();
        if let Some((states, enabled)) = streett::fair_part(steps, automaton) {
            self.found = Some((states, Marks::required(self.fairness, automaton, enabled)));
            self.collector.stopped = Some(Stopped::Violation);
        }
    }

    fn position(&self) -> Position {
        let own = self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.components.capacity() * size_of::<Component>()
            + self.steps.capacity() * size_of::<KeptStep>();
        let table = self.states.capacity() * (size_of::<(Key, Number)>() + 1);
        Position {
            depth: self.frames.len(),
            frontier: self.open,
            bytes: self.product.host_bytes() + own,
            visited: table + (self.positions.capacity() + self.live.capacity()) * size_of::<u32>(),
            share: None,
        }
    }

    /// The search is over, and the product in its initial state again.
    fn close(mut self) -> SearchResult {
        let stem = path(&self.frames, &self.choices);
        let position = self.position();
        for _ in 0..self.open {
            self.product.forget();
        }
        self.product.rewind();
        self.product.forget();
        let is_found = self.found.is_some();
        let found = self.found.take().and_then(|(states, required)| {
            let mut inside = vec![false; self.positions.len()];
            states.iter().for_each(|it| inside[*it as usize] = true);
            let numbers = self.states.iter().filter(|(_, number)| inside[**number as usize]);
            let states = numbers.map(|(key, _)| key.fingerprint()).collect();
            let most = self.states.len();
            let target = Target { states, required, fairness: self.fairness };
            self.states = HashMap::default();
            lasso::shortest(self.product, &target, &stem, most)
        });
        let is_lost = is_found && found.is_none();
        let finding = found.map(|lasso| {
            let (mut trace, cycle) = (self.product.decoded(&lasso.stem), self.product.decoded(&lasso.cycle));
            let lap = trace.len();
            let thread = cycle.first().or(trace.last()).map_or(ThreadId::FIRST, |it| it.thread);
            trace.extend(cycle);
            let violation = violation(self.product.property(), thread);
            Finding { violation, trace, lap: Some(lap), count: 1, property: None }
        });
        let mut result = self.collector.close(&position, &Nothing);
        result.findings.extend(finding);
        if is_lost {
            let what = "an accepting component was found, and no cycle in it".to_owned();
            result.left_out.push(Gap::Internal { what });
        }
        result
    }
}

/// Puts the choices of the threads behind this one before the others.
fn take_turns(choices: &mut [Choice], last: ThreadId) {
    if let Some(at) = choices.iter().position(|it| it.thread > last) {
        choices.rotate_left(at);
    }
}

/// Puts choices into a random order (Fisher, Yates).
fn shuffle(choices: &mut [Choice], random: &mut Random) {
    for last in (1..choices.len()).rev() {
        choices.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// The choices that lead along the path.
fn path(frames: &[Frame], choices: &[Choice]) -> Vec<Choice> {
    frames.iter().filter(|it| it.next > 0).map(|it| choices[it.first + it.next - 1]).collect()
}

fn too_many_threads(thread: ThreadId) -> Obstacle {
    let what = format!(
        "thread {thread}: fairness tells {MOST_THREADS} threads apart (--fairness none does without)"
    );
    Obstacle { what, location: None }
}
