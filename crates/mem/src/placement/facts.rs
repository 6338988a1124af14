//! What is known of the placement of objects in one state, and what follows from it.
//!
//! Invariant: the facts are consistent with each other and with the lifetimes, so some placement of all objects
//! satisfies them. Facts are few, one for each question that was answered, so closures are computed by walking the
//! list.

use std::sync::Arc;

/// What is known of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(super) enum Relation {
    /// They start at the same address.
    Same,
    /// The first one lies lower.
    Below,
    /// The second one lies lower.
    Above,
    /// They start at different addresses.
    Apart,
    /// Nothing.
    Open,
}

/// An answer that was given. Object numbers stand for the objects' first bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fact {
    pub(super) relation: Relation,
    pub(super) first: u32,
    pub(super) second: u32,
}

/// When an object lived. The clock counts ends of objects: an object is born after so many of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lifetime {
    pub(super) born: u64,
    pub(super) died: u64,
}

impl Lifetime {
    /// Of what was there before the placement became nondeterministic.
    pub(super) const ALWAYS: Lifetime = Lifetime { born: 0, died: u64::MAX };

    /// Whether both lived at some time, so that their bytes are disjoint.
    pub(super) fn overlaps(self, other: Lifetime) -> bool {
        self.born < other.died && other.born < self.died
    }
}

/// What is known of the placement of objects in one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Placement {
    /// How many objects have ended: the clock of lifetimes.
    ends: u64,
    /// How many heap objects were made, and how many have ended.
    pub(super) heap_counts: (u64, u64),
    /// By object number.
    lifetimes: Vec<Lifetime>,
    pub(super) facts: Vec<Fact>,
}

impl Placement {
    pub(super) fn lifetime(&self, id: u32) -> Lifetime {
        self.lifetimes.get(id as usize).copied().unwrap_or(Lifetime::ALWAYS)
    }

    pub(super) fn set_lifetime(&mut self, id: u32, lifetime: Lifetime) {
        if self.lifetimes.len() <= id as usize {
            self.lifetimes.resize(id as usize + 1, Lifetime::ALWAYS);
        }
        self.lifetimes[id as usize] = lifetime;
    }

    /// An object was made.
    pub(super) fn begin(&mut self, id: u32, heap: bool) {
        self.heap_counts.0 += u64::from(heap);
        self.set_lifetime(id, Lifetime { born: self.ends, died: u64::MAX });
    }

    /// An object has ended.
    pub(super) fn end(&mut self, id: u32, heap: bool) {
        self.ends += 1;
        self.heap_counts.1 += u64::from(heap);
        self.set_lifetime(id, Lifetime { died: self.ends, ..self.lifetime(id) });
    }

    /// Objects known to start where this one does, itself first; with `above`, also those known to lie higher.
    fn closure(&self, id: u32, above: bool) -> Vec<u32> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(&here) = found.get(at) {
            at += 1;
            for &Fact { relation, first, second } in &self.facts {
                let next = match relation {
                    Relation::Same if first == here => second,
                    Relation::Same if second == here => first,
                    Relation::Below if above && first == here => second,
                    _ => continue,
                };
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// What follows from facts and lifetimes. Every answer that is consistent with them is possible.
    pub(super) fn relation(&self, a: u32, b: u32) -> Relation {
        if self.facts.is_empty() {
            return if self.lifetime(a).overlaps(self.lifetime(b)) {
                Relation::Apart
            } else {
                Relation::Open
            };
        }
        let (left, right) = (self.closure(a, false), self.closure(b, false));
        if left.contains(&b) {
            return Relation::Same;
        }
        if self.closure(a, true).contains(&b) {
            return Relation::Below;
        }
        if self.closure(b, true).contains(&a) {
            return Relation::Above;
        }
        let coexist = |x: u32, y: u32| self.lifetime(x).overlaps(self.lifetime(y));
        let says_apart = |it: &Fact| {
            it.relation == Relation::Apart
                && (left.contains(&it.first) && right.contains(&it.second)
                    || left.contains(&it.second) && right.contains(&it.first))
        };
        let apart =
            left.iter().any(|&x| right.iter().any(|&y| coexist(x, y))) || self.facts.iter().any(says_apart);
        if apart { Relation::Apart } else { Relation::Open }
    }

    /// Drops an object to which nothing points any more, so that its number is free. What its facts say of other
    /// objects stays.
    pub(super) fn forget(&mut self, id: u32) {
        let mut lifetime = self.lifetime(id);
        lifetime.died = lifetime.died.min(self.ends + 1);
        self.set_lifetime(id, Lifetime::ALWAYS);
        if !self.facts.iter().any(|it| it.first == id || it.second == id) {
            return;
        }
        match self.closure(id, false).get(1) {
            Some(&same) => self.replace(id, lifetime, same),
            None => self.bridge(id),
        }
    }

    /// Lets `same`, which starts at the same address, stand for an object in all facts.
    fn replace(&mut self, id: u32, lifetime: Lifetime, same: u32) {
        // The object lay at that address while it lived, so what lived with it does not start there.
        let apart: Vec<u32> = (1..self.lifetimes.len() as u32)
            .filter(|&it| it != id && lifetime.overlaps(self.lifetime(it)))
            .filter(|&it| !self.lifetime(same).overlaps(self.lifetime(it)))
            .collect();
        let apart = apart.into_iter().map(|second| Fact { relation: Relation::Apart, first: same, second });
        self.facts.extend(apart);
        for fact in &mut self.facts {
            for end in [&mut fact.first, &mut fact.second] {
                if *end == id {
                    *end = same;
                }
            }
        }
        self.facts.retain(|it| it.first != it.second);
    }

    /// Removes an object from the order: what lay below it lies below what lay above it.
    fn bridge(&mut self, id: u32) {
        let below = |it: &&Fact| it.relation == Relation::Below;
        let lower = self.facts.iter().filter(below).filter(|it| it.second == id).map(|it| it.first);
        let higher: Vec<u32> =
            self.facts.iter().filter(below).filter(|it| it.first == id).map(|it| it.second).collect();
        let over: Vec<Fact> = lower
            .flat_map(|first| {
                higher.iter().map(move |&second| Fact { relation: Relation::Below, first, second })
            })
            .collect();
        self.facts.retain(|it| it.first != id && it.second != id);
        self.facts.extend(over);
    }
}

/// The placement of the current state, and those of the marked ones.
pub(crate) struct PlacementState {
    pub(super) now: Arc<Placement>,
    saved: Vec<Arc<Placement>>,
}

impl PlacementState {
    /// Nothing known, neither now nor at the marks there are.
    pub(super) fn new(marks: usize) -> PlacementState {
        PlacementState { now: Arc::default(), saved: vec![Arc::default(); marks] }
    }

    /// Starts from another state, without marks.
    pub(super) fn restore(&mut self, now: &Arc<Placement>) {
        *self = PlacementState { now: now.clone(), saved: Vec::new() };
    }

    pub(super) fn change(&mut self) -> &mut Placement {
        Arc::make_mut(&mut self.now)
    }

    pub(crate) fn save(&mut self) {
        self.saved.push(self.now.clone());
    }

    /// Returns to a mark, which stays.
    pub(crate) fn return_to(&mut self, depth: usize) {
        self.saved.truncate(depth + 1);
        self.now = self.saved[depth].clone();
    }

    pub(crate) fn forget_from(&mut self, depth: usize) {
        self.saved.truncate(depth);
    }
}
