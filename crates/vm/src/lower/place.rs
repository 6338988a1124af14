//! Places: from a GIMPLE reference to a pointer register and an offset.

use super::body::Body;
use super::class::Class;
use super::slots::Home;
use crate::code::{Neighbours, Op, R, Rare};
use crate::reg::Reg;
use gmc_ir::expr::Expr;
use gmc_ir::id::{ExprId, FieldIndex, TypeId};
use gmc_ir::types::{Bound, Field, FieldFlags, Size, TypeFlags, TypeKind};
use gmc_mem::Pointer;

/// Where something is in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// A pointer; a local in memory may not exist yet.
    pub(super) base: R,
    /// Bytes beyond it.
    pub(super) offset: i64,
    /// For a bit-field: the first bit beyond that, and how many.
    pub(super) bits: Option<(u64, u32)>,
    /// For a bit-field: what it shares with its neighbours.
    pub(super) location: Neighbours,
    /// Stored in the opposite byte order.
    pub(super) reverse: bool,
    /// The base is a local's register.
    pub(super) local: bool,
    /// The alignment that the source promises for the address at offset `origin`.
    pub(super) align: u32,
    /// See `align`.
    pub(super) origin: i64,
}

/// What a place is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To load or store what is there.
    Access,
    /// For its address only: an index may be one past the end.
    Address,
}

impl Place {
    /// What a register points to.
    pub(super) fn at(base: R) -> Place {
        Place {
            base,
            offset: 0,
            bits: None,
            location: Neighbours::default(),
            reverse: false,
            local: false,
            align: u32::MAX,
            origin: 0,
        }
    }

    /// The alignment that an access of a type with this alignment may count on: members of packed records have less.
    pub(super) fn alignment(&self, of_type: u32) -> u32 {
        let beyond = self.offset.wrapping_sub(self.origin);
        let by_offset = if beyond == 0 { u32::MAX } else { 1 << beyond.trailing_zeros().min(31) };
        of_type.min(self.align).min(by_offset).max(1)
    }

    /// The place moved by a multiple of `stride` that is known at run time only: `base` points there now.
    fn moved_to(self, base: R, stride: u64) -> Place {
        let by_stride = if stride == 0 { u32::MAX } else { 1 << stride.trailing_zeros().min(31) };
        Place { base, local: false, align: self.align.min(by_stride), ..self }
    }
}

impl Body<'_, '_> {
    /// Whether an expression is a place in memory, not a value in registers.
    pub(super) fn is_place(&self, expr: ExprId) -> bool {
        match &self.function.exprs[expr.index()] {
            Expr::Local(local) => match self.slots.homes[local.index()] {
                Home::Memory(_) => true,
                Home::Alias(value) => self.is_place(value),
                Home::Register(_) | Home::None => false,
            },
            Expr::Symbol(_) | Expr::Literal(_) | Expr::Memory { .. } => true,
            Expr::Field { base, .. }
            | Expr::Index { base, .. }
            | Expr::Range { base, .. }
            | Expr::Bits { base, .. }
            | Expr::RealPart { base, .. }
            | Expr::ImagPart { base, .. }
            | Expr::View { base, .. } => self.is_place(*base),
            Expr::WithSize { value, .. } => self.is_place(*value),
            _ => false,
        }
    }

    /// The place that an expression denotes.
    pub(super) fn place(&mut self, expr: ExprId, purpose: Purpose) -> Place {
        match self.function.exprs[expr.index()].clone() {
            Expr::Local(local) => match self.slots.homes[local.index()] {
                Home::Memory(r) => {
                    let align = self.function.locals[local.index()].align.max(1);
                    Place { local: true, align, ..Place::at(r) }
                }
                Home::Alias(value) => self.place(value, purpose),
                Home::Register(r) => {
                    // Reached only for values that are not places; the caller has asked.
                    Place::at(r)
                }
                Home::None => Place::at(self.constant(Reg::ZERO)),
            },
            Expr::Symbol(symbol) => self.symbol_place(symbol),
            Expr::Literal(literal) => {
                let pointer = self.lower.literal(self.unit_index, literal);
                Place::at(self.constant(Reg::pointer(pointer)))
            }
            Expr::Memory { ty, pointer, offset, reverse, .. } => {
                let align = self.unit.types[ty.index()].align.max(1);
                // `*&x` is x.
                if let Expr::AddressOf { place, .. } = self.function.exprs[pointer.index()] {
                    let mut inner = self.place(place, Purpose::Address);
                    inner.offset += offset;
                    return Place { reverse, align, origin: inner.offset, ..inner };
                }
                let base = self.operand(pointer);
                Place { offset, reverse, align, origin: offset, ..Place::at(base) }
            }
            Expr::Field { base, record, field, offset, .. } => {
                self.field(base, record, field, offset, purpose)
            }
            Expr::Index { base, index, low, stride, .. } | Expr::Range { base, index, low, stride, .. } => {
                self.element(base, index, low, stride, purpose)
            }
            Expr::Bits { base, size, position, reverse, .. } => {
                let mut place = self.place(base, purpose);
                place.reverse = reverse;
                self.select_bits(place, position, size as u32)
            }
            Expr::RealPart { base, .. } => self.place(base, purpose),
            Expr::ImagPart { ty, base } => {
                let mut place = self.place(base, purpose);
                place.offset += self.size_of(ty) as i64;
                place
            }
            Expr::View { base, reverse, .. } => Place { reverse, ..self.place(base, purpose) },
            Expr::WithSize { value, .. } => self.place(value, purpose),
            _ => Place::at(self.operand(expr)),
        }
    }

