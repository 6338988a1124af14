//! Which engine can do what: one table. Refusals of the command line, its help and `docs/engines.md` come from it.
//!
//! Invariant: an engine that a row does not list never meets what the row is about ([`Search::check`] refuses it).

use crate::refusal::Refusal;
use crate::value::{LimitKind, Score, Search, Store};
use gmc_model::ContextBound;
use serde::Serialize;
use std::fmt::Write as _;

/// Ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Engine {
    /// Dynamic partial-order reduction that remembers states.
    Dpor,
    /// `Runs` while runs seldom meet, `Dpor` once they do.
    Auto,
    /// Dynamic partial-order reduction that remembers no states.
    Runs,
    /// Every state, depth-first.
    Dfs,
    /// Every state, breadth-first.
    Bfs,
    /// Every state, best first.
    Best,
    /// Runs, of those that are safe for the same reason one.
    Paths,
    /// Random runs.
    Walk,
    /// Random runs up to their first repetition.
    Lassos,
    /// Every state, depth-first, and then cycles without progress.
    Livelock,
}

use Engine::{Auto, Best, Bfs, Dfs, Dpor, Lassos, Livelock, Paths, Runs, Walk};

impl Engine {
    /// All of them.
    pub const ALL: [Engine; 10] = [Dpor, Auto, Runs, Dfs, Bfs, Best, Paths, Walk, Lassos, Livelock];

    /// Those that `--engine` names. The search for livelocks has an option of its own.
    pub const NAMED: [Engine; 9] = [Dpor, Auto, Runs, Dfs, Bfs, Best, Paths, Walk, Lassos];

    /// As users name it.
    pub fn name(self) -> &'static str {
        match self {
            Dpor => "dpor",
            Auto => "auto",
            Runs => "runs",
            Dfs => "dfs",
            Bfs => "bfs",
            Best => "best",
            Paths => "paths",
            Walk => "walk",
            Lassos => "lassos",
            Livelock => "livelock",
        }
    }

    /// What it does, for the help.
    pub fn summary(self) -> &'static str {
        match self {
            Dpor => "Dynamic partial-order reduction: of orders that make no difference, one; no state twice",
            Auto => "Runs as long as they seldom meet, dpor where they do",
            Runs => {
                "The same without remembering states: every class of equal runs once, which is never done where there \
                 are loops"
            }
            Dfs => "Every state, depth-first",
            Bfs => {
                "Every state, breadth-first: the run that shows an error is a shortest one, for more memory"
            }
            Best => {
                "Every state, those first that look good (--score, --target): finds errors deep in programs that are \
                 too large for the others"
            }
            Paths => {
                "Dynamic path reduction: of runs that are safe for the same reason, one; for programs with one thread \
                 and many choices"
            }
            Walk => {
                "Random runs, with a probability that an error would have shown: finds errors in programs of any size, \
                 and proves nothing"
            }
            Lassos => {
                "Random runs up to their first repetition (--epsilon, --delta): says below which probability violations \
                 are, with which confidence"
            }
            Livelock => "Every state, and runs that go on for ever without progress (--livelock)",
        }
    }
}

/// Something that not every engine, or not together with everything else, can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Every order of steps.
    NoReduction,
    /// Threads are told apart.
    NoSymmetry,
    /// Reductions without one of their reasons.
    Without,
    /// Several workers.
    Workers,
    /// A search that is kept in a file.
    Checkpoint,
    /// Functions that are evaluated in every state.
    Invariant,
    /// A limit of depth.
    Depth,
    /// A limit of preemptions.
    Preemptions,
    /// A limit of switches.
    Switches,
    /// Whole states are remembered.
    Exact,
    /// A table in which states share bits.
    Bitstate,
    /// States in files.
    Disk,
    /// The bits of a fingerprint.
    Fingerprint,
    /// What makes a state come first.
    Score,
    /// The line to get to first.
    Target,
    /// How many random runs.
    Walks,
    /// The depth of errors that random runs look for.
    Orders,
    /// The number that random runs are drawn from.
    Seed,
    /// Temporal properties.
    Ltl,
    /// The probability that violations shall be below.
    Epsilon,
    /// One minus the confidence.
    Delta,
    /// How likely choices of random lassos are.
    Weights,
    /// The probability of violations is estimated.
    Estimate,
    /// Parts of variables are ignored.
    Ignore,
    /// What to ignore is looked for.
    Slice,
    /// A limit of values.
    Values,
    /// A limit of calls.
    Limit,
    /// Steps as coarse as the handlers of events.
    Handlers,
    /// States are told apart by their abstract ones.
    AbstractIdentity,
    /// Claims of the machine are checked.
    Audit,
}

