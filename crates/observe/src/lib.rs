//! What a program under check does, in the terms of its source: steps, explanations, whole states, coverage, profiles.
//!
//! Everything here observes a run ([`Observer`](gmc_system::observer::Observer)) or looks at a state through a
//! [`View`]; nothing changes what the program does. Searches do not need it, so a change here does not rebuild them.

mod branches;
mod coverage;
mod effects;
mod explain;
mod harness;
mod inputs;
mod messages;
mod observed;
mod operation;
mod profile;
pub mod scene;
mod script;
pub mod slice;
pub mod tracer;
pub mod view;

pub use branches::{BranchWitness, Branches, Crossing, Way};
pub use coverage::Reached;
pub use harness::harness;
pub use inputs::given_inputs;
pub use observed::Observed;
pub use operation::accessed;
pub use profile::Profiler;
pub use script::script;
pub use view::{OpenFile, View};
