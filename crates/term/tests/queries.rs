//! Questions like those that programs give rise to, with the time that each takes. `--nocapture` shows it.

mod confirm;

use gmc_term::{Answer, Arena, Binary, Budget, Solver, Symbol, TermId, Terms};
use std::time::Instant;

/// Without optimisation, the largest questions take too long.
fn fast<T>(mut all: Vec<T>) -> Vec<T> {
    if cfg!(debug_assertions) {
        all.pop();
    }
    all
}

fn symbol(terms: &Terms, name: u32, width: u8) -> TermId {
    terms.lock().symbol(Symbol { name, width })
}

/// Runs something, and prints how long it takes.
fn timed(name: &str, run: impl FnOnce(&mut Solver)) {
    confirm::by_second_solver();
    let mut solver = Solver::new(Budget::default());
    let start = Instant::now();
    run(&mut solver);
    let (took, stats) = (start.elapsed(), solver.stats());
    println!(
        "{name}: {took:.1?} for {} queries, {} known, {} given up",
        stats.queries, stats.known, stats.given_up
    );
}

fn is_sat(answer: &Answer) -> bool {
    match answer {
        Answer::Sat(_) => true,
        Answer::Unsat => false,
        Answer::GaveUp(why) => panic!("gave up on {why}"),
    }
}

/// A run of insertion sort: what is inserted where.
#[derive(Clone)]
struct Sort {
    cells: Vec<TermId>,
    outer: usize,
    inner: usize,
}

/// Explores all paths of an insertion sort; gives their number.
fn sort(terms: &Terms, solver: &mut Solver, path: &mut Vec<TermId>, mut state: Sort) -> usize {
    if state.outer == state.cells.len() {
        return 1;
    }
    if state.inner == 0 {
        (state.outer, state.inner) = (state.outer + 1, state.outer + 1);
        return sort(terms, solver, path, state);
    }
    let (before, key) = (state.cells[state.inner - 1], state.cells[state.inner]);
    let greater = terms.lock().binary(Binary::Slt, key, before);
    let not = terms.lock().not(greater);
    let mut paths = 0;
    for condition in [greater, not] {
        path.push(condition);
        if is_sat(&solver.solve(terms, path)) {
            let mut next = state.clone();
            if condition == greater {
                next.cells.swap(next.inner - 1, next.inner);
                next.inner -= 1;
            } else {
                (next.outer, next.inner) = (next.outer + 1, next.outer + 1);
            }
            paths += sort(terms, solver, path, next);
        }
        path.pop();
    }
    paths
}

#[test]
fn insertion_sort() {
    for (count, paths) in fast(vec![(4, 24), (5, 120), (6, 720)]) {
        timed(&format!("sort{count}"), |solver| {
            let terms = Terms::default();
            let cells = (0..count).map(|it| symbol(&terms, it, 32)).collect();
            let state = Sort { cells, outer: 1, inner: 1 };
            assert_eq!(sort(&terms, solver, &mut Vec::new(), state), paths);
        });
    }
}

/// `value * 10 + (byte - '0')` in 64 bits, whether it overflows 32, and the sum in 32.
fn digit(arena: &mut Arena, value: TermId, byte: TermId) -> (TermId, TermId) {
    let (wide, byte) = (arena.sext(value, 64), arena.zext(byte, 64));
    let (ten, zero) = (arena.constant(10, 64), arena.constant(48, 64));
    let product = arena.binary(Binary::Mul, wide, ten);
    let digit = arena.sub(byte, zero);
    let sum = arena.binary(Binary::Add, product, digit);
    let low = arena.extract(sum, 0, 32);
    let back = arena.sext(low, 64);
    let fits = arena.binary(Binary::Eq, back, sum);
    (fits, low)
}

/// Reads a number from symbolic bytes, as `atoi` does, and asks about what is read.
#[test]
fn atoi() {
    timed("parse9", |solver| {
        let terms = Terms::default();
        let mut path = Vec::new();
        let mut value = terms.lock().constant(0, 32);
        for at in 0..9 {
            let byte = symbol(&terms, at, 8);
            let mut arena = terms.lock();
            let (least, most) = (arena.constant(48, 8), arena.constant(57, 8));
            let above = arena.binary(Binary::Ule, least, byte);
            let below = arena.binary(Binary::Ule, byte, most);
            let is_digit = arena.binary(Binary::And, above, below);
            let not = arena.not(is_digit);
            let (fits, next) = digit(&mut arena, value, byte);
            let overflows = arena.not(fits);
            drop(arena);
            for (condition, expected) in [(not, true), (is_digit, true)] {
                path.push(condition);
                assert_eq!(is_sat(&solver.solve(&terms, &path)), expected);
                path.pop();
            }
            path.push(is_digit);
            path.push(overflows);
            assert!(!is_sat(&solver.solve(&terms, &path)), "nine digits fit");
            path.pop();
            value = next;
            let mut arena = terms.lock();
            let (three, seven) = (arena.constant(3, 32), arena.constant(7, 32));
            let third = arena.binary(Binary::SDiv, value, three);
            let rest = arena.binary(Binary::SRem, value, seven);
            let (four, one) = (arena.constant(4, 32), arena.constant(1, 32));
            let is_four = arena.binary(Binary::Eq, third, four);
            let is_one = arena.binary(Binary::Eq, rest, one);
            drop(arena);
            path.extend([is_four, is_one]);
            // None of 12 to 14 leaves 1; 15 does.
            assert!(!is_sat(&solver.solve(&terms, &path)));
            path.truncate(path.len() - 2);
            path.push(is_one);
            assert!(is_sat(&solver.solve(&terms, &path)));
            path.pop();
        }
    });
}

