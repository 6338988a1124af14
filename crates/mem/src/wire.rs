//! Snapshots as bytes, for queues on disk and for other machines.
//!
//! Numbers are LEB128 varints, so small ones are short whatever the host. Layout: magic, version, pointer size and
//! byte order, size limit; the classes of the arena's pages; the object records; the chunks that are not blank, each
//! with the distance to the one before, flags, masks where they are not the usual ones, the words that are not zero,
//! and its runs.
//!
//! Invariant: [`Snapshot::from_bytes`] accepts exactly what satisfies the invariants of `slots`, `object`, `chunk`,
//! `overlay` and `sharing`, so that restoring what it returns cannot fail. Anything else is an error and never a
//! panic, and counts are checked before memory is reserved for them.

use crate::config::Config;
use crate::extent::Extent;
use crate::object::{Life, Object, ObjectFlags, Site, Storage};
use crate::overlay::Run;
use crate::owner::Owner;
use crate::slots::{CHUNK, PAGE, PAGE_CHUNKS, SlotAllocator};
use crate::snapshot::{ChunkImage, ChunkPage, ObjectPage, Pages, Snapshot};
use crate::target::{Endian, PointerWidth, Target};
use crate::value::Opaque;
use std::fmt;

/// Why bytes are not a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// They end too early.
    Truncated,
    /// They do not begin like a snapshot of this version.
    NotASnapshot,
    /// Something in them contradicts itself; the text says what.
    Corrupt(&'static str),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Truncated => f.write_str("the snapshot ends too early"),
            WireError::NotASnapshot => f.write_str("not a snapshot of this version"),
            WireError::Corrupt(what) => write!(f, "the snapshot is corrupt: {what}"),
        }
    }
}

impl std::error::Error for WireError {}

const MAGIC: &[u8; 5] = b"gmcS\x03";
const ALL_PLAIN: u8 = 1;
const HAS_HIDDEN: u8 = 2;
const HAS_RUNS: u8 = 4;

fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, WireError> {
        let (&byte, rest) = self.0.split_first().ok_or(WireError::Truncated)?;
        self.0 = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, WireError> {
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let canonical = (shift == 0 || byte != 0) && (shift < 63 || byte < 2);
                return if canonical {
                    Ok(n)
                } else {
                    Err(WireError::Corrupt("number not in shortest form"))
                };
            }
        }
        Err(WireError::Corrupt("number too long"))
    }

    fn small<T: TryFrom<u64>>(&mut self) -> Result<T, WireError> {
        T::try_from(self.number()?).map_err(|_| WireError::Corrupt("number too large"))
    }

    fn owner(&mut self) -> Result<Owner, WireError> {
        let owner = Owner(self.small()?);
        check(owner.is_valid(), "owner of an object")?;
        Ok(owner)
    }

    /// A count of things that take at least a byte each.
    fn count(&mut self) -> Result<usize, WireError> {
        let n: usize = self.small()?;
        if n > self.0.len() { Err(WireError::Truncated) } else { Ok(n) }
    }
}

fn check(sound: bool, what: &'static str) -> Result<(), WireError> {
    if sound { Ok(()) } else { Err(WireError::Corrupt(what)) }
}

impl Snapshot {
    /// The snapshot as bytes.
    ///
    /// # Panics
    /// When the placement of objects is nondeterministic: what is known of it is not written.
    pub fn to_bytes(&self) -> Vec<u8> {
        assert!(self.placement.is_none(), "a nondeterministic placement is not written");
        let mut out = MAGIC.to_vec();
        let target = self.config.target;
        out.push(target.pointer_size() as u8 | if target.endian == Endian::Big { 0x80 } else { 0 });
        put(&mut out, self.config.limit);
        put(&mut out, self.layout.len() as u64);
        out.extend_from_slice(&self.layout);
        let count = self.objects.iter().map(|page| page.0.len()).sum::<usize>();
        put(&mut out, count as u64);
        for object in self.objects.iter().flat_map(|page| &page.0) {
            put_object(&mut out, object, target.lowest_address());
        }
        let count = self.chunks.iter().map(Vec::len).sum::<usize>();
        put(&mut out, count as u64);
        let mut next = 0;
        for (page, images) in self.chunks.iter().enumerate() {
            for image in images {
                let chunk = (page * PAGE_CHUNKS + image.index as usize) as u64;
                put(&mut out, chunk - next);
                next = chunk + 1;
                put_chunk(&mut out, image);
            }
        }
        out
    }

