//! Expressions as the source has them.
//!
//! GIMPLE breaks `list->next[i]` into statements with temporaries. A temporary that is set once stands for what it is
//! set to, so following these definitions gives back the source's expression, up to casts and parentheses.

use crate::library::Library;
use crate::native::Native;
use gmc_ir::body::{Call, Callee, Function, LocalKind, StmtKind};
use gmc_ir::expr::{BinaryOp, Expr, UnaryOp};
use gmc_ir::id::{ExprId, FieldIndex, LocalId, TypeId};
use gmc_ir::text::{BodyText, Names};
use gmc_ir::types::{Size, TypeKind};
use gmc_ir::unit::Unit;

/// Temporaries are followed no deeper than this.
const DEPTH: usize = 12;

/// Longer texts say less than none.
const LENGTH: usize = 60;

/// How a temporary gets its value.
enum Definition<'f> {
    Value(ExprId),
    Call(&'f Call),
}

/// A function's expressions as text.
pub(super) struct SourceText<'p> {
    unit: &'p Unit,
    function: &'p Function,
    library: &'static Library,
}

impl<'p> SourceText<'p> {
    pub(super) fn new(unit: &'p Unit, function: &'p Function, library: &'static Library) -> SourceText<'p> {
        SourceText { unit, function, library }
    }

    /// The text of an expression; none when it has none that the user would know.
    pub(super) fn expr(&self, expr: ExprId) -> Option<String> {
        self.text(expr, DEPTH).filter(|text| text.len() <= LENGTH)
    }

    /// The text of a local: its name, or what a temporary stands for.
    pub(super) fn local(&self, local: LocalId) -> Option<String> {
        self.local_text(local, DEPTH).filter(|text| text.len() <= LENGTH)
    }

    fn definition(&self, local: LocalId) -> Option<Definition<'p>> {
        let is = |expr: ExprId| matches!(self.function.exprs[expr.index()], Expr::Local(it) if it == local);
        let mut found = None;
        for stmt in self.function.blocks.iter().flat_map(|block| &block.stmts) {
            let definition = match &stmt.kind {
                StmtKind::Assign { target, value } if is(*target) => Definition::Value(*value),
                StmtKind::Call(call) if call.target.is_some_and(is) => Definition::Call(call),
                _ => continue,
            };
            if found.replace(definition).is_some() {
                return None;
            }
        }
        found
    }

    fn local_text(&self, local: LocalId, depth: usize) -> Option<String> {
        let record = &self.function.locals[local.index()];
        match record.kind {
            LocalKind::Parameter | LocalKind::Variable => Some(self.unit.str(record.name).to_owned()),
            LocalKind::Alias => self.text(record.value?, depth.checked_sub(1)?),
            LocalKind::Temporary | LocalKind::Result => {
                match (self.definition(local)?, depth.checked_sub(1)?) {
                    (Definition::Value(value), depth) => self.text(value, depth),
                    (Definition::Call(call), depth) => self.call(call, depth),
                }
            }
            LocalKind::Chain => None,
        }
    }

    /// Whether a function only reads a variable atomically.
    fn is_load(&self, function: &str) -> bool {
        self.library.named(function).is_some_and(Native::is_atomic_load)
    }

    fn call(&self, call: &Call, depth: usize) -> Option<String> {
        let Callee::Function(callee) = call.callee else { return None };
        let callee = match self.function.exprs[callee.index()] {
            Expr::AddressOf { place, .. } => self.text(place, depth)?,
            _ => self.text(callee, depth)?,
        };
        let args: Option<Vec<String>> = call.args.iter().map(|&arg| self.text(arg, depth)).collect();
        let args = args?;
        // What the source writes as a plain access.
        if let (true, Some(place)) = (self.is_load(&callee), args.first()) {
            return Some(place.strip_prefix('&').map_or_else(|| format!("*{place}"), str::to_owned));
        }
        Some(format!("{callee}({})", args.join(", ")))
    }

