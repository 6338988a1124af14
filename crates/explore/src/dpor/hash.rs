//! A fast hash of numbers and of what is made of them. Keys are fingerprints or small numbers, never hostile.

use std::hash::{BuildHasherDefault, Hasher};

/// For hash maps.
pub(super) type BuildNumberHasher = BuildHasherDefault<NumberHasher>;

/// Multiplies and rotates (Fibonacci hashing).
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u64(byte.into());
        }
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
    }
}
