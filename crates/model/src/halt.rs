//! A request to end what is under way. A watchdog (clock, memory, signals) makes it, and workers check it every few
//! thousand operations.
//!
//! Invariant: the first reason counts until it is cleared.

use crate::outcome::Stopped;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A request to end what is under way. Copies are the same request.
#[derive(Clone, Debug)]
pub struct Halt(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Position of the reason in [`REASONS`], counted from 1; 0 for none.
    why: AtomicU8,
    /// Bytes that may still be taken.
    spare: AtomicU64,
}

/// The reasons for such a request.
const REASONS: [Stopped; 3] = [Stopped::Time, Stopped::Memory, Stopped::Request];

impl Default for Halt {
    fn default() -> Halt {
        Halt(Arc::new(Shared { why: AtomicU8::new(0), spare: AtomicU64::new(u64::MAX) }))
    }
}

impl Halt {
    /// Makes the request, unless there is one already. Reasons that only a search can have are ignored.
    pub fn ask(&self, why: Stopped) {
        if let Some(at) = REASONS.iter().position(|&it| it == why) {
            let _ = self.0.why.compare_exchange(0, at as u8 + 1, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// What is asked for, if anything.
    #[inline]
    pub fn asked(&self) -> Option<Stopped> {
        match self.0.why.load(Ordering::Relaxed) {
            0 => None,
            at => REASONS.get(usize::from(at) - 1).copied(),
        }
    }

    /// Takes the request back.
    pub fn clear(&self) {
        self.0.why.store(0, Ordering::Relaxed);
    }

    /// From now on so many bytes may be taken.
    pub fn set_spare(&self, bytes: u64) {
        self.0.spare.store(bytes, Ordering::Relaxed);
    }

    /// Whether so many bytes may be taken at once. If not, that is a reason to end.
    pub fn has_room(&self, bytes: u64) -> bool {
        let fits = bytes <= self.0.spare.load(Ordering::Relaxed);
        if !fits {
            self.ask(Stopped::Memory);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::Halt;
    use crate::outcome::Stopped;

    #[test]
    fn the_first_reason_counts() {
        let halt = Halt::default();
        assert_eq!(halt.asked(), None);
        halt.clone().ask(Stopped::Memory);
        halt.ask(Stopped::Time);
        assert_eq!(halt.asked(), Some(Stopped::Memory));
        halt.clear();
        halt.ask(Stopped::Request);
        assert_eq!(halt.asked(), Some(Stopped::Request));
    }

    #[test]
    fn what_has_no_room_is_a_reason() {
        let halt = Halt::default();
        assert!(halt.has_room(u64::MAX));
        halt.set_spare(10);
        assert!(halt.has_room(10) && halt.asked().is_none());
        assert!(!halt.has_room(11));
        assert_eq!(halt.asked(), Some(Stopped::Memory));
    }
}
