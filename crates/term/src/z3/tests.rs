//! Z3 as the judge of what operations mean: of `fold`, of the text of queries, and of lowered operations.
//!
//! Z3 computes with its own bit vectors and floating-point numbers, and shares no code with this crate.

use super::{SecondSolver, read_model};
use crate::arena::Arena;
use crate::evaluate::Evaluator;
use crate::float::lower;
use crate::model::Model;
use crate::node::{Binary, Rounding, Symbol, TermId, Unary, mask};
use crate::samples::{Random, corners, integer, some};
use crate::smtlib::{Dialect, Script};
use crate::solver::Answer;
use crate::tests::generator::Generator;
use std::io::Write;

const EFFORT: u64 = 100_000_000;

const INTEGER: [Binary; 18] = {
    use Binary::*;
    [And, Or, Xor, Add, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle, Concat]
};
const FLOAT: [Binary; 7] = {
    use Binary::*;
    [FAdd, FSub, FMul, FDiv, FEq, FLt, FLe]
};
const ROUNDINGS: [Rounding; 5] =
    [Rounding::Zero, Rounding::Down, Rounding::Up, Rounding::Even, Rounding::Away];

/// Z3, or none with a line that says so.
pub(crate) fn z3() -> Option<SecondSolver> {
    SecondSolver::open()
        .inspect_err(|why| {
            // Past what the test runner captures.
            let _ = std::io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes());
        })
        .ok()
}

/// Operations on symbols of which each has one number.
struct Sample {
    arena: Arena,
    values: Vec<u128>,
    terms: Vec<TermId>,
}

impl Sample {
    fn new() -> Sample {
        Sample { arena: Arena::default(), values: Vec::new(), terms: Vec::new() }
    }

    /// A symbol that is this number.
    fn fixed(&mut self, value: u128, width: u8) -> TermId {
        self.values.push(value & mask(width));
        self.arena.symbol(Symbol { name: self.values.len() as u32 - 1, width })
    }

    /// Adds operations on some numbers.
    fn unary(&mut self, op: Unary, operands: impl Iterator<Item = u128>, from: u8, to: u8) {
        for x in operands {
            let x = self.fixed(x, from);
            let term = self.arena.unary(op, x, to);
            self.terms.push(term);
        }
    }

    /// Adds an operation on two numbers.
    fn binary(&mut self, op: Binary, x: u128, y: u128, width: u8) {
        let (x, y) = (self.fixed(x, width), self.fixed(y, width));
        let term = self.arena.binary(op, x, y);
        self.terms.push(term);
    }

    /// Conditions that make symbols what they are.
    fn inputs(&mut self) -> Vec<TermId> {
        let symbols = Script::new(&self.arena, &self.terms, Dialect::Z3).symbols().to_vec();
        let equal = symbols.into_iter().map(|symbol| {
            let value = self.arena.constant(self.values[symbol.name as usize], symbol.width);
            let symbol = self.arena.symbol(symbol);
            self.arena.binary(Binary::Eq, symbol, value)
        });
        equal.collect()
    }

    /// Compares what the evaluator and Z3 make of all terms: Z3 finds the number that the evaluator computes, and no
    /// other.
    fn judge(mut self, z3: &SecondSolver, dialects: &[Dialect]) {
        let inputs = self.inputs();
        let values = &self.values;
        let mut evaluator = Evaluator::new(&self.arena, |it| values[it.name as usize]);
        let numbers: Vec<u128> = self.terms.iter().map(|&it| evaluator.get(it)).collect();
        let (mut equal, mut results, mut differs) = (inputs.clone(), Vec::new(), self.arena.falsity());
        for (&term, &number) in self.terms.iter().zip(&numbers) {
            let width = self.arena.width(term);
            let result = Symbol { name: (values.len() + results.len()) as u32, width };
            let (found, number) = (self.arena.symbol(result), self.arena.constant(number, width));
            equal.push(self.arena.binary(Binary::Eq, found, term));
            let same = self.arena.binary(Binary::Eq, term, number);
            let other = self.arena.not(same);
            differs = self.arena.binary(Binary::Or, differs, other);
            results.push(result);
        }
        for &dialect in dialects {
            // Without the check by evaluation, which would hide a difference.
            let answer = z3.ask(&Script::new(&self.arena, &equal, dialect), EFFORT);
            let Answer::Sat(model) = answer else { panic!("Z3 finds no numbers: {answer:?}") };
            for ((&result, &number), &term) in results.iter().zip(&numbers).zip(&self.terms) {
                let found = model.get(result);
                assert!(found == number, "{}: {number:#x}, Z3 finds {found:#x}", self.show(term));
            }
            let none = z3.ask(&Script::new(&self.arena, &[&*inputs, &[differs]].concat(), dialect), EFFORT);
            assert_eq!(none, Answer::Unsat);
        }
    }

