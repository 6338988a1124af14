//! Bit-blasting: terms as circuits.
//!
//! Terms are visited without recursion, operands first, since they may be deeper than the host's stack. Each term of a
//! session is blasted once. The order of variables depends on the structure of terms alone, so the same question to a
//! new session is the same question to the SAT solver.

use crate::arena::Arena;
use crate::circuit::{Word, not, number};
use crate::float;
use crate::gates::Gates;
use crate::hash::{IdMap, IdSet};
use crate::node::{Binary, Node, TermId, Unary};
use crate::sat::{Lit, Sat};
use crate::table::Table;

/// Why terms cannot be blasted.
pub(crate) const FLOAT: &str = "floating-point arithmetic";
/// Likewise.
pub(crate) const LARGE: &str = "a formula that is too large";

/// Terms of one question. Some need no variables, so that these do not bound them.
const MOST_TERMS: usize = 8_000_000;

/// How large a question is.
pub(crate) struct Size {
    /// About how many variables it needs.
    pub(crate) variables: usize,
    /// Its terms.
    pub(crate) terms: usize,
    /// Those that are symbols.
    pub(crate) symbols: Vec<TermId>,
}

/// What floating-point operations are in terms of bit vectors.
#[derive(Default)]
pub(crate) struct Floats {
    lowered: IdMap<TermId, TermId>,
}

impl Floats {
    /// The term of bit vectors for a floating-point operation. `None` for what is no such operation.
    fn lower(&mut self, arena: &mut Arena, term: TermId) -> Result<Option<TermId>, &'static str> {
        if !is_float(arena.node(term)) {
            return Ok(None);
        }
        if let Some(&known) = self.lowered.get(&term) {
            return Ok(Some(known));
        }
        let lower = float::lower(arena, term).ok_or(FLOAT)?;
        debug_assert_ne!(lower, term, "a term of bit vectors");
        self.lowered.insert(term, lower);
        Ok(Some(lower))
    }

    /// What terms need. Fails beyond this number of variables.
    pub(crate) fn measure(
        &mut self,
        arena: &mut Arena,
        of: &[TermId],
        most: usize,
    ) -> Result<Size, &'static str> {
        let mut seen: IdSet<TermId> = IdSet::default();
        let mut work = of.to_vec();
        let mut size = Size { variables: 0, terms: 0, symbols: Vec::new() };
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(lower) = self.lower(arena, term)? {
                work.push(lower);
                continue;
            }
            size.terms += 1;
            size.variables += cost(arena, term);
            if size.variables > most || size.terms > MOST_TERMS {
                return Err(LARGE);
            }
            if arena.as_symbol(term).is_some() {
                size.symbols.push(term);
            }
            work.extend(arena.node(term).operands());
        }
        Ok(size)
    }
}

/// Terms as circuits.
#[derive(Default)]
pub(crate) struct Blaster<S> {
    /// The circuits.
    pub(crate) gates: Gates<S>,
    /// All bits of all terms.
    bits: Vec<Lit>,
    /// Where those of a term begin.
    starts: IdMap<TermId, u32>,
}

impl<S: Sat> Blaster<S> {
    /// The bits of a term that was blasted.
    pub(crate) fn bits(&self, arena: &Arena, term: TermId) -> Option<&[Lit]> {
        let start = *self.starts.get(&term)? as usize;
        Some(&self.bits[start..start + usize::from(arena.width(term))])
    }

    fn word(&self, arena: &Arena, term: TermId) -> Word {
        self.bits(arena, term).expect("operands come first").to_vec()
    }

