//! What a search is: one value that the command fills in and engines obey.

use crate::capability::Engine;
use crate::checkpoint::CheckpointFile;
use gmc_explore::{Abstraction, Walks, Weights, samples_for};
use gmc_model::ContextBound;
use serde::{Serialize, Serializer};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// What a search is.
#[derive(Clone, Debug, Serialize)]
pub struct Search {
    /// The engine that is asked for. None: the one that suits the rest.
    pub engine: Option<Engine>,
    /// Why this engine, in a clause for the report.
    pub engine_reason: &'static str,
    /// What makes a state come first in a best-first search.
    pub score: Option<Score>,
    /// The line that a best-first search tries to get to.
    pub target: Option<Target>,
    /// What random runs are drawn.
    #[serde(skip)]
    pub walks: WalkOptions,
    /// Workers.
    pub workers: NonZeroUsize,
    /// What several workers find is looked for again by one.
    pub deterministic: bool,
    /// Go on after the first violation.
    pub all: bool,
    /// How visited states are remembered.
    pub store: Store,
    /// What may be left out because it makes no difference.
    pub reductions: Reductions,
    /// What is given up so that the search gets further.
    pub bounds: Bounds,
    /// When to give up.
    pub budget: Budget,
    /// What is asked that not every search can answer.
    pub asked: Asked,
    /// Claims of the machine are compared with what it does, in one state of so many.
    pub audit: Option<NonZeroU64>,
    /// The file in which the search is kept.
    #[serde(skip)]
    pub checkpoint: Option<CheckpointFile>,
}

/// What is given up so that the search gets further: runs that it does not follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The most changes from one thread to another in a run.
    #[serde(serialize_with = "serialize_bound")]
    pub context: Option<ContextBound>,
    /// What may happen along a run, and how often.
    pub limits: Vec<Limit>,
    /// Threads are interrupted only where the handler of an event is over.
    pub handlers: bool,
    /// States with equal abstract states are taken for one.
    pub abstract_identity: bool,
}

/// A limit of what may happen along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// What it is about.
    pub kind: LimitKind,
    /// The variable, or the functions, as the user names them.
    pub name: String,
    /// So often.
    pub most: u32,
}

/// What a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum LimitKind {
    /// Different values of a variable.
    Values,
    /// Calls.
    Calls,
}

/// What is asked that not every search can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// A property is evaluated in every state (an invariant), so none may be left out.
    pub every_state: bool,
    /// Temporal properties.
    pub formulas: bool,
    /// Parts of variables are ignored when states are compared.
    pub ignores: bool,
    /// A short search finds more to ignore.
    pub slices: bool,
}

/// What is asked of samples. None: what is usual.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampleOptions {
    /// The probability that violations shall be below.
    pub epsilon: Option<f64>,
    /// One minus the confidence.
    pub delta: Option<f64>,
    /// How likely choices are.
    pub weights: Option<Weights>,
    /// Draw all samples, and estimate the probability.
    pub estimate: bool,
}

impl SampleOptions {
    /// The probability that violations shall be below.
    pub fn epsilon(self) -> f64 {
        self.epsilon.unwrap_or(0.001)
    }

    /// One minus the confidence.
    pub fn delta(self) -> f64 {
        self.delta.unwrap_or(0.01)
    }

    /// How many samples are drawn.
    pub fn count(self) -> u64 {
        samples_for(self.epsilon(), self.delta())
    }
}

/// What is asked of random runs. None: what is usual.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WalkOptions {
    /// So many runs.
    pub runs: Option<u64>,
    /// How many steps must come in one order.
    pub orders: Option<u32>,
    /// Of the random numbers.
    pub seed: Option<u64>,
    /// Of random lassos.
    pub samples: SampleOptions,
}

impl WalkOptions {
    /// The runs that are drawn.
    pub fn walks(self) -> Walks {
        let WalkOptions { runs, orders, seed, .. } = self;
        Walks { runs: runs.unwrap_or(1000), orders: orders.unwrap_or(3), seed: seed.unwrap_or(1) }
    }
}

/// How visited states are remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Store {
    /// Eight bytes of each fingerprint.
    Fingerprints64,
    /// Sixteen bytes.
    Fingerprints128,
    /// Whole states, compressed.
    Exact,
    /// A table of this many bytes, in which states share bits.
    Bitstate(u64),
    /// Sixteen bytes, in files of this directory when they are many.
    Disk(PathBuf),
}

impl Store {
    /// The greater, the less memory a state takes.
    fn thrift(&self) -> u8 {
        match self {
            Store::Exact => 0,
            Store::Fingerprints128 => 1,
            Store::Fingerprints64 => 2,
            Store::Disk(_) => 3,
            Store::Bitstate(_) => 4,
        }
    }
}

/// What a search of all states may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reductions {
    /// Orders of steps, where an ample set suffices. Without this there is none of the others.
    pub ample: bool,
    /// Ample sets rely on variables that are only read, used by one thread, or with a lock held.
    pub data: bool,
    /// Ample sets rely on variables that are used with a lock held.
    pub locks: bool,
    /// Ample sets rely on locks that are given back.
    pub unlock: bool,
    /// Threads that do the same are taken for each other.
    pub symmetry: bool,
}

