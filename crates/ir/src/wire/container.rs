//! Units in a section: framing, checksum, decompression.
//!
//! The input is hostile: nothing here panics, and memory is bounded by the length of the payload, whatever the header
//! and the payload claim: see [`Bounds`].

use super::VERSION;
use super::budget::Budget;
use crate::unit::Unit;
use serde::Deserialize;
use std::io::Read;

/// What a payload may grow to. Real units decompress four- to tenfold (sqlite's 2 MB to 8 MB); the slack is for
/// initialised tables that are all alike. Everything is bounded by the payload's length, which is in memory already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes after decompression.
    pub raw: u64,
    /// Bytes among these that are records, not runs of bytes. Only records grow when they are decoded.
    pub records: u64,
    /// Bytes allocated at most while a unit is read.
    pub memory: u64,
}

/// A record in memory is at most this many times as large as in the unit: a statement of 4 bytes becomes 136, others
/// grow less. A list doubles when it is full, with the old one still there: three times that.
const GROWTH: u64 = 3 * 40;

impl Bounds {
    /// The bounds for a payload of so many bytes.
    pub fn of(payload: usize) -> Bounds {
        let payload = payload as u64;
        let raw = (64 << 20) + payload.saturating_mul(1024);
        let records = (4 << 20) + payload.saturating_mul(256);
        let raw = raw.min(MAX_UNIT_BYTES);
        let records = records.min(raw);
        // The decompressed bytes twice (zstd's window and ours) in vectors that double, or once with their copies in
        // the unit; then the records. zstd's tables, a minimal window and lists that are set aside in advance (up to
        // 1 MiB each, nested four deep) come on top.
        Bounds { raw, records, memory: (32 << 20) + 6 * raw + GROWTH * records }
    }
}

/// zstd's window may be so large whatever the unit's length (its own recommendation: RFC 8878, 3.1.1.1.2).
const MIN_WINDOW: u64 = 8 << 20;

/// No unit is larger than this when decompressed.
const MAX_UNIT_BYTES: u64 = 1 << 30;

const MAGIC: [u8; 8] = *b"GMCUNIT\n";
const HEADER: usize = 40;

/// What a unit is known by: the address table of the same unit carries the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub u64);

/// One unit as it stands in a section, not yet decoded.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The unit's identity.
    pub id: UnitId,
    /// Length of the payload when decompressed.
    pub raw_len: u64,
    /// The compressed payload.
    pub payload: &'a [u8],
}

/// Why a section could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Bytes that are no unit.
    #[error("byte {offset} of the section does not start a unit")]
    NoUnit {
        /// Where.
        offset: usize,
    },
    /// A unit that another version of gmc wrote.
    #[error(
        "the unit has format version {found}, this gmc reads version {VERSION}: compile it again with `gmc cc`"
    )]
    Version {
        /// Its version.
        found: u32,
    },
    /// A unit that ends too early.
    #[error("the unit at byte {offset} of the section is cut off")]
    Truncated {
        /// Where it starts.
        offset: usize,
    },
    /// A unit that was damaged.
    #[error("the unit at byte {offset} of the section is damaged (its checksum differs)")]
    Checksum {
        /// Where it starts.
        offset: usize,
    },
    /// A payload that is no unit.
    #[error("the unit cannot be decoded: {why}")]
    Decode {
        /// What is wrong with it.
        why: String,
    },
}

/// Splits a section into the units that it holds.
pub fn frames(section: &[u8]) -> Result<Vec<Frame<'_>>, ReadError> {
    let mut frames = Vec::new();
    let mut offset = 0;
    while offset < section.len() {
        let rest = &section[offset..];
        // Linkers may pad between input sections.
        if rest.iter().take(8).all(|&byte| byte == 0) {
            offset += rest.len().min(8);
            continue;
        }
        let (frame, len) = frame(rest, offset)?;
        frames.push(frame);
        offset += len;
    }
    Ok(frames)
}

fn frame(bytes: &[u8], offset: usize) -> Result<(Frame<'_>, usize), ReadError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(ReadError::NoUnit { offset });
    }
    let header = bytes.get(..HEADER).ok_or(ReadError::Truncated { offset })?;
    let version = u32_at(header, 8);
    if version != VERSION {
        return Err(ReadError::Version { found: version });
    }
    let len = usize::try_from(u64_at(header, 24)).map_err(|_| ReadError::Truncated { offset })?;
    let payload = bytes[HEADER..].get(..len).ok_or(ReadError::Truncated { offset })?;
    let covered = &bytes[16..HEADER + len];
    if crc32(covered) != u32_at(header, 12) {
        return Err(ReadError::Checksum { offset });
    }
    let frame = Frame { id: UnitId(u64_at(header, 16)), raw_len: u64_at(header, 32), payload };
    Ok((frame, (HEADER + len).next_multiple_of(8)))
}