    /// Makes a term a circuit.
    pub(crate) fn blast(
        &mut self,
        arena: &mut Arena,
        floats: &mut Floats,
        term: TermId,
    ) -> Result<(), &'static str> {
        let mut work = vec![term];
        while let Some(&top) = work.last() {
            if self.starts.contains_key(&top) {
                work.pop();
                continue;
            }
            if let Some(lower) = floats.lower(arena, top)? {
                match self.starts.get(&lower) {
                    Some(&start) => {
                        self.starts.insert(top, start);
                    }
                    None => work.push(lower),
                }
                continue;
            }
            let (node, before) = (arena.node(top), work.len());
            let table = Table::of(arena, top, |it| self.starts.contains_key(&it));
            let is_open = |it: &TermId| !self.starts.contains_key(it);
            match &table {
                Some(table) => work.extend(table.operands().filter(is_open)),
                None => work.extend(node.operands().filter(is_open)),
            }
            if work.len() > before {
                continue;
            }
            let word = match &table {
                Some(table) => self.read(arena, table),
                None => self.circuit(arena, node, arena.width(top).into()),
            };
            debug_assert_eq!(word.len(), usize::from(arena.width(top)));
            let start = u32::try_from(self.bits.len()).map_err(|_| LARGE)?;
            self.bits.extend(word);
            self.starts.insert(top, start);
            work.pop();
        }
        Ok(())
    }

    fn read(&mut self, arena: &Arena, table: &Table) -> Word {
        let cells = table.cells.iter().map(|&(place, cell)| (place, self.word(arena, cell)));
        let (cells, rest) = (cells.collect::<Vec<_>>(), self.word(arena, table.rest));
        self.gates.read(&self.word(arena, table.place), &cells, &rest)
    }

    fn circuit(&mut self, arena: &Arena, node: Node, width: usize) -> Word {
        match node {
            Node::Const([low, high]) => number(u128::from(low) | u128::from(high) << 64, width),
            Node::Symbol(_) => (0..width).map(|_| self.gates.fresh()).collect(),
            Node::Unary(op, a) => {
                let a = self.word(arena, a);
                self.unary(op, &a, width)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.word(arena, a), self.word(arena, b));
                self.binary(op, &a, &b)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.word(arena, c), self.word(arena, a), self.word(arena, b));
                self.gates.select(c[0], &a, &b)
            }
        }
    }

    fn unary(&mut self, op: Unary, a: &[Lit], width: usize) -> Word {
        let filled = |with: Lit| a.iter().copied().chain(std::iter::repeat(with)).take(width).collect();
        match op {
            Unary::Not => not(a),
            Unary::Neg => self.gates.negative(a),
            Unary::ZExt => filled(Lit::FALSE),
            Unary::SExt => filled(a[a.len() - 1]),
            Unary::Extract(low) => a[usize::from(low)..][..width].to_vec(),
            Unary::FromSigned
            | Unary::FromUnsigned
            | Unary::ToSigned
            | Unary::ToUnsigned
            | Unary::Convert
            | Unary::Sqrt
            | Unary::Round(_) => unreachable!("floating-point operations are lowered"),
        }
    }

    fn binary(&mut self, op: Binary, a: &[Lit], b: &[Lit]) -> Word {
        let gates = &mut self.gates;
        let sign = a[a.len() - 1];
        let pairs = || a.iter().zip(b).map(|(&x, &y)| (x, y));
        match op {
            Binary::And => pairs().map(|(x, y)| gates.and(x, y)).collect(),
            Binary::Or => pairs().map(|(x, y)| gates.or(x, y)).collect(),
            Binary::Xor => pairs().map(|(x, y)| gates.xor(x, y)).collect(),
            Binary::Add => gates.sum(a, b, Lit::FALSE),
            Binary::Mul => gates.product(a, b),
            Binary::UDiv => gates.divided(a, b).0,
            Binary::URem => gates.divided(a, b).1,
            Binary::SDiv => gates.signed_divided(a, b).0,
            Binary::SRem => gates.signed_divided(a, b).1,
            Binary::Shl => gates.shift_up(a, b),
            Binary::LShr => gates.shift_down(a, b, Lit::FALSE),
            Binary::AShr => gates.shift_down(a, b, sign),
            Binary::Eq => vec![gates.equal(a, b)],
            Binary::Ult => vec![gates.less(a, b, false)],
            Binary::Ule => vec![gates.less(a, b, true)],
            Binary::Slt => vec![gates.signed_less(a, b, false)],
            Binary::Sle => vec![gates.signed_less(a, b, true)],
            Binary::Concat => b.iter().chain(a).copied().collect(),
            Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv => {
                unreachable!("floating-point operations are lowered")
            }
            Binary::FEq | Binary::FLt | Binary::FLe => unreachable!("floating-point operations are lowered"),
        }
    }
}

fn is_float(node: Node) -> bool {
    match node {
        Node::Const(_) | Node::Symbol(_) | Node::Ite(..) => false,
        Node::Unary(op, _) => {
            !matches!(op, Unary::Not | Unary::Neg | Unary::ZExt | Unary::SExt | Unary::Extract(_))
        }
        Node::Binary(op, ..) => {
            use Binary::*;
            matches!(op, FAdd | FSub | FMul | FDiv | FEq | FLt | FLe)
        }
    }
}

/// About how many variables one operation needs; none that is counted needs more.
fn cost(arena: &Arena, term: TermId) -> usize {
    use Binary::*;
    let width = usize::from(arena.width(term));
    match arena.node(term) {
        Node::Const(_) | Node::Unary(Unary::Not | Unary::ZExt | Unary::SExt | Unary::Extract(_), _) => 0,
        Node::Binary(Concat, ..) => 0,
        Node::Symbol(_) | Node::Ite(..) => width,
        Node::Unary(..) => 2 * width,
        Node::Binary(And | Or | Xor, ..) => width,
        Node::Binary(Add, ..) => 2 * width,
        Node::Binary(Mul, _, b) if arena.number(b).is_some() => width * width,
        Node::Binary(Mul, ..) => 3 * width * width,
        Node::Binary(UDiv | URem | SDiv | SRem, ..) => 4 * width * (width + 2),
        Node::Binary(Shl | LShr | AShr, ..) => 8 * width,
        Node::Binary(_, a, _) => 1 + usize::from(arena.width(a)),
    }
}