/// When a search gives up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Soon after this time.
    pub time: Option<Duration>,
    /// When the process takes this many bytes.
    pub memory: u64,
    /// When it meets one state more.
    pub states: Option<u64>,
    /// It does not go on from states so many steps away from the initial one.
    pub depth: Option<u64>,
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The file, as the program names it or by the end of its path.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// What makes a state come first in a best-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Score {
    /// A variable has a value that it seldom has, or a thread is where it seldom is.
    Rare,
    /// A thread has come to code to which threads seldom come.
    Coverage,
    /// A thread is near the target; of equally near states, the rarest.
    Line,
    /// The abstract state is one that few states have.
    Abstract,
    /// A script says so.
    Script,
}

impl Score {
    /// All of them.
    pub const ALL: [Score; 5] = [Score::Rare, Score::Coverage, Score::Line, Score::Abstract, Score::Script];

    /// As users name it.
    pub fn name(self) -> &'static str {
        match self {
            Score::Rare => "rare",
            Score::Coverage => "coverage",
            Score::Line => "line",
            Score::Abstract => "abstract",
            Score::Script => "script",
        }
    }

    /// What it is, for the help.
    pub fn summary(self) -> &'static str {
        match self {
            Score::Rare => "A variable has a value that it seldom has, or a thread is where it seldom is",
            Score::Coverage => "A thread has come to code to which threads seldom come",
            Score::Line => {
                "A thread is near the line that --target names; of equally near states, the rarest"
            }
            Score::Abstract => {
                "The abstract state, which --abstract or gmc_abstract tells, is one that few states have"
            }
            Score::Script => "`score` of the script of --script returns a small number",
        }
    }
}

impl Search {
    /// What abstract states are for.
    pub(crate) fn abstraction(&self) -> Abstraction {
        let orders = self.engine == Some(Engine::Best) && self.score() == Score::Abstract;
        match (self.bounds.abstract_identity, orders) {
            (true, _) => Abstraction::Identity,
            (false, true) => Abstraction::Order,
            (false, false) => Abstraction::Off,
        }
    }

    /// Whether abstract states are of any use to it.
    pub fn uses_abstract_states(&self) -> bool {
        self.abstraction() != Abstraction::Off
    }

    /// Whether it takes layers that only few searches have: limits, coarse steps, abstract states.
    pub(crate) fn approximates(&self) -> bool {
        let Bounds { context: _, limits, handlers, .. } = &self.bounds;
        !limits.is_empty() || *handlers || self.abstraction() != Abstraction::Off
    }

    /// What decides which state a best-first search goes on with.
    pub fn score(&self) -> Score {
        let usual = if self.target.is_some() { Score::Line } else { Score::Rare };
        self.score.unwrap_or(usual)
    }

    /// What to do about a search that ends at its limit of memory: only what the engine can do, and needs less.
    pub fn memory_advice(&self) -> String {
        let stores = [
            (Store::Fingerprints64, "remember less of each state (--fingerprint 64)"),
            (Store::Disk(PathBuf::new()), "keep visited states on disk (--disk DIR)"),
            (
                Store::Bitstate(0),
                "remember a few bits of each (--bitstate, which finds errors and proves nothing)",
            ),
        ];
        let can = |store: &Store| {
            store.thrift() > self.store.thrift()
                && Search { store: store.clone(), ..self.clone() }.check().is_ok()
        };
        let mut advice = vec!["raise --memory"];
        advice.extend(stores.iter().filter(|it| can(&it.0)).map(|it| it.1));
        advice.push("or check a smaller instance: fewer threads, fewer rounds");
        advice.join("; ")
    }

    /// Whether what the program says makes no difference is ignored when states are compared. Not by searches for
    /// cycles, where states that are taken for equal close cycles that there are not; not by those that remember no
    /// states; and not where what was ignored would be forgotten or denied.
    pub fn ignores(&self) -> bool {
        let by_engine = |it: Engine| {
            !matches!(it, Engine::Runs | Engine::Paths | Engine::Walk | Engine::Lassos | Engine::Livelock)
        };
        self.engine.is_none_or(by_engine)
            && !self.asked.formulas
            && self.checkpoint.is_none()
            && self.audit.is_none()
    }

    /// All that two searches of one program must have in common so that one can go on where the other was: a checkpoint
    /// holds it.
    pub fn identity(&self) -> Search {
        let budget = Budget { time: None, memory: 0, states: None, depth: self.budget.depth };
        Search { budget, ..self.clone() }
    }
}

fn serialize_bound<S: Serializer>(bound: &Option<ContextBound>, to: S) -> Result<S::Ok, S::Error> {
    match bound {
        None => ("none", 0),
        Some(ContextBound::Switches(most)) => ("switches", *most),
        Some(ContextBound::Preemptions(most)) => ("preemptions", *most),
    }
    .serialize(to)
}
