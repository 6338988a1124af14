//! Visited sets, and the engines over them.
//!
//! Engines are compiled for each pair of layers and store. The pair that nearly all searches use, and the sets that
//! workers share, have code of their own; the others go through [`AnyStore`], a call through a table for each state.

use crate::choose::{Order, order};
use crate::error::SearchError;
use crate::layers::Stack;
use crate::restart::Restarting;
use crate::value::Store;
use gmc_explore::{
    Bitstate, Concurrent, DiskErrors, Fingerprints64, Fingerprints128, NewFile, Numbers, PARTS, Plan, Shared,
    SharedVisited, Spilling, Visited, best, bfs, dfs, livelocks, parallel,
};
use gmc_model::{Choice, SearchResult};
use std::path::Path;
use std::sync::Arc;

/// Visited states may take one part of so many of the memory before they go to disk.
const DISK_SHARE: usize = 4;

/// A visited set of any kind.
struct AnyStore(Box<dyn Visited + Send>);

impl Visited for AnyStore {
    fn insert(&mut self, fingerprint: u128) -> bool {
        self.0.insert(fingerprint)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn bits(&self) -> u32 {
        self.0.bits()
    }

    fn omission(&self) -> f64 {
        self.0.omission()
    }

    fn missed(&self) -> Option<f64> {
        self.0.missed()
    }
}

/// Where visited states go, once it is known that they can.
pub(crate) struct OpenStore {
    new: Box<dyn Fn() -> AnyStore + Sync>,
    /// The first thing that went wrong with files.
    disk_error: DiskErrors,
}

impl OpenStore {
    /// Opens a store for one worker, or for the parts that several share.
    pub(crate) fn open(store: &Store, workers: usize, memory: u64) -> Result<OpenStore, SearchError> {
        let parts = if workers > 1 { PARTS } else { 1 };
        let disk_error = DiskErrors::default();
        let new: Box<dyn Fn() -> AnyStore + Sync> = match store {
            Store::Fingerprints64 => Box::new(|| AnyStore(Box::new(Fingerprints64::new()))),
            Store::Fingerprints128 => Box::new(|| AnyStore(Box::new(Fingerprints128::new()))),
            Store::Exact => Box::new(|| AnyStore(Box::new(Numbers::new()))),
            &Store::Bitstate(bytes) => {
                Box::new(move || AnyStore(Box::new(Bitstate::new(bytes / parts as u64))))
            }
            Store::Disk(directory) => {
                let new_file = new_file(directory)?;
                let (most, error) = (memory as usize / DISK_SHARE / parts, disk_error.clone());
                Box::new(move || AnyStore(Box::new(Spilling::new(most, new_file.clone(), error.clone()))))
            }
        };
        Ok(OpenStore { new, disk_error })
    }

    /// Tells what went wrong with files: then states stayed in memory.
    pub(crate) fn close(self, notice: fn(&str)) {
        if let Some(error) = self.disk_error.take() {
            notice(&format!("warning: visited states could not be kept on disk: {error}"));
        }
    }
}

/// Makes files in a directory. Fails now rather than after an hour.
fn new_file(directory: &Path) -> Result<NewFile, SearchError> {
    let directory = directory.to_owned();
    let path = directory.display().to_string();
    let new_file: NewFile = Arc::new(move || tempfile::tempfile_in(&directory));
    new_file().map_err(|error| SearchError::File { path, error })?;
    Ok(new_file)
}

impl<S: Stack> Restarting<'_, S> {
    /// Visits all states once, with an empty store.
    pub(crate) fn visit(&self, store: &OpenStore, system: &mut S, plan: Plan<'_>) -> SearchResult {
        match (&self.search.store, self.search.workers.get()) {
            (Store::Fingerprints128, 1) if S::IS_COMMON => {
                self.visit_alone(system, &mut Fingerprints128::new(), plan)
            }
            (_, 1) => self.visit_alone(system, &mut (store.new)(), plan),
            (Store::Fingerprints128, _) => self.visit_together(system, &Concurrent::<2>::new(), plan),
            (Store::Fingerprints64, _) => self.visit_together(system, &Concurrent::<1>::new(), plan),
            _ => self.visit_together(system, &Shared::new(&store.new), plan),
        }
    }

    fn visit_alone<V: Visited>(&self, system: &mut S, visited: &mut V, plan: Plan<'_>) -> SearchResult {
        match order(self.search) {
            Order::Depth => dfs(system, visited, plan),
            Order::Breadth => bfs(system, visited, plan),
            Order::Livelocks => {
                let mut result = livelocks(system, visited, plan);
                // Such a lasso is found in the graph of all states, beyond the layer of allowed errors.
                result.findings.retain(|it| self.subject.policy.counts(&it.violation));
                result
            }
            Order::Best => {
                let mut score = |system: &S, by: Choice| {
                    self.scoring.rate(system.execution(), system.abstract_state(), by)
                };
                best(system, visited, &mut score, plan)
            }
        }
    }

    fn visit_together<C: SharedVisited>(&self, system: &mut S, visited: &C, plan: Plan<'_>) -> SearchResult {
        parallel(system, visited, plan, self.search.workers.get() - 1, &|search| {
            // The first system could be made, so this one fails only for want of memory: the others go on without it.
            if self.hooks.halt.asked().is_none()
                && let Ok(mut system) = S::new(self.subject, self.search, &self.hypotheses)
            {
                search(&mut system);
                system.finish(self.totals, None);
            }
        })
    }
}