    /// A term's operation, and the numbers that it depends on.
    fn show(&self, term: TermId) -> String {
        let operands = self.arena.names(self.arena.support(term)).iter();
        let operands: Vec<String> = operands.map(|&it| format!("{:#x}", self.values[it as usize])).collect();
        format!("{:?}, {} bits, of {operands:?}", self.arena.node(term), self.arena.width(term))
    }
}

const BOTH: [Dialect; 2] = [Dialect::Standard, Dialect::Z3];

#[test]
fn z3_agrees_on_integers() {
    let Some(z3) = z3() else { return };
    let mut random = Random(1);
    for width in [1, 7, 8, 16, 32, 33, 64, 128] {
        let mut sample = Sample::new();
        for op in INTEGER.into_iter().filter(|it| *it != Binary::Concat || width <= 64) {
            for at in 0..20 {
                let x = integer(&mut random, width);
                // Shifts by less than the width, and divisions by zero, are few among all numbers.
                let y = match at % 4 {
                    0 => u128::from(random.below(u64::from(width) + 2)),
                    1 => u128::from(random.below(3)).wrapping_sub(1),
                    _ => integer(&mut random, width),
                };
                sample.binary(op, x, y, width);
            }
        }
        sample.judge(&z3, &[Dialect::Z3]);
    }
}

#[test]
fn z3_agrees_on_widths() {
    let Some(z3) = z3() else { return };
    let mut random = Random(2);
    let mut sample = Sample::new();
    for (from, to) in [(1, 8), (8, 16), (7, 33), (32, 64), (64, 128), (127, 128)] {
        for _ in 0..8 {
            let numbers = [integer(&mut random, from), random.wide()];
            sample.unary(Unary::ZExt, numbers.into_iter(), from, to);
            sample.unary(Unary::SExt, numbers.into_iter(), from, to);
            sample.unary(Unary::Not, numbers.into_iter(), from, from);
            sample.unary(Unary::Neg, numbers.into_iter(), from, from);
            let low = random.below(u64::from(to - from) + 1) as u8;
            sample.unary(Unary::Extract(low), numbers.into_iter(), to, from);
            let (a, b) = (sample.fixed(random.wide(), from), sample.fixed(random.wide(), from));
            let c = sample.fixed(random.wide(), 1);
            let term = sample.arena.ite(c, a, b);
            sample.terms.push(term);
        }
    }
    sample.judge(&z3, &[Dialect::Z3]);
}

/// A number at a border, a power of two or halfway between integers, or any.
fn float(random: &mut Random, corners: &[u128], width: u8, near: Option<u128>) -> u128 {
    let small = random.below(32) as f32 / 2.0 - 8.0;
    match random.below(4) {
        0 => corners[random.below(corners.len() as u64) as usize],
        1 if width == 32 => small.to_bits().into(),
        1 => f64::from(small).to_bits().into(),
        2 => {
            let (fraction, bias) = if width == 32 { (23, 127) } else { (52, 1023) };
            let power = [0, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128][random.below(11) as usize];
            u128::from(random.below(2)) << (width - 1) | (bias + power) << fraction
        }
        _ => some(random, width, near),
    }
}

#[test]
fn z3_agrees_on_arithmetic() {
    let Some(z3) = z3() else { return };
    let mut random = Random(3);
    for width in [32, 64] {
        let corners = corners(width);
        for op in FLOAT {
            let mut sample = Sample::new();
            for _ in 0..40 {
                let x = float(&mut random, &corners, width, None);
                let y = float(&mut random, &corners, width, Some(x));
                sample.binary(op, x, y, width);
            }
            sample.judge(&z3, &BOTH);
        }
        for op in ROUNDINGS.map(Unary::Round).into_iter().chain([Unary::Sqrt]) {
            let mut sample = Sample::new();
            let numbers = (0..40).map(|_| float(&mut random, &corners, width, None));
            sample.unary(op, numbers, width, width);
            sample.judge(&z3, &BOTH);
        }
    }
}

#[test]
fn z3_agrees_on_conversions() {
    let Some(z3) = z3() else { return };
    let mut random = Random(4);
    for width in [32, 64] {
        let corners = corners(width);
        let mut sample = Sample::new();
        let numbers = (0..40).map(|_| float(&mut random, &corners, width, None));
        sample.unary(Unary::Convert, numbers, width, 96 - width);
        sample.judge(&z3, &BOTH);
        for integers in [1, 8, 16, 32, 64, 128] {
            let mut sample = Sample::new();
            for op in [Unary::ToSigned, Unary::ToUnsigned] {
                let numbers = (0..20).map(|_| float(&mut random, &corners, width, None));
                sample.unary(op, numbers, width, integers);
            }
            for op in [Unary::FromSigned, Unary::FromUnsigned] {
                let numbers = (0..12).map(|_| integer(&mut random, integers));
                sample.unary(op, numbers, integers, width);
            }
            sample.judge(&z3, &BOTH);
        }
    }
}

