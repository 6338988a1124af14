//! Loads and stores: the operation for each class of value, bit-fields, and opposite byte orders.

use super::body::Body;
use super::class::{Class, is_bool};
use super::place::Place;
use crate::code::{Op, R, Rare};
use gmc_ir::id::TypeId;

impl Body<'_, '_> {
    /// Loads a value of some type.
    pub(super) fn load(&mut self, place: Place, ty: TypeId, d: R) {
        let class = Class::of(self.unit, ty);
        let align = place.alignment(self.unit.types[ty.index()].align);
        if let Some((position, bits)) = place.bits {
            let (a, position) = self.bit_base(place, position);
            return self.rare(Rare::LoadBits {
                d,
                a,
                position,
                bits,
                signed: class.is_signed(),
                reverse: place.reverse,
                location: place.location,
            });
        }
        let (a, offset) = self.reachable(place);
        let mask = align.saturating_sub(1).min(127) as u8;
        let pointer_size = self.lower.pointer_bits() / 8;
        match class {
            Class::Int { size: 1, bits: 1, .. } if is_bool(self.unit, ty) => {
                self.op(Op::LoadBool { d, a, offset });
            }
            Class::Int { size, signed, .. } => match (size, signed) {
                (1, true) => self.op(Op::LoadS8 { d, a, offset }),
                (1, false) => self.op(Op::LoadU8 { d, a, offset }),
                (2, true) => self.op(Op::LoadS16 { d, a, offset, mask }),
                (2, false) => self.op(Op::LoadU16 { d, a, offset, mask }),
                (4, true) => self.op(Op::LoadS32 { d, a, offset, mask }),
                (4, false) => self.op(Op::LoadU32 { d, a, offset, mask }),
                (8, _) => self.op(Op::Load64 { d, a, offset, mask }),
                _ => {
                    let (a, position) = self.bit_base(place, 0);
                    let bits = u32::from(size) * 8;
                    let (reverse, location) = (place.reverse, place.location);
                    self.rare(Rare::LoadBits { d, a, position, bits, signed, reverse, location });
                    return;
                }
            },
            Class::Pointer if pointer_size == 4 => self.op(Op::LoadU32 { d, a, offset, mask }),
            Class::Pointer | Class::Double => self.op(Op::Load64 { d, a, offset, mask }),
            Class::Single => self.op(Op::LoadU32 { d, a, offset, mask }),
            Class::Wide { size, .. } => self.rare(Rare::LoadWide { d, a, offset, size, align }),
            Class::Void | Class::Aggregate { .. } => self.unsupported("a load of an aggregate".to_owned()),
        }
        if place.reverse && class.in_registers() {
            let size = class.size(pointer_size).unwrap_or(0) as u8;
            self.rare(Rare::Swap { d, a: d, size, signed: class.is_signed() });
        }
    }

    fn bit_base(&mut self, place: Place, position: u64) -> (R, u64) {
        if (0..1 << 40).contains(&place.offset) {
            let a = self.born(place);
            return (a, place.offset as u64 * 8 + position);
        }
        (self.address(Place { bits: None, ..place }), position)
    }

    /// Stores a value of some type.
    pub(super) fn store(&mut self, place: Place, ty: TypeId, b: R) {
        let class = Class::of(self.unit, ty);
        if let Some((position, bits)) = place.bits {
            let (a, position) = self.bit_base(place, position);
            let (reverse, location) = (place.reverse, place.location);
            return self.rare(Rare::StoreBits { a, b, position, bits, reverse, location });
        }
        let align = place.alignment(self.unit.types[ty.index()].align);
        self.store_class(place, b, class, align);
    }

    pub(super) fn store_class(&mut self, place: Place, mut b: R, class: Class, align: u32) {
        let pointer_size = self.lower.pointer_bits() / 8;
        if place.reverse && class.in_registers() {
            let d = self.scratch(class.words());
            let size = class.size(pointer_size).unwrap_or(0) as u8;
            self.rare(Rare::Swap { d, a: b, size, signed: false });
            b = d;
        }
        let (a, offset) = self.reachable(place);
        let mask = align.saturating_sub(1).min(127) as u8;
        match class {
            Class::Int { size: 1, .. } => self.op(Op::Store8 { a, b, offset }),
            Class::Int { size: 2, .. } => self.op(Op::Store16 { a, b, offset, mask }),
            Class::Int { size: 4, .. } | Class::Single => self.op(Op::Store32 { a, b, offset, mask }),
            Class::Int { size: 8, .. } | Class::Double => self.op(Op::Store64 { a, b, offset, mask }),
            Class::Int { size, .. } => {
                let (a, position) = self.bit_base(place, 0);
                let (bits, location) = (u32::from(size) * 8, place.location);
                self.rare(Rare::StoreBits { a, b, position, bits, reverse: false, location });
            }
            Class::Pointer if pointer_size == 4 => self.op(Op::Store32 { a, b, offset, mask }),
            Class::Pointer => self.op(Op::Store64 { a, b, offset, mask }),
            Class::Wide { size, .. } => self.rare(Rare::StoreWide { a, b, offset, size, align }),
            Class::Void | Class::Aggregate { .. } => self.unsupported("a store of an aggregate".to_owned()),
        }
    }
}
