//! Random terms, each with its value under every assignment of a list.

use super::reference;
use crate::fold;
use crate::samples::Random;
use crate::{Arena, Binary, Rounding, Symbol, TermId, Unary};

/// A term with what it must be.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) term: TermId,
    pub(crate) width: u8,
    /// How it was built.
    pub(crate) what: String,
    /// One value for each assignment.
    pub(crate) values: Vec<u128>,
}

/// Terms over some symbols.
pub(crate) struct Generator {
    pub(crate) random: Random,
    pub(crate) assignments: Vec<Vec<(Symbol, u128)>>,
    pub(crate) pool: Vec<Item>,
    widths: Vec<u8>,
    /// Whether there are operations on floating-point numbers. What they give is not written down a second time.
    pub(crate) floats: bool,
}

const BINARIES: [Binary; 17] = [
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Add,
    Binary::Mul,
    Binary::UDiv,
    Binary::SDiv,
    Binary::URem,
    Binary::SRem,
    Binary::Shl,
    Binary::LShr,
    Binary::AShr,
    Binary::Eq,
    Binary::Ult,
    Binary::Ule,
    Binary::Slt,
    Binary::Sle,
];

const FLOATS: [Binary; 7] =
    [Binary::FAdd, Binary::FSub, Binary::FMul, Binary::FDiv, Binary::FEq, Binary::FLt, Binary::FLe];

const ROUNDINGS: [Rounding; 5] =
    [Rounding::Zero, Rounding::Down, Rounding::Up, Rounding::Even, Rounding::Away];

impl Generator {
    /// Terms whose symbols have the values of these assignments; other terms have these widths too.
    pub(crate) fn new(
        arena: &mut Arena,
        random: Random,
        assignments: Vec<Vec<(Symbol, u128)>>,
        widths: &[u8],
    ) -> Generator {
        let symbols: Vec<Symbol> = assignments[0].iter().map(|it| it.0).collect();
        let item = |(at, &symbol): (usize, &Symbol)| Item {
            term: arena.symbol(symbol),
            width: symbol.width,
            what: String::new(),
            values: assignments.iter().map(|it| it[at].1).collect(),
        };
        let pool = symbols.iter().enumerate().map(item).collect();
        Generator { random, assignments, pool, widths: widths.to_vec(), floats: false }
    }

    /// A number, or a term that was built, with any width.
    fn any(&mut self, arena: &mut Arena) -> Item {
        if self.random.index(4) == 0 {
            let width = self.random.pick(&self.widths);
            return self.number(arena, width);
        }
        // The newest are the deepest.
        let recent = self.pool.len().min(24);
        let at = if self.random.index(3) == 0 {
            self.random.index(self.pool.len())
        } else {
            self.pool.len() - recent + self.random.index(recent)
        };
        self.pool[at].clone()
    }

    fn number(&mut self, arena: &mut Arena, width: u8) -> Item {
        let value = self.random.bits(width);
        let (term, values) = (arena.constant(value, width), vec![value; self.assignments.len()]);
        Item { term, width, what: String::new(), values }
    }

    /// A number, or a term that was built, of this width.
    fn fitted(&mut self, arena: &mut Arena, width: u8) -> Item {
        if self.random.index(3) == 0 {
            return self.number(arena, width);
        }
        let mut item = self.any(arena);
        for _ in 0..6 {
            if item.width != width {
                item = self.any(arena);
            }
        }
        let op = match item.width {
            it if it > width => Unary::Extract(self.random.index(usize::from(it - width) + 1) as u8),
            it if it < width => self.random.pick(&[Unary::ZExt, Unary::SExt]),
            _ => return item,
        };
        unary(arena, op, &item, width)
    }

