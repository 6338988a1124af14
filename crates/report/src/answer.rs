//! The answer of a check: what a search found out, with everything else that is told about it.
//!
//! Invariant: each finding has been replayed. One that could not be is no finding but a failure of gmc, and keeps the answer
//! from being complete.

use gmc_model::{Coverage, Event, Finding, Gap, Location, Premises, Profile, SearchResult, Stats, Stopped};

/// The answer of a check.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The violations.
    pub findings: Vec<Replayed>,
    /// What the answer does not cover. A search that was to end at the first violation has not left anything out.
    pub reasons: Vec<Reason>,
    /// Every reachable state was visited.
    pub complete: bool,
    /// What the answer takes for granted.
    pub assumptions: Vec<String>,
    /// What runs relied on that nobody can know; it is among the assumptions.
    pub premises: Premises,
    /// How it was come by, if a search began.
    pub used: Option<Used>,
    /// What the search took.
    pub stats: Stats,
    /// At most this likely a state was missed.
    pub omission: f64,
    /// What was executed, where that is known.
    pub coverage: Option<Coverage>,
    /// What its states differ in, if somebody wants to know.
    pub profile: Option<Profile>,
}

/// The search that an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Its name, as users give it.
    pub engine: &'static str,
    /// Why it was used, in a clause.
    pub why: String,
    /// Where runs count: those that were followed to their ends, those that were given up because an equal one was known,
    /// and those that ended where a thread waits in vain.
    pub runs: Option<(u64, u64, u64)>,
    /// Threads that were taken for each other: their start functions, and how many there were.
    pub alike: Vec<(String, usize)>,
}

impl Used {
    /// Whether orders of steps were left out that make no difference, so that not all states were visited.
    pub fn leaves_orders_out(&self) -> bool {
        self.runs.is_some()
    }
}

/// A violation that was replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The violation.
    pub finding: Finding,
    /// No run with fewer changes between threads leads to it, nor one with as many and fewer steps.
    pub minimal: bool,
    /// What each step to it does; of a long run, the last ones.
    pub events: Vec<Event>,
    /// The file that its trace was written to, if it could be.
    pub trace: Option<String>,
}

impl Replayed {
    /// How often the run changes from one thread to another.
    pub fn switches(&self) -> usize {
        self.finding.trace.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}

/// Why something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a word.
    pub word: &'static str,
    /// In a sentence without capital and full stop.
    pub message: String,
    /// The place in the program that it is about.
    pub location: Option<Location>,
    /// How many states or steps it concerns, where that is known.
    pub count: Option<u64>,
    /// What the user can do about it, as the message.
    pub advice: Option<&'static str>,
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
    /// The answer that an outcome amounts to. Its findings are for the caller to add, who has replayed them.
    pub fn new(outcome: &SearchResult) -> Answer {
        Answer {
            findings: Vec::new(),
            reasons: outcome.gaps().into_iter().filter_map(Reason::of).collect(),
            complete: outcome.is_complete(),
            assumptions: Vec::new(),
            premises: outcome.premises,
            used: None,
            stats: outcome.stats.clone(),
            omission: outcome.omission,
            coverage: None,
            profile: None,
        }
    }

    /// An answer that takes anything for granted is none.
    pub fn be_strict(&mut self) {
        for assumption in &self.assumptions {
            self.reasons.push(Reason {
                word: "assumption",
                message: format!("the answer would take for granted that {assumption} (--strict)"),
                location: None,
                count: None,
                advice: None,
            });
        }
        self.complete &= self.assumptions.is_empty();
    }

    /// Adds a failure of gmc itself.
    pub fn fail(&mut self, message: String) {
        self.complete = false;
        self.reasons.push(Reason {
            word: "internal",
            message,
            location: None,
            count: None,
            advice: Some("this is a mistake of gmc: please report it, with the program"),
        });
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

impl Reason {
    fn of(gap: Gap) -> Option<Reason> {
        let reason =
            |word, message: String, count, advice| Reason { word, message, location: None, count, advice };
        Some(match gap {
            Gap::Stopped(Stopped::Violation) => return None,
            Gap::Stopped(Stopped::Time) => reason(
                "time",
                "the time was up (--time)".to_owned(),
                None,
                Some("raise --time, or check a smaller instance: fewer threads, fewer rounds"),
            ),
            Gap::Stopped(Stopped::States) => reason(
                "states",
                "as many states were visited as are allowed (--states)".to_owned(),
                None,
                Some("raise --states, or check a smaller instance: fewer threads, fewer rounds"),
            ),
            Gap::Stopped(Stopped::Memory) => reason(
                "memory",
                "gmc uses as much memory as it may (--memory)".to_owned(),
                None,
                Some(
                    "raise --memory; keep visited states on disk (--disk DIR); remember less of each (--fingerprint 64), or \
                     only a few bits (--bitstate, which finds errors and proves nothing); or check a smaller instance",
                ),
            ),
            Gap::Stopped(Stopped::Request) => {
                reason("interrupted", "gmc was interrupted".to_owned(), None, None)
            }
            Gap::Stopped(Stopped::Runs) => reason(
                "random",
                "random runs were followed, not all that there are (--engine walk)".to_owned(),
                None,
                Some("raise --walks; only another engine can prove that there is no error"),
            ),
            Gap::Depth { cut } => reason(
                "depth",
                format!("what comes after {} was not examined (--depth)", states(cut, "as deep as allowed")),
                Some(cut),
                Some("raise --depth"),
            ),
            Gap::Bitstate { missed } => reason(
                "bitstate",
                match missed {
                    0 | 1 => "a state may have been taken for another one (--bitstate)".to_owned(),
                    _ => format!(
                        "about {missed} states that were met were taken for others, and not visited (--bitstate)"
                    ),
                },
                Some(missed),
                Some(
                    "more memory for --bitstate makes it less likely; only a search without it can prove anything",
                ),
            ),
            Gap::Hindrance(it) => Reason {
                word: "not-modelled",
                message: it.obstacle.what,
                location: it.obstacle.location,
                count: Some(it.count),
                advice: None,
            },
        })
    }
}

fn states(count: u64, what: &str) -> String {
    if count == 1 { format!("a state {what}") } else { format!("{count} states {what}") }
}
