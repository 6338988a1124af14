//! Sums of products: two terms that are the same polynomial are equal, however they are written.
//!
//! Integers modulo 2ʷ are a ring, so each term of sums, products and negations is a polynomial over its other parts,
//! and expanding it is an equality for all values. A SAT solver has a hard time with (x + y)² = x² + 2xy + y²; here its
//! two sides are the same list. Polynomials that are not the same may still have the same values (x² + x is even), so
//! only equal ones, and those that differ by a number, say something.

use crate::arena::Arena;
use crate::node::{Binary, Node, TermId, Unary, mask};
use std::collections::BTreeMap;

/// More products than this are not looked at.
const MOST_PRODUCTS: usize = 40;
/// Nor products of more factors.
const MOST_FACTORS: usize = 6;
/// Terms that are looked at.
const MOST_TERMS: u32 = 100;

/// Numbers by the sorted factors that they multiply. No number is 0.
type Polynomial = BTreeMap<Vec<TermId>, u128>;

impl Arena {
    /// The difference of two terms, if it is a number because of what sums and products are.
    pub(super) fn polynomial_difference(&self, a: TermId, b: TermId) -> Option<u128> {
        let mut left = MOST_TERMS;
        if !self.has_product(a, &mut left) && !self.has_product(b, &mut left) {
            return None;
        }
        let width = self.width(a);
        let mut left = MOST_TERMS;
        let minus = self.polynomial(b, width, &mut left)?;
        let mut difference = self.polynomial(a, width, &mut left)?;
        for (factors, by) in minus {
            add(&mut difference, factors, by.wrapping_neg(), width);
        }
        match difference.first_key_value() {
            None => Some(0),
            Some((factors, &number)) if factors.is_empty() && difference.len() == 1 => Some(number),
            Some(_) => None,
        }
    }

    /// Whether a product of two terms that are no numbers is near.
    fn has_product(&self, term: TermId, left: &mut u32) -> bool {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return false;
        }
        match self.node(term) {
            Node::Binary(Binary::Mul, _, b) if self.number(b).is_none() => true,
            Node::Binary(Binary::Add | Binary::Mul, a, b) => {
                self.has_product(a, left) || self.has_product(b, left)
            }
            Node::Unary(Unary::Neg | Unary::Extract(0), a) => self.has_product(a, left),
            _ => false,
        }
    }

    /// The lowest bits of a term as a polynomial. None if it is large.
    fn polynomial(&self, term: TermId, width: u8, left: &mut u32) -> Option<Polynomial> {
        *left = left.checked_sub(1)?;
        if let Some(number) = self.number(term) {
            let mut constant = Polynomial::new();
            add(&mut constant, Vec::new(), number, width);
            return Some(constant);
        }
        Some(match self.node(term) {
            Node::Binary(Binary::Add, a, b) => {
                let mut sum = self.polynomial(a, width, left)?;
                for (factors, by) in self.polynomial(b, width, left)? {
                    add(&mut sum, factors, by, width);
                }
                sum
            }
            Node::Binary(Binary::Mul, a, b) => {
                let (a, b) = (self.polynomial(a, width, left)?, self.polynomial(b, width, left)?);
                multiplied(&a, &b, width)?
            }
            Node::Unary(Unary::Neg, a) => scaled(&self.polynomial(a, width, left)?, u128::MAX, width),
            Node::Binary(Binary::Shl, a, by) if self.number(by).is_some_and(|it| it < 128) => {
                let by = 1u128 << self.number(by)?;
                scaled(&self.polynomial(a, width, left)?, by, width)
            }
            // The lowest bits of the lowest bits.
            Node::Unary(Unary::Extract(0), a) => self.polynomial(a, width, left)?,
            Node::Unary(Unary::ZExt | Unary::SExt, a) if self.width(a) >= width => {
                self.polynomial(a, width, left)?
            }
            _ => Polynomial::from([(vec![term], 1)]),
        })
    }
}

fn add(to: &mut Polynomial, factors: Vec<TermId>, by: u128, width: u8) {
    use std::collections::btree_map::Entry;
    let by = by & mask(width);
    match to.entry(factors) {
        Entry::Vacant(entry) if by != 0 => {
            entry.insert(by);
        }
        Entry::Vacant(_) => {}
        Entry::Occupied(mut entry) => {
            let sum = entry.get().wrapping_add(by) & mask(width);
            if sum == 0 {
                entry.remove();
            } else {
                entry.insert(sum);
            }
        }
    }
}

fn scaled(polynomial: &Polynomial, by: u128, width: u8) -> Polynomial {
    let mut out = Polynomial::new();
    for (factors, number) in polynomial {
        add(&mut out, factors.clone(), number.wrapping_mul(by), width);
    }
    out
}

fn multiplied(a: &Polynomial, b: &Polynomial, width: u8) -> Option<Polynomial> {
    let mut out = Polynomial::new();
    for (left, m) in a {
        for (right, n) in b {
            let mut factors = [&left[..], &right[..]].concat();
            factors.sort_unstable();
            add(&mut out, factors, m.wrapping_mul(*n), width);
            if left.len() + right.len() > MOST_FACTORS || out.len() > MOST_PRODUCTS {
                return None;
            }
        }
    }
    Some(out)
}
