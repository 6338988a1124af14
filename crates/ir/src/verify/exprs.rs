//! Expressions: operands stand first and have types that the operation can take.

use super::Flaws;
use super::class::Class;
use crate::body::Function;
use crate::expr::{BinaryOp, ElementKey, Expr, TernaryOp, UnaryOp};
use crate::id::{ExprId, FieldIndex, TypeId};
use crate::types::TypeKind;

/// Whether operands stand before their users.
pub(super) fn in_order(flaws: &mut Flaws<'_>, function: &Function) -> bool {
    let mut good = true;
    for (at, expr) in function.exprs.iter().enumerate() {
        expr.each_operand(|operand| {
            if operand.index() >= at {
                flaws.add(|| format!("e{at} uses {operand}, which does not stand before it"));
                good = false;
            }
        });
    }
    good
}

/// Checks all expressions of a function; ids are in range and operands stand first.
pub(super) fn check(flaws: &mut Flaws<'_>, function: &Function) {
    let mut arena = Arena { flaws, function, at: 0 };
    for (at, expr) in function.exprs.iter().enumerate() {
        arena.at = at;
        arena.check(expr);
    }
    for size in &function.sizes {
        let class = Class::of(flaws.unit, flaws.unit.type_of(function, size.size));
        flaws.require(class.is_integral(), || format!("the size of {} is {class}", size.ty));
    }
}

struct Arena<'f, 'u> {
    flaws: &'f mut Flaws<'u>,
    function: &'f Function,
    at: usize,
}

impl Arena<'_, '_> {
    fn class(&self, expr: ExprId) -> Class {
        Class::of(self.flaws.unit, self.flaws.unit.type_of(self.function, expr))
    }

    fn class_of(&self, ty: TypeId) -> Class {
        Class::of(self.flaws.unit, Some(ty))
    }

    fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.flaws.unit.types[ty.index()].kind
    }

    fn kind_of(&self, expr: ExprId) -> Option<&TypeKind> {
        self.flaws.unit.type_of(self.function, expr).map(|ty| self.kind(ty))
    }

    fn require(&mut self, good: bool, what: impl FnOnce() -> String) {
        let at = self.at;
        self.flaws.require(good, || format!("e{at}: {}", what()));
    }

    fn fits(&mut self, what: &str, left: Class, right: Class) {
        self.require(left.fits(right), || format!("{what}: {left} against {right}"));
    }

    fn check(&mut self, expr: &Expr) {
        match *expr {
            Expr::Local(_) | Expr::Symbol(_) | Expr::Literal(_) | Expr::Label(_) | Expr::Other { .. } => {}
            Expr::Integer { ty, .. } | Expr::Wide { ty, .. } => {
                let class = self.class_of(ty);
                let good = class.is_integral() || class == Class::Pointer;
                self.require(good, || format!("an integer constant as {class}"));
            }
            Expr::Real { ty, .. } => {
                let class = self.class_of(ty);
                self.require(matches!(class, Class::Float(_) | Class::Open), || format!("a real as {class}"));
            }
            Expr::Fixed { ty, .. } => {
                let class = self.class_of(ty);
                self.require(class == Class::Open, || format!("a fixed-point constant as {class}"));
            }
            Expr::Complex { ty, .. } => {
                let class = self.class_of(ty);
                self.fits("a complex constant", class, Class::Complex);
            }
            Expr::Vector { ty, .. } => {
                let class = self.class_of(ty);
                self.fits("a vector constant", class, Class::Vector);
            }
            Expr::Field { base, record, field, offset, .. } => self.field(base, record, field, offset),
            Expr::Index { base, index, low, stride, .. } | Expr::Range { base, index, low, stride, .. } => {
                let array = matches!(
                    self.kind_of(base),
                    None | Some(TypeKind::Array { .. } | TypeKind::Vector { .. } | TypeKind::Other { .. })
                );
                self.require(array, || format!("{base} is indexed but no array"));
                for number in [Some(index), low, stride].into_iter().flatten() {
                    let class = self.class(number);
                    self.require(class.is_integral(), || format!("index {number} is {class}"));
                }
            }
            Expr::Memory { pointer, .. } => {
                let class = self.class(pointer);
                self.require(class.is_pointer(), || format!("{pointer} is dereferenced but is {class}"));
            }
            Expr::Bits { size, position, .. } => {
                self.require(size > 0 && position.checked_add(size).is_some(), || {
                    "no bits at all".to_owned()
                });
            }
            Expr::RealPart { base, .. } | Expr::ImagPart { base, .. } => {
                let class = self.class(base);
                self.fits("a part of a complex number", class, Class::Complex);
            }
            Expr::View { ty, base, .. } => {
                let good = self.class_of(ty) != Class::Void && self.class(base) != Class::Void;
                self.require(good, || "a view of nothing".to_owned());
            }
            Expr::AddressOf { ty, .. } => {
                let class = self.class_of(ty);
                self.require(class.is_pointer(), || format!("an address as {class}"));
            }
            Expr::Virtual { ty, function, .. } => {
                for class in [self.class_of(ty), self.class(function)] {
                    self.require(class.is_pointer(), || format!("a virtual function as {class}"));
                }
            }
            Expr::WithSize { size, .. } => {
                let class = self.class(size);
                self.require(class.is_integral(), || format!("a size that is {class}"));
            }
            Expr::Unary { ty, op, operand } => self.unary(ty, op, operand),
            Expr::Binary { ty, op, left, right } => self.binary(ty, op, left, right),
            Expr::Ternary { ty, op, first, second, third } => self.ternary(ty, op, first, [second, third]),
            Expr::Constructor { ty, ref elements } => {
                let class = self.class_of(ty);
                let compound =
                    matches!(class, Class::Aggregate | Class::Vector | Class::Open | Class::Complex);
                // `{}` as an initialiser stands for a zero of any type.
                self.require(compound || elements.is_empty(), || format!("{class} built from elements"));
                let fields = match self.kind(ty) {
                    TypeKind::Record { fields, .. } => fields.len() as u64,
                    _ => 0,
                };
                for element in elements {
                    let good = match element.key {
                        ElementKey::Next | ElementKey::Index(_) => true,
                        ElementKey::Range(first, last) => first <= last,
                        ElementKey::Field(field) => u64::from(field.0) < fields,
                    };
                    self.require(good, || format!("{ty} has no element {:?}", element.key));
                }
            }
        }
    }

    fn field(&mut self, base: ExprId, record: TypeId, field: FieldIndex, offset: Option<ExprId>) {
        let fields = match self.kind(record) {
            TypeKind::Record { fields, .. } => Some(fields.len()),
            _ => None,
        };
        let exists = fields.is_some_and(|len| field.index() < len);
        self.require(exists, || format!("{record} has no field {}", field.0));
        // gfortran reads components of a class object through its `void *`: `(*_94).t`, where `*_94` is a place of
        // type `void`. The record that is named beside the field says how it is laid out.
        let has_fields = matches!(
            self.kind_of(base),
            None | Some(TypeKind::Record { .. } | TypeKind::Other { .. } | TypeKind::Void)
        );
        self.require(has_fields, || format!("a field of {base}, which is no record"));
        if let Some(offset) = offset {
            let class = self.class(offset);
            self.require(class.is_integral(), || format!("a field offset that is {class}"));
        }
    }

    fn unary(&mut self, ty: TypeId, op: UnaryOp, operand: ExprId) {
        let (result, from) = (self.class_of(ty), self.class(operand));
        let good = match op {
            UnaryOp::Convert | UnaryOp::AddressSpace | UnaryOp::FixedConvert => {
                // Conversions between aggregates are views; a conversion to `void` drops a value.
                (result.is_scalar() && from.is_scalar()) || (result == Class::Aggregate && from == result)
            }
            UnaryOp::Float => result.is_float() && from.is_integral(),
            UnaryOp::FixTrunc => result.is_integral() && from.is_float(),
            UnaryOp::Negate | UnaryOp::Abs | UnaryOp::Paren => result.is_number() && result.fits(from),
            UnaryOp::AbsUnsigned => result.is_integral() && result.fits(from),
            UnaryOp::BitNot | UnaryOp::Not => {
                (result.is_integral() || result == Class::Complex) && result.fits(from)
            }
            UnaryOp::Conjugate => result.fits(Class::Complex) && from.fits(Class::Complex),
            UnaryOp::Duplicate
            | UnaryOp::UnpackLow
            | UnaryOp::UnpackHigh
            | UnaryOp::UnpackFloatLow
            | UnaryOp::UnpackFloatHigh => result.fits(Class::Vector),
        };
        self.require(good, || format!("{op:?} makes {result} of {from}"));
    }

    fn binary(&mut self, ty: TypeId, op: BinaryOp, left: ExprId, right: ExprId) {
        let (result, left, right) = (self.class_of(ty), self.class(left), self.class(right));
        let same = result.fits(left) && result.fits(right);
        let good = match op {
            BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Mult => same && result.is_number(),
            BinaryOp::PointerPlus => result.is_pointer() && left.is_pointer() && right.is_integral(),
            BinaryOp::PointerDiff => result.is_integral() && left.is_pointer() && right.is_pointer(),
            BinaryOp::TruncDiv
            | BinaryOp::CeilDiv
            | BinaryOp::FloorDiv
            | BinaryOp::RoundDiv
            | BinaryOp::ExactDiv
            | BinaryOp::TruncMod
            | BinaryOp::CeilMod
            | BinaryOp::FloorMod
            | BinaryOp::RoundMod => same && (result.is_integral() || result == Class::Complex),
            BinaryOp::RealDiv => same && result.is_float(),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::RotateLeft | BinaryOp::RotateRight => {
                result.is_integral() && result.fits(left) && right.is_integral()
            }
            // GCC masks pointers to align them.
            BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::BitAnd => {
                (same && result.is_integral()) || (result == Class::Pointer && left == Class::Pointer)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => same && result.is_integral(),
            BinaryOp::Min | BinaryOp::Max => same && result.is_scalar(),
            _ if is_comparison(op) => result.is_integral() && left.fits(right) && left.is_scalar(),
            BinaryOp::Complex => result.fits(Class::Complex) && left.fits(right),
            // Widening and packing: of vectors or integers, in widths of their own.
            _ => result.is_scalar() && left.is_scalar() && right.is_scalar(),
        };
        self.require(good, || format!("{op:?} makes {result} of {left} and {right}"));
    }

    fn ternary(&mut self, ty: TypeId, op: TernaryOp, first: ExprId, rest: [ExprId; 2]) {
        let (result, first) = (self.class_of(ty), self.class(first));
        let [second, third] = rest.map(|operand| self.class(operand));
        let good = match op {
            TernaryOp::Cond => first.is_scalar() && result.fits(second) && result.fits(third),
            TernaryOp::VectorCond => [result, second, third].iter().all(|class| class.fits(Class::Vector)),
            TernaryOp::Permute => [result, first, second].iter().all(|class| class.fits(Class::Vector)),
            TernaryOp::BitInsert => result.fits(first) && third.is_integral(),
            TernaryOp::Dot | TernaryOp::WidenMultPlus | TernaryOp::WidenMultMinus => result.is_scalar(),
        };
        self.require(good, || format!("{op:?} makes {result} of {first}, {second} and {third}"));
    }
}

/// Whether an operation compares.
pub(super) fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Unordered
            | BinaryOp::Ordered
            | BinaryOp::UnorderedLess
            | BinaryOp::UnorderedLessEqual
            | BinaryOp::UnorderedGreater
            | BinaryOp::UnorderedGreaterEqual
            | BinaryOp::UnorderedEqual
            | BinaryOp::LessGreater
    )
}
