//! Reads of tables as circuits.
//!
//! A read at a place that is not known is a chain of `ite` that compares the place with one number after the other. As
//! a tree over the place's bits it needs no comparisons and is as deep as the place has bits.

use crate::arena::Arena;
use crate::circuit::Word;
use crate::gates::Gates;
use crate::node::{Binary, Node, TermId};
use crate::sat::{Lit, Sat};

/// Chains that are shorter stay as they are.
const SHORTEST: usize = 4;

/// Longer ones are tables whose rest is a table.
const LONGEST: usize = 1024;

/// A read of a table.
pub(crate) struct Table {
    /// The place.
    pub(crate) place: TermId,
    /// What is where, by place. Each place is there once.
    pub(crate) cells: Vec<(u128, TermId)>,
    /// What is everywhere else.
    pub(crate) rest: TermId,
}

impl Table {
    /// The table that a term reads, up to a rest that `stop` knows already.
    pub(crate) fn of(arena: &Arena, term: TermId, stop: impl Fn(TermId) -> bool) -> Option<Table> {
        let mut table: Option<Table> = None;
        let mut next = term;
        while let Node::Ite(condition, cell, rest) = arena.node(next)
            && let Node::Binary(Binary::Eq, place, number) = arena.node(condition)
            && let Some(number) = arena.number(number)
            && (next == term || !stop(next))
        {
            let table = table.get_or_insert(Table { place, cells: Vec::new(), rest });
            if table.place != place || table.cells.len() == LONGEST {
                break;
            }
            table.cells.push((number, cell));
            table.rest = rest;
            next = rest;
        }
        let mut table = table.filter(|it| it.cells.len() >= SHORTEST)?;
        // The first of equal places counts: the sort keeps their order.
        table.cells.sort_by_key(|it| it.0);
        table.cells.dedup_by_key(|it| it.0);
        Some(table)
    }

    /// What it is made of.
    pub(crate) fn operands(&self) -> impl Iterator<Item = TermId> {
        [self.place, self.rest].into_iter().chain(self.cells.iter().map(|it| it.1))
    }
}

impl<S: Sat> Gates<S> {
    /// The cell whose place has these bits, or the rest. Cells are in order.
    pub(crate) fn read(&mut self, place: &[Lit], cells: &[(u128, Word)], rest: &Word) -> Word {
        let (Some((&bit, low_bits)), Some(first)) = (place.split_last(), cells.first()) else {
            return cells.first().map_or(rest, |it| &it.1).clone();
        };
        debug_assert!(
            cells.iter().all(|it| it.0 >> place.len() == first.0 >> place.len() || place.len() == 128)
        );
        let middle = cells.partition_point(|it| it.0 >> low_bits.len() & 1 == 0);
        let low = self.read(low_bits, &cells[..middle], rest);
        let high = self.read(low_bits, &cells[middle..], rest);
        self.select(bit, &high, &low)
    }
}
