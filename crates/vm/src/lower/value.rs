//! Values: from a GIMPLE operand to a register.

use super::body::Body;
use super::class::Class;
use super::place::Purpose;
use super::slots::Home;
use crate::code::{Extent, Op, R, Rare};
use crate::reg::Reg;
use gmc_ir::expr::{BinaryOp, Expr, TernaryOp, UnaryOp};
use gmc_ir::id::{ExprId, TypeId};
use gmc_ir::types::{Size, TypeFlags, TypeKind};

impl Body<'_, '_> {
    /// The value of an expression, in registers: of an aggregate, a pointer to it.
    pub(super) fn operand(&mut self, expr: ExprId) -> R {
        if let Some(r) = self.at_hand(expr) {
            return r;
        }
        let class = self.class_of(expr);
        if matches!(class, Class::Aggregate { .. }) {
            let place = self.place(expr, Purpose::Access);
            return self.address(place);
        }
        let d = self.scratch(class.words());
        self.value_into(expr, d);
        d
    }

    /// The register that has the value already.
    fn at_hand(&mut self, expr: ExprId) -> Option<R> {
        match self.function.exprs[expr.index()].clone() {
            Expr::Local(local) => match self.slots.homes[local.index()] {
                Home::Register(r) => Some(r),
                Home::Alias(value) => self.at_hand(value),
                Home::Memory(_) | Home::None => None,
            },
            Expr::Integer { ty, value, .. } => Some(self.integer(ty, value)),
            Expr::Wide { words, .. } => Some(self.wide_constant(&words)),
            Expr::Real { ty, image } | Expr::Fixed { ty, image } => {
                let words = self.image_words(&image);
                match Class::of(self.unit, ty) {
                    Class::Wide { .. } => Some(self.wide_constant(&words)),
                    _ => Some(self.constant(Reg::number(words.first().copied().unwrap_or(0)))),
                }
            }
            Expr::Complex { .. } | Expr::Vector { .. } => {
                let mut image = Vec::new();
                self.constant_image(expr, &mut image)?;
                let words = self.image_words(&image);
                Some(self.wide_constant(&words))
            }
            Expr::AddressOf { place, .. } => match self.function.exprs[place.index()] {
                Expr::Label(label) => {
                    let home = self.function.labels[label.index()].home;
                    let (function, label) =
                        home.map_or((self.function.symbol, label), |home| (home.function, home.label));
                    let pointer = self.lower.label(self.unit_index, function, label);
                    Some(self.constant(Reg::pointer(pointer)))
                }
                _ => {
                    let place = self.place(place, Purpose::Address);
                    Some(self.address(place))
                }
            },
            Expr::Virtual { function, .. } => Some(self.operand(function)),
            _ => None,
        }
    }

    fn integer(&mut self, ty: TypeId, value: i128) -> R {
        match Class::of(self.unit, ty) {
            Class::Wide { .. } => self.wide_constant(&[value as u64, (value >> 64) as u64]),
            class => {
                let sh = class.shift(self.lower.pointer_bits());
                let bits = (value as u64) << sh;
                let extended = if class.is_signed() { ((bits as i64) >> sh) as u64 } else { bits >> sh };
                self.constant(Reg::number(extended))
            }
        }
    }

    /// A byte image as registers hold it: words of little-endian order, whatever the target.
    fn image_words(&self, image: &[u8]) -> Vec<u64> {
        let mut bytes = image.to_vec();
        if self.lower.big_endian() && bytes.len() <= 8 {
            bytes.reverse();
        }
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.as_chunks::<8>().0.iter().map(|&word| u64::from_le_bytes(word)).collect()
    }

