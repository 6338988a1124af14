//! Expressions in the manner of GCC's dumps: `p->f[3]`, `MEM[(int *)p + 4B]`, `(int) x`.

use super::ctype::type_name;
use super::names::{LocalNames, Names, label};
use super::number;
use crate::body::Function;
use crate::expr::{BinaryOp, Element, ElementKey, Expr, TernaryOp, UnaryOp};
use crate::id::{ExprId, FieldIndex, TypeId};
use crate::types::{Size, TypeKind};
use crate::unit::Unit;
use std::fmt::{self, Write};

/// Expressions inside each other; deeper ones are named by their id.
const MAX_DEPTH: u32 = 128;
/// Expressions in all below one that is printed: shared ones count each time.
const MAX_EXPRS: u32 = 4096;

/// How tightly an operand must bind to go without parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Any,
    Unary,
    Postfix,
}

/// Prints the expressions of one function.
pub(super) struct Exprs<'n> {
    names: &'n Names<'n>,
    function: &'n Function,
    locals: LocalNames,
    depth: u32,
    left: u32,
}

impl<'n> Exprs<'n> {
    pub(super) fn new(names: &'n Names<'n>, function: &'n Function) -> Exprs<'n> {
        let locals = LocalNames::new(names.unit, function);
        Exprs { names, function, locals, depth: 0, left: MAX_EXPRS }
    }

    pub(super) fn locals(&self) -> &LocalNames {
        &self.locals
    }

    /// Writes an expression.
    pub(super) fn write(&mut self, out: &mut dyn Write, expr: ExprId) -> fmt::Result {
        self.left = MAX_EXPRS;
        self.expr(out, expr, Binding::Any)
    }

    /// Writes what a call calls: a function by its name instead of its address.
    pub(super) fn callee(&mut self, out: &mut dyn Write, expr: ExprId) -> fmt::Result {
        self.left = MAX_EXPRS;
        if let Expr::AddressOf { place, .. } = self.function.exprs[expr.index()]
            && let Expr::Symbol(symbol) = self.function.exprs[place.index()]
        {
            return out.write_str(self.names.symbol(symbol));
        }
        self.expr(out, expr, Binding::Postfix)
    }

    fn unit(&self) -> &'n Unit {
        self.names.unit
    }

