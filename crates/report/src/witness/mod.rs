//! Witnesses in the formats of the competition on software verification (SV-COMP): `gmc check --witness FILE`.
//!
//! Format 2.0 is YAML (Ayaziová et al., "Software Verification Witnesses 2.0", SPIN 2024), format 1.0 is GraphML
//! (Beyer et al., "Verification Witnesses", TOSEM 2022). A violation witness leads to the violation. A correctness
//! witness says that there is none; gmc visits states and infers no invariants, so it states none. An unknown
//! answer has no witness.

mod graphml;
mod sha256;
mod yaml;

use crate::answer::{Answer, Word};
use gmc_model::ErrorKind;
pub use sha256::sha256;

/// What was checked: the metadata of a witness.
#[derive(Clone, Debug)]
pub struct Task {
    /// The files, as the user named them, with their contents' hashes.
    pub inputs: Vec<(String, String)>,
    /// The property, if the user named one: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub specification: Option<String>,
    /// The size of a pointer in bits.
    pub bits: u32,
    /// When the witness is made: `2026-01-31T12:00:00Z`.
    pub created: String,
    /// gmc's version.
    pub version: String,
}

/// The format of a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 2.0
    Yaml,
    /// 1.0
    Graphml,
}

/// The witness of an answer; none if the answer is unknown, if the violation has no source location, or if its run has
/// no end and the format has only runs that have one.
pub fn witness(answer: &Answer, task: &Task, format: Format) -> Option<String> {
    if answer.word() == Word::Unknown {
        return None;
    }
    match format {
        Format::Yaml => yaml::witness(answer, task),
        Format::Graphml => Some(graphml::witness(answer, task)),
    }
}

/// The property that an answer is about.
fn specification(answer: &Answer, task: &Task) -> String {
    if let Some(named) = &task.specification {
        return named.clone();
    }
    let formula = match answer.findings.first().map(|it| it.finding.violation.kind) {
        Some(ErrorKind::DataRace) => "G ! data-race",
        Some(ErrorKind::SignedOverflow) => "G ! overflow",
        Some(ErrorKind::DoubleFree | ErrorKind::InvalidFree) => "G valid-free",
        Some(ErrorKind::MemoryLeak) => "G valid-memtrack",
        Some(
            ErrorKind::OutOfBounds
            | ErrorKind::NullDereference
            | ErrorKind::UseAfterFree
            | ErrorKind::UseAfterScope
            | ErrorKind::InvalidDereference
            | ErrorKind::UninitializedRead,
        ) => "G valid-deref",
        Some(ErrorKind::Livelock) => "F end",
        Some(ErrorKind::Ltl) => return temporal(answer, Word::Violated),
        None if !answer.properties.is_empty() => return temporal(answer, Word::Holds),
        _ => "G ! call(reach_error())",
    };
    check(formula)
}

fn check(formula: &str) -> String {
    format!("CHECK( init(main()), LTL({formula}) )")
}

/// The temporal properties of which this is so; only the first one that is violated.
fn temporal(answer: &Answer, word: Word) -> String {
    let formulas = answer.properties.iter().filter(|it| it.word == word).map(|it| check(&it.formula));
    let most = if word == Word::Violated { 1 } else { usize::MAX };
    formulas.take(most).collect::<Vec<_>>().join("\n")
}