    fn text(&self, expr: ExprId, depth: usize) -> Option<String> {
        match &self.function.exprs[expr.index()] {
            Expr::Local(local) => self.local_text(*local, depth),
            Expr::Integer { value, .. } => Some(value.to_string()),
            Expr::Memory { ty, pointer, offset, .. } => self.memory(*ty, *pointer, *offset, depth),
            Expr::Field { base, record, field, .. } => self.field(*base, *record, *field, depth),
            Expr::Index { base, index, .. } => {
                let index = self.text(self.unconverted(*index), depth)?;
                Some(format!("{}[{index}]", self.operand(*base, depth)?))
            }
            Expr::AddressOf { place, .. } => match self.function.exprs[place.index()] {
                // An array or function is its own address.
                Expr::Literal(_) => self.text(*place, depth),
                Expr::Symbol(_) | Expr::Local(_) if self.decays(*place) => self.text(*place, depth),
                Expr::Memory { pointer, offset: 0, .. } => self.text(pointer, depth),
                _ => Some(format!("&{}", self.operand(*place, depth)?)),
            },
            Expr::Unary { op, operand, .. } => match op {
                UnaryOp::Convert | UnaryOp::Float | UnaryOp::FixTrunc | UnaryOp::Paren => {
                    self.text(*operand, depth)
                }
                UnaryOp::Negate => Some(format!("-{}", self.operand(*operand, depth)?)),
                UnaryOp::BitNot if !self.is_truth(*operand) => {
                    Some(format!("~{}", self.operand(*operand, depth)?))
                }
                // GCC complements what is 0 or 1.
                UnaryOp::BitNot | UnaryOp::Not => Some(format!("!{}", self.operand(*operand, depth)?)),
                _ => None,
            },
            Expr::Binary { op: BinaryOp::PointerPlus, left, right, .. } => {
                let target = self.target_of(self.unit.type_of(self.function, *left)?)?;
                let index = self.scaled(*right, self.size(target)?, depth)?;
                Some(format!("{} + {index}", self.operand(*left, depth)?))
            }
            Expr::Binary { op, left, right, .. } => {
                let (left, right) = (self.operand(*left, depth)?, self.operand(*right, depth)?);
                match right.strip_prefix('-') {
                    Some(positive) if *op == BinaryOp::Plus && !positive.starts_with('(') => {
                        Some(format!("{left} - {positive}"))
                    }
                    _ => Some(format!("{left} {} {right}", sign(*op)?)),
                }
            }
            Expr::View { base, .. } | Expr::WithSize { value: base, .. } => self.text(*base, depth),
            Expr::Symbol(_) | Expr::Literal(_) | Expr::Real { .. } => {
                let names = Names::new(self.unit);
                Some(BodyText::new(&names, self.function).expr(expr))
            }
            _ => None,
        }
    }

    /// In parentheses where another operator binds it tighter.
    fn operand(&self, expr: ExprId, depth: usize) -> Option<String> {
        let text = self.text(expr, depth)?;
        let loose = text.contains(' ') && !text.ends_with(['"', ')', ']']) || text.starts_with(['*', '&']);
        Some(if loose { format!("({text})") } else { text })
    }

    /// `*p`, `p[3]`, `p[i]`
    fn memory(&self, ty: TypeId, pointer: ExprId, offset: i64, depth: usize) -> Option<String> {
        if let Expr::AddressOf { place, .. } = self.function.exprs[pointer.index()] {
            return if offset == 0 { self.text(place, depth) } else { None };
        }
        if let Some((base, by)) = self.moved(pointer)
            && offset == 0
            && let Some(size) = self.size(ty)
            && let Some(index) = self.scaled(by, size, depth)
        {
            return Some(format!("{}[{index}]", self.operand(base, depth)?));
        }
        let base = self.operand(pointer, depth)?;
        if offset == 0 {
            return Some(format!("*{base}"));
        }
        let size = i64::try_from(self.size(ty)?).ok()?;
        (size > 0 && offset % size == 0).then(|| format!("{base}[{}]", offset / size))
    }

    /// A pointer that is another one plus something.
    fn moved(&self, pointer: ExprId) -> Option<(ExprId, ExprId)> {
        match self.function.exprs[self.unconverted(pointer).index()] {
            Expr::Binary { op: BinaryOp::PointerPlus, left, right, .. } => Some((left, right)),
            _ => None,
        }
    }

