//! Queries as SMT-LIB 2 text, for other solvers and for people.
//!
//! Every term becomes a constant with a name of its own and an equation, so that text never nests, however deep terms
//! are. (`define-fun` would do as well, but Z3 takes 10 s to read a chain of 4,000 definitions, and 0.1 s for as many
//! equations.) Terms of one bit are bit vectors, too. Floating-point operations are SMT-LIB's.
//!
//! SMT-LIB has one NaN, without bits, and no way from a number to its bits. So the bits of a result are a constant of
//! which is said that it stands for the result, and that it is the one NaN that operations give, if the result is NaN.
//! There is exactly one such constant for every result, so that the text can be satisfied if the query can. Z3 has a
//! function for the bits, with which it computes where it would have to search: the random terms of the tests take a
//! tenth of the time.

use crate::arena::Arena;
use crate::float::Format;
use crate::node::{Binary, Node, Rounding, Symbol, TermId, Unary};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// That of the standard, for every solver.
    Standard,
    /// With a function that only Z3 has.
    Z3,
}

/// A query in SMT-LIB 2: whether conditions can hold at once.
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
    symbols: Vec<Symbol>,
    terms: usize,
}

impl Script {
    /// The query for these conditions, terms of one bit.
    pub fn new(arena: &Arena, conditions: &[TermId], dialect: Dialect) -> Script {
        let terms = Used::of(arena, conditions);
        let mut script = Script { text: String::new(), symbols: Vec::new(), terms: terms.all.len() };
        let has_floats = terms.all.iter().any(|&it| float_operation(arena, it));
        script.line(format_args!("(set-logic {})", if has_floats { "QF_BVFP" } else { "QF_BV" }));
        for &term in &terms.all {
            script.define(arena, term);
            if is_float(arena, term) && terms.bits.contains(&term) {
                script.define_bits(term, arena.width(term), dialect);
            }
        }
        for &condition in conditions {
            script.line(format_args!("(assert (= {} #b1))", Bits(arena, condition)));
        }
        script
    }

    /// Its text: the declarations and assertions, without a command that solves them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The symbols that it mentions, in the order in which it does.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// How many terms it is made of.
    pub fn terms(&self) -> usize {
        self.terms
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Strings take all text.
        let _ = writeln!(self.text, "{line}");
    }

    fn define(&mut self, arena: &Arena, term: TermId) {
        let (node, width) = (arena.node(term), arena.width(term));
        if let Node::Symbol(name) = node {
            let symbol = Symbol { name, width };
            self.symbols.push(symbol);
            self.line(format_args!("(declare-const {} (_ BitVec {width}))", name_of(symbol)));
            return;
        }
        let Some(value) = value(arena, term) else { return };
        if is_float(arena, term) {
            self.line(format_args!("(declare-const f{} (_ FloatingPoint {}))", term.0, Sort(width)));
            self.line(format_args!("(assert (= f{} {value}))", term.0));
        } else {
            self.line(format_args!("(declare-const t{} (_ BitVec {width}))", term.0));
            self.line(format_args!("(assert (= t{} {value}))", term.0));
        }
    }

    /// Defines the bits of a floating-point number that was defined before.
    fn define_bits(&mut self, TermId(n): TermId, width: u8, dialect: Dialect) {
        let nan = format!("(_ bv{} {width})", format_of(width).nan());
        self.line(format_args!("(declare-const t{n} (_ BitVec {width}))"));
        if dialect == Dialect::Z3 {
            self.line(format_args!("(assert (= t{n} (ite (fp.isNaN f{n}) {nan} (fp.to_ieee_bv f{n}))))"));
            return;
        }
        self.line(format_args!("(assert (= ((_ to_fp {}) t{n}) f{n}))", Sort(width)));
        self.line(format_args!("(assert (=> (fp.isNaN f{n}) (= t{n} {nan})))"));
    }
}

/// What a symbol is called.
pub(crate) fn name_of(symbol: Symbol) -> String {
    format!("s{}_{}", symbol.name, symbol.width)
}

