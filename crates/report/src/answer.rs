//! The answer of a check: what a search found, and everything else that reports say about it.
//!
//! **Invariant:** each finding has been replayed. One that could not be replayed is not a finding but a failure of gmc,
//! and the answer is not complete then.

use crate::reason::Reason;
use crate::suite::Tests;
use gmc_model::{
    Coverage, ErrorKind, Event, Finding, Gap, Premises, Profile, SearchResult, SolverStats, Stats, Used,
    Violation,
};

/// The answer of a check.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The violations that were found.
    pub findings: Vec<Replayed>,
    /// What the answer does not cover. That a search ends at its first violation is no reason.
    pub reasons: Vec<Reason>,
    /// Every reachable state was visited.
    pub complete: bool,
    /// What the answer takes for granted.
    pub assumptions: Vec<String>,
    /// Errors that were met, and of which users are only warned.
    pub warnings: Vec<Violation>,
    /// What runs relied on that C leaves open; `assumptions` says it in words.
    pub premises: Premises,
    /// Temporal properties, and what is known of each.
    pub properties: Vec<Judged>,
    /// The engine that was used; none if no search began.
    pub used: Option<Used>,
    /// The figures of the search.
    pub stats: Stats,
    /// What the solver was asked.
    pub solver: SolverStats,
    /// An upper bound of the probability that a state was missed.
    pub omission: f64,
    /// What was executed; none if it was not recorded.
    pub coverage: Option<Coverage>,
    /// The tests that were written; none without `--tests`.
    pub tests: Option<Tests>,
    /// What its states differ in; none without `--profile`.
    pub profile: Option<Profile>,
}

/// A temporal property, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// The formula.
    pub formula: String,
    /// Whether it holds.
    pub word: Word,
}

/// A violation that was found and replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The violation.
    pub finding: Finding,
    /// No run with fewer switches of threads leads to it, and none with as many switches and fewer steps.
    pub minimal: bool,
    /// What each step of its run does. Of a long run, only the last steps.
    pub events: Vec<Event>,
    /// The file that its trace was written to; none if it could not be written.
    pub trace: Option<String>,
}

impl Replayed {
    /// How often the run switches from one thread to another.
    pub fn switches(&self) -> usize {
        self.finding.trace.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}

/// The answer in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Nothing is wrong.
    Holds,
    /// Something is wrong.
    Violated,
    /// Neither is known.
    Unknown,
}

impl Word {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Word::Holds => "holds",
            Word::Violated => "violated",
            Word::Unknown => "unknown",
        }
    }
}

impl Answer {
    /// The answer of a search, without findings: the caller replays them and adds them.
    pub fn new(result: &SearchResult) -> Answer {
        Answer {
            findings: Vec::new(),
            reasons: result.gaps().into_iter().filter_map(Reason::of).collect(),
            complete: result.is_complete(),
            assumptions: Vec::new(),
            warnings: Vec::new(),
            premises: result.premises,
            properties: Vec::new(),
            used: None,
            stats: result.stats.clone(),
            solver: SolverStats::default(),
            omission: result.omission,
            coverage: None,
            tests: None,
            profile: None,
        }
    }

    /// `--strict`: every assumption becomes a reason why the answer is not known.
    pub fn be_strict(&mut self) {
        for what in self.assumptions.clone() {
            self.add_gap(Gap::Assumption { what });
        }
    }

    /// Adds something that the answer does not cover.
    pub fn add_gap(&mut self, gap: Gap) {
        self.complete = false;
        self.reasons.extend(Reason::of(gap));
    }

    /// What to do where the memory did not suffice, which depends on the search.
    pub fn advise_on_memory(&mut self, advice: &str) {
        for reason in self.reasons.iter_mut().filter(|it| it.word == "memory") {
            reason.advice = Some(advice.to_owned().into());
        }
    }

    /// Judges the temporal properties, each a name and a formula, in the order in which findings number them.
    pub fn judge<'a>(&mut self, properties: impl Iterator<Item = (&'a str, &'a str)>) {
        let is_violated = |number: usize| {
            let is_it = |it: &Replayed| {
                it.finding.property == Some(number) && it.finding.violation.kind == ErrorKind::Ltl
            };
            self.findings.iter().any(is_it)
        };
        let judged = properties.enumerate().map(|(number, (name, formula))| {
            // A run that ends with another error is not followed, so nothing is known of what it would do.
            let word = match (is_violated(number), self.word()) {
                (true, _) => Word::Violated,
                (false, Word::Holds) => Word::Holds,
                (false, _) => Word::Unknown,
            };
            Judged { name: name.to_owned(), formula: formula.to_owned(), word }
        });
        self.properties = judged.collect();
    }

    /// The answer in a word.
    pub fn word(&self) -> Word {
        if !self.findings.is_empty() {
            Word::Violated
        } else if self.complete && self.reasons.is_empty() {
            Word::Holds
        } else {
            Word::Unknown
        }
    }
}