/// Terms of terms: numbers as bits and as floating-point numbers meet.
#[test]
fn z3_agrees_on_random_terms() {
    let Some(z3) = z3() else { return };
    for round in 0..30 {
        let mut random = Random(1000 + round);
        let mut sample = Sample::new();
        let mut assignment = Vec::new();
        for (name, width) in (0..).zip([1, 8, 32, 32, 64, 64, 128]) {
            let value = if width < 32 { random.wide() } else { some(&mut random, width.min(64), None) };
            sample.fixed(value, width);
            assignment.push((Symbol { name, width }, value & mask(width)));
        }
        let widths = [1, 8, 32, 64, 128];
        let mut generator = Generator::new(&mut sample.arena, random, vec![assignment], &widths);
        generator.floats = true;
        sample.terms = (0..40).map(|_| generator.step(&mut sample.arena).term).collect();
        sample.judge(&z3, &[Dialect::Z3]);
    }
}

/// Not samples but all operands: Z3 proves that what an operation is lowered to is the same. Sums, products, quotients
/// and roots take it too long, and so do 64-bit integers.
#[test]
fn z3_proves_lowered_operations() {
    let Some(z3) = z3() else { return };
    let prove = |op: Unary, from, to| {
        let mut arena = Arena::default();
        let a = arena.symbol(Symbol { name: 0, width: from });
        let term = arena.unary(op, a, to);
        differs_nowhere(&z3, &mut arena, term);
    };
    for width in [32, 64] {
        for op in [Binary::FEq, Binary::FLt, Binary::FLe] {
            let mut arena = Arena::default();
            let [a, b] = [0, 1].map(|name| arena.symbol(Symbol { name, width }));
            let term = arena.binary(op, a, b);
            differs_nowhere(&z3, &mut arena, term);
        }
        prove(Unary::Convert, width, 96 - width);
        for integer in [8, 16] {
            prove(Unary::ToSigned, width, integer);
            prove(Unary::ToUnsigned, width, integer);
            prove(Unary::FromSigned, integer, width);
            prove(Unary::FromUnsigned, integer, width);
        }
    }
    for how in ROUNDINGS {
        prove(Unary::Round(how), 32, 32);
    }
    prove(Unary::FromSigned, 32, 32);
    prove(Unary::ToSigned, 32, 32);
}

fn differs_nowhere(z3: &SecondSolver, arena: &mut Arena, term: TermId) {
    let lowered = lower(arena, term).expect("a floating-point operation");
    let same = arena.binary(Binary::Eq, term, lowered);
    let differs = arena.not(same);
    let answer = z3.solve(arena, &[differs], 4 * EFFORT);
    assert_eq!(answer, Answer::Unsat, "{:?}, {} bits", arena.node(term), arena.width(term));
}

#[test]
fn z3_finds_numbers() {
    let Some(z3) = z3() else { return };
    for width in [8, 13, 16] {
        let mut arena = Arena::default();
        let [a, b] = [0, 7].map(|name| arena.symbol(Symbol { name, width }));
        let (product, wanted) = (arena.binary(Binary::Mul, a, b), arena.constant(0x8f, width));
        let one = arena.constant(1, width);
        let conditions = [
            arena.binary(Binary::Eq, product, wanted),
            arena.binary(Binary::Ult, one, a),
            arena.binary(Binary::Ult, a, b),
        ];
        // The model was checked by evaluation.
        let answer = z3.solve(&arena, &conditions, EFFORT);
        let Answer::Sat(model) = answer else { panic!("{width}: {answer:?}") };
        assert_eq!(model.iter().count(), 2);
        let none = arena.binary(Binary::Ult, b, a);
        assert_eq!(z3.solve(&arena, &[&conditions[..], &[none]].concat(), EFFORT), Answer::Unsat);
    }
    let mut arena = Arena::default();
    let (yes, no) = (arena.truth(), arena.falsity());
    assert_eq!(z3.solve(&arena, &[], EFFORT), Answer::Sat(Model::default()));
    assert_eq!(z3.solve(&arena, &[yes], EFFORT), Answer::Sat(Model::default()));
    assert_eq!(z3.solve(&arena, &[yes, no], EFFORT), Answer::Unsat);
}