/// The terms of a query.
struct Used {
    /// Operands first.
    all: Vec<TermId>,
    /// Those that are used as bit vectors.
    bits: BTreeSet<TermId>,
}

impl Used {
    /// Iterative: terms may be deeper than the host's stack. An operand's id is less than that of what it is part of.
    fn of(arena: &Arena, conditions: &[TermId]) -> Used {
        let mut bits: BTreeSet<TermId> = conditions.iter().copied().collect();
        let mut all = bits.clone();
        let mut work: Vec<TermId> = conditions.to_vec();
        while let Some(top) = work.pop() {
            let node = arena.node(top);
            for it in node.operands() {
                if !takes_float(node) {
                    bits.insert(it);
                }
                if all.insert(it) {
                    work.push(it);
                }
            }
        }
        Used { all: all.into_iter().collect(), bits }
    }
}

/// Whether operands are floating-point numbers.
fn takes_float(node: Node) -> bool {
    match node {
        Node::Unary(op, _) => {
            matches!(op, Unary::ToSigned | Unary::ToUnsigned | Unary::Convert | Unary::Sqrt | Unary::Round(_))
        }
        Node::Binary(op, ..) => is_of_floats(op),
        _ => false,
    }
}

/// Whether the result is a floating-point number.
fn is_float(arena: &Arena, term: TermId) -> bool {
    match arena.node(term) {
        Node::Unary(op, _) => matches!(
            op,
            Unary::FromSigned | Unary::FromUnsigned | Unary::Convert | Unary::Sqrt | Unary::Round(_)
        ),
        Node::Binary(op, ..) => is_of_floats(op) && !op.is_comparison(),
        _ => false,
    }
}

fn float_operation(arena: &Arena, term: TermId) -> bool {
    takes_float(arena.node(term)) || is_float(arena, term)
}

fn format_of(width: u8) -> Format {
    Format::of(width).expect("floating-point numbers have 32 or 64 bits")
}

/// The sort of floating-point numbers of a width, without its name.
#[derive(Clone, Copy)]
struct Sort(u8);

impl std::fmt::Display for Sort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let format = format_of(self.0);
        write!(f, "{} {}", format.exponent, format.precision())
    }
}

/// A term as a bit vector.
struct Bits<'a>(&'a Arena, TermId);

impl std::fmt::Display for Bits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bits(arena, term) = *self;
        let width = arena.width(term);
        match arena.node(term) {
            Node::Const(_) => write!(f, "(_ bv{} {width})", arena.number(term).unwrap_or(0)),
            Node::Symbol(name) => f.write_str(&name_of(Symbol { name, width })),
            _ => write!(f, "t{}", term.0),
        }
    }
}

/// A term as a floating-point number.
struct Float<'a>(&'a Arena, TermId);

impl std::fmt::Display for Float<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Float(arena, term) = *self;
        if is_float(arena, term) {
            return write!(f, "f{}", term.0);
        }
        write!(f, "((_ to_fp {}) {})", Sort(arena.width(term)), Bits(arena, term))
    }
}

/// What a term is, in terms of its operands: a floating-point number if [`is_float`] says so, or else a bit vector.
/// None of symbols and numbers.
fn value(arena: &Arena, term: TermId) -> Option<String> {
    let bits = |it| Bits(arena, it);
    Some(match arena.node(term) {
        Node::Const(_) | Node::Symbol(_) => return None,
        Node::Unary(op, a) => unary(arena, op, a, arena.width(term)),
        Node::Ite(c, a, b) => format!("(ite (= {} #b1) {} {})", bits(c), bits(a), bits(b)),
        Node::Binary(op, a, b) => {
            let operation = match is_of_floats(op) {
                true => format!("({} {} {})", name(op), Float(arena, a), Float(arena, b)),
                false => format!("({} {} {})", name(op), bits(a), bits(b)),
            };
            if op.is_comparison() { format!("(ite {operation} #b1 #b0)") } else { operation }
        }
    })
}

