//! A pool of workers that search together: busy ones hand work items to idle ones, and all stop together.
//!
//! Invariant: a work item is taken once. When all workers that have not left are idle and there are no items, the
//! search is through.

use crate::plan::Progress;
use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering, lock};
use crate::work_item::WorkItem;
use gmc_model::Stopped;

/// What the workers share, apart from the visited set.
pub(crate) struct WorkerPool {
    state: Mutex<PoolState>,
    changed: Condvar,
    /// Idle workers for whom there is no item: a copy of what the state says, to be read without a lock.
    wanting: AtomicUsize,
}

/// What the lock protects.
struct PoolState {
    items: Vec<WorkItem>,
    /// Workers that have not left.
    present: usize,
    /// Those of them with nothing to do.
    idle: usize,
    stopped: Option<Stopped>,
    /// What each worker has done so far.
    progress: Vec<Progress>,
}

/// One of the workers.
#[derive(Clone, Copy)]
pub(crate) struct Worker<'a> {
    pool: &'a WorkerPool,
    index: usize,
}

impl WorkerPool {
    /// Workers, all of them at work.
    pub(crate) fn new(workers: usize) -> WorkerPool {
        let progress = vec![Progress::default(); workers];
        let state = PoolState { items: Vec::new(), present: workers, idle: 0, stopped: None, progress };
        WorkerPool { state: Mutex::new(state), changed: Condvar::new(), wanting: AtomicUsize::new(0) }
    }

    pub(crate) fn worker(&self, index: usize) -> Worker<'_> {
        Worker { pool: self, index }
    }

    /// After all have ended: why, and the items that were not taken.
    pub(crate) fn close(self) -> (Option<Stopped>, Vec<WorkItem>) {
        let mut state = lock(&self.state);
        (state.stopped, std::mem::take(&mut state.items))
    }

    fn note(&self, state: &PoolState) {
        self.wanting.store(state.idle.saturating_sub(state.items.len()), Ordering::Relaxed);
    }
}

impl Worker<'_> {
    /// Waits for something to do. None: there is nothing left, or the search was stopped.
    pub(crate) fn take(self) -> Option<WorkItem> {
        let pool = self.pool;
        let mut state = lock(&pool.state);
        state.idle += 1;
        loop {
            if state.stopped.is_some() {
                return None;
            }
            if let Some(item) = state.items.pop() {
                state.idle -= 1;
                pool.note(&state);
                return Some(item);
            }
            // A busy worker may still hand something over. If none is busy, none will.
            if state.idle == state.present {
                pool.changed.notify_all();
                return None;
            }
            pool.note(&state);
            state = pool.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// The worker, which is idle, takes no part any more.
    pub(crate) fn leave(self) {
        lock(&self.pool.state).present -= 1;
        self.pool.changed.notify_all();
    }

    /// Whether another worker waits for something to do.
    pub(crate) fn has_idle_peer(self) -> bool {
        self.pool.wanting.load(Ordering::Relaxed) > 0
    }

    /// Hands an item over to an idle worker.
    pub(crate) fn give(self, item: WorkItem) {
        let mut state = lock(&self.pool.state);
        state.items.push(item);
        self.pool.note(&state);
        self.pool.changed.notify_one();
    }

    /// Stops all, for the first reason that is given.
    pub(crate) fn stop(self, why: Stopped) {
        lock(&self.pool.state).stopped.get_or_insert(why);
        self.pool.changed.notify_all();
    }

    /// Tells what this worker has done so far. What all have done, and whether they have to stop.
    pub(crate) fn report(self, own: &Progress) -> (Progress, Option<Stopped>) {
        let mut state = lock(&self.pool.state);
        state.progress[self.index] = own.clone();
        let mut all = Progress::default();
        for it in &state.progress {
            all.states += it.states;
            all.transitions += it.transitions;
            all.depth = all.depth.max(it.depth);
            all.frontier += it.frontier;
            all.bytes += it.bytes;
        }
        (all, state.stopped)
    }
}

/// Stops the others if its worker panics.
pub(crate) struct StopOnPanic<'a>(pub(crate) Worker<'a>);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Stopped::Request);
        }
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::*;
    use gmc_model::{Choice, ThreadId};
    use loom::sync::Arc;
    use loom::thread;

    fn item(thread: ThreadId) -> WorkItem {
        let choice = Choice { thread, alternative: 0 };
        WorkItem { path: vec![choice], untried: vec![vec![choice]] }
    }

    /// Takes until there is nothing left. How many items it got.
    fn take_all(worker: Worker<'_>) -> usize {
        std::iter::from_fn(|| worker.take()).count()
    }

    #[test]
    fn every_item_is_taken_once_and_all_workers_end() {
        loom::model(|| {
            let pool = Arc::new(WorkerPool::new(2));
            let other = {
                let pool = Arc::clone(&pool);
                thread::spawn(move || take_all(pool.worker(1)))
            };
            pool.worker(0).give(item(ThreadId(0)));
            if pool.worker(0).has_idle_peer() {
                pool.worker(0).give(item(ThreadId(1)));
            }
            let own = take_all(pool.worker(0));
            let others = other.join().unwrap();
            let left = lock(&pool.state).items.len();
            assert!((1..=2).contains(&(own + others)) && left == 0);
        });
    }

    #[test]
    fn a_stop_reaches_idle_workers() {
        loom::model(|| {
            let pool = Arc::new(WorkerPool::new(2));
            let other = {
                let pool = Arc::clone(&pool);
                thread::spawn(move || pool.worker(1).take())
            };
            pool.worker(0).stop(Stopped::Time);
            assert_eq!(other.join().unwrap(), None);
            assert_eq!(pool.worker(0).report(&Progress::default()).1, Some(Stopped::Time));
        });
    }

    #[test]
    fn a_worker_that_has_left_is_not_waited_for() {
        loom::model(|| {
            let pool = Arc::new(WorkerPool::new(2));
            let other = {
                let pool = Arc::clone(&pool);
                thread::spawn(move || pool.worker(1).leave())
            };
            assert_eq!(pool.worker(0).take(), None);
            other.join().unwrap();
        });
    }
}
