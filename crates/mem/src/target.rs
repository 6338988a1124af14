//! What the memory must know about the machine the checked program was compiled for.
//!
//! Only two things of a target show in memory: how many bytes a pointer takes and in which order the bytes of a number
//! stand. Everything else (type sizes, layouts, alignment rules) is the business of the interpreter.

/// Order of the bytes of a number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endian {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// The machine the checked program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Bytes in a pointer.
    pub pointer: PointerWidth,
    /// Byte order.
    pub endian: Endian,
}

/// Bytes in a pointer of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerWidth {
    /// 32-bit targets.
    Four,
    /// 64-bit targets.
    Eight,
}

impl Target {
    /// x86-64, AArch64, RISC-V 64: eight-byte pointers, little-endian.
    pub const LP64: Target = Target { pointer: PointerWidth::Eight, endian: Endian::Little };
    /// i386, ARM: four-byte pointers, little-endian.
    pub const ILP32: Target = Target { pointer: PointerWidth::Four, endian: Endian::Little };
    /// s390x, POWER: eight-byte pointers, big-endian.
    pub const LP64_BIG: Target = Target { pointer: PointerWidth::Eight, endian: Endian::Big };
    /// m68k, 32-bit MIPS and PowerPC: four-byte pointers, big-endian.
    pub const ILP32_BIG: Target = Target { pointer: PointerWidth::Four, endian: Endian::Big };

    /// Bytes in a pointer.
    #[inline]
    pub fn pointer_size(self) -> usize {
        match self.pointer {
            PointerWidth::Four => 4,
            PointerWidth::Eight => 8,
        }
    }

    /// The lowest address an object can have. 64-bit targets start far from small numbers and stay below 2^47, so that
    /// programs that tag the high bits of pointers work; 32-bit targets leave the first 256 MiB empty.
    pub(crate) fn lowest_address(self) -> u64 {
        match self.pointer {
            PointerWidth::Four => 0x1000_0000,
            PointerWidth::Eight => 0x5000_0000_0000,
        }
    }

    /// Bytes of address space above [`Target::lowest_address`].
    pub(crate) fn address_space(self) -> u64 {
        match self.pointer {
            PointerWidth::Four => 0xe000_0000,
            PointerWidth::Eight => 0x2000_0000_0000,
        }
    }

    /// The number whose bytes in memory order are `bytes` (at most eight).
    #[inline]
    pub(crate) fn number(self, bytes: &[u8]) -> u64 {
        let mut word = [0u8; 8];
        match self.endian {
            Endian::Little => {
                word[..bytes.len()].copy_from_slice(bytes);
                u64::from_le_bytes(word)
            }
            Endian::Big => {
                word[8 - bytes.len()..].copy_from_slice(bytes);
                u64::from_be_bytes(word)
            }
        }
    }

    /// The number that `N` bytes in memory stand for. Out of line where it is rare: hosts and targets are
    /// little-endian.
    #[inline(always)]
    pub(crate) fn decode<const N: usize>(self, bytes: &[u8; N]) -> u64 {
        if self.endian == Endian::Big { decode_big(bytes) } else { decode_little(bytes) }
    }

    /// The low `N` bytes of a number, as they stand in memory.
    #[inline(always)]
    pub(crate) fn encode<const N: usize>(self, number: u64) -> [u8; N] {
        let mut bytes = [0; N];
        match self.endian {
            Endian::Little => bytes.copy_from_slice(&number.to_le_bytes()[..N]),
            Endian::Big => bytes.copy_from_slice(&number.to_be_bytes()[8 - N..]),
        }
        bytes
    }

    /// The low `len` bytes of `number` in memory order, in the first `len` places.
    #[inline]
    pub fn bytes(self, number: u64, len: usize) -> [u8; 8] {
        match self.endian {
            Endian::Little => number.to_le_bytes(),
            Endian::Big => {
                let all = number.to_be_bytes();
                let mut bytes = [0u8; 8];
                bytes[..len].copy_from_slice(&all[8 - len..]);
                bytes
            }
        }
    }
}

#[inline(always)]
fn decode_little<const N: usize>(bytes: &[u8; N]) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cold]
#[inline(never)]
fn decode_big<const N: usize>(bytes: &[u8; N]) -> u64 {
    let mut word = [0; 8];
    word[8 - N..].copy_from_slice(bytes);
    u64::from_be_bytes(word)
}