/// The limit ends a search that would take hours, after the same work every time, whoever else asks.
#[test]
fn z3_gives_up() {
    let Some(z3) = z3() else { return };
    let mut arena = Arena::default();
    let [a, b] = [0, 1].map(|name| arena.symbol(Symbol { name, width: 64 }));
    let (wide_a, wide_b) = (arena.zext(a, 128), arena.zext(b, 128));
    // The product of two primes near 2^63.
    let wanted = arena.constant(0x7fff_ffff_ffff_ffe7 * 0x7fff_ffff_ffff_ff5b, 128);
    let one = arena.constant(1, 64);
    let product = arena.binary(Binary::Mul, wide_a, wide_b);
    let conditions = [
        arena.binary(Binary::Eq, product, wanted),
        arena.binary(Binary::Ult, one, a),
        arena.binary(Binary::Ult, one, b),
    ];
    let (z3, arena) = (&z3, &arena);
    std::thread::scope(|scope| {
        let hard = scope.spawn(move || z3.solve(arena, &conditions, 300_000));
        let easy = scope.spawn(move || z3.solve(arena, &conditions[1..], EFFORT));
        assert_eq!(hard.join().expect("no panic"), Answer::GaveUp("Z3's limit"));
        assert!(matches!(easy.join().expect("no panic"), Answer::Sat(_)));
    });
}

/// Terms deeper than a stack, and too many of them.
#[test]
fn z3_takes_deep_terms() {
    let Some(z3) = z3() else { return };
    for depth in [15_000, 120_000] {
        let mut arena = Arena::default();
        let [a, b] = [0, 1].map(|name| arena.symbol(Symbol { name, width: 32 }));
        let mut term = a;
        for at in 0..depth {
            let c = arena.constant(at, 32);
            term = arena.binary(if at % 2 == 0 { Binary::Xor } else { Binary::Add }, term, b);
            term = arena.binary(Binary::Or, term, c);
        }
        let zero = arena.constant(0, 32);
        let condition = arena.binary(Binary::Eq, term, zero);
        // A number that was or-ed in is there; what simplifies before Z3 sees it needs no answer of its own.
        let answer = z3.solve(&arena, &[condition], EFFORT);
        assert!(matches!(answer, Answer::Unsat | Answer::GaveUp(_)), "{answer:?}");
    }
}

#[test]
fn a_library_that_is_none_is_named() {
    let open = |name: &str| match SecondSolver::open_named(Some(name.into())) {
        Ok(_) => panic!("{name} is no Z3"),
        Err(why) => why,
    };
    let missing = open("/nowhere/libz3.so");
    assert!(missing.starts_with("GMC_Z3 names /nowhere/libz3.so, which is not a library"), "{missing}");
    assert!(open("/").starts_with("GMC_Z3 names /, which is not a library"));
    let text = open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    assert!(text.contains("Cargo.toml, which is not a library that opens"), "{text}");
    let other = open("libc.so.6");
    assert_eq!(other, "libc.so.6 is not Z3's library: it has no function Z3_mk_config");
}

/// The variable itself is read in a process of its own.
#[test]
fn the_environment_names_the_library() {
    let mut command = std::process::Command::new(std::env::current_exe().expect("this test"));
    command.args(["z3::tests::z3_finds_numbers", "--exact", "--nocapture"]).env("GMC_Z3", "/nowhere/z3");
    let output = command.output().expect("this test runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("SKIPPED: GMC_Z3 names /nowhere/z3"), "{text}");
}

#[test]
fn anything_else_is_no_model() {
    let mut arena = Arena::default();
    let [a, b] = [0, 1].map(|name| arena.symbol(Symbol { name, width: 8 }));
    let condition = arena.binary(Binary::Ult, a, b);
    let script = Script::new(&arena, &[condition], Dialect::Z3);
    let read = |text: &str| {
        read_model(text, &script).map(|it| it.iter().map(|(_, value)| value).collect::<Vec<_>>())
    };
    assert_eq!(read("((s0_8 #x2a)\n (s1_8 #b00000011))\n"), Some(vec![42, 3]));
    assert_eq!(read("((s0_8 (_ bv42 8)) (s1_8 #xff))"), Some(vec![42, 255]));
    for text in [
        "",
        "sat",
        "(error \"line 1 column 10: model is not available\")",
        "((s0_8 #x2a))",
        "((s0_8 #x2a) (s1_8 #x2a) (s2_8 #x00))",
        "((s1_8 #x2a) (s0_8 #x2a))",
        "((s0_8 #x12a) (s1_8 #x2a))",
        "((s0_8 #xg0) (s1_8 #x2a))",
        "((s0_8 #x) (s1_8 #x2a))",
        "((s0_8 é) (s1_8 #x2a))",
        "((s0_8 (_ bv42 16)) (s1_8 #x2a))",
        "((s0_8 (_ bv42",
        "((s0_8 #x111111111111111111111111111111111) (s1_8 #x2a))",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
