//! The answer of a check: what a search found, and everything else that reports say about it.
//!
//! **Invariant:** each finding has been replayed. One that could not be replayed is not a finding but a failure of gmc,
//! and the answer is not complete then.

use gmc_model::{
    ContextBound, Coverage, Event, Finding, Gap, Location, Premises, Profile, SearchResult, Stats, Stopped,
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
    /// What runs relied on that C leaves open; `assumptions` says it in words.
    pub premises: Premises,
    /// The engine that was used; none if no search began.
    pub used: Option<Used>,
    /// The figures of the search.
    pub stats: Stats,
    /// An upper bound of the probability that a state was missed.
    pub omission: f64,
    /// What was executed; none if it was not recorded.
    pub coverage: Option<Coverage>,
    /// What its states differ in; none without `--profile`.
    pub profile: Option<Profile>,
}

/// The search that an answer comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Its name, as users give it.
    pub engine: &'static str,
    /// Why it was used, in a clause.
    pub why: String,
    /// Of engines that follow runs: how many runs ended, how many were given up because an equivalent one is known,
    /// and how many ended with a blocked thread.
    pub runs: Option<(u64, u64, u64)>,
    /// Symmetric threads: their start function, and how many there are.
    pub alike: Vec<(String, usize)>,
}

impl Used {
    /// Whether the engine leaves out equivalent orders of steps, so that it does not visit all states.
    pub fn leaves_orders_out(&self) -> bool {
        self.runs.is_some()
    }
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

/// Something that an answer does not cover, in words: a [`Gap`] as reports show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In a word that programs can rely on (`reason` in JSON).
    pub word: &'static str,
    /// In a sentence, without capital and full stop.
    pub message: String,
    /// Where in the source it is about, if anywhere.
    pub location: Option<Location>,
    /// How many states or steps it concerns, if that is known.
    pub count: Option<u64>,
    /// What the user can do about it, in the form of `message`.
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
    /// The answer of a search, without findings: the caller replays them and adds them.
    pub fn new(result: &SearchResult) -> Answer {
        Answer {
            findings: Vec::new(),
            reasons: result.gaps().into_iter().filter_map(Reason::of).collect(),
            complete: result.is_complete(),
            assumptions: Vec::new(),
            premises: result.premises,
            used: None,
            stats: result.stats.clone(),
            omission: result.omission,
            coverage: None,
            profile: None,
        }
    }

    /// `--strict`: every assumption becomes a reason why the answer is not known.
    pub fn be_strict(&mut self) {
        let assumptions = self.assumptions.clone();
        assumptions.into_iter().for_each(|what| self.leave_out(Gap::Assumption { what }));
    }

    /// Adds a failure of gmc itself.
    pub fn fail(&mut self, what: String) {
        self.leave_out(Gap::Internal { what });
    }

    /// Adds something that the answer does not cover.
    pub fn leave_out(&mut self, gap: Gap) {
        self.complete = false;
        self.reasons.extend(Reason::of(gap));
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
    /// What users are told of a gap. None of a search that was to end at the first violation.
    pub fn of(gap: Gap) -> Option<Reason> {
        const MISTAKE: Option<&str> = Some("this is a mistake of gmc: please report it, with the program");
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
                    "raise --memory; keep visited states on disk (--disk DIR); remember less of each \
                     (--fingerprint 64), or only a few bits (--bitstate, which finds errors and proves nothing); \
                     or check a smaller instance",
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
            Gap::ContextBound { bound, cut } => {
                let (most, what, advice) = match bound {
                    ContextBound::Switches(most) => (most, "switches", "raise --switches"),
                    ContextBound::Preemptions(most) => (most, "preemptions", "raise --preemptions"),
                };
                let message =
                    format!("runs with more than {most} {what} of threads were not examined (--{what})");
                reason("bounded", message, Some(cut), Some(advice))
            }
            Gap::AfterAllowed { violation, count } => Reason {
                word: "allowed",
                message: format!(
                    "what comes after this {} was not examined (--allow): {}",
                    violation.kind, violation.message
                ),
                location: violation.location,
                count: Some(count),
                advice: None,
            },
            Gap::Audit { what } => reason("audit", format!("audit: {what}"), None, MISTAKE),
            Gap::Property { what } => reason("property", what, None, None),
            Gap::NotReplayed { why } => reason(
                "not-replayed",
                format!("a violation was found, and could not be replayed: {why}"),
                None,
                Some("raise --time and --memory"),
            ),
            Gap::Assumption { what } => reason(
                "assumption",
                format!("the answer would take for granted that {what} (--strict)"),
                None,
                None,
            ),
            Gap::Internal { what } => reason("internal", what, None, MISTAKE),
        })
    }
}

fn states(count: u64, what: &str) -> String {
    if count == 1 { format!("a state {what}") } else { format!("{count} states {what}") }
}