    fn kind(&self, ty: TypeId) -> &'n TypeKind {
        &self.names.unit.types[ty.index()].kind
    }

    fn expr(&mut self, out: &mut dyn Write, id: ExprId, needed: Binding) -> fmt::Result {
        if self.depth == MAX_DEPTH || self.left == 0 {
            return write!(out, "{id}");
        }
        self.depth += 1;
        self.left -= 1;
        let function = self.function;
        let expr = &function.exprs[id.index()];
        let parenthesise = binding(expr) < needed;
        if parenthesise {
            out.write_char('(')?;
        }
        self.bare(out, expr)?;
        if parenthesise {
            out.write_char(')')?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self, out: &mut dyn Write, operands: &[ExprId]) -> fmt::Result {
        for (at, &operand) in operands.iter().enumerate() {
            if at > 0 {
                out.write_str(", ")?;
            }
            if self.left == 0 {
                return out.write_str("…");
            }
            self.expr(out, operand, Binding::Any)?;
        }
        Ok(())
    }

    /// `NAME <operands>`
    fn named(&mut self, out: &mut dyn Write, name: &str, operands: &[ExprId]) -> fmt::Result {
        write!(out, "{name} <")?;
        self.list(out, operands)?;
        out.write_char('>')
    }

    fn bare(&mut self, out: &mut dyn Write, expr: &Expr) -> fmt::Result {
        let unit = self.unit();
        match expr {
            Expr::Local(local) => out.write_str(self.locals.get(*local)),
            Expr::Symbol(symbol) => out.write_str(self.names.symbol(*symbol)),
            Expr::Label(id) => out.write_str(&label(unit, self.function, *id)),
            Expr::Literal(id) => out.write_str(&literal(unit, *id)),
            Expr::Integer { ty, value, overflow } => {
                out.write_str(&integer(unit, *ty, *value))?;
                out.write_str(if *overflow { "(OVF)" } else { "" })
            }
            Expr::Wide { words, .. } => {
                out.write_str("0x")?;
                words.iter().rev().try_for_each(|word| write!(out, "{word:016x}"))
            }
            Expr::Real { ty, image } => match self.kind(*ty) {
                TypeKind::Float { format } => {
                    out.write_str(&number::real(*format, image, unit.target.big_endian))
                }
                _ => write!(out, "<real {ty}>"),
            },
            Expr::Fixed { image, .. } => {
                out.write_str("<fixed ")?;
                image.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
                out.write_char('>')
            }
            Expr::Complex { real, imag, .. } => {
                out.write_str("__complex__ (")?;
                self.list(out, &[*real, *imag])?;
                out.write_char(')')
            }
            Expr::Vector { lanes, .. } => {
                out.write_char('{')?;
                self.list(out, lanes)?;
                out.write_char('}')
            }
            Expr::Field { base, record, field, offset, .. } => {
                self.field(out, *base, *record, *field)?;
                self.extras(out, &[("off: ", *offset)])
            }
            Expr::Index { base, index, low, stride, .. } => {
                self.expr(out, *base, Binding::Postfix)?;
                out.write_char('[')?;
                self.expr(out, *index, Binding::Any)?;
                out.write_char(']')?;
                self.extras(out, &[("lb: ", *low), ("sz: ", *stride)])
            }
            Expr::Range { base, index, low, stride, .. } => {
                self.expr(out, *base, Binding::Postfix)?;
                out.write_char('[')?;
                self.expr(out, *index, Binding::Any)?;
                out.write_str(" ...]")?;
                self.extras(out, &[("lb: ", *low), ("sz: ", *stride)])
            }
            Expr::Memory { ty, pointer, offset, reverse } => {
                if self.is_plain(*ty, *pointer, *offset, *reverse) {
                    out.write_char('*')?;
                    return self.expr(out, *pointer, Binding::Unary);
                }
                write!(out, "MEM[({})", super::declaration(unit, *ty, "*"))?;
                self.expr(out, *pointer, Binding::Unary)?;
                match offset {
                    0 => {}
                    1.. => write!(out, " + {offset}B")?,
                    _ => write!(out, " - {}B", offset.unsigned_abs())?,
                }
                out.write_str(if *reverse { ", reversed]" } else { "]" })
            }
            Expr::Bits { base, size, position, .. } => {
                out.write_str("BIT_FIELD_REF <")?;
                self.expr(out, *base, Binding::Any)?;
                write!(out, ", {size}, {position}>")
            }
            Expr::RealPart { base, .. } => self.prefixed(out, "__real__ ", *base),
            Expr::ImagPart { base, .. } => self.prefixed(out, "__imag__ ", *base),
            Expr::View { ty, base, .. } => {
                write!(out, "VIEW_CONVERT_EXPR<{}>(", type_name(unit, *ty))?;
                self.expr(out, *base, Binding::Any)?;
                out.write_char(')')
            }
            Expr::AddressOf { place, .. } => self.prefixed(out, "&", *place),
            Expr::Virtual { function, object, token, .. } => {
                out.write_str("OBJ_TYPE_REF(")?;
                self.expr(out, *function, Binding::Any)?;
                out.write_str(";")?;
                self.expr(out, *object, Binding::Any)?;
                write!(out, "->{token})")
            }
            Expr::WithSize { value, size } => self.named(out, "WITH_SIZE_EXPR", &[*value, *size]),
            Expr::Unary { ty, op, operand } => self.unary(out, *ty, *op, *operand),
            Expr::Binary { op, left, right, .. } => self.binary(out, *op, *left, *right),
            Expr::Ternary { op, first, second, third, .. } => {
                self.ternary(out, *op, [*first, *second, *third])
            }
            Expr::Constructor { ty, elements } => self.constructor(out, *ty, elements),
            Expr::Other { code, operands, .. } => self.named(out, unit.str(*code), operands),
        }
    }

    /// Whether an access is just `*p`: the pointer's own target, from its start.
    fn is_plain(&self, ty: TypeId, pointer: ExprId, offset: i64, reverse: bool) -> bool {
        let unit = self.unit();
        let main = |ty: TypeId| unit.types[ty.index()].main;
        match unit.type_of(self.function, pointer).map(|ty| self.kind(ty)) {
            Some(TypeKind::Pointer { target, .. }) => offset == 0 && !reverse && main(*target) == main(ty),
            _ => false,
        }
    }

    fn field(&mut self, out: &mut dyn Write, base: ExprId, record: TypeId, field: FieldIndex) -> fmt::Result {
        let function = self.function;
        match function.exprs[base.index()] {
            Expr::Memory { ty, pointer, offset, reverse } if self.is_plain(ty, pointer, offset, reverse) => {
                self.expr(out, pointer, Binding::Postfix)?;
                out.write_str("->")?;
            }
            _ => {
                self.expr(out, base, Binding::Postfix)?;
                out.write_char('.')?;
            }
        }
        out.write_str(&field_name(self.unit(), record, field))
    }

    /// `{lb: 1 sz: 8}`
    fn extras(&mut self, out: &mut dyn Write, extras: &[(&str, Option<ExprId>)]) -> fmt::Result {
        let mut open = "{";
        for (name, extra) in extras {
            if let Some(extra) = extra {
                write!(out, "{open}{name}")?;
                self.expr(out, *extra, Binding::Any)?;
                open = " ";
            }
        }
        out.write_str(if open == " " { "}" } else { "" })
    }

    fn prefixed(&mut self, out: &mut dyn Write, prefix: &str, operand: ExprId) -> fmt::Result {
        out.write_str(prefix)?;
        self.expr(out, operand, Binding::Unary)
    }

    fn unary(&mut self, out: &mut dyn Write, ty: TypeId, op: UnaryOp, operand: ExprId) -> fmt::Result {
        let name = match op {
            UnaryOp::Convert
            | UnaryOp::Float
            | UnaryOp::FixTrunc
            | UnaryOp::AddressSpace
            | UnaryOp::FixedConvert => {
                write!(out, "({}) ", type_name(self.unit(), ty))?;
                return self.expr(out, operand, Binding::Unary);
            }
            UnaryOp::Negate => return self.prefixed(out, "-", operand),
            UnaryOp::BitNot => return self.prefixed(out, "~", operand),
            UnaryOp::Not => return self.prefixed(out, "!", operand),
            UnaryOp::Paren => {
                out.write_str("((")?;
                self.expr(out, operand, Binding::Any)?;
                return out.write_str("))");
            }
            UnaryOp::Abs => "ABS_EXPR",
            UnaryOp::AbsUnsigned => "ABSU_EXPR",
            UnaryOp::Conjugate => "CONJ_EXPR",
            UnaryOp::Duplicate => "VEC_DUPLICATE_EXPR",
            UnaryOp::UnpackLow => "VEC_UNPACK_LO_EXPR",
            UnaryOp::UnpackHigh => "VEC_UNPACK_HI_EXPR",
            UnaryOp::UnpackFloatLow => "VEC_UNPACK_FLOAT_LO_EXPR",
            UnaryOp::UnpackFloatHigh => "VEC_UNPACK_FLOAT_HI_EXPR",
        };
        self.named(out, name, &[operand])
    }

    fn binary(&mut self, out: &mut dyn Write, op: BinaryOp, left: ExprId, right: ExprId) -> fmt::Result {
        match op {
            BinaryOp::Min => self.named(out, "MIN_EXPR", &[left, right]),
            BinaryOp::Max => self.named(out, "MAX_EXPR", &[left, right]),
            BinaryOp::Complex => self.named(out, "COMPLEX_EXPR", &[left, right]),
            BinaryOp::PackTrunc => self.named(out, "VEC_PACK_TRUNC_EXPR", &[left, right]),
            _ => {
                self.expr(out, left, Binding::Unary)?;
                write!(out, " {} ", operator(op))?;
                self.expr(out, right, Binding::Unary)
            }
        }
    }

    fn ternary(&mut self, out: &mut dyn Write, op: TernaryOp, operands: [ExprId; 3]) -> fmt::Result {
        let name = match op {
            TernaryOp::Cond => {
                self.expr(out, operands[0], Binding::Unary)?;
                out.write_str(" ? ")?;
                self.expr(out, operands[1], Binding::Unary)?;
                out.write_str(" : ")?;
                return self.expr(out, operands[2], Binding::Unary);
            }
            TernaryOp::VectorCond => "VEC_COND_EXPR",
            TernaryOp::Permute => "VEC_PERM_EXPR",
            TernaryOp::BitInsert => "BIT_INSERT_EXPR",
            TernaryOp::Dot => "DOT_PROD_EXPR",
            TernaryOp::WidenMultPlus => "WIDEN_MULT_PLUS_EXPR",
            TernaryOp::WidenMultMinus => "WIDEN_MULT_MINUS_EXPR",
        };
        self.named(out, name, &operands)
    }

    fn constructor(&mut self, out: &mut dyn Write, ty: TypeId, elements: &[Element]) -> fmt::Result {
        out.write_char('{')?;
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                out.write_str(", ")?;
            }
            if self.left == 0 {
                out.write_str("…")?;
                break;
            }
            match element.key {
                ElementKey::Next => {}
                ElementKey::Index(index) => write!(out, "[{index}]=")?,
                ElementKey::Range(first, last) => write!(out, "[{first} ... {last}]=")?,
                ElementKey::Field(field) => write!(out, ".{}=", field_name(self.unit(), ty, field))?,
            }
            self.expr(out, element.value, Binding::Any)?;
        }
        out.write_char('}')
    }
}

