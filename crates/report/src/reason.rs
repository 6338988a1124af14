//! Why something is not known, in words: each [`Gap`] of an answer as users are told of it.

use gmc_model::{Approximation, ContextBound, Gap, Location, Stopped};
use std::borrow::Cow;

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
    pub advice: Option<Cow<'static, str>>,
}

impl Reason {
    /// What users are told of a gap. That a search ended at the first violation leaves nothing out that they asked for.
    pub(crate) fn of(gap: Gap) -> Option<Reason> {
        let reason = |word, message: String, count, advice: Option<&'static str>| Reason {
            word,
            message,
            location: None,
            count,
            advice: advice.map(Cow::Borrowed),
        };
        Some(match gap {
            Gap::Stopped(why) => return Reason::of_stop(why),
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
            Gap::ContextBound { bound: ContextBound::Switches(most), cut } => reason(
                "bounded",
                format!("runs with more than {most} switches of threads were not examined (--switches)"),
                Some(cut),
                Some("raise --switches"),
            ),
            Gap::ContextBound { bound: ContextBound::Preemptions(most), cut } => reason(
                "bounded",
                format!(
                    "runs with more than {most} preemptions of threads were not examined (--preemptions)"
                ),
                Some(cut),
                Some("raise --preemptions"),
            ),
            Gap::Approximation(it) => return Some(Reason::of_approximation(it)),
            Gap::Audit { what } => reason(
                "audit",
                format!("audit: {what}"),
                None,
                Some("this is a mistake of gmc: please report it, with the program"),
            ),
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
            Gap::Internal { what } => reason(
                "internal",
                what,
                None,
                Some("this is a mistake of gmc: please report it, with the program"),
            ),
        })
    }

    /// What users are told of what they gave up themselves.
    fn of_approximation(it: Approximation) -> Reason {
        let (word, message, count, advice) = match it {
            Approximation::Ignored { what } => (
                "ignored",
                format!(
                    "states that differ only in what is ignored were taken for one, so errors that depend on it may have \
                     been missed: {}",
                    what.join(", ")
                ),
                Some(what.len() as u64),
                "ignore less, or check a smaller instance without",
            ),
            Approximation::Values { variable, most, cut } => (
                "values",
                format!(
                    "runs on which {variable} has more than {most} values were not followed further (--values)"
                ),
                Some(cut),
                "raise --values",
            ),
            Approximation::Calls { function, most, cut } => (
                "limit",
                format!("runs with more than {most} calls of {function} were not followed further (--limit)"),
                Some(cut),
                "raise --limit",
            ),
            Approximation::Handlers { cut } => (
                "coarse-steps",
                "runs in which the handler of an event is interrupted were not examined (--steps handlers)"
                    .to_owned(),
                Some(cut),
                "leave --steps out, which tries all orders",
            ),
            Approximation::Chosen { cut } => (
                "chosen",
                "choices that `on_choice` of the script leaves out were not tried (--script)".to_owned(),
                Some(cut),
                "leave `on_choice` out, which tries all of them",
            ),
            Approximation::Abstract { failed } => (
                "abstract-states",
                format!(
                    "states with equal abstract states, and threads at equal places, were taken for one, so errors that depend on anything else may \
                     have been missed (--abstract-identity){}",
                    failed.map_or(String::new(), |why| format!(
                        "; where there was none, states were told apart: {why}"
                    ))
                ),
                None,
                "use the abstract state for the order of the search only (--engine best --score abstract)",
            ),
        };
        Reason { word, message, location: None, count, advice: Some(Cow::Borrowed(advice)) }
    }

    /// What users are told of a search that ended early.
    fn of_stop(why: Stopped) -> Option<Reason> {
        let reason = |word, message: &str, advice: Option<&'static str>| Reason {
            word,
            message: message.to_owned(),
            location: None,
            count: None,
            advice: advice.map(Cow::Borrowed),
        };
        Some(match why {
            Stopped::Violation => return None,
            Stopped::Time => reason(
                "time",
                "the time was up (--time)",
                Some("raise --time, or check a smaller instance: fewer threads, fewer rounds"),
            ),
            Stopped::States => reason(
                "states",
                "as many states were visited as are allowed (--states)",
                Some("raise --states, or check a smaller instance: fewer threads, fewer rounds"),
            ),
            Stopped::Memory => reason(
                "memory",
                "gmc uses as much memory as it may (--memory)",
                Some("raise --memory, or check a smaller instance: fewer threads, fewer rounds"),
            ),
            Stopped::Request => reason("interrupted", "gmc was interrupted", None),
            Stopped::Runs => reason(
                "random",
                "random runs were followed, not all that there are (--engine walk)",
                Some("raise --walks; only another engine can prove that there is no error"),
            ),
            Stopped::Lassos => reason(
                "random",
                "random lassos were drawn, not all runs that there are (--engine lassos)",
                Some("lower --epsilon to say more; only another engine can prove that there is no error"),
            ),
        })
    }
}

fn states(count: u64, what: &str) -> String {
    if count == 1 { format!("a state {what}") } else { format!("{count} states {what}") }
}
