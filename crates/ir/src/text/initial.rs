//! Initial values by type: `{.a=1, .names={"one", [4]="two"}}` instead of bytes.
//!
//! Zeros go unsaid, as in C. Work is bounded by the contents that are there, never by the sizes that types claim:
//! everything jumps from one piece of contents to the next.

use super::exprs::{field_name, literal};
use super::function::label_text;
use super::names::Names;
use super::number;
use crate::id::{FieldIndex, TypeId};
use crate::types::{Field, FieldFlags, Size, TypeKind};
use crate::unit::{Initializer, Relocation, RelocationTarget};
use std::fmt::{self, Write};
use std::ops::Range;

/// Values that are shown of one variable.
const MAX_VALUES: u32 = 256;
/// Aggregates inside each other.
const MAX_DEPTH: u32 = 32;

/// Writes the initial contents of a variable of this type.
pub(super) fn initial(
    out: &mut dyn Write,
    names: &Names<'_>,
    ty: TypeId,
    initializer: &Initializer,
) -> fmt::Result {
    Contents { names, initializer, left: MAX_VALUES, depth: 0 }.value(out, ty, 0)
}

/// Whether there is anything but zeros.
pub(super) fn is_zero(initializer: &Initializer) -> bool {
    initializer.relocations.is_empty() && initializer.bytes.iter().all(|byte| *byte == 0)
}

struct Contents<'c> {
    names: &'c Names<'c>,
    initializer: &'c Initializer,
    left: u32,
    depth: u32,
}

