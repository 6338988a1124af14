//! Random formulas and words, the same for the same seed.

use gmc_ltl::{FormulaId, Formulas, Word};

/// Splitmix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("below a usize")
    }

    /// A formula with about this many operators, over the first propositions of the alphabet.
    pub(crate) fn formula(&mut self, formulas: &mut Formulas, size: usize, atoms: usize) -> FormulaId {
        if size == 0 {
            return match self.below(12) {
                0 => Formulas::TRUE,
                1 => Formulas::FALSE,
                _ => {
                    let name = ["a", "b", "c", "d", "e"][self.below(atoms)];
                    formulas.name(name)
                }
            };
        }
        if self.below(3) == 0 {
            let f = self.formula(formulas, size - 1, atoms);
            return match self.below(4) {
                0 => formulas.not(f),
                1 => formulas.next(f),
                2 => formulas.finally(f),
                _ => formulas.globally(f),
            };
        }
        let left = self.below(size);
        let f = self.formula(formulas, left, atoms);
        let g = self.formula(formulas, size - 1 - left, atoms);
        match self.below(11) {
            0 | 1 => formulas.and([f, g]),
            2 | 3 => formulas.or([f, g]),
            4 => formulas.until(f, g),
            5 => formulas.release(f, g),
            6 => formulas.weak_until(f, g),
            7 => formulas.strong_release(f, g),
            8 => formulas.implies(f, g),
            9 => formulas.iff(f, g),
            _ => formulas.xor(f, g),
        }
    }

    /// A word with few letters.
    pub(crate) fn word(&mut self, atoms: usize) -> Word {
        let mut letters = |least: usize| -> Vec<u64> {
            let length = least + self.below(5);
            let kinds = [self.next(), self.next(), self.next()];
            (0..length).map(|_| kinds[self.below(3)] & ((1 << atoms) - 1)).collect()
        };
        Word { prefix: letters(0), cycle: letters(1) }
    }
}
