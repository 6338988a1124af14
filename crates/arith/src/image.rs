//! Images: values as bytes in the target's memory, and scalars read from and written to them.

use super::format::{LARGEST_SCALAR, Rules, Scalar, Trap};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Bytes kept in place: a complex x87 or quad number.
const INLINE: usize = 32;

/// The image of a result. Short ones, which is nearly all, are not allocated.
#[derive(Clone)]
pub struct Value(Storage);

#[derive(Clone)]
enum Storage {
    Inline { length: u8, bytes: [u8; INLINE] },
    Heap(Box<[u8]>),
}

impl Value {
    /// `size` zero bytes.
    #[must_use]
    pub fn zeroed(size: usize) -> Self {
        match u8::try_from(size) {
            Ok(length) if size <= INLINE => Self(Storage::Inline { length, bytes: [0; INLINE] }),
            _ => Self(Storage::Heap(vec![0; size].into_boxed_slice())),
        }
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        let mut value = Self::zeroed(bytes.len());
        value.copy_from_slice(bytes);
        value
    }
}

impl Deref for Value {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Storage::Inline { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or(bytes),
            Storage::Heap(bytes) => bytes,
        }
    }
}

impl DerefMut for Value {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Storage::Inline { length, bytes } => {
                let length = usize::from(*length).min(INLINE);
                &mut bytes[..length]
            }
            Storage::Heap(bytes) => bytes,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.iter() {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The first `size` bytes of an operand.
pub(super) fn prefix(image: &[u8], size: usize) -> Result<&[u8], Trap> {
    image.get(..size).ok_or(Trap::Unsupported("an operand shorter than its type"))
}

/// Reads a scalar of at most 128 bits: an integer extended to 128 bits, a float's meaningful bits.
pub(super) fn load(rules: Rules, scalar: Scalar, image: &[u8]) -> Result<u128, Trap> {
    let image = prefix(image, scalar.size())?;
    let meaningful = match scalar {
        Scalar::Float { format, .. } => format.bytes() as usize,
        _ => 16,
    };
    let mut buffer = [0; 16];
    if rules.big_endian {
        // A float's padding follows its meaningful bytes whatever the order; an integer's leads.
        let skip = if matches!(scalar, Scalar::Float { .. }) { 0 } else { image.len().saturating_sub(16) };
        let bytes = image.iter().skip(skip).take(meaningful);
        let count = bytes.len();
        for (to, from) in buffer.iter_mut().take(count).rev().zip(bytes) {
            *to = *from;
        }
    } else {
        for (to, from) in buffer.iter_mut().zip(image.iter().take(meaningful)) {
            *to = *from;
        }
    }
    let raw = u128::from_le_bytes(buffer);
    Ok(scalar.integer().map_or(raw, |integer| integer.extend(raw)))
}

/// Writes a scalar over `image`, which is as long as the scalar; what does not fit its bits is cut off.
pub(super) fn store(rules: Rules, scalar: Scalar, raw: u128, image: &mut [u8]) {
    let (raw, fill) = match scalar.integer() {
        Some(integer) => {
            let value = integer.extend(raw);
            (value, if integer.signed && value >> 127 == 1 { 0xff } else { 0 })
        }
        None => (raw, 0),
    };
    let meaningful = match scalar {
        Scalar::Float { format, .. } => (format.bytes() as usize).min(image.len()),
        _ => image.len(),
    };
    image.fill(0);
    let digits = raw.to_le_bytes().into_iter().chain(std::iter::repeat(fill));
    let place = image.iter_mut().take(meaningful);
    if rules.big_endian {
        place.rev().zip(digits).for_each(|(to, from)| *to = from);
    } else {
        place.zip(digits).for_each(|(to, from)| *to = from);
    }
}

/// The image of one scalar.
pub(super) fn scalar(rules: Rules, scalar: Scalar, raw: u128) -> Value {
    let mut value = Value::zeroed(scalar.size().min(LARGEST_SCALAR));
    store(rules, scalar, raw, &mut value);
    value
}
