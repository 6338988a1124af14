//! Random lassos: whether a random run of the product violates a property (Grosu, Smolka: Monte Carlo model checking,
//! TACAS 2005).
//!
//! A sample is a walk that draws one of each state's choices, all alike unless [`Weights`] say otherwise, until it
//! comes back to a state of its own: a lasso. It is a hit if its cycle is accepting and fair, or if the walk meets an
//! error on the way. A walk remembers nothing but its own states, so programs of any size can be sampled.
//!
//! Let p be the probability that a sample is a hit. If M = ⌈ln δ / ln(1 − ε)⌉ samples have no hit, then p < ε with
//! confidence 1 − δ: were p ≥ ε, M samples without a hit had a probability of at most (1 − ε)^M ≤ δ. Nothing is said
//! about how likely the program itself does anything: p is about this way to draw runs.
//!
//! A walk that cannot be followed to its end, because of a limit or of something that is not modelled, may be a hit. So
//! the bound is that of as many hits as there are such walks, and so is the upper end of an interval.
//!
//! For an estimate of p, all samples are drawn, and the interval is that of Clopper and Pearson (The use of confidence
//! or fiducial limits, Biometrika 1934), which contains p with probability 1 − δ or more for every p.
//!
//! Samples are numbered, and each has random numbers of its own: what a sample is depends on its number and on
//! [`Lassos::seed`] alone, not on which worker draws it.

use super::fairness::{Fairness, Marks, ThreadSet};
use super::product::{Product, STUTTER, violation};
use super::weights::{Drawing, Weights};
use crate::collector::{Collector, Position};
use crate::plan::Plan;
use crate::walk::Nothing;
use gmc_model::{
    Choice, Choices, Finding, HostMemory as _, Labelled, Random, SearchResult, Step, Stopped, System,
    ThreadId,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which lassos are drawn. Workers share this value.
#[derive(Debug)]
pub struct Lassos {
    /// So many samples.
    pub samples: u64,
    /// Of the random numbers.
    pub seed: u64,
    /// Which cycles count.
    pub fairness: Fairness,
    /// How likely choices are.
    pub weights: Weights,
    /// Go on after hits, to estimate how likely they are.
    pub estimate: bool,
    /// The next sample's number.
    next: AtomicU64,
    /// The number of the first sample that is a hit, or more than all.
    first_hit: AtomicU64,
    hits: AtomicU64,
    unfinished: AtomicU64,
    drawn: AtomicU64,
}

/// What was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LassoStats {
    /// Samples drawn.
    pub drawn: u64,
    /// How many of them were hits.
    pub hits: u64,
    /// How many of them were not followed to their end: they may be hits, too.
    pub unfinished: u64,
}

/// What a sample is.
enum Sample {
    Hit(Box<Finding>),
    Miss,
    Unfinished,
}

/// An interval that contains a probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// At least this.
    pub low: f64,
    /// At most this.
    pub high: f64,
}

/// How many samples without a hit say that hits have a probability below ε, with confidence 1 − δ.
pub fn samples_for(epsilon: f64, delta: f64) -> u64 {
    (delta.ln() / (-epsilon).ln_1p()).ceil().max(1.0) as u64
}

impl LassoStats {
    /// The probability below which hits are after these samples, with confidence 1 − δ.
    pub fn bound(self, delta: f64) -> f64 {
        if self.drawn > 0 && self.hits + self.unfinished == 0 {
            return -(delta.ln() / self.drawn as f64).exp_m1();
        }
        self.at_most(delta)
    }

    /// An interval that contains the probability of a hit with probability 1 − δ or more.
    pub fn interval(self, delta: f64) -> Interval {
        let (hits, drawn) = (self.hits as f64, self.drawn as f64);
        // The probability of k hits or more among n is I_p(k, n − k + 1).
        let low =
            if self.hits == 0 { 0.0 } else { solve(&|p| beta(p, hits, drawn - hits + 1.0) < delta / 2.0) };
        Interval { low, high: self.at_most(delta / 2.0) }
    }

    /// What the probability of a hit exceeds with probability δ at most, whatever the unfinished samples are.
    fn at_most(self, delta: f64) -> f64 {
        let hits = self.hits + self.unfinished;
        if hits >= self.drawn {
            return 1.0;
        }
        let (hits, drawn) = (hits as f64, self.drawn as f64);
        solve(&|p| 1.0 - beta(p, hits + 1.0, drawn - hits) > delta)
    }
}

