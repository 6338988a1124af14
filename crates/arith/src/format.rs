//! Formats: what the bytes of a value mean. Everything arithmetic needs to know of an IR type, in a few words that
//! copy.
//!
//! **Invariant:** a format names its own size in bytes. Nothing here looks a layout up: whoever makes a format from
//! an IR type takes the size GCC wrote down, so 12-byte and 16-byte x87 numbers, or a 3-bit integer in 4 bytes, are
//! the same code.

use gmc_ir::types::FloatFormat;

/// The largest images this module makes, in bytes: guards against types no machine has. The largest `_BitInt` of GCC
/// has half of the one, the other is a vector of a million 16-byte lanes.
pub(super) const LARGEST_SCALAR: usize = 1 << 14;
const LARGEST: usize = 1 << 24;

/// A type without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer or enumeration.
    Int {
        /// Value bits, sign included.
        bits: u32,
        /// Bytes in memory; the value is extended to fill them.
        bytes: u32,
        /// Has a sign.
        signed: bool,
    },
    /// A truth value: 0 or 1 by itself, 0 or -1 as a lane of a vector.
    Bool {
        /// Value bits: 1, or the lane's width in a mask.
        bits: u32,
        /// Bytes in memory.
        bytes: u32,
    },
    /// An address, as an unsigned number.
    Pointer {
        /// Value bits.
        bits: u32,
    },
    /// A floating-point number.
    Float {
        /// Its representation.
        format: Real,
        /// Bytes in memory; those after the meaningful ones are zero.
        bytes: u32,
    },
}

/// The floating-point representations with arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Real {
    /// IEEE binary16
    Half,
    /// bfloat16
    Brain,
    /// IEEE binary32
    Single,
    /// IEEE binary64
    Double,
    /// x87 80-bit extended
    X87,
    /// IEEE binary128
    Quad,
}

/// A type of values that arithmetic works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One number.
    Scalar(Scalar),
    /// Real part, then imaginary part.
    Complex(Scalar),
    /// Lanes in order of their addresses.
    Vector {
        /// What each lane is.
        element: Scalar,
        /// How many.
        lanes: u32,
    },
}

/// What the target and the flags of the compiler decide about arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Most significant byte first.
    pub big_endian: bool,
    /// The NaN that an invalid operation makes has its sign bit set (x86), or not (most others).
    pub negative_nan: bool,
    /// Signed overflow wraps (`-fwrapv`) instead of being undefined.
    pub wrap: bool,
}

impl Rules {
    /// x86, 32 and 64 bits, without flags.
    pub const X86: Self = Self { big_endian: false, negative_nan: true, wrap: false };
}

/// Why an operation has no result: what C leaves undefined, or what this module does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Trap {
    /// The result of a signed operation does not fit its type.
    SignedOverflow,
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative count or by at least the width.
    InvalidShift {
        /// The count, saturated to 64 bits.
        count: i64,
        /// The width of what is shifted.
        width: u32,
    },
    /// A floating-point number whose integral part does not fit the integer type.
    FloatConversion,
    /// Not known here; the text says what.
    Unsupported(&'static str),
}

impl Scalar {
    /// An integer in the smallest usual container: 1, 2, 4, 8 or 16 bytes, whole 8-byte words beyond.
    #[must_use]
    pub const fn int(bits: u32, signed: bool) -> Self {
        let bytes = match bits {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            65..=128 => 16,
            _ => bits.div_ceil(64).saturating_mul(8),
        };
        Self::Int { bits, bytes, signed }
    }

    /// `_Bool`
    #[must_use]
    pub const fn bool() -> Self {
        Self::Bool { bits: 1, bytes: 1 }
    }

    /// A lane of a vector mask, as wide as the lanes compared.
    #[must_use]
    pub const fn mask(bytes: u32) -> Self {
        Self::Bool { bits: bytes.saturating_mul(8), bytes }
    }

