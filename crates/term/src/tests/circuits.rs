//! Every operation as a circuit, compared with what it does with numbers.

use crate::arena::Arena;
use crate::blast::{Blaster, Floats};
use crate::fold;
use crate::node::{Binary, Node, Symbol, TermId, Unary};
use crate::sat::{Batsat, Lit, Sat};

/// How wide words are whose values are all tried. Without optimisation, the SAT solver is slow.
const WIDEST: u8 = if cfg!(debug_assertions) { 3 } else { 5 };

pub(super) const BINARIES: [Binary; 18] = [
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
    Binary::Concat,
];

/// What the literals of a term must be for it to be a number.
fn is(blaster: &Blaster<Batsat>, arena: &Arena, term: TermId, value: u128) -> Vec<Lit> {
    let bits = blaster.bits(arena, term).expect("blasted").iter().enumerate();
    bits.map(|(at, &bit)| bit.negated_if(value >> at & 1 == 0)).collect()
}

/// Whether a circuit gives this value for these inputs, and no other one.
fn check(
    blaster: &mut Blaster<Batsat>,
    arena: &Arena,
    inputs: &[(TermId, u128)],
    (out, value): (TermId, u128),
) {
    let fixed: Vec<Lit> = inputs.iter().flat_map(|&(term, value)| is(blaster, arena, term, value)).collect();
    let bits = is(blaster, arena, out, value);
    let what = (arena.node(out), inputs, value);
    let sat = &mut blaster.gates.sat;
    assert_eq!(sat.solve(&fixed, u64::MAX), Some(true), "{what:?} has a result");
    for &bit in &bits {
        assert!(sat.value(bit), "{what:?}");
    }
    let same = blaster.gates.all(bits);
    let other = [fixed, vec![!same]].concat();
    assert_eq!(blaster.gates.sat.solve(&other, u64::MAX), Some(false), "{what:?} has one result");
}

fn two(arena: &mut Arena, width: u8) -> (TermId, TermId) {
    (arena.symbol(Symbol { name: 1, width }), arena.symbol(Symbol { name: 2, width }))
}

fn result(op: Binary, width: u8) -> u8 {
    match op {
        Binary::Concat => 2 * width,
        _ if op.is_comparison() => 1,
        _ => width,
    }
}

#[test]
fn operations_on_two_symbols() {
    for op in BINARIES {
        for width in 1..=WIDEST {
            let mut arena = Arena::default();
            let mut blaster = Blaster::default();
            let (x, y) = two(&mut arena, width);
            let out = arena.intern(Node::Binary(op, x, y), result(op, width));
            blaster.blast(&mut arena, &mut Floats::default(), out).expect("no float");
            for a in 0..1 << width {
                for b in 0..1 << width {
                    let value = fold::binary(op, a, b, width);
                    check(&mut blaster, &arena, &[(x, a), (y, b)], (out, value));
                }
            }
        }
    }
}

/// A number on one side takes other ways through products and divisions.
#[test]
fn operations_on_a_symbol_and_a_number() {
    for op in BINARIES {
        for width in 1..=WIDEST {
            for number in 0..1 << width {
                let mut arena = Arena::default();
                let mut blaster = Blaster::default();
                let (x, _) = two(&mut arena, width);
                let c = arena.constant(number, width);
                let outs =
                    [(x, c), (c, x)].map(|(a, b)| arena.intern(Node::Binary(op, a, b), result(op, width)));
                for out in outs {
                    blaster.blast(&mut arena, &mut Floats::default(), out).expect("no float");
                }
                for a in 0..1 << width {
                    for (out, (p, q)) in outs.into_iter().zip([(a, number), (number, a)]) {
                        check(&mut blaster, &arena, &[(x, a)], (out, fold::binary(op, p, q, width)));
                    }
                }
            }
        }
    }
}

/// Extended operands have fewer rows in a product, and fewer bits in a quotient.
#[test]
fn operations_on_extended_symbols() {
    let extensions = [Unary::ZExt, Unary::SExt];
    for op in BINARIES.into_iter().filter(|&it| it != Binary::Concat) {
        for (p, q) in extensions.into_iter().flat_map(|p| extensions.map(|q| (p, q))) {
            for (narrow, width) in [(1, 4), (2, 3), (2, 6), (3, WIDEST + 2)] {
                let mut arena = Arena::default();
                let mut blaster = Blaster::default();
                let (x, y) = two(&mut arena, narrow);
                let a = arena.intern(Node::Unary(p, x), width);
                let b = arena.intern(Node::Unary(q, y), width);
                let out = arena.intern(Node::Binary(op, a, b), result(op, width));
                blaster.blast(&mut arena, &mut Floats::default(), out).expect("no float");
                for (left, right) in (0..1 << narrow).flat_map(|a| (0..1 << narrow).map(move |b| (a, b))) {
                    let wide = [(p, left), (q, right)].map(|(op, it)| fold::unary(op, it, narrow, width));
                    let value = fold::binary(op, wide[0], wide[1], width);
                    check(&mut blaster, &arena, &[(x, left), (y, right)], (out, value));
                }
            }
        }
    }
}