    fn constant_image(&self, expr: ExprId, out: &mut Vec<u8>) -> Option<()> {
        match &self.function.exprs[expr.index()] {
            Expr::Integer { ty, value, .. } => {
                let size = self.size_of(*ty) as usize;
                let mut bytes = value.to_le_bytes().get(..size)?.to_vec();
                if self.lower.big_endian() {
                    bytes.reverse();
                }
                out.extend(bytes);
            }
            Expr::Real { image, .. } | Expr::Fixed { image, .. } => out.extend(&image.0),
            Expr::Complex { real, imag, .. } => {
                self.constant_image(*real, out)?;
                self.constant_image(*imag, out)?;
            }
            Expr::Vector { lanes, .. } => {
                for &lane in lanes {
                    self.constant_image(lane, out)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Puts the value of an expression into registers.
    pub(super) fn value_into(&mut self, expr: ExprId, d: R) {
        if let Some(a) = self.at_hand(expr) {
            let words = self.class_of(expr).words();
            return self.copy_words(d, a, words);
        }
        match self.function.exprs[expr.index()].clone() {
            Expr::Unary { ty, op, operand } => self.unary(ty, op, operand, d),
            Expr::Binary { ty, op, left, right } => self.binary(ty, op, left, right, d),
            Expr::Ternary { ty, op, first, second, third } => self.ternary(ty, op, [first, second, third], d),
            Expr::Constructor { ty, ref elements } => {
                let elements: Vec<ExprId> = elements.iter().map(|e| e.value).collect();
                self.build(ty, &elements, d);
            }
            Expr::WithSize { value, .. } => self.value_into(value, d),
            Expr::Other { code, .. } => self.unsupported(self.unit.str(code).to_owned()),
            Expr::Bits { ty, .. } | Expr::View { ty, .. }
                if self.is_place(expr) && self.loads_whole_words(expr, ty) =>
            {
                self.expr = Some(expr);
                let place = self.place(expr, Purpose::Access);
                let class = Class::of(self.unit, ty);
                let size = class.size(self.lower.pointer_bits() / 8).unwrap_or(0) as u32;
                let align = place.alignment(self.unit.types[ty.index()].align);
                let (a, offset) = self.reachable(place);
                self.rare(Rare::LoadWide { d, a, offset, size, align });
                if let Class::Int { signed, .. } = class {
                    let sh = class.shift(self.lower.pointer_bits());
                    self.op(if signed { Op::ExtS { d, a: d, sh } } else { Op::ExtU { d, a: d, sh } });
                }
            }
            _ if self.is_place(expr) => {
                self.expr = Some(expr);
                let place = self.place(expr, Purpose::Access);
                let ty = self.type_of(expr);
                self.load(place, ty, d);
            }
            Expr::RealPart { ty, base } => self.part(ty, base, 0, d),
            Expr::ImagPart { ty, base } => self.part(ty, base, self.size_of(ty) * 8, d),
            Expr::Bits { ty, base, position, .. } => self.part(ty, base, position, d),
            Expr::View { ty, base, .. } => self.part(ty, base, 0, d),
            _ => self.unsupported("an expression that is not a value".to_owned()),
        }
    }

    /// GCC compares neighbouring bit-fields by reading the words that hold them and masking: what lies between need not
    /// have a value.
    fn loads_whole_words(&self, expr: ExprId, ty: TypeId) -> bool {
        let (base, reverse) = match self.function.exprs[expr.index()] {
            Expr::Bits { base, size, position, reverse, .. }
                if position % 8 == 0 && matches!(size, 16 | 32 | 64) =>
            {
                (base, reverse)
            }
            Expr::View { base, reverse, .. } => (base, reverse),
            _ => return false,
        };
        let class = Class::of(self.unit, ty);
        let whole = matches!(class, Class::Int { bits, size: 2 | 4 | 8, .. } if bits.is_power_of_two());
        whole && !reverse && matches!(self.class_of(base), Class::Aggregate { .. })
    }

    pub(super) fn copy_words(&mut self, d: R, a: R, words: u16) {
        match words {
            0 => {}
            _ if d == a => {}
            1 => self.op(Op::Move { d, a }),
            _ => self.rare(Rare::MoveWide { d, a, words }),
        }
    }

    /// Bits of a value that is in registers.
    fn part(&mut self, ty: TypeId, base: ExprId, position: u64, d: R) {
        let from = self.class_of(base);
        let to = Class::of(self.unit, ty);
        let a = self.operand(base);
        let pointer_size = self.lower.pointer_bits() / 8;
        let bits = match to {
            Class::Int { bits, .. } => u64::from(bits),
            _ => to.size(pointer_size).unwrap_or(0) * 8,
        } as u32;
        self.rare(Rare::Extract { d, to, a, from, position, bits });
    }

    /// A vector from its lanes.
    fn build(&mut self, ty: TypeId, elements: &[ExprId], d: R) {
        let class = Class::of(self.unit, ty);
        let zero = self.wide_constant(&vec![0; usize::from(class.words())]);
        self.copy_words(d, zero, class.words());
        let mut position = 0;
        for &element in elements {
            let from = self.class_of(element);
            let size = from.size(self.lower.pointer_bits() / 8).unwrap_or(0);
            let a = self.operand(element);
            self.rare(Rare::Insert { d, size: class.words() * 8, a, from, position });
            position += size as u32;
        }
    }

    pub(super) fn unsupported(&mut self, what: String) {
        self.rare(Rare::Unsupported { what });
    }

    /// The size of an aggregate.
    pub(super) fn extent(&mut self, expr: ExprId) -> Extent {
        if let Expr::WithSize { size, .. } = self.function.exprs[expr.index()] {
            return Extent::Dynamic(self.operand(size));
        }
        let ty = self.type_of(expr);
        match self.unit.types[ty.index()].size {
            Size::Bytes(bytes) => Extent::Fixed(bytes),
            Size::Unknown | Size::Dynamic => {
                let known = self.function.sizes.iter().find(|s| s.ty == ty).map(|s| s.size);
                match known {
                    Some(size) => Extent::Dynamic(self.operand(size)),
                    None => Extent::Fixed(0),
                }
            }
        }
    }

    fn unary(&mut self, ty: TypeId, op: UnaryOp, operand: ExprId, d: R) {
        let (to, from) = (Class::of(self.unit, ty), self.class_of(operand));
        let a = self.operand(operand);
        let sh = to.shift(self.lower.pointer_bits());
        let simple = |class: Class| matches!(class, Class::Int { .. } | Class::Pointer);
        match (op, from, to) {
            (UnaryOp::Convert, _, _) if simple(from) && simple(to) => self.convert_int(from, to, a, d),
            (UnaryOp::Paren, _, _) => self.copy_words(d, a, to.words()),
            (UnaryOp::Convert | UnaryOp::Float, Class::Int { signed, .. }, Class::Double) => {
                self.op(if signed { Op::SToD { d, a } } else { Op::UToD { d, a } });
            }
            (UnaryOp::Convert | UnaryOp::Float, Class::Int { signed, .. }, Class::Single) => {
                self.op(if signed { Op::SToF { d, a } } else { Op::UToF { d, a } });
            }
            (UnaryOp::FixTrunc, Class::Double, Class::Int { signed, .. }) => {
                self.op(if signed { Op::DToS { d, a, sh } } else { Op::DToU { d, a, sh } });
            }
            (UnaryOp::FixTrunc, Class::Single, Class::Int { signed, .. }) => {
                self.op(if signed { Op::FToS { d, a, sh } } else { Op::FToU { d, a, sh } });
            }
            (UnaryOp::Convert, Class::Double, Class::Single) => self.op(Op::DToF { d, a }),
            (UnaryOp::Convert, Class::Single, Class::Double) => self.op(Op::FToD { d, a }),
            (UnaryOp::Convert, Class::Single, Class::Single)
            | (UnaryOp::Convert, Class::Double, Class::Double) => {
                self.op(Op::Move { d, a });
            }
            (UnaryOp::Negate, _, Class::Int { signed: true, .. }) if self.wraps(ty) => {
                self.op(Op::NegU { d, a, sh });
                self.op(Op::ExtS { d, a: d, sh });
            }
            (UnaryOp::Negate, _, Class::Int { signed: true, .. }) => self.op(Op::NegS { d, a, sh }),
            (UnaryOp::Negate, _, Class::Int { .. } | Class::Pointer) => self.op(Op::NegU { d, a, sh }),
            (UnaryOp::Negate, _, Class::Double) => self.op(Op::NegD { d, a }),
            (UnaryOp::Negate, _, Class::Single) => self.op(Op::NegF { d, a }),
            (UnaryOp::BitNot, _, Class::Int { signed: true, .. }) => self.op(Op::NotS { d, a }),
            (UnaryOp::BitNot, _, Class::Int { .. }) => self.op(Op::NotU { d, a, sh }),
            (UnaryOp::Not, _, Class::Int { .. }) => {
                let b = self.constant(Reg::ZERO);
                self.op(Op::Eq { d, a, b });
            }
            _ => self.rare(Rare::Unary { op, d, to, a, from, wrap: self.wraps(ty) }),
        }
    }

    /// Whether signed overflow is fine in a type, or in its elements (`-fwrapv`).
    fn wraps(&self, ty: TypeId) -> bool {
        let record = &self.unit.types[ty.index()];
        match record.kind {
            TypeKind::Complex { element } | TypeKind::Vector { element, .. } => self.wraps(element),
            _ => record.flags.contains(TypeFlags::WRAPS) || self.lower.options.allow.overflow,
        }
    }

    fn convert_int(&mut self, from: Class, to: Class, a: R, d: R) {
        let keeps = to.holds(from, self.lower.pointer_bits());
        let sh = to.shift(self.lower.pointer_bits());
        if keeps {
            self.copy_words(d, a, 1);
        } else if to.is_signed() {
            self.op(Op::ExtS { d, a, sh });
        } else {
            self.op(Op::ExtU { d, a, sh });
        }
    }

    fn binary(&mut self, ty: TypeId, op: BinaryOp, left: ExprId, right: ExprId, d: R) {
        let to = Class::of(self.unit, ty);
        let (from, count) = (self.class_of(left), self.class_of(right));
        let a = self.operand(left);
        let mut b = self.operand(right);
        let sh = to.shift(self.lower.pointer_bits());
        if let Some(op) = comparison(op, from, d, a, b)
            && matches!(to, Class::Int { .. })
        {
            return self.op(op);
        }
        if op == BinaryOp::PointerPlus {
            if self.lower.pointer_bits() == 32 {
                let wide = self.scratch(1);
                self.op(Op::ExtS { d: wide, a: b, sh: 32 });
                b = wide;
            }
            return self.op(Op::PtrAdd { d, a, b });
        }
        let simple = match (to, from) {
            (Class::Int { signed: true, .. }, Class::Int { .. })
                if self.wraps(ty) && matches!(op, BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Mult) =>
            {
                if let Some(op) = integer_op(op, false, d, a, b, sh) {
                    self.op(op);
                }
                Some(Op::ExtS { d, a: d, sh })
            }
            // The bits that a signed shift moves out are looked at.
            (Class::Int { signed: true, .. }, _)
                if op == BinaryOp::ShiftLeft && self.lower.options.allow.strict_shifts =>
            {
                None
            }
            (Class::Int { signed, .. }, Class::Int { .. }) => {
                integer_op(op, signed, d, a, b, sh).filter(|_| matches!(count, Class::Int { .. }))
            }
            (Class::Pointer, Class::Pointer | Class::Int { .. }) => integer_op(op, false, d, a, b, sh),
            (Class::Int { .. }, Class::Pointer) if op == BinaryOp::PointerDiff => {
                Some(Op::PtrDiff { d, a, b })
            }
            (Class::Double, Class::Double) => double_op(op, d, a, b),
            (Class::Single, Class::Single) => single_op(op, d, a, b),
            _ => None,
        };
        match simple {
            Some(op) => self.op(op),
            None => {
                self.rare(Rare::Binary { op, d, to, a, left: from, b, right: count, wrap: self.wraps(ty) });
            }
        }
    }

    fn ternary(&mut self, ty: TypeId, op: TernaryOp, operands: [ExprId; 3], d: R) {
        let to = Class::of(self.unit, ty);
        let args = operands.map(|operand| (self.operand(operand), self.class_of(operand)));
        self.rare(Rare::Ternary { op, d, to, args });
    }
}

fn integer_op(op: BinaryOp, signed: bool, d: R, a: R, b: R, sh: u8) -> Option<Op> {
    Some(match (op, signed) {
        (BinaryOp::Plus, true) => Op::AddS { d, a, b, sh },
        (BinaryOp::Plus, false) => Op::AddU { d, a, b, sh },
        (BinaryOp::Minus, true) => Op::SubS { d, a, b, sh },
        (BinaryOp::Minus, false) => Op::SubU { d, a, b, sh },
        (BinaryOp::Mult, true) => Op::MulS { d, a, b, sh },
        (BinaryOp::Mult, false) => Op::MulU { d, a, b, sh },
        (BinaryOp::TruncDiv | BinaryOp::ExactDiv, true) => Op::DivS { d, a, b, sh },
        (BinaryOp::TruncDiv | BinaryOp::ExactDiv | BinaryOp::FloorDiv, false) => Op::DivU { d, a, b },
        (BinaryOp::TruncMod, true) => Op::ModS { d, a, b, sh },
        (BinaryOp::TruncMod | BinaryOp::FloorMod, false) => Op::ModU { d, a, b },
        (BinaryOp::BitAnd | BinaryOp::And, _) => Op::And { d, a, b },
        (BinaryOp::BitOr | BinaryOp::Or, _) => Op::Or { d, a, b },
        (BinaryOp::BitXor | BinaryOp::Xor, _) => Op::Xor { d, a, b },
        (BinaryOp::ShiftLeft, true) => Op::ShlS { d, a, b, sh },
        (BinaryOp::ShiftLeft, false) => Op::ShlU { d, a, b, sh },
        (BinaryOp::ShiftRight, true) => Op::ShrS { d, a, b, sh },
        (BinaryOp::ShiftRight, false) => Op::ShrU { d, a, b, sh },
        _ => return None,
    })
}

fn double_op(op: BinaryOp, d: R, a: R, b: R) -> Option<Op> {
    Some(match op {
        BinaryOp::Plus => Op::AddD { d, a, b },
        BinaryOp::Minus => Op::SubD { d, a, b },
        BinaryOp::Mult => Op::MulD { d, a, b },
        BinaryOp::RealDiv => Op::DivD { d, a, b },
        _ => return None,
    })
}

fn single_op(op: BinaryOp, d: R, a: R, b: R) -> Option<Op> {
    Some(match op {
        BinaryOp::Plus => Op::AddF { d, a, b },
        BinaryOp::Minus => Op::SubF { d, a, b },
        BinaryOp::Mult => Op::MulF { d, a, b },
        BinaryOp::RealDiv => Op::DivF { d, a, b },
        _ => return None,
    })
}

/// A comparison of values in single registers.
pub(super) fn comparison(op: BinaryOp, class: Class, d: R, a: R, b: R) -> Option<Op> {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    Some(match (class, op) {
        (Class::Int { .. } | Class::Pointer, Equal) => Op::Eq { d, a, b },
        (Class::Int { .. } | Class::Pointer, NotEqual) => Op::Ne { d, a, b },
        (Class::Int { signed: true, .. }, Less) => Op::LtS { d, a, b },
        (Class::Int { signed: true, .. }, LessEqual) => Op::LeS { d, a, b },
        (Class::Int { signed: true, .. }, Greater) => Op::LtS { d, a: b, b: a },
        (Class::Int { signed: true, .. }, GreaterEqual) => Op::LeS { d, a: b, b: a },
        (Class::Int { .. }, Less) => Op::LtU { d, a, b },
        (Class::Int { .. }, LessEqual) => Op::LeU { d, a, b },
        (Class::Int { .. }, Greater) => Op::LtU { d, a: b, b: a },
        (Class::Int { .. }, GreaterEqual) => Op::LeU { d, a: b, b: a },
        (Class::Pointer, Less) => Op::PtrLt { d, a, b },
        (Class::Pointer, LessEqual) => Op::PtrLe { d, a, b },
        (Class::Pointer, Greater) => Op::PtrLt { d, a: b, b: a },
        (Class::Pointer, GreaterEqual) => Op::PtrLe { d, a: b, b: a },
        (Class::Double, Equal) => Op::EqD { d, a, b },
        (Class::Double, NotEqual) => Op::NeD { d, a, b },
        (Class::Double, Less) => Op::LtD { d, a, b },
        (Class::Double, LessEqual) => Op::LeD { d, a, b },
        (Class::Double, Greater) => Op::LtD { d, a: b, b: a },
        (Class::Double, GreaterEqual) => Op::LeD { d, a: b, b: a },
        (Class::Single, Equal) => Op::EqF { d, a, b },
        (Class::Single, NotEqual) => Op::NeF { d, a, b },
        (Class::Single, Less) => Op::LtF { d, a, b },
        (Class::Single, LessEqual) => Op::LeF { d, a, b },
        (Class::Single, Greater) => Op::LtF { d, a: b, b: a },
        (Class::Single, GreaterEqual) => Op::LeF { d, a: b, b: a },
        _ => return None,
    })
}
