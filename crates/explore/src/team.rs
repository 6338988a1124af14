//! Workers that search together: who has too much gives to who has nothing, and all stop together.

use crate::open::Open;
use crate::plan::Progress;
use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering, lock};
use gmc_model::Stopped;

/// What the workers share, apart from the visited set.
pub(crate) struct Team {
    desk: Mutex<Desk>,
    changed: Condvar,
    /// Idle workers for whom there is no parcel; a copy of what the desk says, for those who only want to glance at it.
    wanting: AtomicUsize,
}

/// Where workers meet.
struct Desk {
    parcels: Vec<Open>,
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
pub(crate) struct Member<'a> {
    team: &'a Team,
    index: usize,
}

impl Team {
    /// Workers, all of them at work.
    pub(crate) fn new(workers: usize) -> Team {
        let progress = vec![Progress::default(); workers];
        let desk = Desk { parcels: Vec::new(), present: workers, idle: 0, stopped: None, progress };
        Team { desk: Mutex::new(desk), changed: Condvar::new(), wanting: AtomicUsize::new(0) }
    }

    pub(crate) fn member(&self, index: usize) -> Member<'_> {
        Member { team: self, index }
    }

    /// After all have ended: why, and the parcels that nobody has opened.
    pub(crate) fn close(self) -> (Option<Stopped>, Vec<Open>) {
        let mut desk = lock(&self.desk);
        (desk.stopped, std::mem::take(&mut desk.parcels))
    }

    fn note(&self, desk: &Desk) {
        self.wanting.store(desk.idle.saturating_sub(desk.parcels.len()), Ordering::Relaxed);
    }
}

impl Member<'_> {
    /// Waits for something to do. None: there is nothing left, or the search was stopped.
    pub(crate) fn take(self) -> Option<Open> {
        let team = self.team;
        let mut desk = lock(&team.desk);
        desk.idle += 1;
        loop {
            if desk.stopped.is_some() {
                return None;
            }
            if let Some(parcel) = desk.parcels.pop() {
                desk.idle -= 1;
                team.note(&desk);
                return Some(parcel);
            }
            // Those at work may still give something; when nobody is, nobody will.
            if desk.idle == desk.present {
                team.changed.notify_all();
                return None;
            }
            team.note(&desk);
            desk = team.changed.wait(desk).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// The worker, which has nothing to do, will not ask for anything.
    pub(crate) fn leave(self) {
        lock(&self.team.desk).present -= 1;
        self.team.changed.notify_all();
    }

    /// Whether somebody waits for something to do.
    pub(crate) fn is_somebody_idle(self) -> bool {
        self.team.wanting.load(Ordering::Relaxed) > 0
    }

    /// Gives something to whoever waits.
    pub(crate) fn give(self, parcel: Open) {
        let mut desk = lock(&self.team.desk);
        desk.parcels.push(parcel);
        self.team.note(&desk);
        self.team.changed.notify_one();
    }

    /// Stops all, for the first reason that is given.
    pub(crate) fn stop(self, why: Stopped) {
        lock(&self.team.desk).stopped.get_or_insert(why);
        self.team.changed.notify_all();
    }

    /// Tells what this worker has done so far. What all have done, and whether they have to stop.
    pub(crate) fn report(self, own: &Progress) -> (Progress, Option<Stopped>) {
        let mut desk = lock(&self.team.desk);
        desk.progress[self.index] = own.clone();
        let mut all = Progress::default();
        for it in &desk.progress {
            all.states += it.states;
            all.transitions += it.transitions;
            all.depth = all.depth.max(it.depth);
            all.frontier += it.frontier;
            all.bytes += it.bytes;
        }
        (all, desk.stopped)
    }
}

/// Stops the others if its worker panics.
pub(crate) struct Fuse<'a>(pub(crate) Member<'a>);

impl Drop for Fuse<'_> {
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

    fn parcel(thread: ThreadId) -> Open {
        let choice = Choice { thread, alternative: 0 };
        Open { path: vec![choice], untried: vec![vec![choice]] }
    }

    /// Takes until there is nothing left. How many parcels it got.
    fn take_all(member: Member<'_>) -> usize {
        std::iter::from_fn(|| member.take()).count()
    }

    #[test]
    fn every_parcel_is_taken_once_and_all_come_to_an_end() {
        loom::model(|| {
            let team = Arc::new(Team::new(2));
            let other = {
                let team = Arc::clone(&team);
                thread::spawn(move || take_all(team.member(1)))
            };
            team.member(0).give(parcel(ThreadId(0)));
            if team.member(0).is_somebody_idle() {
                team.member(0).give(parcel(ThreadId(1)));
            }
            let own = take_all(team.member(0));
            let others = other.join().unwrap();
            let left = lock(&team.desk).parcels.len();
            assert!((1..=2).contains(&(own + others)) && left == 0);
        });
    }

    #[test]
    fn a_stop_reaches_who_waits() {
        loom::model(|| {
            let team = Arc::new(Team::new(2));
            let other = {
                let team = Arc::clone(&team);
                thread::spawn(move || team.member(1).take())
            };
            team.member(0).stop(Stopped::Time);
            assert_eq!(other.join().unwrap(), None);
            assert_eq!(team.member(0).report(&Progress::default()).1, Some(Stopped::Time));
        });
    }

    #[test]
    fn nobody_waits_for_who_has_left() {
        loom::model(|| {
            let team = Arc::new(Team::new(2));
            let other = {
                let team = Arc::clone(&team);
                thread::spawn(move || team.member(1).leave())
            };
            assert_eq!(team.member(0).take(), None);
            other.join().unwrap();
        });
    }
}