/// Where between 0 and 1 a condition ends that holds below.
fn solve(is_low: &dyn Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if is_low(middle) { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

impl Lassos {
    /// Draws so many samples.
    pub fn new(samples: u64, seed: u64, fairness: Fairness, estimate: bool) -> Lassos {
        let (next, hits, unfinished, drawn) = Default::default();
        let (weights, first_hit) = (Weights::Uniform, AtomicU64::new(u64::MAX));
        Lassos { samples, seed, fairness, weights, estimate, next, first_hit, hits, unfinished, drawn }
    }

    /// What all workers have drawn.
    pub fn stats(&self) -> LassoStats {
        let all = [&self.drawn, &self.hits, &self.unfinished];
        let [drawn, hits, unfinished] = all.map(|it| it.load(Ordering::Relaxed));
        LassoStats { drawn, hits, unfinished }
    }

    /// The next sample to draw. Samples after the first hit are of no interest, unless all are.
    fn next(&self) -> Option<u64> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let is_late = !self.estimate && next > self.first_hit.load(Ordering::Relaxed);
        (next < self.samples && !is_late).then_some(next)
    }
}

/// Draws samples until there are no more to draw; other workers may do the same with other products. Only the worker
/// with the first hit has a finding. The product is in its initial state again afterwards.
pub fn lassos<S: Labelled>(product: &mut Product<S>, plan: &Lassos, limits: Plan<'_>) -> SearchResult {
    let automaton = product.property().negation.all_sets().0;
    let mut walk = Walk {
        product,
        collector: Collector::new(limits),
        fairness: plan.fairness,
        automaton,
        open: Choices::new(),
        drawing: Drawing::new(plan.weights),
        depths: HashMap::new(),
        steps: Vec::new(),
    };
    walk.product.mark();
    let mut best: Option<(u64, Finding)> = None;
    while walk.collector.stopped.is_none()
        && let Some(number) = plan.next()
    {
        // Numbers of neighbouring samples have nothing in common.
        let mut random = Random::new(Random::new(plan.seed ^ number.rotate_left(32)).draw());
        let sample = walk.sample(&mut random);
        walk.product.rewind();
        if walk.collector.stopped.is_some() {
            break;
        }
        plan.drawn.fetch_add(1, Ordering::Relaxed);
        match sample {
            Sample::Miss => {}
            Sample::Unfinished => {
                plan.unfinished.fetch_add(1, Ordering::Relaxed);
            }
            Sample::Hit(finding) => {
                plan.hits.fetch_add(1, Ordering::Relaxed);
                let first = plan.first_hit.fetch_min(number, Ordering::Relaxed);
                if number < first && best.as_ref().is_none_or(|it| number < it.0) {
                    best = Some((number, *finding));
                }
            }
        }
    }
    walk.product.forget();
    let is_first = |number: u64| number == plan.first_hit.load(Ordering::Relaxed);
    let finding = best.filter(|it| is_first(it.0)).map(|it| it.1);
    let is_hit = !plan.estimate && plan.hits.load(Ordering::Relaxed) > 0;
    let ended = if is_hit { Stopped::Violation } else { Stopped::Lassos };
    walk.collector.stopped = walk.collector.stopped.or(Some(ended));
    let position = walk.position();
    let mut result = walk.collector.close(&position, &Nothing);
    result.findings.extend(finding);
    result
}

/// A step of a walk.
#[derive(Clone, Copy)]
struct Taken {
    choice: Choice,
    marks: Marks,
    enabled: ThreadSet,
}

struct Walk<'a, 'b, S> {
    product: &'a mut Product<S>,
    collector: Collector<'b>,
    fairness: Fairness,
    automaton: u64,
    open: Choices,
    drawing: Drawing,
    /// Where on the walk each of its states is.
    depths: HashMap<u128, usize>,
    steps: Vec<Taken>,
}

impl<S: Labelled> Walk<'_, '_, S> {
    /// Draws a lasso.
    fn sample(&mut self, random: &mut Random) -> Sample {
        self.drawing.begin();
        self.depths.clear();
        self.steps.clear();
        loop {
            if self.collector.is_look_due() {
                let position = self.position();
                self.collector.look(&position);
            }
            let depth = self.steps.len();
            if self.collector.stopped.is_some() {
                return Sample::Unfinished;
            }
            if let Some(first) = self.depths.insert(self.product.fingerprint(), depth) {
                return if self.is_accepting(first) {
                    Sample::Hit(Box::new(self.finding(first)))
                } else {
                    Sample::Miss
                };
            }
            if !self.collector.admit(depth) {
                return Sample::Unfinished;
            }
            self.product.choices(&mut self.open);
            if self.open.is_empty() {
                let violation = self.open.take_end();
                self.collector.stats.ended += u64::from(violation.is_none());
                return violation.map_or(Sample::Miss, |it| Sample::Hit(Box::new(self.error(*it))));
            }
            if self.collector.is_cut(depth) {
                return Sample::Unfinished;
            }
            let system = self.product.inner();
            let choice = self.drawing.draw(&self.open, random, |thread| system.standing(thread));
            let enabled = self.product.enabled();
            self.collector.stats.transitions += 1;
            let step = self.product.step(choice);
            let marks = self.product.marks_of(self.fairness, choice, enabled);
            self.steps.push(Taken { choice, marks, enabled });
            match step {
                Step::Moved { .. } => {}
                Step::Pruned => {
                    self.collector.stats.pruned += 1;
                    return Sample::Miss;
                }
                Step::Violated(violation) => return Sample::Hit(Box::new(self.error(*violation))),
                Step::Unknown(obstacle) => {
                    self.collector.hindered(*obstacle);
                    return Sample::Unfinished;
                }
                Step::Stopped(why) => {
                    self.collector.stopped = Some(why);
                    return Sample::Unfinished;
                }
            }
        }
    }

    /// Whether the cycle that begins with this step is accepting and fair.
    fn is_accepting(&self, first: usize) -> bool {
        let cycle = &self.steps[first..];
        let marks = Marks(cycle.iter().fold(0, |sum, it| sum | it.marks.0));
        let enabled = ThreadSet(cycle.iter().fold(0, |sum, it| sum | it.enabled.0));
        marks.has_all(Marks::required(self.fairness, self.automaton, enabled))
    }

    fn choices(&self, steps: &[Taken]) -> Vec<Choice> {
        let choices: Vec<Choice> = steps.iter().map(|it| it.choice).collect();
        self.product.decoded(&choices)
    }

    fn finding(&self, first: usize) -> Finding {
        let (stem, cycle) = self.steps.split_at(first);
        let mut trace = self.choices(stem);
        let lap = trace.len();
        trace.extend(self.choices(cycle));
        let thread = self.steps.iter().rev().map(|it| it.choice.thread).find(|it| *it != STUTTER);
        let violation = violation(self.product.property(), thread.unwrap_or(ThreadId::FIRST));
        Finding { violation, trace, lap: Some(lap), count: 1, property: None }
    }

    fn error(&self, violation: gmc_model::Violation) -> Finding {
        Finding { violation, trace: self.choices(&self.steps), lap: None, count: 1, property: None }
    }

    fn position(&self) -> Position {
        let own =
            self.steps.capacity() * size_of::<Taken>() + self.depths.capacity() * size_of::<(u128, usize)>();
        let bytes = self.product.host_bytes() + own;
        Position { depth: self.steps.len(), frontier: 0, bytes, visited: 0, share: None }
    }
}

/// The regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    const TINY: f64 = 1e-300;
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let bounded = |it: f64| if it.abs() < TINY { TINY } else { it };
    let mut d = 1.0 / bounded(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut sum) = (1.0, d);
    for m in 1..10_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / bounded(1.0 + even * d);
        c = bounded(1.0 + even / c);
        sum *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / bounded(1.0 + odd * d);
        c = bounded(1.0 + odd / c);
        sum *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * sum
}

/// The logarithm of the gamma function (Lanczos).
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        0.001_208_650_973_866_179,
        -0.000_005_395_239_384_953,
    ];
    let base = x + 5.5 - (x + 0.5) * (x + 5.5).ln();
    let (sum, _) =
        COEFFICIENTS.iter().fold((1.000_000_000_190_015, x), |(sum, y), it| (sum + it / (y + 1.0), y + 1.0));
    -base + (2.506_628_274_631_000_5 * sum / x).ln()
}
