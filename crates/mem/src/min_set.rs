//! A set of small numbers that yields its smallest member fast: a hierarchy of 64-bit words.
//!
//! Allocation takes the lowest free slot, so that where an object goes depends only on which slots are taken and not
//! on the order in which others were given back. A bit of level k+1 says whether a word of level k has any bit set
//! (van Emde Boas' idea with a fixed fan-out of 64); four levels cover 16 million members and an operation touches one
//! word a level.
//!
//! Invariants: bit i of a word of level k+1 is set exactly when word i of level k is not zero; the last level has one
//! word; `low` is the smallest member, `NONE` if there is none.

/// A set of `u32` with a fast minimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MinSet {
    low: u32,
    levels: Vec<Vec<u64>>,
}

const NONE: u32 = u32::MAX;

impl Default for MinSet {
    fn default() -> MinSet {
        MinSet { low: NONE, levels: Vec::new() }
    }
}

impl MinSet {
    /// The smallest member.
    #[inline]
    pub(crate) fn first(&self) -> Option<u32> {
        (self.low != NONE).then_some(self.low)
    }

    fn find(&self) -> u32 {
        let mut at = 0usize;
        if self.levels.last().is_none_or(|top| top[0] == 0) {
            return NONE;
        }
        for level in self.levels.iter().rev() {
            at = at * 64 + level[at].trailing_zeros() as usize;
        }
        at as u32
    }

    /// Adds a member.
    #[inline]
    pub(crate) fn insert(&mut self, member: u32) {
        self.low = self.low.min(member);
        let mut at = member as usize;
        if self.levels.first().is_none_or(|l| at / 64 >= l.len()) {
            self.make_room(at);
        }
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was = *word;
            *word |= 1 << (at % 64);
            if was != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// Removes a member; one that is not there is fine.
    #[inline]
    pub(crate) fn remove(&mut self, member: u32) {
        let at = member as usize;
        let Some(word) = self.levels.first_mut().and_then(|l| l.get_mut(at / 64)) else { return };
        *word &= !(1 << (at % 64));
        if *word == 0 {
            self.clear_summary(at / 64);
        } else if member == self.low {
            // What is left of the word is above the smallest member.
            self.low = (at & !63) as u32 + word.trailing_zeros();
        }
    }

    fn clear_summary(&mut self, mut at: usize) {
        for level in self.levels.iter_mut().skip(1) {
            level[at / 64] &= !(1 << (at % 64));
            if level[at / 64] != 0 {
                break;
            }
            at /= 64;
        }
        self.low = self.find();
    }

    #[cold]
    fn make_room(&mut self, member: usize) {
        let mut words = member / 64 + 1;
        let mut level = 0;
        loop {
            if level == self.levels.len() {
                // A new top level summarises the one below.
                let top =
                    self.levels.last().map_or(0, |below| u64::from(below.first().is_some_and(|&w| w != 0)));
                self.levels.push(vec![top]);
            }
            let here = &mut self.levels[level];
            if here.len() < words {
                here.resize(words.next_power_of_two(), 0);
            }
            if here.len() == 1 {
                self.levels.truncate(level + 1);
                return;
            }
            words = here.len().div_ceil(64);
            level += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MinSet;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_sorted_set() {
        let mut set = MinSet::default();
        let mut model = BTreeSet::new();
        let mut seed = 1u64;
        for step in 0..20_000u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let member = (seed >> 33) as u32 % (1 + step * 16);
            if seed >> 63 == 0 {
                set.insert(member);
                model.insert(member);
            } else {
                let lowest = model.first().copied();
                assert_eq!(set.first(), lowest);
                let victim = if seed & 4 == 0 { lowest.unwrap_or(member) } else { member };
                set.remove(victim);
                model.remove(&victim);
            }
            assert_eq!(set.first(), model.first().copied());
        }
    }
}