    /// Reads what [`Snapshot::to_bytes`] wrote for a memory of this configuration.
    ///
    /// # Errors
    /// When the bytes are anything else.
    pub fn from_bytes(bytes: &[u8], config: Config) -> Result<Snapshot, WireError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WireError::NotASnapshot)?;
        let mut input = Input(rest);
        let target = match input.byte()? {
            4 => Target { pointer: PointerWidth::Four, endian: Endian::Little },
            8 => Target { pointer: PointerWidth::Eight, endian: Endian::Little },
            0x84 => Target { pointer: PointerWidth::Four, endian: Endian::Big },
            0x88 => Target { pointer: PointerWidth::Eight, endian: Endian::Big },
            _ => return Err(WireError::NotASnapshot),
        };
        let limit = input.number()?;
        check(Config { target, limit } == config, "made for another configuration")?;
        let classes = input.count()?;
        let (layout, rest) = input.0.split_at(classes);
        input.0 = rest;
        let mut places = SlotAllocator::from_layout(config.page_limit(), layout)
            .ok_or(WireError::Corrupt("page layout"))?;
        let objects = read_objects(&mut input, &mut places, target)?;
        let chunks = read_chunks(&mut input, &objects, places.pages(), target)?;
        check(input.0.is_empty(), "bytes after the end")?;
        let mut records = Pages::default();
        for (page, part) in objects.chunks(PAGE_CHUNKS).enumerate() {
            records.set(page, ObjectPage(part.to_vec()));
        }
        Ok(Snapshot { config, layout: layout.into(), chunks, objects: records, placement: None })
    }
}

fn put_object(out: &mut Vec<u8>, o: &Object, lowest: u64) {
    out.push(o.life as u8);
    if o.life == Life::Unused {
        return;
    }
    let flags = o.flags.to_bits();
    out.extend_from_slice(&[o.kind as u8, o.align, flags]);
    for n in [(o.base - lowest) / CHUNK as u64, o.size, o.capacity - o.size, o.start, o.root_name] {
        put(out, n);
    }
    put(out, o.alloc_site.0.into());
    put(out, o.free_site.0.into());
    put(out, o.owner.0.into());
    out.push(o.extent.map_or(0, |it| 1 + u8::from(it.zeroed)));
    if let Some(it) = o.extent {
        put(out, it.size.id.into());
        put(out, it.size.hash);
    }
}

fn read_objects(
    input: &mut Input<'_>,
    places: &mut SlotAllocator,
    target: Target,
) -> Result<Vec<Object>, WireError> {
    let count = input.count()?;
    let mut objects = Vec::with_capacity(count);
    for _ in 0..count {
        objects.push(read_object(input, places, target)?);
    }
    check(objects.first().is_some_and(|o| o.life == Life::Unused), "object 0 must be unused")?;
    check(u32::try_from(count).is_ok(), "too many objects")?;
    Ok(objects)
}

fn read_object(
    input: &mut Input<'_>,
    places: &mut SlotAllocator,
    target: Target,
) -> Result<Object, WireError> {
    let life = input.byte()?;
    let life = *Life::ALL.get(life as usize).ok_or(WireError::Corrupt("life of an object"))?;
    if life == Life::Unused {
        return Ok(Object::UNUSED);
    }
    let kind = input.byte()?;
    let kind = *Storage::ALL.get(kind as usize).ok_or(WireError::Corrupt("kind of an object"))?;
    let align = input.byte()?;
    check(align <= PAGE.trailing_zeros() as u8, "alignment of an object")?;
    let flags = input.byte()?;
    let sound = flags < 128
        && (life == Life::Live || flags & 1 == 0)
        && (flags & 16 == 0 || !matches!(kind, Storage::Function | Storage::Internal));
    check(sound, "flags of an object")?;
    let first: u32 = input.small()?;
    let size = input.number()?;
    let capacity = input.number()?.checked_add(size).ok_or(WireError::Corrupt("size of an object"))?;
    check(places.is_free_slot(first, capacity), "place of an object")?;
    places.occupy(first);
    let start = input.number()?;
    check(start <= size, "start of an object")?;
    let object = Object {
        base: target.lowest_address() + u64::from(first) * CHUNK as u64,
        size,
        capacity,
        start,
        root_name: input.number()?,
        alloc_site: Site(input.small()?),
        free_site: Site(input.small()?),
        owner: input.owner()?,
        extent: read_extent(input)?,
        kind,
        life,
        align,
        flags: ObjectFlags::from_bits(flags),
        ..Object::UNUSED
    };
    Ok(object)
}

fn read_extent(input: &mut Input<'_>) -> Result<Option<Extent>, WireError> {
    let mark = input.byte()?;
    check(mark <= 2, "extent of an object")?;
    if mark == 0 {
        return Ok(None);
    }
    let size = Opaque { id: input.small()?, hash: input.number()? };
    Ok(Some(Extent { size, zeroed: mark == 2 }))
}