/// A row of the table.
#[derive(Debug)]
pub struct Capability {
    /// What it is about.
    pub feature: Feature,
    /// The option that asks for it, with the value that matters if there is one.
    pub option: &'static str,
    /// The engines that can do it.
    pub engines: &'static [Engine],
    /// What it cannot be combined with, whichever engine is used. Said once for each pair.
    pub excludes: &'static [Feature],
    /// Why all states are visited where it is asked for and no engine is named. None: it does not matter for the
    /// choice.
    pub prefers_states: Option<&'static str>,
}

const STATES: &[Engine] = &[Dfs, Bfs, Best, Livelock];

/// Engines whose states can have a part of their own.
const LAYERED: &[Engine] = &[Dfs, Bfs, Best];

/// What layers with a state of their own exclude.
const NOT_LAYERED: &[Feature] = &[
    Feature::Checkpoint,
    Feature::Preemptions,
    Feature::Switches,
    Feature::Exact,
    Feature::Ltl,
    Feature::Audit,
];

/// Which engine can do what. Of several features that make gmc visit all states, the report names the first.
pub const CAPABILITIES: &[Capability] = &[
    Capability {
        feature: Feature::NoReduction,
        option: "--no-reduction",
        engines: &[Dfs, Bfs, Best, Paths, Livelock],
        excludes: &[Feature::Without],
        prefers_states: Some("--no-reduction is about all orders"),
    },
    Capability {
        feature: Feature::NoSymmetry,
        option: "--no-symmetry",
        engines: STATES,
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Without,
        option: "--without",
        engines: STATES,
        excludes: &[],
        prefers_states: Some("--without is about states"),
    },
    Capability {
        feature: Feature::Workers,
        option: "--jobs",
        engines: &[Dfs, Lassos],
        excludes: &[Feature::Exact, Feature::Checkpoint],
        prefers_states: Some("it is the one for several workers"),
    },
    Capability {
        feature: Feature::Checkpoint,
        option: "--checkpoint",
        engines: &[Dfs],
        excludes: &[Feature::Exact, Feature::Disk, Feature::Preemptions, Feature::Switches, Feature::Audit],
        prefers_states: Some("it is the one that can be kept"),
    },
    Capability {
        feature: Feature::Invariant,
        option: "--invariant",
        engines: &Engine::ALL,
        excludes: &[],
        prefers_states: Some("an invariant looks at every state"),
    },
    Capability {
        feature: Feature::Depth,
        option: "--depth",
        engines: &Engine::ALL,
        excludes: &[],
        prefers_states: Some("--depth is about states"),
    },
    Capability {
        feature: Feature::Preemptions,
        option: "--preemptions",
        engines: &[Dfs, Bfs, Best],
        excludes: &[Feature::Switches, Feature::Exact, Feature::Audit],
        prefers_states: Some("runs are bounded"),
    },
    Capability {
        feature: Feature::Switches,
        option: "--switches",
        engines: &[Dfs, Bfs, Best],
        excludes: &[Feature::Exact, Feature::Audit],
        prefers_states: Some("runs are bounded"),
    },
    Capability {
        feature: Feature::Exact,
        option: "--exact",
        engines: STATES,
        excludes: &[Feature::Bitstate, Feature::Disk, Feature::Fingerprint],
        prefers_states: Some("it is told how to remember states"),
    },
    Capability {
        feature: Feature::Bitstate,
        option: "--bitstate",
        engines: &[Dfs, Bfs, Best],
        excludes: &[Feature::Disk, Feature::Fingerprint],
        prefers_states: Some("it is told how to remember states"),
    },
    Capability {
        feature: Feature::Disk,
        option: "--disk",
        engines: STATES,
        excludes: &[Feature::Fingerprint],
        prefers_states: Some("it is told how to remember states"),
    },
    Capability {
        feature: Feature::Fingerprint,
        option: "--fingerprint 64",
        engines: STATES,
        excludes: &[],
        prefers_states: Some("it is told how to remember states"),
    },
    Capability {
        feature: Feature::Score,
        option: "--score",
        engines: &[Best],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Target,
        option: "--target",
        engines: &[Best],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Walks,
        option: "--walks",
        engines: &[Walk],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Orders,
        option: "--orders",
        engines: &[Walk],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Seed,
        option: "--seed",
        engines: &[Walk, Lassos],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Ltl,
        option: "--ltl",
        engines: &[Dfs, Bfs, Best, Lassos],
        excludes: &[
            Feature::Checkpoint,
            Feature::Preemptions,
            Feature::Switches,
            Feature::Exact,
            Feature::Bitstate,
            Feature::Disk,
            Feature::Audit,
        ],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Epsilon,
        option: "--epsilon",
        engines: &[Lassos],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Delta,
        option: "--delta",
        engines: &[Lassos],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Weights,
        option: "--weights",
        engines: &[Lassos],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Estimate,
        option: "--estimate",
        engines: &[Lassos],
        excludes: &[],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Ignore,
        option: "--ignore",
        engines: &[Dpor, Auto, Dfs, Bfs, Best],
        excludes: &[Feature::Checkpoint, Feature::Ltl, Feature::Audit],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Slice,
        option: "--slice",
        engines: &[Dpor, Auto, Dfs, Bfs, Best],
        excludes: &[Feature::Checkpoint, Feature::Ltl, Feature::Audit],
        prefers_states: None,
    },
    Capability {
        feature: Feature::Values,
        option: "--values",
        engines: LAYERED,
        excludes: NOT_LAYERED,
        prefers_states: Some("runs are limited"),
    },
    Capability {
        feature: Feature::Limit,
        option: "--limit",
        engines: LAYERED,
        excludes: NOT_LAYERED,
        prefers_states: Some("runs are limited"),
    },
    Capability {
        feature: Feature::Handlers,
        option: "--steps handlers",
        engines: LAYERED,
        excludes: NOT_LAYERED,
        prefers_states: Some("steps are coarse"),
    },
    Capability {
        feature: Feature::AbstractIdentity,
        option: "--abstract-identity",
        engines: LAYERED,
        excludes: NOT_LAYERED,
        prefers_states: Some("states are abstract"),
    },
    Capability {
        feature: Feature::Audit,
        option: "--audit",
        engines: &[Dpor, Auto, Runs, Dfs, Bfs, Best, Paths, Walk, Livelock],
        excludes: &[],
        prefers_states: None,
    },
];