/// How tightly an expression's text binds.
fn binding(expr: &Expr) -> Binding {
    match expr {
        Expr::Binary {
            op: BinaryOp::Min | BinaryOp::Max | BinaryOp::Complex | BinaryOp::PackTrunc, ..
        } => Binding::Postfix,
        Expr::Binary { .. } | Expr::Ternary { op: TernaryOp::Cond, .. } => Binding::Any,
        Expr::AddressOf { .. } | Expr::RealPart { .. } | Expr::ImagPart { .. } | Expr::Memory { .. } => {
            Binding::Unary
        }
        Expr::Unary {
            op:
                UnaryOp::Convert
                | UnaryOp::Float
                | UnaryOp::FixTrunc
                | UnaryOp::AddressSpace
                | UnaryOp::FixedConvert
                | UnaryOp::Negate
                | UnaryOp::BitNot
                | UnaryOp::Not,
            ..
        } => Binding::Unary,
        Expr::Integer { value, .. } if *value < 0 => Binding::Unary,
        _ => Binding::Postfix,
    }
}

/// The sign of an operation, as GCC's dumps have it.
pub(super) fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Plus | BinaryOp::PointerPlus => "+",
        BinaryOp::Minus | BinaryOp::PointerDiff => "-",
        BinaryOp::Mult => "*",
        BinaryOp::TruncDiv | BinaryOp::RealDiv => "/",
        BinaryOp::CeilDiv => "/[cl]",
        BinaryOp::FloorDiv => "/[fl]",
        BinaryOp::RoundDiv => "/[rd]",
        BinaryOp::ExactDiv => "/[ex]",
        BinaryOp::TruncMod => "%",
        BinaryOp::CeilMod => "%[cl]",
        BinaryOp::FloorMod => "%[fl]",
        BinaryOp::RoundMod => "%[rd]",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::RotateLeft => "r<<",
        BinaryOp::RotateRight => "r>>",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::BitAnd => "&",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Xor => "^^",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Unordered => "unord",
        BinaryOp::Ordered => "ord",
        BinaryOp::UnorderedLess => "u<",
        BinaryOp::UnorderedLessEqual => "u<=",
        BinaryOp::UnorderedGreater => "u>",
        BinaryOp::UnorderedGreaterEqual => "u>=",
        BinaryOp::UnorderedEqual => "u==",
        BinaryOp::LessGreater => "<>",
        BinaryOp::Complex => "i",
        BinaryOp::MultHighpart => "h*",
        BinaryOp::WidenMult => "w*",
        BinaryOp::PackTrunc => "pack",
    }
}

