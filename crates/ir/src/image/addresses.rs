//! The address tables: what the linker did with each symbol of a unit.
//!
//! The assembler writes a table: a magic, the unit's identity, a count, and one word per symbol in order of
//! [`crate::id::SymbolId`], all words 64 bits in the target's byte order. The linker relocates a word that names a
//! symbol like debug information, so it ends up as the address of this unit's own copy, or as 0 or 1 where the linker
//! dropped that copy. A symbol without a copy of its own has all ones, which are never relocated.

use crate::wire::UnitId;
use object::Endian;
use std::collections::{HashMap, VecDeque};

const MAGIC: [u8; 8] = *b"GMCADDR\n";

/// What the linker did with a unit's own copy of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The table does not apply to it: it is not defined here, or it is common or thread-local.
    NotApplicable,
    /// The linker dropped this copy.
    Dropped,
    /// This copy stands here.
    At(u64),
}

impl Address {
    fn from_word(word: u64) -> Address {
        match word {
            u64::MAX => Address::NotApplicable,
            0 | 1 => Address::Dropped,
            _ => Address::At(word),
        }
    }
}

/// The tables by unit, in link order.
pub(super) type Tables = HashMap<UnitId, VecDeque<Vec<Address>>>;

/// Splits sections into tables.
pub(super) fn parse(sections: &[Vec<u8>], endian: object::Endianness) -> Result<Tables, String> {
    let mut tables = Tables::new();
    for section in sections {
        let (words, rest) = section.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(format!("its length is {}, not a multiple of 8", section.len()));
        }
        let mut at = 0;
        while at < words.len() {
            // Linkers may pad between input sections.
            if words[at] == [0; 8] {
                at += 1;
                continue;
            }
            let (id, table, next) = table(words, at, endian)?;
            tables.entry(id).or_default().push_back(table);
            at = next;
        }
    }
    Ok(tables)
}

fn table(
    words: &[[u8; 8]],
    at: usize,
    endian: object::Endianness,
) -> Result<(UnitId, Vec<Address>, usize), String> {
    let word = |bytes: &[u8; 8]| endian.read_u64(*bytes);
    if words[at] != MAGIC {
        return Err(format!("byte {} does not start a table", at * 8));
    }
    let cut_off = || format!("the table at byte {} is cut off", at * 8);
    let [id, count] = words.get(at + 1..at + 3).ok_or_else(cut_off)? else { return Err(cut_off()) };
    let count = usize::try_from(word(count)).map_err(|_| cut_off())?;
    let start = at + 3;
    let end = start.checked_add(count).ok_or_else(cut_off)?;
    let entries = words.get(start..end).ok_or_else(cut_off)?;
    let addresses = entries.iter().map(|entry| Address::from_word(word(entry))).collect();
    Ok((UnitId(word(id)), addresses, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::Endianness;

    fn section(words: &[u64]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        words.iter().for_each(|word| bytes.extend(word.to_be_bytes()));
        bytes
    }

    #[test]
    fn words_are_the_targets() {
        let mut bytes = section(&[9, 4, 0, 1, u64::MAX, 0x401000]);
        bytes.extend([0; 16]);
        bytes.extend(section(&[9, 0]));
        let tables = parse(&[bytes], Endianness::Big).expect("well-formed");
        let expected =
            vec![Address::Dropped, Address::Dropped, Address::NotApplicable, Address::At(0x401000)];
        assert_eq!(tables[&UnitId(9)], VecDeque::from([expected, vec![]]));
    }

    #[test]
    fn damage_is_refused() {
        for bad in [vec![1; 8], section(&[9]), section(&[9, 2, 5]), section(&[9, u64::MAX]), vec![0; 7]] {
            assert!(parse(&[bad], Endianness::Big).is_err());
        }
    }
}