fn put_chunk(out: &mut Vec<u8>, image: &ChunkImage) {
    let mut flags = 0;
    flags |= if image.plain == u64::MAX { ALL_PLAIN } else { 0 };
    flags |= if image.hidden == 0 { 0 } else { HAS_HIDDEN };
    flags |= if image.runs.is_empty() { 0 } else { HAS_RUNS };
    let nonzero = (0..8).fold(0u8, |mask, i| mask | (u8::from(image.words[i] != 0) << i));
    out.extend_from_slice(&[flags, nonzero]);
    if flags & ALL_PLAIN == 0 {
        put(out, image.plain);
    }
    if flags & HAS_HIDDEN != 0 {
        put(out, image.hidden);
    }
    for &word in image.words.iter().filter(|w| **w != 0) {
        put(out, word);
    }
    if flags & HAS_RUNS != 0 {
        out.push(image.runs.len() as u8);
        for run in &image.runs {
            out.extend_from_slice(&[run.start, run.len, run.first, run.tag]);
            put(out, run.id.into());
            put(out, run.value);
        }
    }
}

fn read_chunks(
    input: &mut Input<'_>,
    objects: &[Object],
    pages: u32,
    target: Target,
) -> Result<Pages<ChunkPage>, WireError> {
    let mut live: Vec<&Object> = objects.iter().filter(|o| o.life == Life::Live).collect();
    live.sort_unstable_by_key(|o| o.base);
    let mut chunks = Pages::default();
    let mut page: ChunkPage = Vec::new();
    let mut done = 0;
    let mut next = 0u64;
    for _ in 0..input.count()? {
        let chunk = input.number()?.checked_add(next).ok_or(WireError::Corrupt("chunk number"))?;
        check(chunk < u64::from(pages) * PAGE_CHUNKS as u64, "chunk number")?;
        next = chunk + 1;
        while done < chunk as usize / PAGE_CHUNKS {
            chunks.set(done, std::mem::take(&mut page));
            done += 1;
        }
        let image = read_chunk(input, (chunk % PAGE_CHUNKS as u64) as u8)?;
        check_chunk(&image, target.lowest_address() + chunk * CHUNK as u64, &live, objects, target)?;
        page.push(image);
    }
    while done < pages as usize {
        chunks.set(done, std::mem::take(&mut page));
        done += 1;
    }
    Ok(chunks)
}

fn read_chunk(input: &mut Input<'_>, index: u8) -> Result<ChunkImage, WireError> {
    let (flags, nonzero) = (input.byte()?, input.byte()?);
    check(flags < 8, "flags of a chunk")?;
    let plain = if flags & ALL_PLAIN != 0 { u64::MAX } else { input.number()? };
    let hidden = if flags & HAS_HIDDEN != 0 { input.number()? } else { 0 };
    let mut words = [0u64; 8];
    for (_, word) in words.iter_mut().enumerate().filter(|(i, _)| nonzero >> i & 1 != 0) {
        *word = input.number()?;
        check(*word != 0, "word of a chunk")?;
    }
    let count = if flags & HAS_RUNS != 0 { input.byte()? } else { 0 };
    let mut runs = Vec::new();
    for _ in 0..count {
        let [start, len, first, tag] = [input.byte()?, input.byte()?, input.byte()?, input.byte()?];
        let (id, value) = (input.small()?, input.number()?);
        runs.push(Run { value, id, start, len, first, tag });
    }
    Ok(ChunkImage { index, plain, hidden, words, runs: runs.into() })
}

/// Checks the invariants of `chunk` and `overlay`.
fn check_chunk(
    c: &ChunkImage,
    addr: u64,
    live: &[&Object],
    all: &[Object],
    target: Target,
) -> Result<(), WireError> {
    let owner = live.partition_point(|o| o.base <= addr).checked_sub(1).map(|i| live[i]);
    let room = owner.map_or(0, |o| (o.base + o.size).saturating_sub(addr));
    check(room > 0, "chunk in no live object")?;
    let inside = if room >= CHUNK as u64 { u64::MAX } else { (1 << room) - 1 };
    let mut over = 0u64;
    let mut before: Option<&Run> = None;
    for run in &c.runs {
        check(run.is_valid(), "run")?;
        let apart = before.is_none_or(|b| {
            let (end, start) = (b.end(), run.start as usize);
            end < start || end == start && !b.continues_in(run)
        });
        check(apart, "order of runs")?;
        if run.is_pointer() {
            check(run.total() as usize == target.pointer_size(), "size of a pointer")?;
            let known = run.id != 0
                && all.get(run.id as usize).is_some_and(|o| o.life != Life::Unused && o.flags.escaped);
            check(known, "pointer to no object")?;
            let closed = !owner.is_some_and(|o| o.flags.shared) || !all[run.id as usize].can_be_shared();
            check(closed, "a shared object points to one that is not")?;
        }
        over |= run.mask();
        before = Some(run);
    }
    check(c.plain & over == 0, "bytes both plain and covered")?;
    check((c.plain | over | c.hidden) & !inside == 0, "bytes outside the object")?;
    check(c.plain | over | c.hidden != 0, "blank chunk")?;
    let clean = c
        .words
        .iter()
        .enumerate()
        .all(|(i, word)| word & !crate::fingerprint::spread(c.plain >> (8 * i)) == 0);
    check(clean, "values in bytes that have none")
}
