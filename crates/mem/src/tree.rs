//! Tree compression: vectors of words stored as shared binary trees of pairs.
//!
//! A. Laarman, J. van de Pol and M. Weber, *Parallel recursive state compression for free* (SPIN 2011), after Blom et
//! al.'s tree database: a vector is folded pairwise, each pair is stored once and stands for itself by number in the
//! level above. Vectors that differ little share all subtrees off the changed paths, and vectors over few local states
//! share most of those too: the typical new vector costs one pair.
//!
//! Invariants: a pair is stored at most once; numbers of pairs never change; the shape of a tree depends only on the
//! length of the vector, so a number and a length determine the vector.

use crate::hash;

/// A set of pairs of numbers, each with a number of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// The pairs by number, in blocks so that growing wastes little.
    blocks: Vec<Vec<u64>>,
    len: u32,
    /// Open addressing with linear probing: number + 1, or 0.
    slots: Vec<u32>,
}

const BLOCK: usize = 1 << 12;

impl Pairs {
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
            + self.blocks.iter().map(|b| b.capacity() * size_of::<u64>()).sum::<usize>()
    }

    /// The pair with a number.
    pub(crate) fn get(&self, number: u32) -> (u32, u32) {
        let pair = self.blocks[number as usize / BLOCK][number as usize % BLOCK];
        (pair as u32, (pair >> 32) as u32)
    }

    /// The number of a pair, and whether it is new.
    ///
    /// # Panics
    /// After 2^32 - 1 pairs.
    pub(crate) fn insert(&mut self, left: u32, right: u32) -> (u32, bool) {
        if self.len as usize * 8 >= self.slots.len() * 7 {
            self.grow();
        }
        let pair = u64::from(left) | u64::from(right) << 32;
        let mask = self.slots.len() - 1;
        let mut at = hash::pair(left.into(), right.into()) as usize & mask;
        loop {
            match self.slots[at] {
                0 => break,
                found => {
                    let number = found - 1;
                    if self.blocks[number as usize / BLOCK][number as usize % BLOCK] == pair {
                        return (number, false);
                    }
                }
            }
            at = (at + 1) & mask;
        }
        assert!(self.len < u32::MAX - 1, "a tree holds fewer than 2^32 - 1 pairs");
        let number = self.len;
        self.len += 1;
        self.slots[at] = number + 1;
        if (number as usize).is_multiple_of(BLOCK) {
            // The first block grows as needed: small sets stay small.
            self.blocks.push(if number == 0 { Vec::new() } else { Vec::with_capacity(BLOCK) });
        }
        self.blocks[number as usize / BLOCK].push(pair);
        (number, true)
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let mut slots = vec![0u32; size];
        for number in 0..self.len {
            let (left, right) = self.get(number);
            let mut at = hash::pair(left.into(), right.into()) as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = number + 1;
        }
        self.slots = slots;
    }

    /// Folds a vector until two numbers are left (one, if it has only one). The vector is used up.
    pub(crate) fn fold_to_pair(&mut self, vector: &mut Vec<u32>) -> (u32, u32) {
        while vector.len() > 2 {
            let mut to = 0;
            for from in (0..vector.len()).step_by(2) {
                vector[to] = match vector.get(from + 1) {
                    Some(&right) => self.insert(vector[from], right).0,
                    None => vector[from],
                };
                to += 1;
            }
            vector.truncate(to);
        }
        (vector.first().copied().unwrap_or(0), vector.get(1).copied().unwrap_or(0))
    }

    /// Folds a vector to a number that, with the length, determines it.
    pub(crate) fn fold(&mut self, vector: &mut Vec<u32>) -> u32 {
        let (left, right) = self.fold_to_pair(vector);
        self.insert(left, right).0
    }

    /// The vector of a length that was folded to a pair.
    pub(crate) fn unfold_pair(&self, pair: (u32, u32), len: usize) -> Vec<u32> {
        let mut widths = vec![len];
        while widths[widths.len() - 1] > 2 {
            widths.push(widths[widths.len() - 1].div_ceil(2));
        }
        let mut vector = vec![pair.0, pair.1];
        vector.truncate(len);
        for &width in widths.iter().rev().skip(1) {
            let mut wider = Vec::with_capacity(width);
            for (i, &number) in vector.iter().enumerate() {
                if 2 * i + 1 < width {
                    let (left, right) = self.get(number);
                    wider.extend([left, right]);
                } else {
                    wider.push(number);
                }
            }
            vector = wider;
        }
        vector
    }

    /// The vector of a length that was folded to a number.
    pub(crate) fn unfold(&self, number: u32, len: usize) -> Vec<u32> {
        self.unfold_pair(self.get(number), len)
    }
}

#[cfg(test)]
mod tests {
    use super::Pairs;

    #[test]
    fn folding_loses_nothing_and_shares() {
        let mut pairs = Pairs::default();
        let mut numbers = Vec::new();
        for i in 0..500u32 {
            let vector: Vec<u32> = (0..i % 37).map(|k| if k == i % 5 { i } else { k }).collect();
            numbers.push((pairs.fold(&mut vector.clone()), vector));
        }
        let before = pairs.len();
        for (number, vector) in &numbers {
            assert_eq!(&pairs.unfold(*number, vector.len()), vector);
            assert_eq!(pairs.fold(&mut vector.clone()), *number);
        }
        assert_eq!(pairs.len(), before, "nothing is stored twice");
        assert!(before < 500 * 8, "similar vectors share subtrees");
    }
}
