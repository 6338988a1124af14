//! Searches over programs: which engine is used, with which store, layers and limits.
//!
//! `explore` has the engines, generic over any system; the machine makes a program a system. This crate puts the two
//! together, and is the only one in which engines are compiled for programs: whoever changes the command does not
//! compile them again. What a search is stands in one value, [`Search`]; what each engine can do, in one table,
//! [`CAPABILITIES`].
//!
//! Deliberately absent: options of a command line, reports, and how a program is read.

mod audit;
mod capability;
mod checkpoint;
mod choose;
mod error;
mod hooks;
mod layers;
mod refusal;
mod replay;
mod restart;
mod scoring;
mod stores;
mod temporal;
mod value;

pub use capability::{CAPABILITIES, Capability, Engine, Feature, engines_table, exclusions_table};
pub use checkpoint::CheckpointFile;
pub use error::SearchError;
pub use gmc_explore::{Deviation, Fairness, Minimised, Progress, Property, PropertyError, Weights};
pub use hooks::{Hooks, ProgressView};
pub use layers::{Ends, LoadError, NewExecution, Subject};
pub use refusal::Refusal;
pub use replay::{confirm, minimise};
pub use temporal::Temporal;
pub use value::{
    Asked, Bounds, Budget, Limit, LimitKind, Reductions, SampleOptions, Score, Search, Store, Target,
    WalkOptions,
};

use gmc_model::{SearchResult, Used};

/// What a search found out.
#[derive(Debug)]
pub struct Searched {
    /// Findings, statistics, and what engine and layers left out.
    pub result: SearchResult,
    /// The engine, and why it was used.
    pub used: Used,
}

/// Searches a program.
///
/// # Errors
/// Where the program cannot be loaded, or a file of the search cannot be used. What goes wrong in the program is no
/// error.
pub fn search(
    subject: &Subject<'_>,
    search: &Search,
    hooks: &Hooks<'_>,
    progress: &mut dyn ProgressView,
) -> Result<Searched, SearchError> {
    if let Some(temporal) = &subject.temporal {
        return temporal::search(subject, temporal, search, hooks, progress);
    }
    let found = restart::search(subject, search, hooks, progress)?;
    if search.workers.get() > 1 && search.deterministic && !found.result.findings.is_empty() {
        // Which worker is the first to find something is up to chance, so one worker searches again.
        let alone = Search { workers: std::num::NonZeroUsize::MIN, ..search.clone() };
        return restart::search(subject, &alone, hooks, progress);
    }
    Ok(found)
}
