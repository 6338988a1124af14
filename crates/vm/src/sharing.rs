//! What searches learn of sharing: where objects are made that reach other threads in ways that are not tracked.
//!
//! An object is shared when a pointer to it is stored where others can read it. If another thread gets at it in another
//! way (a file, two halves of a number), it is shared at the access, which is too late: the thread that made it may
//! have accessed it before without letting others go first. So the place where it was made is noted, the search is
//! refuted, and the next search shares what is made there at once. Knowledge only grows, and there are finitely many
//! places. If nothing new is learnt, the search is not refuted: another one would end like this one, so the answer is
//! unknown.
//!
//! Invariant: the places in use do not change during a search, so its runs can be replayed with the same places.

use gmc_mem::{Site, Storage};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Places where objects are made, each with the kind of storage.
pub type Places = BTreeSet<(Storage, Site)>;

/// Kinds of storage by their names in traces.
const KINDS: &[(Storage, &str)] = &[
    (Storage::Frame, "frame"),
    (Storage::Global, "global"),
    (Storage::Heap, "heap"),
    (Storage::ThreadLocal, "thread"),
];

/// What is known of sharing.
#[derive(Debug, Default)]
pub struct Sharing {
    /// Where objects are made that are shared at once.
    used: Mutex<Arc<Places>>,
    /// Where others were made that had to be.
    met: Mutex<Places>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sharing {
    /// What is known from a search that was made before.
    pub fn known<'a>(told: impl IntoIterator<Item = &'a str>) -> Sharing {
        let sharing = Sharing::default();
        sharing.learn(told);
        sharing
    }

    /// Likewise, in addition: as [`Sharing::tell`] has told it. What is not understood is left out.
    pub fn learn<'a>(&self, told: impl IntoIterator<Item = &'a str>) {
        let place = |told: &str| {
            let (name, site) = told.split_once(' ')?;
            let kind = KINDS.iter().find(|it| it.1 == name)?.0;
            Some((kind, Site(site.parse().ok()?)))
        };
        lock(&self.met).extend(told.into_iter().filter_map(place));
        self.again();
    }

    /// What is used, for those who make the same run again.
    pub fn tell(&self) -> Vec<String> {
        let name = |kind: Storage| KINDS.iter().find(|it| it.0 == kind).map_or("", |it| it.1);
        self.used().iter().map(|&(kind, Site(site))| format!("{} {site}", name(kind))).collect()
    }

    /// Where objects are made that are shared at once.
    pub fn used(&self) -> Arc<Places> {
        lock(&self.used).clone()
    }

    /// Objects from there had to be shared too late. Says whether another search helps: what is made at a place that is
    /// known was shared at once, so another search would miss the same.
    #[must_use]
    pub fn add(&self, places: impl IntoIterator<Item = (Storage, Site)>) -> bool {
        let used = self.used();
        let (known, new): (Vec<_>, Vec<_>) = places.into_iter().partition(|it| used.contains(it));
        lock(&self.met).extend(new);
        known.is_empty()
    }

    /// Whether objects from further places had to be shared too late: what was searched so far is worth nothing.
    pub fn is_refuted(&self) -> bool {
        !lock(&self.met).is_empty()
    }

    /// From now on all that was met is used.
    pub fn again(&self) {
        let met = std::mem::take(&mut *lock(&self.met));
        let mut used = lock(&self.used);
        *used = Arc::new(used.iter().copied().chain(met).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_known() {
        let sharing = Sharing::default();
        assert!(sharing.add([(Storage::Heap, Site(7)), (Storage::Frame, Site(9))]));
        assert!(sharing.tell().is_empty(), "a search goes on as it began");
        assert!(sharing.is_refuted());
        sharing.again();
        assert!(!sharing.is_refuted());
        let told = sharing.tell();
        assert_eq!(told, ["frame 9", "heap 7"]);
        assert!(!sharing.add([(Storage::Heap, Site(7))]) && !sharing.is_refuted(), "nothing new was learnt");
        assert_eq!(Sharing::known(told.iter().map(String::as_str)).used(), sharing.used());
    }
}
