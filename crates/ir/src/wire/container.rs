//! Units in a section: framing, checksum, decompression.
//!
//! The input is hostile: nothing here panics, and memory is bounded by [`MAX_UNIT_BYTES`] whatever the header claims.

use super::VERSION;
use crate::unit::Unit;
use std::io::Read;

/// No unit is larger than this when decompressed; a header that claims more is corrupt. sqlite's is 8 MB.
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
    let raw = decompress(frame)?;
    let (unit, rest) =
        postcard::take_from_bytes::<Unit>(&raw).map_err(|error| undecodable(error.to_string()))?;
    if !rest.is_empty() {
        return Err(undecodable(format!("{} bytes follow it", rest.len())));
    }
    Ok(unit)
}

fn decompress(frame: &Frame<'_>) -> Result<Vec<u8>, ReadError> {
    if frame.raw_len > MAX_UNIT_BYTES {
        return Err(undecodable(format!("it claims {} bytes", frame.raw_len)));
    }
    let decoder = ruzstd::decoding::StreamingDecoder::new(frame.payload)
        .map_err(|error| undecodable(format!("zstd: {error}")))?;
    // One byte more than claimed, so that a longer payload is noticed without being read whole.
    let mut raw = Vec::new();
    let read = decoder.take(frame.raw_len + 1).read_to_end(&mut raw);
    read.map_err(|error| undecodable(format!("zstd: {error}")))?;
    if raw.len() as u64 != frame.raw_len {
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

/// Frames a payload that is not compressed yet.
fn encode_raw(id: UnitId, raw: &[u8]) -> Vec<u8> {
    let payload = stored_zstd(raw);
    let mut covered = Vec::with_capacity(24 + payload.len());
    covered.extend(id.0.to_le_bytes());
    covered.extend((payload.len() as u64).to_le_bytes());
    covered.extend((raw.len() as u64).to_le_bytes());
    covered.extend(&payload);
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
