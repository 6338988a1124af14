//! Visited sets that several workers share.

use super::Visited;
use crate::sync::{Mutex, lock};

/// A visited set that workers share. Only the worker that inserts a state first is told that it is new.
pub trait SharedVisited: Sync {
    /// What one worker holds of it.
    type Hand<'a>: Visited
    where
        Self: 'a;

    /// Another worker joins in.
    fn hand(&self) -> Self::Hand<'_>;
}

/// Parts of the set. More than enough for two workers to meet in one seldom.
pub const PARTS: usize = if cfg!(loom) { 2 } else { 32 };

/// Any set, in parts, each with a lock of its own.
#[derive(Debug)]
pub struct Shared<V> {
    parts: Vec<Mutex<V>>,
}

impl<V: Visited + Send> SharedVisited for Shared<V> {
    type Hand<'a>
        = &'a Shared<V>
    where
        V: 'a;

    fn hand(&self) -> &Shared<V> {
        self
    }
}

impl<V: Visited> Shared<V> {
    /// A set of parts, all empty.
    pub fn new(part: impl Fn() -> V) -> Shared<V> {
        Shared { parts: (0..PARTS).map(|_| Mutex::new(part())).collect() }
    }

    fn sum<T: std::iter::Sum>(&self, number: impl Fn(&V) -> T) -> T {
        self.parts.iter().map(|part| number(&lock(part))).sum()
    }
}

impl<V: Visited> Visited for &Shared<V> {
    fn insert(&mut self, fingerprint: u128) -> bool {
        // Bits that the parts' own tables do not start with.
        let part = fingerprint as usize % PARTS;
        lock(&self.parts[part]).insert(fingerprint)
    }

    fn len(&self) -> u64 {
        self.sum(V::len)
    }

    fn bytes(&self) -> usize {
        self.sum(V::bytes)
    }

    fn bits(&self) -> u32 {
        lock(&self.parts[0]).bits()
    }

    fn missed(&self) -> Option<f64> {
        let forgets = lock(&self.parts[0]).missed().is_some();
        forgets.then(|| self.sum(|part| part.missed().unwrap_or(0.0)))
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::*;
    use crate::Fingerprints64;
    use loom::sync::Arc;
    use loom::thread;

    #[test]
    fn one_of_two_is_told_that_a_state_is_new() {
        loom::model(|| {
            let set = Arc::new(Shared::new(Fingerprints64::new));
            let insert = |set: &Arc<Shared<Fingerprints64>>, own: u128| {
                let mut set = &**set;
                usize::from(set.insert(7)) + usize::from(set.insert(own))
            };
            let other = {
                let set = Arc::clone(&set);
                thread::spawn(move || insert(&set, 2))
            };
            let own = insert(&set, 4);
            assert_eq!(own + other.join().unwrap(), 3);
            assert_eq!((&*set).len(), 3);
        });
    }
}
