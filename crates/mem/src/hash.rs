//! The mixing functions behind fingerprints.
//!
//! Everything is built on the folded multiply of wyhash and rapidhash (Wang Yi): the two halves of a 64x64 -> 128-bit
//! product, xored. One fold of two keyed words is a good 64-bit hash of them; a 128-bit hash runs two lanes whose keys *and
//! word pairings* differ, so a pair of inputs that collides in one lane (say because one factor became 0) has no reason to
//! collide in the other. For inputs that are not chosen by an adversary two different chunks collide with probability
//! about 2^-128 x small constant; a billion states then collide with probability about 10^-20. Fingerprints add such hashes
//! modulo 2^128 (the additive multiset hash of Bellare and Micciancio), which makes them updatable term by term.
//!
//! Invariant: no function here depends on addresses, object numbers, the host or the run.

use std::hash::{Hash, Hasher};

/// Odd constants from the digits of pi (Blowfish's P-array and first S-box), eight bytes each.
const K: [u64; 20] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7345,
    0xa409_3822_299f_31d1,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6d,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b,
    0xd131_0ba6_98df_b5ad,
    0x2ffd_72db_d01a_dfb7,
    0xb8e1_afed_6a26_7e97,
    0xba7c_9045_f12c_7f99,
    0x24a1_9947_b391_6cf7,
    0x0801_f2e2_858e_fc17,
    0x6369_20d8_7157_4e69,
    0xa458_fea3_f493_3d7f,
    0x0d95_748f_728e_b659,
    0x718b_cd58_8215_4aef,
    0x7b54_a41d_c25a_59b5,
];

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let p = u128::from(a) * u128::from(b);
    (p as u64) ^ ((p >> 64) as u64)
}

#[inline(always)]
fn join(low: u64, high: u64) -> u128 {
    u128::from(low) | (u128::from(high) << 64)
}

/// Hash of one 64-byte chunk: its words, which of its bytes are initialised, and its number within the object.
#[inline]
pub(crate) fn chunk(words: &[u64; 8], initialised: u64, number: u64) -> u128 {
    let w = words;
    let low = fold(w[0] ^ K[0], w[1] ^ K[1])
        .wrapping_add(fold(w[2] ^ K[2], w[3] ^ K[3]))
        .wrapping_add(fold(w[4] ^ K[4], w[5] ^ K[5]))
        .wrapping_add(fold(w[6] ^ K[6], w[7] ^ K[7]));
    let high = fold(w[0] ^ K[8], w[3] ^ K[9])
        .wrapping_add(fold(w[1] ^ K[10], w[6] ^ K[11]))
        .wrapping_add(fold(w[2] ^ K[12], w[5] ^ K[13]))
        .wrapping_add(fold(w[4] ^ K[14], w[7] ^ K[15]));
    let place = number.wrapping_mul(K[16]);
    join(
        fold(low ^ initialised.wrapping_mul(K[18]), place ^ high ^ K[17]),
        fold(high ^ initialised.wrapping_mul(K[19]), place.wrapping_add(low) ^ K[18]),
    )
}

/// Hash of up to six words; the building block for everything that is not a chunk.
#[inline]
pub(crate) fn words(w: [u64; 6]) -> u128 {
    let a = fold(w[0] ^ K[0], w[1] ^ K[1]);
    let b = fold(w[2] ^ K[2], w[3] ^ K[3]);
    let c = fold(w[4] ^ K[4], w[5] ^ K[5]);
    let d = fold(w[0] ^ K[8], w[2] ^ K[9]);
    let e = fold(w[1] ^ K[10], w[4] ^ K[11]);
    let f = fold(w[3] ^ K[12], w[5] ^ K[13]);
    let low = a.wrapping_add(b).wrapping_add(c);
    let high = d.wrapping_add(e).wrapping_add(f);
    join(fold(low ^ K[14], high ^ K[15]), fold(high ^ K[16], low.wrapping_add(K[17])))
}

/// Hash of up to four words, where six would be wasteful.
#[inline]
pub(crate) fn four(w: [u64; 4]) -> u128 {
    let low = fold(w[0] ^ K[0], w[1] ^ K[1]).wrapping_add(fold(w[2] ^ K[2], w[3] ^ K[3]));
    let high = fold(w[0] ^ K[8], w[2] ^ K[9]).wrapping_add(fold(w[1] ^ K[10], w[3] ^ K[11]));
    join(fold(low ^ K[14], high ^ K[15]), fold(high ^ K[16], low.wrapping_add(K[17])))
}

/// A 64-bit hash of two words, for hash tables inside the crate.
#[inline]
pub(crate) fn pair(a: u64, b: u64) -> u64 {
    fold(fold(a ^ K[4], b ^ K[5]) ^ K[6], a.wrapping_add(b.rotate_left(32)) ^ K[7])
}

/// Splits a 128-bit hash into words, to be hashed further.
#[inline(always)]
pub(crate) fn halves(h: u128) -> [u64; 2] {
    [h as u64, (h >> 64) as u64]
}

/// A `std` hasher that gives the same result in every run, for values whose type is the caller's.
struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        fold(self.0 ^ K[2], K[3])
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word) ^ ((part.len() as u64) << 56));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0 ^ K[0], word ^ K[1]).wrapping_add(self.0.rotate_left(23));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// Hash of any hashable value, the same in every run.
pub(crate) fn of<V: Hash + ?Sized>(value: &V) -> u64 {
    let mut hasher = Fold(K[9]);
    value.hash(&mut hasher);
    hasher.finish()
}