    fn symbol_place(&mut self, symbol: gmc_ir::id::SymbolId) -> Place {
        match self.lower.thread_local(self.unit_index, symbol) {
            Some(index) => {
                let d = self.scratch(1);
                self.rare(Rare::ThreadLocal { d, index });
                Place::at(d)
            }
            None => {
                let pointer = self.lower.global(self.unit_index, symbol);
                Place::at(self.constant(Reg::pointer(pointer)))
            }
        }
    }

    fn field(
        &mut self,
        base: ExprId,
        record: TypeId,
        field: FieldIndex,
        offset: Option<ExprId>,
        purpose: Purpose,
    ) -> Place {
        let place = self.place(base, purpose);
        let declared = &self.unit.types[record.index()];
        let TypeKind::Record { fields, .. } = &declared.kind else { return place };
        let Some(member) = fields.get(field.index()) else { return place };
        let reverse = declared.flags.contains(TypeFlags::REVERSE);
        if let Some(offset) = offset {
            let bytes = self.operand(offset);
            let d = self.scratch(1);
            let a = self.born(place);
            self.op(Op::Index { d, a, b: bytes, stride: 1, bound: 0, end: false });
            return Place { reverse, ..place.moved_to(d, 1) };
        }
        let position = member.offset.unwrap_or(0);
        let bit_field = member.flags.contains(FieldFlags::BIT_FIELD);
        let width = member.size.unwrap_or(0);
        let place = Place { reverse, ..place };
        if let Some(location) = shared(member, position, width) {
            let (offset, bits) = (place.offset + (position / 8) as i64, Some((position % 8, width as u32)));
            return Place { offset, bits, location, ..place };
        }
        if bit_field && !(position % 8 == 0 && self.fills_its_type(member.ty, width)) {
            return self.select_bits(place, position, width as u32);
        }
        Place { offset: place.offset + (position / 8) as i64, ..place }
    }

    /// A bit-field as wide as a type that can be loaded whole.
    fn fills_its_type(&self, ty: TypeId, width: u64) -> bool {
        let class = Class::of(self.unit, ty);
        matches!(class, Class::Int { bits, size, .. }
            if u64::from(bits) == width && width == u64::from(size) * 8 && matches!(size, 1 | 2 | 4 | 8))
    }

    fn select_bits(&self, place: Place, position: u64, width: u32) -> Place {
        let (first, _) = place.bits.unwrap_or((0, 0));
        let position = first + position;
        if place.bits.is_none() && position.is_multiple_of(8) && matches!(width, 8 | 16 | 32 | 64) {
            return Place { offset: place.offset + (position / 8) as i64, ..place };
        }
        if place.bits.is_none() && position.is_multiple_of(8) && width > 64 {
            return Place { offset: place.offset + (position / 8) as i64, ..place };
        }
        Place { offset: place.offset + (position / 8) as i64, bits: Some((position % 8, width)), ..place }
    }

