//! Options about temporal properties.

use super::values;
use clap::Args;
use gmc_search::Fairness;
use std::path::PathBuf;

/// Temporal properties.
#[derive(Clone, Debug, Args)]
pub(crate) struct Temporal {
    /// A temporal property that every run must satisfy, with or without a name: 'answered: G({req} -> F {ack})'; may be
    /// repeated (docs/ltl.md)
    #[arg(long, value_name = "FORMULA")]
    pub(crate) ltl: Vec<String>,
    /// A file with temporal properties, one in a line, with or without a name in front
    #[arg(long, value_name = "FILE")]
    pub(crate) ltl_file: Option<PathBuf>,
    /// An automaton in the Hanoi format that may accept no run; its propositions are C expressions; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) never: Vec<PathBuf>,
    /// Which runs temporal properties are about
    #[arg(long, value_name = "FAIRNESS", value_parser = values::fairness(), default_value = "weak")]
    pub(crate) fairness: Fairness,
}

impl Temporal {
    /// Whether there are properties beside those in the source.
    pub(crate) fn is_given(&self) -> bool {
        !self.ltl.is_empty() || self.ltl_file.is_some() || !self.never.is_empty()
    }
}
