//! Searches over systems: everything that can happen, no state twice.
//!
//! A search takes a [`System`](gmc_model::System), a set for the states that it has [`Visited`] and a [`Plan`]; it returns
//! an [`Outcome`](gmc_model::Outcome). Deliberately absent: what systems are made of, and how anything is shown to users.

mod bfs;
mod dfs;
mod dpor;
mod layer;
mod ledger;
mod livelock;
mod plan;
mod replay;
mod store;
mod watch;

pub use bfs::bfs;
pub use dfs::dfs;
pub use dpor::{Failure, MOST_THREADS, Memory, Reduction, Turn, dpor};
pub use layer::{Allow, Allowed};
pub use livelock::livelocks;
pub use plan::{Limits, Plan, Progress};
pub use replay::{Deviation, confirm, replay};
pub use store::{Fingerprints64, Fingerprints128, Visited};