impl Capability {
    /// The option's name without its value.
    pub fn option_name(&self) -> &'static str {
        self.option.split(' ').next().unwrap_or(self.option)
    }

    /// The engines that can do it, as `--engine` and the options beside it name them.
    pub(crate) fn engine_names(&self) -> String {
        let names: Vec<&str> =
            Engine::NAMED.iter().filter(|it| self.engines.contains(it)).map(|it| it.name()).collect();
        match &names[..] {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
        }
    }
}

/// The row of a feature.
fn row(feature: Feature) -> &'static Capability {
    let found = CAPABILITIES.iter().find(|it| it.feature == feature);
    found.expect("every feature has a row")
}

/// The rows that users are told of: the audit is for those who change gmc.
fn documented() -> impl Iterator<Item = &'static Capability> {
    CAPABILITIES.iter().filter(|it| it.feature != Feature::Audit)
}

/// Which engine takes which option, in Markdown.
pub fn engines_table() -> String {
    let mut text = String::from("| option |");
    let mut line = String::from("|---|");
    for engine in Engine::ALL {
        let option = if engine == Livelock { "--" } else { "" };
        let _ = write!(text, " `{option}{}` |", engine.name());
        line.push_str(":-:|");
    }
    let _ = write!(text, "\n{line}\n");
    for row in documented() {
        let _ = write!(text, "| `{}` |", row.option);
        for engine in Engine::ALL {
            text.push_str(if row.engines.contains(&engine) { " yes |" } else { " – |" });
        }
        text.push('\n');
    }
    text
}

/// Which options exclude each other, in Markdown.
pub fn exclusions_table() -> String {
    let mut text = String::from("| option | not together with |\n|---|---|\n");
    for row in documented() {
        let excludes = |other: &&Capability| {
            row.excludes.contains(&other.feature) || other.excludes.contains(&row.feature)
        };
        let others: Vec<String> =
            documented().filter(excludes).map(|other| format!("`{}`", other.option_name())).collect();
        if !others.is_empty() {
            let _ = writeln!(text, "| `{}` | {} |", row.option_name(), others.join(", "));
        }
    }
    text
}

impl PartialEq for Capability {
    fn eq(&self, other: &Capability) -> bool {
        self.feature == other.feature
    }
}

impl Eq for Capability {}

