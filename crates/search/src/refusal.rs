//! Why a search is not made as it was asked for: what the table of engines does not have.

use crate::capability::{Capability, Engine};
use crate::value::Score;

/// Why a search is not made as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The engine cannot do it.
    #[error("--engine {} and {} do not go together: {} is for --engine {}", .engine.name(), .row.option,
        .row.option_name(), .row.engine_names())]
    Engine {
        /// The engine that was named.
        engine: Engine,
        /// What it cannot do.
        row: &'static Capability,
    },
    /// Two features exclude each other.
    #[error("{} and {} do not go together", .0.option, .1.option)]
    Together(&'static Capability, &'static Capability),
    /// It is for best-first search only.
    #[error("{0} is for --engine best, which looks first at states that look good")]
    BestOnly(&'static str),
    /// It is for random runs only.
    #[error("{0} is for --engine walk, which follows random runs")]
    WalkOnly(&'static str),
    /// It is for random lassos only.
    #[error("{0} is for --engine lassos, which draws random runs up to their first repetition")]
    LassosOnly(&'static str),
    /// `--score line` without a line.
    #[error("--score line needs the line to get to: --target FILE:LINE")]
    NoTarget,
    /// A line that nothing looks at.
    #[error("--target is for --score line, and --score {} does not look at lines", .0.name())]
    IdleTarget(Score),
    /// A table that does not fit.
    #[error("--bitstate asks for a table of {bytes} bytes, and gmc may use {memory} (--memory)")]
    LargeTable {
        /// Its bytes.
        bytes: u64,
        /// The bytes that there are.
        memory: u64,
    },
}