/// `(a & b) + ((a ^ b) >> 1)` is the mean of two numbers, without overflow.
#[test]
fn overflow_free_mean() {
    timed("avg32", |solver| {
        let terms = Terms::default();
        let (a, b) = (symbol(&terms, 0, 32), symbol(&terms, 1, 32));
        let mut arena = terms.lock();
        let (both, either) = (arena.binary(Binary::And, a, b), arena.binary(Binary::Xor, a, b));
        let one = arena.constant(1, 32);
        let half = arena.binary(Binary::LShr, either, one);
        let mean = arena.binary(Binary::Add, both, half);
        let (x, y) = (arena.zext(a, 33), arena.zext(b, 33));
        let sum = arena.binary(Binary::Add, x, y);
        let one = arena.constant(1, 33);
        let exact = arena.binary(Binary::LShr, sum, one);
        let mean = arena.zext(mean, 33);
        let same = arena.binary(Binary::Eq, mean, exact);
        let not = arena.not(same);
        drop(arena);
        assert!(!is_sat(&solver.solve(&terms, &[not])));
        assert!(is_sat(&solver.solve(&terms, &[same])));
    });
}

/// A hash of four letters that no four letters have. Found by trying all of them.
#[test]
fn hash_of_four_bytes() {
    timed("fnv4", |solver| {
        let terms = Terms::default();
        let bytes: Vec<TermId> = (0..4).map(|it| symbol(&terms, it, 8)).collect();
        let mut arena = terms.lock();
        let mut hash = arena.constant(0x811c_9dc5, 32);
        let mut path = Vec::new();
        for byte in bytes {
            let (least, most) = (arena.constant(97, 8), arena.constant(122, 8));
            path.push(arena.binary(Binary::Ule, least, byte));
            path.push(arena.binary(Binary::Ule, byte, most));
            let (byte, prime) = (arena.zext(byte, 32), arena.constant(0x0100_0193, 32));
            hash = arena.binary(Binary::Xor, hash, byte);
            hash = arena.binary(Binary::Mul, hash, prime);
        }
        let concrete = |word: [u8; 4]| {
            word.into_iter().fold(0x811c_9dc5u32, |hash, it| (hash ^ u32::from(it)).wrapping_mul(0x0100_0193))
        };
        let (there, absent) = (concrete(*b"term"), 0x1234_5678);
        let asks = [(there, true), (absent, false)].map(|(value, expected)| {
            let value = arena.constant(value.into(), 32);
            (arena.binary(Binary::Eq, hash, value), expected)
        });
        drop(arena);
        for (ask, expected) in asks {
            path.push(ask);
            assert_eq!(is_sat(&solver.solve(&terms, &path)), expected);
            path.pop();
        }
    });
}

/// `x == x / y * y + x % y`.
#[test]
fn division_and_remainder() {
    for width in [8, 16, 32] {
        timed(&format!("divmod{width}"), |solver| {
            let terms = Terms::default();
            let (x, y) = (symbol(&terms, 0, width), symbol(&terms, 1, width));
            let mut arena = terms.lock();
            let (q, r) = (arena.binary(Binary::UDiv, x, y), arena.binary(Binary::URem, x, y));
            let product = arena.binary(Binary::Mul, q, y);
            let sum = arena.binary(Binary::Add, product, r);
            let same = arena.binary(Binary::Eq, sum, x);
            let not = arena.not(same);
            drop(arena);
            assert!(!is_sat(&solver.solve(&terms, &[not])));
        });
    }
}

/// What a table has at a place.
fn entry(at: u32) -> u32 {
    at.wrapping_mul(0x9e37_79b9) >> 7
}

/// Tables of 256 numbers, read at symbolic places: can the reads have this sum?
#[test]
fn tables() {
    for count in 1..=4 {
        timed(&format!("table256 x {count}"), |solver| {
            let terms = Terms::default();
            let places: Vec<TermId> = (0..count).map(|it| symbol(&terms, it, 8)).collect();
            let mut arena = terms.lock();
            let mut sum = arena.constant(0, 32);
            for place in places {
                let mut read = arena.constant(0, 32);
                for at in 0..256 {
                    let (here, value) = (arena.constant(at, 8), arena.constant(entry(at as u32).into(), 32));
                    let is_here = arena.binary(Binary::Eq, place, here);
                    read = arena.ite(is_here, value, read);
                }
                sum = arena.binary(Binary::Add, sum, read);
            }
            let aim = (0..count).fold(0u32, |sum, it| sum.wrapping_add(entry(17 + 31 * it)));
            let aim = arena.constant(aim.into(), 32);
            let is_it = arena.binary(Binary::Eq, sum, aim);
            drop(arena);
            assert!(is_sat(&solver.solve(&terms, &[is_it])));
        });
    }
}

