//! Searches over systems: everything that can happen, no state twice.
//!
//! A search takes a [`System`](gmc_model::System), a set for the states that it has [`Visited`] and a [`Plan`]; it returns
//! an [`SearchResult`](gmc_model::SearchResult). Deliberately absent: what systems are made of, and how anything is shown to users.

mod best;
mod bfs;
mod checkpoint;
mod dfs;
mod dpor;
mod fewest;
mod layer;
mod ledger;
mod livelock;
mod minimise;
mod open;
mod parallel;
mod plan;
mod queued;
mod replay;
mod share;
mod store;
mod sync;
mod team;
mod walk;
mod watch;

pub use best::{Score, best};
pub use bfs::bfs;
pub use checkpoint::{Keep, Stored, Unusable};
pub use dfs::{dfs, kept_dfs};
pub use dpor::{Failure, MOST_THREADS, Memory, Reduction, Turn, dpor};
pub use layer::{Allow, Allowed, Audit, Bounded, Discrepancy, Tally};
pub use livelock::livelocks;
pub use minimise::{Minimised, minimise, switches};
pub use parallel::{Helper, parallel};
pub use plan::{Limits, Plan, Progress};
pub use replay::{Deviation, confirm, replay};
pub use store::{
    Bitstate, Common, Concurrent, Fingerprints64, Fingerprints128, Hand, NewFile, Numbers, PARTS, Shared,
    Spilling, Trouble, Visited,
};
pub use walk::{Drawn, Walks, walk};
