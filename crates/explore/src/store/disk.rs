//! A set of fingerprints that goes to disk when it has grown.
//!
//! New fingerprints are in memory. When they take too much, they are written to a file, in order, and memory is empty
//! again. Of each file there remain in memory a filter (Bloom, 1970; all bits of a fingerprint in one word), which
//! says of nearly all new states that they are not in the file, and the first fingerprint of each block: what passes
//! the filter costs one read of a block. So a state takes some two bytes of memory and sixteen on disk. Files are
//! merged when they are many.
//!
//! A file that cannot be written stays in memory, as if it had not been tried: then memory ends the search. If one
//! cannot be read, the state is taken for new, and the search goes on for longer than it should, and
//! [`Spilling::errors`] says so.

use super::Visited;
use super::fingerprints::spread;
use super::ordered::Ordered;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::iter::Peekable;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex};

/// Bytes of a fingerprint.
const KEY: usize = 16;

/// Fingerprints of a block.
const BLOCK: usize = 256;

/// Bits of the filter for each fingerprint.
const FILTER_BITS: u64 = 12;

/// So many files are looked at for each state; then they are merged.
const FILES: usize = 8;

/// Makes an empty file of our own that is gone when it is closed.
pub type NewFile = Arc<dyn Fn() -> io::Result<File> + Send + Sync>;

/// Whole fingerprints in memory and on disk.
pub struct Spilling {
    new: Ordered<u128>,
    files: Vec<Sorted>,
    /// Bytes in memory beyond which fingerprints are written.
    most: usize,
    make: NewFile,
    errors: DiskErrors,
}

/// The first error of a file, shared by all parts of a set.
#[derive(Clone, Default)]
pub struct DiskErrors(Arc<Mutex<Option<io::Error>>>);

impl DiskErrors {
    /// The first thing that has gone wrong.
    pub fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }

    fn met(&self, error: io::Error) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
    }
}

/// Fingerprints in a file, in order.
struct Sorted {
    file: File,
    count: u64,
    /// The first one of each block.
    blocks: Vec<u128>,
    filter: Vec<u64>,
}

impl Spilling {
    /// An empty set that has so many bytes of fingerprints in memory before it writes them to a new file.
    pub fn new(most: usize, make: NewFile, errors: DiskErrors) -> Spilling {
        Spilling { new: Ordered::new(), files: Vec::new(), most, make, errors }
    }

    /// Writes what is in memory.
    #[cold]
    fn spill(&mut self) {
        let kept = self.new.len();
        let written = if self.files.len() + 1 < FILES {
            self.write(self.new.keys(), kept)
        } else {
            let all = kept + self.files.iter().map(|it| it.count).sum::<u64>();
            self.files.iter().map(Sorted::keys).collect::<io::Result<Vec<_>>>().and_then(|files| {
                let files = files.into_iter().map(|it| Box::new(it) as Box<dyn Iterator<Item = _>>);
                let new = Box::new(self.new.keys().map(Ok)) as Box<dyn Iterator<Item = _>>;
                let merged = Merged(files.chain([new]).map(Iterator::peekable).collect());
                self.write_all(merged, all)
            })
        };
        match written {
            Ok(file) => {
                if self.files.len() + 1 >= FILES {
                    self.files.clear();
                }
                self.files.push(file);
                self.new = Ordered::new();
            }
            Err(error) => {
                self.errors.met(error);
                self.most = usize::MAX;
            }
        }
    }

    fn write(&self, keys: impl Iterator<Item = u128>, count: u64) -> io::Result<Sorted> {
        self.write_all(keys.map(Ok), count)
    }

    /// A new file with these fingerprints, of which there are so many.
    fn write_all(&self, keys: impl Iterator<Item = io::Result<u128>>, count: u64) -> io::Result<Sorted> {
        let mut sorted = Sorted {
            file: (self.make)()?,
            count,
            blocks: Vec::with_capacity(count as usize / BLOCK + 1),
            filter: vec![0; (count * FILTER_BITS / 64 + 1) as usize],
        };
        let mut to = BufWriter::with_capacity(1 << 16, &sorted.file);
        for (at, key) in keys.enumerate() {
            let key = key?;
            if at % BLOCK == 0 {
                sorted.blocks.push(key);
            }
            let (word, bits) = filtered(key, sorted.filter.len());
            sorted.filter[word] |= bits;
            to.write_all(&key.to_le_bytes())?;
        }
        to.flush()?;
        drop(to);
        Ok(sorted)
    }
}

/// Where in a filter of so many words a fingerprint has its bits, and which.
#[inline]
fn filtered(key: u128, words: usize) -> (usize, u64) {
    let (top, low) = ((key >> 64) as u64, key as u64);
    let word = ((u128::from(top.rotate_left(32)) * words as u128) >> 64) as usize;
    let bits = (0..4).fold(0, |bits, at| bits | 1 << (low >> (6 * at) & 63));
    (word, bits)
}

impl Sorted {
    #[inline]
    fn contains(&self, key: u128) -> io::Result<bool> {
        let (word, bits) = filtered(key, self.filter.len());
        if self.filter[word] & bits == bits { self.reads(key) } else { Ok(false) }
    }

