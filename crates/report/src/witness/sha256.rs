//! SHA-256 (FIPS 180-4): witnesses identify files by it.

/// The hash in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut state: [u32; 8] = roots(2);
    let constants: [u32; 64] = roots(3);
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64), 0);
    let end = padded.len();
    padded[end - 8..].copy_from_slice(&(8 * bytes.len() as u64).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

/// The first primes.
fn primes() -> impl Iterator<Item = u64> {
    (2..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

/// The first 32 bits of the fractional part of a root, found by whole numbers: `degree` 2 or 3.
fn fraction(prime: u64, degree: u32) -> u32 {
    // The root times 2³² is the largest number whose power is at most the prime times 2^(32·degree).
    let target = u128::from(prime) << (32 * degree);
    let power = |root: u128| (1..degree).try_fold(root, |product, _| product.checked_mul(root));
    let (mut low, mut high) = (0_u128, 1_u128 << 38);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if power(middle).is_some_and(|it| it <= target) { low = middle } else { high = middle }
    }
    low as u32
}

/// Fractions of the roots of the first primes.
fn roots<const N: usize>(degree: u32) -> [u32; N] {
    let mut primes = primes();
    std::array::from_fn(|_| fraction(primes.next().expect("there are more"), degree))
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
    }
    for at in 16..64 {
        let (a, b) = (words[at - 15], words[at - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        words[at] = words[at - 16].wrapping_add(s0).wrapping_add(words[at - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.into_iter().zip(constants) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let first = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(s0.wrapping_add(majority)));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn published_examples() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let two = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(sha256(b""), empty);
        assert_eq!(sha256(b"abc"), abc);
        assert_eq!(sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), two);
        // Around the lengths at which the padding needs a block of its own; by another implementation.
        let padded = [
            (54, "a3f01b6939256127582ac8ae9fb47a382a244680806a3f613a118851c1ca1d47"),
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
            (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        ];
        for (length, hash) in padded {
            assert_eq!(sha256(&vec![b'a'; length]), hash, "{length}");
        }
    }
}