fn unary(arena: &Arena, op: Unary, a: TermId, to: u8) -> String {
    let (bits, float) = (Bits(arena, a), Float(arena, a));
    let from = arena.width(a);
    match op {
        Unary::Not => format!("(bvnot {bits})"),
        Unary::Neg => format!("(bvneg {bits})"),
        Unary::ZExt => format!("((_ zero_extend {}) {bits})", to - from),
        Unary::SExt => format!("((_ sign_extend {}) {bits})", to - from),
        Unary::Extract(low) => format!("((_ extract {} {low}) {bits})", low + to - 1),
        Unary::FromSigned => format!("((_ to_fp {}) RNE {bits})", Sort(to)),
        Unary::FromUnsigned => format!("((_ to_fp_unsigned {}) RNE {bits})", Sort(to)),
        Unary::ToSigned => {
            let least = power(from, to - 1, true);
            to_integer("fp.to_sbv", to, &float, &least, &power(from, to - 1, false))
        }
        Unary::ToUnsigned => {
            let least = format!("(_ +zero {})", Sort(from));
            to_integer("fp.to_ubv", to, &float, &least, &power(from, to, false))
        }
        Unary::Convert => format!("((_ to_fp {}) RNE {float})", Sort(to)),
        Unary::Sqrt => format!("(fp.sqrt RNE {float})"),
        Unary::Round(how) => format!("(fp.roundToIntegral {} {float})", mode(how)),
    }
}

fn mode(how: Rounding) -> &'static str {
    match how {
        Rounding::Zero => "RTZ",
        Rounding::Down => "RTN",
        Rounding::Up => "RTP",
        Rounding::Even => "RNE",
        Rounding::Away => "RNA",
    }
}

/// A power of two, or its opposite. One that the format does not have is infinity, as all its numbers are below.
fn power(width: u8, power: u8, is_negative: bool) -> String {
    let format = format_of(width);
    let magnitude = (format.bias() + u128::from(power)) << format.fraction;
    let bits = u128::from(is_negative) << (width - 1) | magnitude.min(format.infinity());
    format!("((_ to_fp {}) (_ bv{bits} {width}))", Sort(width))
}

/// A number cut towards zero, if that is at least `least` and below `limit`; otherwise 0. SMT-LIB does not say what
/// numbers are that do not fit.
fn to_integer(name: &str, to: u8, a: &Float<'_>, least: &str, limit: &str) -> String {
    let cut = format!("(fp.roundToIntegral RTZ {a})");
    format!(
        "(ite (and (fp.leq {least} {cut}) (fp.lt {cut} {limit})) ((_ {name} {to}) RTZ {cut}) (_ bv0 {to}))"
    )
}

/// Whether an operation is one on floating-point numbers.
fn is_of_floats(op: Binary) -> bool {
    use Binary::*;
    matches!(op, FAdd | FSub | FMul | FDiv | FEq | FLt | FLe)
}

fn name(op: Binary) -> &'static str {
    match op {
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Add => "bvadd",
        Binary::Mul => "bvmul",
        Binary::UDiv => "bvudiv",
        Binary::SDiv => "bvsdiv",
        Binary::URem => "bvurem",
        Binary::SRem => "bvsrem",
        Binary::Shl => "bvshl",
        Binary::LShr => "bvlshr",
        Binary::AShr => "bvashr",
        Binary::Eq => "=",
        Binary::Ult => "bvult",
        Binary::Ule => "bvule",
        Binary::Slt => "bvslt",
        Binary::Sle => "bvsle",
        Binary::Concat => "concat",
        Binary::FAdd => "fp.add RNE",
        Binary::FSub => "fp.sub RNE",
        Binary::FMul => "fp.mul RNE",
        Binary::FDiv => "fp.div RNE",
        Binary::FEq => "fp.eq",
        Binary::FLt => "fp.lt",
        Binary::FLe => "fp.leq",
    }
}
