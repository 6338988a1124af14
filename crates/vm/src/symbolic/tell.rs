//! Terms in the words of C, for those who read a run.

use crate::machine::Machine;
use gmc_term::{Arena, Binary, Node, TermId, Unary};

/// Operations deeper than this are left out.
const DEPTH: u32 = 6;

impl Machine {
    /// A condition, as C would write it.
    pub(crate) fn tell_condition(&self, arena: &Arena, condition: TermId) -> String {
        format!("has {}", self.tell(arena, condition, DEPTH))
    }

    /// The value that a register holds, if it is not decided: its term, and a number that it can be.
    pub fn tell_open(&self, reg: crate::reg::Reg) -> Option<String> {
        let term = match reg.as_open_pointer() {
            Some((_, offset)) => TermId(offset),
            None => self.build(|arena| self.opaque_term(arena, reg.opaque()?))?,
        };
        let example = self.value_in(&self.model(), term) as u64 as i64;
        let text = self.build(|arena| self.tell(arena, term, DEPTH));
        Some(format!("{text}, such as {example}"))
    }

    fn tell(&self, arena: &Arena, term: TermId, depth: u32) -> String {
        if depth == 0 {
            return "…".to_owned();
        }
        let inner = |it: TermId| self.tell(arena, it, depth - 1);
        match arena.node(term) {
            Node::Const(_) => number(arena, term),
            Node::Symbol(name) => self.tell_symbol(name),
            Node::Unary(Unary::ZExt | Unary::SExt | Unary::Convert, a) => self.tell(arena, a, depth),
            Node::Unary(Unary::FromSigned | Unary::FromUnsigned, a) => self.tell(arena, a, depth),
            Node::Unary(Unary::ToSigned | Unary::ToUnsigned, a) => self.tell(arena, a, depth),
            Node::Unary(Unary::Not, a) if arena.width(a) == 1 => match arena.node(a) {
                Node::Binary(Binary::Eq, x, y) => format!("{} != {}", inner(x), inner(y)),
                _ => format!("!({})", inner(a)),
            },
            Node::Unary(Unary::Not, a) => format!("~{}", inner(a)),
            Node::Unary(Unary::Neg, a) => format!("-{}", inner(a)),
            Node::Unary(Unary::Extract(0), a) => inner(a),
            Node::Unary(Unary::Extract(low), a) => format!("({} >> {low})", inner(a)),
            Node::Unary(Unary::Sqrt, a) => format!("sqrt({})", inner(a)),
            Node::Unary(Unary::Round(_), a) => format!("round({})", inner(a)),
            Node::Binary(Binary::Concat, a, b) => match arena.number(b) {
                Some(0) => format!("({} << {})", inner(a), arena.width(b)),
                _ => format!("({}, {})", inner(a), inner(b)),
            },
            Node::Binary(Binary::Add, a, b) => match arena.node(b) {
                Node::Unary(Unary::Neg, b) => format!("({} - {})", inner(a), inner(b)),
                _ => format!("({} + {})", inner(a), inner(b)),
            },
            Node::Binary(op, a, b) if op.is_comparison() => format!("{} {} {}", inner(a), sign(op), inner(b)),
            Node::Binary(op, a, b) => format!("({} {} {})", inner(a), sign(op), inner(b)),
            Node::Ite(c, a, b) => format!("({} ? {} : {})", inner(c), inner(a), inner(b)),
        }
    }

    fn tell_symbol(&self, name: u32) -> String {
        let Some(value) = self.process.nondet.get(name) else { return "?".to_owned() };
        self.tell_origin(value.origin)
    }
}

fn number(arena: &Arena, term: TermId) -> String {
    let (value, width) = (arena.number(term).unwrap_or(0), arena.width(term));
    let sh = 128 - u32::from(width);
    let signed = ((value << sh) as i128) >> sh;
    // Small negative numbers are what they look like.
    if width > 1 && (-1_000_000..0).contains(&signed) { signed.to_string() } else { value.to_string() }
}

fn sign(op: Binary) -> &'static str {
    match op {
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Add | Binary::FAdd => "+",
        Binary::FSub => "-",
        Binary::Mul | Binary::FMul => "*",
        Binary::UDiv | Binary::SDiv | Binary::FDiv => "/",
        Binary::URem | Binary::SRem => "%",
        Binary::Shl => "<<",
        Binary::LShr | Binary::AShr => ">>",
        Binary::Eq | Binary::FEq => "==",
        Binary::Ult | Binary::Slt | Binary::FLt => "<",
        Binary::Ule | Binary::Sle | Binary::FLe => "<=",
        Binary::Concat => ",",
    }
}