/// Decodes a unit. It is well-formed as data; whether it is a sensible program is the verifier's question.
pub fn decode(frame: &Frame<'_>) -> Result<Unit, ReadError> {
    decode_bytes(&decompress(frame)?, Bounds::of(frame.payload.len()))
}

/// Decodes a unit that is not compressed, as the plugin sends it while it compiles.
pub fn decode_raw(raw: &[u8]) -> Result<Unit, ReadError> {
    decode_bytes(raw, Bounds::of(raw.len()))
}

fn decode_bytes(raw: &[u8], bounds: Bounds) -> Result<Unit, ReadError> {
    let mut decoder = postcard::Deserializer::from_flavor(Budget::new(raw, bounds.records));
    let failed = |error| match error {
        super::budget::EXCEEDED => undecodable("it holds more records than its length warrants".to_owned()),
        error => undecodable(error.to_string()),
    };
    let unit = Unit::deserialize(&mut decoder).map_err(failed)?;
    let rest = decoder.finalize().map_err(failed)?;
    if rest > 0 {
        return Err(undecodable(format!("{rest} bytes follow it")));
    }
    Ok(unit)
}

fn decompress(frame: &Frame<'_>) -> Result<Vec<u8>, ReadError> {
    let (claimed, len) = (frame.raw_len, frame.payload.len());
    if claimed > Bounds::of(len).raw {
        return Err(undecodable(format!("its {len} bytes claim to be {claimed} compressed")));
    }
    let window = claimed.max(MIN_WINDOW);
    let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(frame.payload, window)
        .map_err(|error| undecodable(format!("zstd: {error}")))?;
    // What an honest payload needs is set aside at once; a liar's is not.
    let mut raw = Vec::with_capacity(claimed.min(16 * len as u64) as usize + 1);
    // One byte more than claimed, so that a longer payload is noticed without being read whole.
    let read = decoder.take(claimed + 1).read_to_end(&mut raw);
    read.map_err(|error| undecodable(format!("zstd: {error}")))?;
    if raw.len() as u64 != claimed {
        return Err(undecodable("its length is not what the header says".to_owned()));
    }
    Ok(raw)
}

fn undecodable(why: String) -> ReadError {
    ReadError::Decode { why }
}

/// Encodes a unit as the plugin does, but for the compression: zstd blocks that store their bytes as they are.
///
/// The plugin writes the units of real programs; this is for tools and tests that make or change one.
pub fn encode(id: UnitId, unit: &Unit) -> Vec<u8> {
    let raw = postcard::to_allocvec(unit).expect("a unit has no part that cannot be encoded");
    encode_raw(id, &raw)
}

/// Frames a payload that is not compressed yet. Whether it is a unit is not checked.
pub fn encode_raw(id: UnitId, raw: &[u8]) -> Vec<u8> {
    encode_payload(id, raw.len() as u64, &stored_zstd(raw))
}

/// Frames a compressed payload. Whether it decompresses is not checked.
pub fn encode_payload(id: UnitId, raw_len: u64, payload: &[u8]) -> Vec<u8> {
    let mut covered = Vec::with_capacity(24 + payload.len());
    covered.extend(id.0.to_le_bytes());
    covered.extend((payload.len() as u64).to_le_bytes());
    covered.extend(raw_len.to_le_bytes());
    covered.extend(payload);
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend(crc32(&covered).to_le_bytes());
    out.extend(covered);
    out.resize(out.len().next_multiple_of(8), 0);
    out
}