    /// The expression below conversions and temporaries.
    fn unconverted(&self, mut expr: ExprId) -> ExprId {
        for _ in 0..DEPTH {
            expr = match &self.function.exprs[expr.index()] {
                Expr::Unary { op: UnaryOp::Convert, operand, .. } => *operand,
                Expr::Local(local) if self.function.locals[local.index()].kind == LocalKind::Temporary => {
                    match self.definition(*local) {
                        Some(Definition::Value(value)) => value,
                        _ => return expr,
                    }
                }
                _ => return expr,
            };
        }
        expr
    }

    /// A number of bytes as a number of elements.
    fn scaled(&self, bytes: ExprId, size: u64, depth: usize) -> Option<String> {
        let bytes = self.unconverted(bytes);
        let constant = |expr: ExprId| match self.function.exprs[expr.index()] {
            // Offsets are unsigned in GIMPLE, whatever the source says.
            Expr::Integer { value, .. } => Some(value as i64),
            _ => None,
        };
        match self.function.exprs[bytes.index()] {
            Expr::Integer { .. } => {
                let (bytes, size) = (constant(bytes)?, i64::try_from(size).ok()?);
                (size > 0 && bytes % size == 0).then(|| (bytes / size).to_string())
            }
            Expr::Binary { op: BinaryOp::Mult, left, right, .. } if constant(right) == Some(size as i64) => {
                self.text(self.unconverted(left), depth)
            }
            Expr::Unary { op: UnaryOp::Negate, operand, .. } => {
                Some(format!("-{}", self.scaled(operand, size, depth)?))
            }
            _ if size == 1 => self.text(bytes, depth),
            _ => None,
        }
    }

    fn field(&self, base: ExprId, record: TypeId, field: FieldIndex, depth: usize) -> Option<String> {
        let TypeKind::Record { fields, .. } = &self.unit.types[record.index()].kind else { return None };
        let name = self.unit.str(fields.get(field.index())?.name);
        if name.is_empty() {
            return self.text(base, depth);
        }
        if let Expr::Memory { pointer, offset: 0, .. } = self.function.exprs[base.index()] {
            let direct = matches!(self.function.exprs[pointer.index()], Expr::AddressOf { .. });
            if !direct && self.moved(pointer).is_none() {
                return Some(format!("{}->{name}", self.operand(pointer, depth)?));
            }
        }
        Some(format!("{}.{name}", self.operand(base, depth)?))
    }

    /// Whether an expression is 0 or 1 by its type.
    fn is_truth(&self, expr: ExprId) -> bool {
        let ty = self.unit.type_of(self.function, expr);
        ty.is_some_and(|ty| matches!(self.unit.types[ty.index()].kind, TypeKind::Bool { .. }))
    }

    fn decays(&self, place: ExprId) -> bool {
        let ty = self.unit.type_of(self.function, place);
        ty.is_some_and(|ty| {
            matches!(self.unit.types[ty.index()].kind, TypeKind::Array { .. } | TypeKind::Function { .. })
        })
    }

    fn target_of(&self, ty: TypeId) -> Option<TypeId> {
        match self.unit.types[ty.index()].kind {
            TypeKind::Pointer { target, .. } => Some(target),
            _ => None,
        }
    }

    fn size(&self, ty: TypeId) -> Option<u64> {
        match self.unit.types[ty.index()].size {
            Size::Bytes(bytes) => Some(bytes.max(1)),
            // GNU C: `void` counts as a byte.
            Size::Unknown | Size::Dynamic => Some(1),
        }
    }
}

/// The operator as C writes it.
fn sign(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Plus => "+",
        BinaryOp::Minus | BinaryOp::PointerDiff => "-",
        BinaryOp::Mult => "*",
        BinaryOp::TruncDiv | BinaryOp::RealDiv | BinaryOp::ExactDiv => "/",
        BinaryOp::TruncMod => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::BitAnd => "&",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        _ => return None,
    })
}
