//! Translates the formulas of a file, one in a line, and says how large their automata are: states, edges, acceptance
//! sets and seconds, tab by tab, then the formula. With a second argument N, each automaton is also judged: on N random
//! words against the formula's definition, and against the automaton of the negation, from which it must differ on
//! every word. `./x conformance ltl` compares the sizes with those of other translators.

use gmc_ltl::{Formulas, Limits, Word, automaton, parse};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, words @ ..] = &arguments[..] else { panic!("usage: automata FILE [WORDS]") };
    let words = words.first().map_or(0, |it| it.parse().expect("a number of words"));
    let text = std::fs::read_to_string(file).expect("a file");
    let mut random = 1;
    for line in text.lines().filter(|it| !it.trim().is_empty()) {
        println!("{}\t{line}", row(line, words, &mut random));
    }
}

fn row(line: &str, words: usize, random: &mut u64) -> String {
    let mut formulas = Formulas::new();
    let formula = match parse(&mut formulas, line) {
        Ok(formula) => formula,
        Err(error) => return format!("wrong\t{error}\t-\t-"),
    };
    let start = Instant::now();
    let made = automaton(&formulas, formula, Limits::default());
    let time = start.elapsed().as_secs_f64();
    let made = match made {
        Ok(made) => made,
        Err(error) => return format!("large\t{error}\t-\t{time:.4}"),
    };
    if words > 0 {
        let not = formulas.not(formula);
        let negation = automaton(&formulas, not, Limits::default());
        let bits = formulas.atoms().len();
        for _ in 0..words {
            let word = word(random, bits);
            let expected = word.satisfies(&formulas, formula);
            if made.accepts(&word) != expected
                || negation.as_ref().is_ok_and(|it| it.accepts(&word) == expected)
            {
                return format!("wrong\t{word:?}\t-\t{time:.4}");
            }
        }
        match negation.map(|it| made.is_disjoint_from(&it)) {
            Ok(Ok(false)) => return format!("wrong\tnot disjoint from its negation\t-\t{time:.4}"),
            Ok(Ok(true)) => {}
            Err(error) | Ok(Err(error)) => eprintln!("not compared with its negation ({error}): {line}"),
        }
    }
    format!("{}\t{}\t{}\t{time:.4}", made.states(), made.edge_count(), made.sets())
}

/// A random word with at most 5 letters before the cycle and at most 5 in it.
fn word(random: &mut u64, bits: usize) -> Word {
    let mut letters = |least: u64| -> Vec<u64> {
        let length = least + next(random) % 5;
        // Few different letters, or else hardly anything holds twice.
        let kinds = [next(random), next(random), next(random)];
        let mask = u64::MAX.checked_shr(64 - u32::try_from(bits.max(1)).expect("at most 64")).unwrap_or(0);
        (0..length).map(|_| kinds[usize::try_from(next(random) % 3).expect("small")] & mask).collect()
    };
    Word { prefix: letters(0), cycle: letters(1) }
}

/// Splitmix64 (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