    /// Whether the fingerprint is in the file.
    fn reads(&self, key: u128) -> io::Result<bool> {
        let Some(block) = self.blocks.partition_point(|&first| first <= key).checked_sub(1) else {
            return Ok(false);
        };
        let start = block * BLOCK;
        let count = (self.count as usize - start).min(BLOCK);
        let mut bytes = [0; BLOCK * KEY];
        let bytes = &mut bytes[..count * KEY];
        self.file.read_exact_at(bytes, (start * KEY) as u64)?;
        Ok(bytes.chunks_exact(KEY).any(|it| it == key.to_le_bytes()))
    }

    /// All of them, in order.
    fn keys(&self) -> io::Result<impl Iterator<Item = io::Result<u128>>> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        let mut from = BufReader::with_capacity(1 << 16, file);
        Ok((0..self.count).map(move |_| {
            let mut key = [0; KEY];
            from.read_exact(&mut key).map(|()| u128::from_le_bytes(key))
        }))
    }
}

/// Several sequences in order, as one.
struct Merged<I: Iterator<Item = io::Result<u128>>>(Vec<Peekable<I>>);

impl<I: Iterator<Item = io::Result<u128>>> Iterator for Merged<I> {
    type Item = io::Result<u128>;

    fn next(&mut self) -> Option<io::Result<u128>> {
        // What cannot be read comes first.
        let first = |it: &mut Peekable<I>| it.peek().map(|key| key.as_ref().ok().copied());
        let keys = self.0.iter_mut().enumerate().filter_map(|(at, it)| first(it).map(|key| (key, at)));
        let (_, at) = keys.min()?;
        self.0[at].next()
    }
}

impl Visited for Spilling {
    #[inline]
    fn insert(&mut self, fingerprint: u128) -> bool {
        let key = spread(fingerprint);
        if self.files.is_empty() {
            let new = self.new.insert(key);
            if new && self.new.bytes() > self.most {
                self.spill();
            }
            return new;
        }
        if self.new.contains(key) {
            return false;
        }
        for file in &self.files {
            match file.contains(key) {
                Ok(true) => return false,
                Ok(false) => {}
                Err(error) => self.errors.met(error),
            }
        }
        self.new.insert(key);
        if self.new.bytes() > self.most {
            self.spill();
        }
        true
    }

    fn len(&self) -> u64 {
        self.new.len() + self.files.iter().map(|it| it.count).sum::<u64>()
    }

    fn bytes(&self) -> usize {
        let of_file = |it: &Sorted| it.blocks.capacity() * KEY + it.filter.capacity() * 8;
        self.new.bytes() + self.files.iter().map(of_file).sum::<usize>()
    }

    fn bits(&self) -> u32 {
        128
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Files that a number of calls makes, then there is no room.
    fn files(count: usize) -> NewFile {
        let made = AtomicUsize::new(0);
        Arc::new(move || {
            if made.fetch_add(1, Ordering::Relaxed) >= count {
                return Err(io::ErrorKind::StorageFull.into());
            }
            // Its name is gone at once.
            let name = format!("gmc-disk-{}-{:p}", std::process::id(), &made);
            let path = std::env::temp_dir().join(name);
            let mut options = File::options();
            let file = options.read(true).write(true).create_new(true).open(&path)?;
            std::fs::remove_file(&path)?;
            Ok(file)
        })
    }

    fn numbers(seed: u64) -> impl Iterator<Item = u128> {
        let mut random = gmc_model::Random::new(seed);
        std::iter::repeat_with(move || u128::from(random.below(40_000)))
    }

    #[test]
    fn is_a_set_whatever_is_on_disk() {
        for most in [40_000, 100_000, usize::MAX] {
            let errors = DiskErrors::default();
            let mut set = Spilling::new(most, files(usize::MAX), errors.clone());
            let mut expected = BTreeSet::new();
            for number in numbers(1).take(200_000) {
                assert_eq!(set.insert(number), expected.insert(number), "{number}");
            }
            assert_eq!(set.len(), expected.len() as u64);
            assert_eq!(set.files.is_empty(), most == usize::MAX);
            assert!(errors.take().is_none());
        }
    }

    #[test]
    fn little_stays_in_memory() {
        let mut set = Spilling::new(100_000, files(usize::MAX), DiskErrors::default());
        (0..300_000_u128).for_each(|number| assert!(set.insert(number)));
        (0..300_000_u128).for_each(|number| assert!(!set.insert(number)));
        assert!(set.bytes() < 300_000 * 3, "{}", set.bytes());
    }

    #[test]
    fn a_full_disk_leaves_the_set_in_memory() {
        let errors = DiskErrors::default();
        let mut set = Spilling::new(40_000, files(2), errors.clone());
        let mut expected = BTreeSet::new();
        for number in numbers(2).take(100_000) {
            assert_eq!(set.insert(number), expected.insert(number));
        }
        assert_eq!(set.files.len(), 2);
        assert_eq!(errors.take().map(|it| it.kind()), Some(io::ErrorKind::StorageFull));
    }
}