    fn element(
        &mut self,
        base: ExprId,
        index: ExprId,
        low: Option<ExprId>,
        stride: Option<ExprId>,
        purpose: Purpose,
    ) -> Place {
        let array = self.type_of(base);
        let (element, first, count) = self.array_shape(array);
        let trailing = self.is_trailing(base);
        let place = self.place(base, purpose);
        let reverse = self.unit.types[array.index()].flags.contains(TypeFlags::REVERSE) || place.reverse;
        let end = purpose == Purpose::Address;
        let bound = match count {
            Some(count) if !trailing && count > 0 => u32::try_from(count + u64::from(end)).unwrap_or(0),
            _ => 0,
        };
        let fixed = self.size_or_none(element);
        let low_is_constant = low.is_none_or(|low| self.constant_value(low).is_some());
        let first = low.and_then(|low| self.constant_value(low)).map_or(first, |v| v as i64);
        if let (Some(size), None, true) = (fixed, stride, low_is_constant) {
            if let Some(value) = self.constant_value(index) {
                let at = value as i64 - first;
                if bound == 0 || (0..i64::from(bound)).contains(&at) {
                    return Place { offset: place.offset + at * size as i64, reverse, ..place };
                }
            }
            if let Ok(stride) = u32::try_from(size) {
                let mut b = self.operand(index);
                if first != 0 {
                    let shifted = self.scratch(1);
                    let by = self.constant(Reg::number(first as u64));
                    self.op(Op::SubU { d: shifted, a: b, b: by, sh: 0 });
                    b = shifted;
                }
                let d = self.scratch(1);
                let a = self.born(place);
                self.op(Op::Index { d, a, b, stride, bound, end });
                return Place { reverse, ..place.moved_to(d, size) };
            }
        }
        // Sizes known at run time only.
        let size = match stride {
            Some(stride) => self.operand(stride),
            None => self.constant(Reg::number(fixed.unwrap_or(1))),
        };
        let low = match low {
            Some(low) => self.operand(low),
            None => self.constant(Reg::number(first as u64)),
        };
        let b = self.operand(index);
        let (at, bytes, d) = (self.scratch(1), self.scratch(1), self.scratch(1));
        self.op(Op::SubU { d: at, a: b, b: low, sh: 0 });
        self.op(Op::MulU { d: bytes, a: at, b: size, sh: 0 });
        let a = self.born(place);
        self.op(Op::Index { d, a, b: bytes, stride: 1, bound: 0, end: false });
        Place { reverse, ..place.moved_to(d, 1) }
    }

    /// Element type, first index and number of elements of an array or vector type.
    fn array_shape(&self, ty: TypeId) -> (TypeId, i64, Option<u64>) {
        match &self.unit.types[ty.index()].kind {
            TypeKind::Array { element, low, high } => {
                let first = if let Bound::Constant(low) = low { *low } else { 0 };
                let count = match high {
                    Bound::Constant(high) => u64::try_from(high - first + 1).ok(),
                    _ => None,
                };
                (*element, first, count)
            }
            TypeKind::Vector { element, lanes } => (*element, 0, Some(*lanes)),
            _ => (ty, 0, None),
        }
    }

    /// An array that ends its record, reached through a pointer, may go on behind it (GCC's "flexible array members").
    fn is_trailing(&self, mut expr: ExprId) -> bool {
        let mut trailing = false;
        loop {
            match &self.function.exprs[expr.index()] {
                Expr::Field { base, record, field, .. } => {
                    let TypeKind::Record { fields, union } = &self.unit.types[record.index()].kind else {
                        return false;
                    };
                    let last = fields.len().checked_sub(1) == Some(field.index());
                    if !last && !union {
                        return false;
                    }
                    trailing = true;
                    expr = *base;
                }
                Expr::Memory { .. } => return trailing || self.is_array_through_pointer(expr),
                Expr::Local(local) => match self.slots.homes[local.index()] {
                    Home::Alias(value) => expr = value,
                    _ => return false,
                },
                Expr::View { base, .. } | Expr::WithSize { value: base, .. } => expr = *base,
                // The size of an external array may be known elsewhere only.
                _ => return false,
            }
        }
    }

    /// `*p` where `p` points to an array: the bound is the type's.
    fn is_array_through_pointer(&self, expr: ExprId) -> bool {
        let ty = self.type_of(expr);
        !matches!(self.unit.types[ty.index()].size, Size::Bytes(_))
    }

    /// The pointer register of a place's base; a local that does not exist yet is made.
    pub(super) fn born(&mut self, place: Place) -> R {
        if place.local {
            self.op(Op::Born { a: place.base });
        }
        place.base
    }

    /// The address of a place, in a register.
    pub(super) fn address(&mut self, place: Place) -> R {
        let a = self.born(place);
        if place.offset == 0 {
            return a;
        }
        if let Some(reg) = self.constant_of(a)
            && reg.meta.is_whole()
        {
            let moved = Pointer { addr: reg.bits.wrapping_add_signed(place.offset), prov: reg.meta.prov() };
            return self.constant(Reg::pointer(moved));
        }
        let d = self.scratch(1);
        match i32::try_from(place.offset) {
            Ok(offset) => self.op(Op::Member { d, a, offset }),
            Err(_) => {
                let b = self.constant(Reg::number(place.offset as u64));
                self.op(Op::Index { d, a, b, stride: 1, bound: 0, end: false });
            }
        }
        d
    }

    /// A place whose offset fits an operation.
    pub(super) fn reachable(&mut self, place: Place) -> (R, i32) {
        match i32::try_from(place.offset) {
            Ok(offset) => (place.base, offset),
            Err(_) => (self.address(place), 0),
        }
    }
}

/// The memory location of a bit-field, if there are neighbours in it.
fn shared(member: &Field, position: u64, width: u64) -> Option<Neighbours> {
    let location = member.location.filter(|_| width <= 64)?;
    let first = position / 8;
    let own = (position % 8 + width).div_ceil(8);
    let before = first.checked_sub(location.offset)?;
    (location.size > own).then_some(Neighbours { before: before as u32, size: location.size as u32 })
}
