//! The mixing functions behind fingerprints.
//!
//! Everything is built on the folded multiply of wyhash and rapidhash (Wang Yi): the two halves of a 64x64 -> 128-bit
//! product, xored. One fold of two keyed words is a good 64-bit hash of them; a 128-bit hash runs two lanes that key
//! differently (one xors, one adds), so inputs that collide in one lane (say because a factor became 0) have no reason
//! to collide in the other; the last round makes each half of the result depend on both lanes. For inputs that are not
//! chosen by an adversary two different chunks collide with probability about 2^-128 x small constant; a billion
//! states then collide with probability about 10^-20. Fingerprints add such hashes modulo 2^128 (the additive multiset
//! hash of Bellare and Micciancio), which makes them updatable term by term.
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
///
/// Pairs of words without an initialised byte are zero and do not take part; which these are is hashed with the rest.
/// Most objects are small, so most chunks have one or two pairs.
#[inline(always)]
pub(crate) fn chunk(words: &[[u8; 8]; 8], initialised: u64, number: u64) -> u128 {
    let (mut low, mut high) = (initialised, initialised.wrapping_add(K[19]));
    for pair in 0..4 {
        if initialised >> (16 * pair) & 0xffff != 0 {
            let (a, b) = (u64::from_le_bytes(words[2 * pair]), u64::from_le_bytes(words[2 * pair + 1]));
            low = low.wrapping_add(fold(a ^ K[2 * pair], b ^ K[2 * pair + 1]));
            high = high.wrapping_add(fold(a.wrapping_add(K[2 * pair + 8]), b.wrapping_add(K[2 * pair + 9])));
        }
    }
    let place = number.wrapping_mul(K[16]);
    join(fold(low, place ^ high ^ K[17]), fold(high, place.wrapping_add(low) ^ K[18]))
}

/// Two small numbers in a word, for `again`.
#[inline(always)]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    a.wrapping_mul(K[18]) ^ b.wrapping_mul(K[19])
}

/// Hash of what is a hash already (`name`, and `sum` or nothing) and two small numbers, mixed.
///
/// Random words need no second round: one fold a lane, each of all inputs, with the words paired differently.
#[inline]
pub(crate) fn again(name: u128, sum: u128, mixed: u64) -> u128 {
    let ([n0, n1], [s0, s1]) = (halves(name), halves(sum));
    join(
        fold(n0 ^ s0 ^ mixed, n1 ^ s1.rotate_left(29) ^ K[1]),
        fold(n1.wrapping_add(s0) ^ K[2], n0.rotate_left(32).wrapping_sub(s1) ^ mixed.rotate_left(19) ^ K[3]),
    )
}

/// Hash of up to four words.
#[inline]
pub(crate) fn four(w: [u64; 4]) -> u128 {
    let low = fold(w[0] ^ K[0], w[1] ^ K[1]).wrapping_add(fold(w[2] ^ K[2], w[3] ^ K[3]));
    let high = fold(w[0] ^ K[8], w[2] ^ K[9]).wrapping_add(fold(w[1] ^ K[10], w[3] ^ K[11]));
    join(fold(low ^ K[14], high ^ K[15]), fold(high ^ K[16], low.wrapping_add(K[17])))
}

/// Hash of a sequence of words, for parts of a state that lie outside of memory; sequences under different names hash
/// differently.
pub fn hash_of_words(name: u64, words: impl IntoIterator<Item = u64>) -> u128 {
    let mut words = words.into_iter();
    let (mut sum, mut count) = (four([name, K[12], 0, 0]), 0);
    while let Some(first) = words.next() {
        let [low, high] = halves(sum);
        sum = four([low, high, first, words.next().unwrap_or(0)]);
        count += 1;
    }
    again(sum, 0, count)
}

/// A hash combined with a number: the results for different numbers are independent of each other.
#[inline]
pub fn hash_with_salt(salt: u64, hash: u128) -> u128 {
    again(hash, 0, salt.wrapping_mul(K[6]))
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
