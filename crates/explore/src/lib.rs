//! Searches over systems: everything that can happen, no state twice.
//!
//! A search takes a [`System`](gmc_model::System), a [`Visited`] set and a [`Plan`]; it returns a
//! [`SearchResult`](gmc_model::SearchResult). One algorithm per file: depth-first ([`dfs()`]), several workers
//! ([`parallel()`]), breadth-first ([`bfs()`]), best-first ([`best()`]), dynamic partial-order reduction
//! ([`dpor()`]), dynamic path reduction ([`paths()`]), random runs ([`walk()`]), livelocks ([`livelocks`]). Layers
//! around a system are in `layer`, visited sets in `store`.
//!
//! Deliberately absent: what systems are made of, and how anything is shown to users.

mod best;
mod bfs;
mod checkpoint;
mod collector;
mod dfs;
mod dpor;
mod estimate;
mod fewest_switches;
mod frontier;
mod layer;
mod limit_watch;
mod livelock;
mod minimise;
mod parallel;
mod paths;
mod plan;
mod replay;
mod store;
mod sync;
mod temporal;
mod variations;
mod walk;
mod work_item;
mod worker_pool;

pub use best::{Score, best};
pub use bfs::bfs;
pub use checkpoint::{CheckpointError, Checkpointer, Stored};
pub use dfs::{dfs, dfs_with_checkpoints};
pub use dpor::{DporStats, GiveUp, MOST_THREADS, Restart, StateMatching, dpor};
pub use layer::{
    Abstracted, Abstraction, Allow, Allowed, Audit, Bounded, Discrepancy, Handlers, LimitOf, Limited, Tally,
};
pub use livelock::livelocks;
pub use minimise::{Minimised, minimise};
pub use parallel::{Helper, parallel};
pub use paths::{PathStats, paths};
pub use plan::{Limits, Plan, Progress};
pub use replay::{Deviation, confirm, replay};
pub use store::{
    Bitstate, Concurrent, DiskErrors, Fingerprints64, Fingerprints128, Hand, NewFile, Numbers, PARTS, Shared,
    SharedVisited, Spilling, Visited,
};
pub use temporal::{
    Fairness, Interval, LassoStats, Lassos, Product, Property, PropertyError, Weights, confirm_property,
    emptiness, lassos, samples_for, shorten,
};
pub use variations::switches;
pub use walk::{WalkStats, Walks, walk};