impl Contents<'_> {
    fn size(&self, ty: TypeId) -> Option<u64> {
        match self.names.unit.types[ty.index()].size {
            Size::Bytes(size) => Some(size),
            Size::Unknown | Size::Dynamic => None,
        }
    }

    /// The first offset in a range with contents: a byte that is not zero, or an address.
    fn next(&self, range: Range<u64>) -> Option<u64> {
        let bytes = self.initializer.bytes.iter().enumerate();
        let start = usize::try_from(range.start).unwrap_or(usize::MAX);
        let byte = bytes.skip(start).find(|(_, byte)| **byte != 0).map(|(at, _)| at as u64);
        let relocations = &self.initializer.relocations;
        let after = relocations.partition_point(|relocation| relocation.offset < range.start);
        let address = relocations.get(after).map(|relocation| relocation.offset);
        byte.into_iter().chain(address).min().filter(|at| *at < range.end)
    }

    fn relocation(&self, offset: u64) -> Option<&Relocation> {
        let found =
            self.initializer.relocations.binary_search_by_key(&offset, |relocation| relocation.offset);
        found.ok().map(|at| &self.initializer.relocations[at])
    }

    /// Bytes of the initializer, with zeros where it has ended.
    fn bytes(&self, offset: u64, len: usize) -> Vec<u8> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(self.initializer.bytes.len());
        let mut bytes: Vec<u8> = self.initializer.bytes[start..].iter().take(len).copied().collect();
        bytes.resize(len, 0);
        bytes
    }

    fn unsigned(&self, offset: u64, len: usize) -> u128 {
        let bytes = self.bytes(offset, len.min(16));
        let join = |value: u128, byte: &u8| value << 8 | u128::from(*byte);
        match self.names.unit.target.big_endian {
            true => bytes.iter().fold(0, join),
            false => bytes.iter().rev().fold(0, join),
        }
    }

    fn value(&mut self, out: &mut dyn Write, ty: TypeId, offset: u64) -> fmt::Result {
        if self.left == 0 || self.depth == MAX_DEPTH {
            return out.write_str("…");
        }
        self.left -= 1;
        self.depth += 1;
        self.known(out, ty, offset)?;
        self.depth -= 1;
        Ok(())
    }

    fn known(&mut self, out: &mut dyn Write, ty: TypeId, offset: u64) -> fmt::Result {
        let unit = self.names.unit;
        match &unit.types[ty.index()].kind {
            TypeKind::Record { fields, union } => return self.record(out, ty, fields, *union, offset),
            TypeKind::Array { element, .. } => return self.array(out, ty, *element, offset),
            TypeKind::Vector { element, .. } | TypeKind::Complex { element } => {
                return self.array(out, ty, *element, offset);
            }
            _ => {}
        }
        if let Some(relocation) = self.relocation(offset) {
            return address(out, self.names, relocation);
        }
        let size = self.size(ty).and_then(|size| usize::try_from(size).ok()).filter(|size| *size <= 16);
        let Some(size) = size else { return out.write_str("…") };
        match &unit.types[ty.index()].kind {
            TypeKind::Bool { precision } => self.number(out, offset, size, *precision, true),
            TypeKind::Integer { precision, unsigned } | TypeKind::Enum { precision, unsigned, .. } => {
                self.number(out, offset, size, *precision, *unsigned)
            }
            TypeKind::Float { format } => {
                out.write_str(&number::real(*format, &self.bytes(offset, size), unit.target.big_endian))
            }
            TypeKind::Pointer { .. } => write!(out, "{}B", self.unsigned(offset, size)),
            _ => {
                out.write_str("0x")?;
                self.bytes(offset, size).iter().try_for_each(|byte| write!(out, "{byte:02x}"))
            }
        }
    }

    fn number(
        &self,
        out: &mut dyn Write,
        offset: u64,
        size: usize,
        precision: u32,
        unsigned: bool,
    ) -> fmt::Result {
        write_number(out, self.unsigned(offset, size), precision, unsigned)
    }

    fn record(
        &mut self,
        out: &mut dyn Write,
        ty: TypeId,
        fields: &[Field],
        union: bool,
        offset: u64,
    ) -> fmt::Result {
        out.write_char('{')?;
        let mut separator = "";
        for (number, field) in (0..).zip(fields) {
            let Some(at) = field.offset else { continue };
            let start = offset.saturating_add(at / 8);
            // A flexible array takes what is left.
            let bits = field.size.map_or(u64::MAX, |size| size.saturating_add(at % 8));
            let end = start.saturating_add(bits.div_ceil(8));
            let hidden = field.flags.contains(FieldFlags::PADDING) || self.next(start..end).is_none();
            if hidden || (union && !separator.is_empty()) {
                continue;
            }
            if self.left == 0 {
                out.write_str(", …")?;
                break;
            }
            write!(out, "{separator}.{}=", field_name(self.names.unit, ty, FieldIndex(number)))?;
            separator = ", ";
            match (field.flags.contains(FieldFlags::BIT_FIELD), field.size) {
                (true, Some(width)) => self.bit_field(out, field, start, at % 8, width)?,
                _ => self.value(out, field.ty, start)?,
            }
        }
        out.write_char('}')
    }

    fn bit_field(
        &mut self,
        out: &mut dyn Write,
        field: &Field,
        start: u64,
        shift: u64,
        width: u64,
    ) -> fmt::Result {
        self.left = self.left.saturating_sub(1);
        let len = (shift + width).div_ceil(8);
        if width == 0 || len > 16 {
            return out.write_str("…");
        }
        let whole = self.unsigned(start, len as usize);
        // From the first bit in memory order, which is the most significant one on big-endian targets.
        let below = if self.names.unit.target.big_endian { len * 8 - shift - width } else { shift };
        let unsigned = matches!(
            self.names.unit.types[field.ty.index()].kind,
            TypeKind::Integer { unsigned: true, .. }
                | TypeKind::Bool { .. }
                | TypeKind::Enum { unsigned: true, .. }
        );
        write_number(out, whole >> below, width as u32, unsigned)
    }

    fn array(&mut self, out: &mut dyn Write, ty: TypeId, element: TypeId, offset: u64) -> fmt::Result {
        let end = self.size(ty).map_or(u64::MAX, |size| offset.saturating_add(size));
        // An array without a length takes what is left.
        let end = if end == offset { u64::MAX } else { end };
        let unit = self.names.unit;
        let step = self.size(element).filter(|step| *step > 0);
        let Some(step) = step else { return out.write_str("{…}") };
        let name = unit.str(unit.types[unit.types[element.index()].main.index()].name);
        if step == 1 && matches!(name, "char" | "char8_t") {
            let limit = (self.initializer.bytes.len() as u64).min(end);
            let len = limit.saturating_sub(offset) as usize;
            return out.write_str(&number::string(&self.bytes(offset, len), 1, unit.target.big_endian));
        }
        out.write_char('{')?;
        let (mut expected, mut from) = (0, offset);
        let mut separator = "";
        while let Some(at) = self.next(from..end) {
            out.write_str(separator)?;
            separator = ", ";
            if self.left == 0 {
                out.write_str("…")?;
                break;
            }
            let index = (at - offset) / step;
            if index != expected {
                write!(out, "[{index}]=")?;
            }
            expected = index + 1;
            let start = offset + index * step;
            self.value(out, element, start)?;
            let Some(next) = start.checked_add(step) else { break };
            from = next;
        }
        out.write_char('}')
    }
}

fn write_number(out: &mut dyn Write, bits: u128, precision: u32, unsigned: bool) -> fmt::Result {
    let unused = 128u32.saturating_sub(precision.max(1));
    let aligned = bits.checked_shl(unused).unwrap_or(0);
    match unsigned {
        true => write!(out, "{}", aligned >> unused),
        false => write!(out, "{}", aligned as i128 >> unused),
    }
}

/// `&name + 4`
fn address(out: &mut dyn Write, names: &Names<'_>, relocation: &Relocation) -> fmt::Result {
    match &relocation.to {
        RelocationTarget::Symbol(symbol) => write!(out, "&{}", names.symbol(*symbol))?,
        RelocationTarget::Literal(id) => out.write_str(&literal(names.unit, *id))?,
        RelocationTarget::Label(function, label) => {
            write!(out, "&&{}", label_text(names, *function, *label))?;
        }
        RelocationTarget::LabelDifference(function, first, second) => {
            let [first, second] = [first, second].map(|label| label_text(names, *function, *label));
            write!(out, "&&{first} - &&{second}")?;
        }
        RelocationTarget::Other(text) => write!(out, "<{}>", names.unit.str(*text))?,
    }
    match relocation.addend {
        0 => Ok(()),
        1.. => write!(out, " + {}", relocation.addend),
        _ => write!(out, " - {}", relocation.addend.unsigned_abs()),
    }
}