/// The decimal digits of a number, as `itoa` computes them.
#[test]
fn digits() {
    timed("itoa", |solver| {
        let terms = Terms::default();
        let x = symbol(&terms, 0, 32);
        let mut arena = terms.lock();
        let (ten, zero) = (arena.constant(10, 32), arena.constant(0, 32));
        let (mut rest, mut sum, mut asks) = (x, zero, Vec::new());
        for _ in 0..10 {
            let digit = arena.binary(Binary::URem, rest, ten);
            let next = arena.binary(Binary::UDiv, rest, ten);
            let product = arena.binary(Binary::Mul, next, ten);
            let back = arena.binary(Binary::Add, product, digit);
            let same = arena.binary(Binary::Eq, back, rest);
            asks.push((arena.not(same), false));
            let nine = arena.constant(9, 32);
            asks.push((arena.binary(Binary::Ult, nine, digit), false));
            (rest, sum) = (next, arena.binary(Binary::Add, sum, digit));
            let is_nothing = arena.binary(Binary::Eq, rest, zero);
            asks.push((is_nothing, true));
        }
        for (value, expected) in [(80, true), (85, false)] {
            let value = arena.constant(value, 32);
            asks.push((arena.binary(Binary::Eq, sum, value), expected));
        }
        drop(arena);
        for (ask, expected) in asks {
            assert_eq!(is_sat(&solver.solve(&terms, &[ask])), expected);
        }
    });
}

/// Bounds of products and quotients of symbols.
#[test]
fn bounds() {
    for width in fast(vec![8, 16, 32]) {
        timed(&format!("bounds{width}"), |solver| {
            let terms = Terms::default();
            let (x, y) = (symbol(&terms, 0, width), symbol(&terms, 1, width));
            let mut arena = terms.lock();
            let (q, r) = (arena.binary(Binary::UDiv, x, y), arena.binary(Binary::URem, x, y));
            let zero = arena.constant(0, width);
            let is_zero = arena.binary(Binary::Eq, y, zero);
            let there = arena.not(is_zero);
            let asks = [arena.binary(Binary::Ult, x, q), arena.binary(Binary::Ule, y, r)];
            drop(arena);
            for ask in asks {
                assert!(!is_sat(&solver.solve(&terms, &[there, ask])));
            }
        });
    }
}

/// A condition on two symbols.
fn mixed(arena: &mut Arena, round: u32, number: u128, (a, b): (TermId, TermId)) -> TermId {
    let number = arena.constant(number, 32);
    match round % 5 {
        4 => {
            let factor = arena.constant(u128::from(7 + 2 * round), 32);
            let product = arena.binary(Binary::Mul, a, factor);
            let mixed = arena.binary(Binary::Xor, product, b);
            arena.binary(Binary::Ult, number, mixed)
        }
        0 | 3 => {
            let sum = arena.binary(Binary::Add, a, b);
            arena.binary(Binary::Slt, number, sum)
        }
        _ => {
            let mixed = arena.binary(Binary::Xor, number, b);
            arena.binary(Binary::Slt, a, mixed)
        }
    }
}

/// Questions about groups of symbols in turn. Each group is a question of its own, and keeps what was learnt about it.
#[test]
fn groups() {
    timed("groups", |solver| {
        let terms = Terms::default();
        let mut paths: Vec<Vec<TermId>> = vec![Vec::new(); 40];
        for round in 0..10u32 {
            for (group, path) in (0..).zip(&mut paths) {
                let symbols = [0, 1, 2].map(|it| symbol(&terms, 3 * group + it, 32));
                let (a, b) = (symbols[round as usize % 3], symbols[(round as usize + 1) % 3]);
                let number = u128::from(round * 9_173 + group * 12_345) & 0x3fff;
                let condition = mixed(&mut terms.lock(), round, number, (a, b));
                let not = terms.lock().not(condition);
                // The path takes one side that it can take.
                let taken = [not, condition].into_iter().find(|&it| {
                    path.push(it);
                    let is_possible = is_sat(&solver.solve(&terms, path));
                    path.pop();
                    is_possible
                });
                path.push(taken.expect("one of both sides"));
            }
        }
        // All groups at once, each of which is known.
        let all = paths.concat();
        let known = solver.stats().known;
        assert!(is_sat(&solver.solve(&terms, &all)));
        assert_eq!(solver.stats().known, known + 1);
    });
}

/// Each worker has a solver of its own.
#[test]
fn solvers_go_to_other_threads() {
    fn assert_send<T: Send>() {}
    assert_send::<Solver>();
}