impl Search {
    /// Whether a feature is asked for.
    pub fn asks_for(&self, feature: Feature) -> bool {
        match feature {
            Feature::NoReduction => !self.reductions.ample,
            Feature::NoSymmetry => !self.reductions.symmetry,
            Feature::Without => {
                let it = self.reductions;
                !(it.data && it.locks && it.unlock)
            }
            Feature::Workers => self.workers.get() > 1,
            Feature::Checkpoint => self.checkpoint.is_some(),
            Feature::Invariant => self.asked.every_state,
            Feature::Depth => self.budget.depth.is_some(),
            Feature::Preemptions => matches!(self.bounds.context, Some(ContextBound::Preemptions(_))),
            Feature::Switches => matches!(self.bounds.context, Some(ContextBound::Switches(_))),
            Feature::Exact => self.store == Store::Exact,
            Feature::Bitstate => matches!(self.store, Store::Bitstate(_)),
            Feature::Disk => matches!(self.store, Store::Disk(_)),
            Feature::Fingerprint => self.store == Store::Fingerprints64,
            Feature::Score => self.score.is_some(),
            Feature::Target => self.target.is_some(),
            Feature::Walks => self.walks.runs.is_some(),
            Feature::Orders => self.walks.orders.is_some(),
            Feature::Seed => self.walks.seed.is_some(),
            Feature::Ltl => self.asked.formulas,
            Feature::Epsilon => self.walks.samples.epsilon.is_some(),
            Feature::Delta => self.walks.samples.delta.is_some(),
            Feature::Ignore => self.asked.ignores,
            Feature::Slice => self.asked.slices,
            Feature::Values => self.limits(LimitKind::Values),
            Feature::Limit => self.limits(LimitKind::Calls),
            Feature::Handlers => self.bounds.handlers,
            Feature::AbstractIdentity => self.bounds.abstract_identity,
            Feature::Weights => self.walks.samples.weights.is_some(),
            Feature::Estimate => self.walks.samples.estimate,
            Feature::Audit => self.audit.is_some(),
        }
    }

    fn limits(&self, kind: LimitKind) -> bool {
        self.bounds.limits.iter().any(|it| it.kind == kind)
    }

    /// Refuses what the table does not have.
    ///
    /// # Errors
    /// The first thing that does not go together.
    pub fn check(&self) -> Result<(), Refusal> {
        self.check_score()?;
        self.check_walks()?;
        if let Store::Bitstate(bytes) = self.store
            && bytes > self.budget.memory
        {
            return Err(Refusal::LargeTable { bytes, memory: self.budget.memory });
        }
        for asked in CAPABILITIES.iter().filter(|it| self.asks_for(it.feature)) {
            if let Some(engine) = self.engine.filter(|it| !asked.engines.contains(it)) {
                return Err(Refusal::Engine { engine, row: asked });
            }
            if let Some(&other) = asked.excludes.iter().find(|it| self.asks_for(**it)) {
                return Err(Refusal::Together(asked, row(other)));
            }
        }
        Ok(())
    }

    fn check_walks(&self) -> Result<(), Refusal> {
        let drawn = [Walk, Lassos].map(Some).contains(&self.engine);
        let asked = |of: &[Feature]| of.iter().copied().find(|it| self.asks_for(*it));
        if let Some(feature) = asked(&[Feature::Walks, Feature::Orders]).filter(|_| self.engine != Some(Walk))
        {
            return Err(Refusal::WalkOnly(row(feature).option));
        }
        if let Some(feature) = asked(&[Feature::Seed]).filter(|_| !drawn) {
            return Err(Refusal::WalkOnly(row(feature).option));
        }
        let of_lassos = [Feature::Epsilon, Feature::Delta, Feature::Weights, Feature::Estimate];
        match asked(&of_lassos).filter(|_| self.engine != Some(Lassos)) {
            Some(feature) => Err(Refusal::LassosOnly(row(feature).option)),
            None => Ok(()),
        }
    }

    fn check_score(&self) -> Result<(), Refusal> {
        let beside = [Feature::Preemptions, Feature::Switches, Feature::Audit];
        let other = beside.into_iter().find(|it| self.asks_for(*it));
        if let (Some(Score::Abstract), Some(other)) = (self.score, other) {
            return Err(Refusal::Together(row(Feature::Score), row(other)));
        }
        match (self.engine, self.score, &self.target) {
            (Some(Best), _, target) => match (self.score(), target) {
                (Score::Line, None) => Err(Refusal::NoTarget),
                (score @ (Score::Rare | Score::Coverage | Score::Abstract | Score::Script), Some(_)) => {
                    Err(Refusal::IdleTarget(score))
                }
                _ => Ok(()),
            },
            (_, Some(_), _) => Err(Refusal::BestOnly("--score")),
            (_, None, Some(_)) => Err(Refusal::BestOnly("--target")),
            (_, None, None) => Ok(()),
        }
    }
}