    /// Builds one more term.
    pub(crate) fn step(&mut self, arena: &mut Arena) -> Item {
        if self.floats && self.random.index(4) == 0 {
            let new = self.floating(arena);
            self.pool.push(new.clone());
            return new;
        }
        let a = self.any(arena);
        let new = match self.random.index(16) {
            0 => unary(arena, self.random.pick(&[Unary::Not, Unary::Neg]), &a, a.width),
            1 => {
                let width = self.random.pick(&self.widths);
                self.fitted(arena, width)
            }
            2 => {
                let b = self.any(arena);
                if u16::from(a.width) + u16::from(b.width) > 128 {
                    a
                } else {
                    binary(arena, Binary::Concat, &a, &b)
                }
            }
            3..=4 => {
                let (b, c) = (self.fitted(arena, a.width), self.fitted(arena, 1));
                let values =
                    (0..a.values.len()).map(|at| if c.values[at] == 1 { a.values[at] } else { b.values[at] });
                let values = values.collect();
                let what = format!("ite {} {} {}", shown(arena, &c), shown(arena, &a), shown(arena, &b));
                Item { term: arena.ite(c.term, a.term, b.term), width: a.width, what, values }
            }
            _ => {
                let b = self.fitted(arena, a.width);
                let (a, b) = if self.random.index(2) == 0 { (a, b) } else { (b, a) };
                let op = self.random.pick(&BINARIES);
                binary(arena, op, &a, &b)
            }
        };
        self.pool.push(new.clone());
        new
    }

    /// An operation on floating-point numbers.
    fn floating(&mut self, arena: &mut Arena) -> Item {
        let width = self.random.pick(&[32, 64]);
        let (a, b) = (self.fitted(arena, width), self.fitted(arena, width));
        match self.random.index(4) {
            0 => unary(arena, Unary::Round(self.random.pick(&ROUNDINGS)), &a, width),
            1 => unary(arena, Unary::ToSigned, &a, 32),
            2 => unary(arena, Unary::FromUnsigned, &a, 64),
            _ => binary(arena, self.random.pick(&FLOATS), &a, &b),
        }
    }

    /// A term of one bit.
    pub(crate) fn condition(&mut self, arena: &mut Arena) -> Item {
        for _ in 0..self.random.index(6) {
            self.step(arena);
        }
        let a = self.any(arena);
        if a.width == 1 && self.random.index(2) == 0 {
            return a;
        }
        let b = self.fitted(arena, a.width);
        let op = self.random.pick(&[Binary::Eq, Binary::Ult, Binary::Ule, Binary::Slt, Binary::Sle]);
        let item = binary(arena, op, &a, &b);
        if self.random.index(2) == 0 { unary(arena, Unary::Not, &item, 1) } else { item }
    }
}

fn unary(arena: &mut Arena, op: Unary, a: &Item, width: u8) -> Item {
    let value = |&it: &u128| match op {
        Unary::Round(_) | Unary::ToSigned | Unary::FromUnsigned => fold::unary(op, it, a.width, width),
        _ => reference::unary(op, it, a.width, width),
    };
    let values = a.values.iter().map(value).collect();
    let what = format!("{op:?} {}", shown(arena, a));
    Item { term: arena.unary(op, a.term, width), width, what, values }
}

fn binary(arena: &mut Arena, op: Binary, a: &Item, b: &Item) -> Item {
    let pairs = a.values.iter().zip(&b.values);
    let values = pairs.map(|(&x, &y)| match FLOATS.contains(&op) {
        true => fold::binary(op, x, y, b.width),
        false => reference::binary(op, x, y, b.width),
    });
    let values = values.collect();
    let term = arena.binary(op, a.term, b.term);
    let what = format!("{op:?} {} {}", shown(arena, a), shown(arena, b));
    Item { term, width: arena.width(term), what, values }
}

/// A term, two levels deep.
pub(crate) fn shown(arena: &Arena, item: &Item) -> String {
    let operands: Vec<_> = arena.node(item.term).operands().map(|it| arena.node(it)).collect();
    format!("[{:?}: {:?} of {operands:?}]", item.width, arena.node(item.term))
}