/// A zstd frame of raw blocks (RFC 8878, 3.1.1.2.2).
fn stored_zstd(raw: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 1 << 17;
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd];
    // Single segment, content size in 8 bytes.
    out.push(0b1110_0000);
    out.extend((raw.len() as u64).to_le_bytes());
    let mut blocks = raw.chunks(BLOCK).peekable();
    if raw.is_empty() {
        out.extend([1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        let last = u32::from(blocks.peek().is_none());
        let header = last | (block.len() as u32) << 3;
        out.extend(&header.to_le_bytes()[..3]);
        out.extend(block);
    }
    out
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// CRC-32 (IEEE 802.3), as zlib and `xcrc32` compute it, eight bytes a turn ("slicing by eight").
fn crc32(bytes: &[u8]) -> u32 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut crc = !0u32;
    for word in words {
        let low = u32::from_le_bytes([word[0], word[1], word[2], word[3]]) ^ crc;
        let index = [
            low as u8,
            (low >> 8) as u8,
            (low >> 16) as u8,
            (low >> 24) as u8,
            word[4],
            word[5],
            word[6],
            word[7],
        ];
        crc = (0..8).fold(0, |sum, i| sum ^ CRC_TABLES[7 - i][index[i] as usize]);
    }
    for &byte in rest {
        crc = CRC_TABLES[0][((crc ^ u32::from(byte)) & 0xff) as usize] ^ (crc >> 8);
    }
    !crc
}

static CRC_TABLES: [[u32; 256]; 8] = crc_tables();

const fn crc_tables() -> [[u32; 256]; 8] {
    let mut tables = [[0u32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = tables[0][(before & 0xff) as usize] ^ (before >> 8);
            byte += 1;
        }
        table += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_of_the_standard_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn stored_blocks_decompress() {
        for len in [0, 1, 1 << 17, (1 << 17) + 1, 300_000] {
            let raw: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let section = encode_raw(UnitId(7), &raw);
            let frames = frames(&section).expect("well-formed");
            assert_eq!(frames.len(), 1);
            assert_eq!(frames[0].id, UnitId(7));
            assert_eq!(decompress(&frames[0]).expect("well-formed"), raw);
        }
    }

    #[test]
    fn records_grow_no_more_than_the_bounds_say() {
        use crate::{body, expr, types, unit};
        // Bytes in memory, and the fewest bytes on the wire: one per field.
        let records = [
            (size_of::<body::Stmt>(), 4),
            (size_of::<body::Block>(), 2),
            (size_of::<body::Edge>(), 2),
            (size_of::<body::Case>(), 3),
            (size_of::<body::Local>(), 9),
            (size_of::<body::Label>(), 4),
            (size_of::<body::Scope>(), 3),
            (size_of::<body::Region>(), 2),
            (size_of::<body::Catch>(), 2),
            (size_of::<body::AsmOperand>(), 3),
            (size_of::<body::Function>(), 14),
            (size_of::<expr::Expr>(), 2),
            (size_of::<expr::Element>(), 2),
            (size_of::<types::Type>(), 7),
            (size_of::<types::Field>(), 6),
            (size_of::<types::Enumerator>(), 2),
            (size_of::<unit::SourcePos>(), 4),
            (size_of::<unit::Literal>(), 2),
            (size_of::<unit::Symbol>(), 16),
            (size_of::<unit::Relocation>(), 5),
        ];
        for (at, (memory, wire)) in records.into_iter().enumerate() {
            assert!(3 * memory as u64 <= GROWTH * wire, "record {at}: {wire} bytes become {memory}");
        }
    }

    #[test]
    fn more_records_than_the_length_warrants_are_refused() {
        // Ten million empty strings compress to almost nothing.
        let ends = vec![0u32; 10_000_000];
        let mut raw = postcard::to_allocvec(&ends).expect("encodable");
        raw.push(0);
        let blocks = raw.len().div_ceil(1 << 17);
        let mut payload = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1110_0000];
        payload.extend((raw.len() as u64).to_le_bytes());
        // The length stands in a raw block of its own, the zeros in blocks of one repeated byte (RFC 8878, 3.1.1.2.2).
        let head = raw.len() - 10_000_001;
        payload.extend(&((head as u32) << 3).to_le_bytes()[..3]);
        payload.extend(&raw[..head]);
        let mut left = raw.len() - head;
        while left > 0 {
            let len = left.min(1 << 17);
            left -= len;
            let header = u32::from(left == 0) | 1 << 1 | (len as u32) << 3;
            payload.extend(&header.to_le_bytes()[..3]);
            payload.push(0);
        }
        assert!(payload.len() < 40 + 5 * blocks);
        let section = encode_payload(UnitId(1), raw.len() as u64, &payload);
        let frames = frames(&section).expect("well-formed");
        assert_eq!(decompress(&frames[0]).expect("well-formed"), raw);
        let error = decode(&frames[0]).unwrap_err();
        assert!(error.to_string().contains("more records"), "{error}");
    }

    #[test]
    fn damage_is_noticed() {
        let good = encode_raw(UnitId(7), b"hello");
        for at in 0..45 {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(frames(&bad).is_err(), "byte {at}");
        }
        assert_eq!(frames(&good[..30]).unwrap_err(), ReadError::Truncated { offset: 0 });
        let mut newer = good;
        newer[8] = 99;
        assert_eq!(frames(&newer).unwrap_err(), ReadError::Version { found: 99 });
    }
}
