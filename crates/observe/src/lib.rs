//! What a program under check does, in the terms of its source: steps, explanations, whole states, coverage, profiles.
//!
//! Everything here looks on ([`Observer`](gmc_system::observer::Observer)) or looks at a state; nothing changes what the
//! program does. It is not needed for a search, so a change here does not rebuild machine, library or searches.

mod coverage;
mod explain;
pub mod heap;
mod observed;
mod operation;
mod profile;
pub mod scene;
pub mod script;
pub mod tracer;

pub use coverage::Reached;
pub use observed::Observed;
pub use profile::Profiler;
pub use script::script;