#[test]
fn operations_on_one_symbol() {
    for width in 1..=WIDEST {
        let mut unaries = vec![(Unary::Not, width), (Unary::Neg, width)];
        unaries.extend((width..width + 4).flat_map(|it| [(Unary::ZExt, it), (Unary::SExt, it)]));
        unaries.extend((0..width).flat_map(|low| (1..=width - low).map(move |it| (Unary::Extract(low), it))));
        for (op, to) in unaries {
            let mut arena = Arena::default();
            let mut blaster = Blaster::default();
            let (x, _) = two(&mut arena, width);
            let out = arena.intern(Node::Unary(op, x), to);
            blaster.blast(&mut arena, &mut Floats::default(), out).expect("no float");
            for a in 0..1 << width {
                check(&mut blaster, &arena, &[(x, a)], (out, fold::unary(op, a, width, to)));
            }
        }
    }
}

#[test]
fn ite_selects() {
    let mut arena = Arena::default();
    let mut blaster = Blaster::default();
    let (x, y) = two(&mut arena, 3);
    let c = arena.symbol(Symbol { name: 3, width: 1 });
    let out = arena.intern(Node::Ite(c, x, y), 3);
    blaster.blast(&mut arena, &mut Floats::default(), out).expect("no float");
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        check(&mut blaster, &arena, &[(c, 1), (x, a), (y, b)], (out, a));
        check(&mut blaster, &arena, &[(c, 0), (x, a), (y, b)], (out, b));
    }
}

/// Some places are there twice, some not at all, and a part of the table has a circuit already.
#[test]
fn tables_are_read() {
    let mut arena = Arena::default();
    let mut blaster = Blaster::default();
    let (place, rest) =
        (arena.symbol(Symbol { name: 1, width: 4 }), arena.symbol(Symbol { name: 2, width: 3 }));
    let mut expected: Vec<Option<u128>> = vec![None; 16];
    let mut read = rest;
    for (at, cell) in [(3, 1), (9, 2), (15, 3), (3, 4), (0, 5), (12, 6), (9, 7), (8, 0), (1, 1), (2, 1)] {
        let (here, value) = (arena.constant(at, 4), arena.constant(cell, 3));
        let is_here = arena.intern(Node::Binary(Binary::Eq, place, here), 1);
        read = arena.intern(Node::Ite(is_here, value, read), 3);
        expected[at as usize] = Some(cell);
        if at == 12 {
            blaster.blast(&mut arena, &mut Floats::default(), read).expect("no float");
        }
    }
    blaster.blast(&mut arena, &mut Floats::default(), read).expect("no float");
    for (at, cell) in (0..).zip(expected) {
        for other in 0..8 {
            check(&mut blaster, &arena, &[(place, at), (rest, other)], (read, cell.unwrap_or(other)));
        }
    }
}

/// The widest words, at their corners.
#[test]
fn wide_operations() {
    let corners = |width: u8| {
        let all = u128::MAX >> (128 - u32::from(width));
        [
            0,
            1,
            2,
            3,
            10,
            all,
            all - 1,
            all >> 1,
            (all >> 1) + 1,
            0x1234_5678_9abc_def0_0fed_cba9_8765_4321 & all,
        ]
    };
    for width in if cfg!(debug_assertions) { vec![33] } else { vec![33, 64, 128] } {
        for op in BINARIES.into_iter().filter(|&it| it != Binary::Concat || width <= 64) {
            let mut arena = Arena::default();
            let mut blaster = Blaster::default();
            let (x, y) = two(&mut arena, width);
            let c = arena.constant(u128::MAX, width);
            let out = arena.intern(Node::Binary(op, x, y), result(op, width));
            let by = arena.intern(Node::Binary(op, x, c), result(op, width));
            for term in [out, by] {
                blaster.blast(&mut arena, &mut Floats::default(), term).expect("no float");
            }
            for (a, b) in corners(width).into_iter().zip(corners(width).into_iter().rev()) {
                check(&mut blaster, &arena, &[(x, a), (y, b)], (out, fold::binary(op, a, b, width)));
                let most = u128::MAX >> (128 - u32::from(width));
                check(&mut blaster, &arena, &[(x, a)], (by, fold::binary(op, a, most, width)));
            }
        }
    }
}
