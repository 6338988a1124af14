//! The string table: every string of a unit in one buffer.
//!
//! **Invariant:** `ends` rises, lies on character boundaries and ends at the text's length, and the first string is
//! empty. What a compiler wrote in another encoding than UTF-8 is replaced on reading, so that every later use can
//! take `&str` for granted. In JSON it is a list of strings.

use crate::id::StrId;
use crate::wire::Bytes;
use postcard_schema::Schema;
use postcard_schema::schema::NamedType;
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// The strings of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

/// The strings as they stand in the unit.
#[derive(Clone, Serialize, Deserialize, Schema)]
struct Encoded {
    /// Where each string ends, in bytes.
    ends: Vec<u32>,
    /// All strings, one after the other.
    bytes: Bytes,
}

impl Schema for Strings {
    const SCHEMA: &'static NamedType = &NamedType { name: "Strings", ty: Encoded::SCHEMA.ty };
}

impl Strings {
    /// The string with this id; empty for an id out of range, which the verifier has refused already.
    pub fn get(&self, id: StrId) -> &str {
        let index = id.index();
        let Some(&end) = self.ends.get(index) else { return "" };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..end as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// All strings in order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|index| self.get(StrId(index as u32)))
    }

    /// Whether there is none: never, in a unit that was read.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl<S: AsRef<str>> FromIterator<S> for Strings {
    fn from_iter<I: IntoIterator<Item = S>>(strings: I) -> Strings {
        let mut table = Strings { text: String::new(), ends: Vec::new() };
        for string in strings {
            table.text.push_str(string.as_ref());
            table.ends.push(table.text.len() as u32);
        }
        table
    }
}

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return to.collect_seq(self.iter());
        }
        Encoded { ends: self.ends.clone(), bytes: Bytes(self.text.clone().into_bytes()) }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Strings, D::Error> {
        if from.is_human_readable() {
            return Ok(Vec::<String>::deserialize(from)?.iter().collect());
        }
        Strings::try_from(Encoded::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl TryFrom<Encoded> for Strings {
    type Error = &'static str;

    fn try_from(encoded: Encoded) -> Result<Strings, &'static str> {
        let Encoded { ends, bytes } = encoded;
        let rising = ends.windows(2).all(|pair| pair[0] <= pair[1]);
        if !rising || ends.first() != Some(&0) || ends.last().map(|&end| end as usize) != Some(bytes.len()) {
            return Err("string table with bad offsets");
        }
        let on_boundaries = |text: &str| ends.iter().all(|&end| text.is_char_boundary(end as usize));
        match String::from_utf8(bytes.0) {
            Ok(text) if on_boundaries(&text) => Ok(Strings { text, ends }),
            Ok(text) => Ok(lossy(text.as_bytes(), &ends)),
            Err(error) => Ok(lossy(error.as_bytes(), &ends)),
        }
    }
}

fn lossy(bytes: &[u8], ends: &[u32]) -> Strings {
    // A bad byte becomes a character of three bytes. Set aside at once, so that memory stays bounded.
    let mut table =
        Strings { text: String::with_capacity(3 * bytes.len()), ends: Vec::with_capacity(ends.len()) };
    let mut start = 0;
    for &end in ends {
        table.text.push_str(&String::from_utf8_lossy(&bytes[start..end as usize]));
        table.ends.push(table.text.len() as u32);
        start = end as usize;
    }
    table
}