    /// A floating-point number in its usual size; x87 numbers take 16 bytes, on i386 say so yourself.
    #[must_use]
    pub const fn float(format: Real) -> Self {
        let bytes = match format {
            Real::X87 => 16,
            _ => format.bytes(),
        };
        Self::Float { format, bytes }
    }

    /// Bytes in memory.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Int { bytes, .. } | Self::Bool { bytes, .. } | Self::Float { bytes, .. } => bytes as usize,
            Self::Pointer { bits } => bits.div_ceil(8) as usize,
        }
    }

    /// Value bits of a number that is not floating point.
    pub(super) const fn integer(self) -> Option<Integer> {
        match self {
            Self::Int { bits, signed, .. } => Some(Integer { bits, signed }),
            Self::Bool { bits, .. } => Some(Integer { bits, signed: bits > 1 }),
            Self::Pointer { bits } => Some(Integer { bits, signed: false }),
            Self::Float { .. } => None,
        }
    }

    /// An integer of more than 128 bits.
    pub(super) const fn is_wide(self) -> bool {
        match self.integer() {
            Some(integer) => integer.bits > 128,
            None => false,
        }
    }
}

impl From<Scalar> for Format {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl Format {
    /// Bytes in memory; `None` where no machine has such a value.
    #[must_use]
    pub fn size(self) -> Option<usize> {
        let (Self::Scalar(part) | Self::Complex(part) | Self::Vector { element: part, .. }) = self;
        if part.size() > LARGEST_SCALAR {
            return None;
        }
        let size = match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Complex(part) => part.size().checked_mul(2)?,
            Self::Vector { element, lanes } => element.size().checked_mul(lanes as usize)?,
        };
        (size <= LARGEST).then_some(size)
    }
}

impl Real {
    /// The representation of an IR type, where arithmetic on it is known.
    pub const fn from_ir(format: FloatFormat) -> Result<Self, Trap> {
        match format {
            FloatFormat::Half => Ok(Self::Half),
            FloatFormat::Brain => Ok(Self::Brain),
            FloatFormat::Single => Ok(Self::Single),
            FloatFormat::Double => Ok(Self::Double),
            FloatFormat::X87 => Ok(Self::X87),
            FloatFormat::Quad => Ok(Self::Quad),
            FloatFormat::DoubleDouble => Err(Trap::Unsupported("arithmetic on pairs of doubles")),
            FloatFormat::Decimal32 | FloatFormat::Decimal64 | FloatFormat::Decimal128 => {
                Err(Trap::Unsupported("decimal floating point"))
            }
            FloatFormat::Other => Err(Trap::Unsupported("this floating-point representation")),
        }
    }

    /// Meaningful bytes.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.width().div_ceil(8)
    }

    /// Meaningful bits.
    pub(super) const fn width(self) -> u32 {
        match self {
            Self::Half | Self::Brain => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    /// Bits of precision, the integer bit included.
    #[must_use]
    pub const fn precision(self) -> u32 {
        match self {
            Self::Half => 11,
            Self::Brain => 8,
            Self::Single => 24,
            Self::Double => 53,
            Self::X87 => 64,
            Self::Quad => 113,
        }
    }

    /// Bits of the fraction as stored: x87 stores the integer bit too.
    pub(super) const fn fraction(self) -> u32 {
        match self {
            Self::X87 => 64,
            _ => self.precision() - 1,
        }
    }

    /// The bias of the exponent, also the largest exponent.
    #[must_use]
    pub const fn bias(self) -> i32 {
        match self {
            Self::Half => 15,
            Self::Brain | Self::Single => 127,
            Self::Double => 1023,
            Self::X87 | Self::Quad => 16383,
        }
    }
}

/// Width and sign of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub(super) bits: u32,
    pub(super) signed: bool,
}

impl Integer {
    /// The value that the low bits of `raw` stand for, extended to 128 bits.
    pub(super) const fn extend(self, raw: u128) -> u128 {
        if self.bits == 0 {
            return 0;
        }
        let unused = 128u32.saturating_sub(self.bits);
        if self.signed { ((raw << unused) as i128 >> unused) as u128 } else { raw << unused >> unused }
    }
}