/// A field's name, or its number where it has none.
pub(super) fn field_name(unit: &Unit, record: TypeId, field: FieldIndex) -> String {
    let TypeKind::Record { fields, .. } = &unit.types[record.index()].kind else {
        return field.to_string();
    };
    match fields.get(field.index()).map(|field| unit.str(field.name)) {
        None | Some("") => field.to_string(),
        Some(name) => name.to_owned(),
    }
}

/// A string literal.
pub(super) fn literal(unit: &Unit, id: crate::id::LiteralId) -> String {
    let literal = &unit.literals[id.index()];
    let width = match unit.types[literal.ty.index()].kind {
        TypeKind::Array { element, .. } => match unit.types[element.index()].size {
            Size::Bytes(width) => width,
            Size::Unknown | Size::Dynamic => 1,
        },
        _ => 1,
    };
    number::string(&literal.bytes, width, unit.target.big_endian)
}

fn integer(unit: &Unit, ty: TypeId, value: i128) -> String {
    match &unit.types[ty.index()].kind {
        TypeKind::Pointer { .. } => format!("{value}B"),
        // Large enumerations are searched in vain too often to be worth it.
        TypeKind::Enum { values, .. } if values.len() <= 1000 => {
            let named = values.iter().find(|known| known.value == value).map(|known| unit.str(known.name));
            named.map_or_else(|| value.to_string(), str::to_owned)
        }
        _ => value.to_string(),
    }
}
