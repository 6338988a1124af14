//! The Hanoi format: what is written is read again, what others write is read, and nonsense is refused.

use crate::random::Random;
use gmc_ltl::{Automaton, Formulas, Limits, Word, automaton, hoa, parse};

fn written(automaton: &Automaton) -> String {
    let mut out = String::new();
    hoa::write(&mut out, automaton, "a \"name\"").expect("a string");
    out
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = Random(37);
    for _ in 0..200 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 8, 4);
        let made = automaton(&formulas, formula, Limits::default()).expect("small");
        let text = written(&made);
        let again = hoa::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(written(&again), text);
        for _ in 0..20 {
            let word = random.word(4);
            assert_eq!(again.accepts(&word), made.accepts(&word), "{text}\n{word:?}");
        }
    }
}

/// Each accepts exactly the words of G F a.
const INFINITELY_OFTEN_A: &[&str] = &[
    // On transitions, with an alias and a comment.
    "HOA: v1 States: 1 Start: 0 AP: 1 \"a\" Alias: @a 0 acc-name: Buchi Acceptance: 1 Inf(0)
     --BODY-- State: 0 [@a] 0 {0} /* else */ [!@a] 0 --END--",
    // On states, with implicit labels.
    "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\nproperties: implicit-labels state-acc\n
     --BODY--\nState: 0 \"no\"\n0 1\nState: 1 {0}\n0 1\n--END--",
    // Labels on states: the automaton says what it reads in a state, and begins in either.
    "HOA: v1 States: 2 Start: 0 Start: 1 AP: 1 \"a\" Acceptance: 1 Inf(0)
     --BODY-- State: [0] 0 {0} 0 1 State: [!0] 1 0 1 --END--",
    // Sets that the condition does not mention, and without a number of states.
    "HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 3 Inf(2)
     --BODY-- State: 0 [t & 0 | (0 & !f)] 0 {0 2} [!0] 0 {1} --END--",
    // Two sets, one of which is everywhere.
    "HOA: v1 tool: \"t\" \"1\" name: \"x\" Start: 0 AP: 1 \"a\" Acceptance: 2 Inf(0)&Inf(1)
     --BODY-- State: 0 {0} [0] 0 {1} [!0] 0 --END--",
];

#[test]
fn what_others_write_is_read() {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, "G F a").expect("a formula");
    let mut random = Random(41);
    for text in INFINITELY_OFTEN_A {
        let made = hoa::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for _ in 0..100 {
            let word = random.word(1);
            assert_eq!(made.accepts(&word), word.satisfies(&formulas, formula), "{text}\n{word:?}");
        }
    }
    let all =
        hoa::read("HOA: v1 AP: 0 Start: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--").expect("read");
    assert!(all.accepts(&Word { prefix: vec![], cycle: vec![0] }));
    let none = hoa::read("HOA: v1 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--").expect("read");
    assert_eq!(none.example(), None);
}

#[test]
fn what_is_not_supported_is_refused() {
    let with = |header: &str, body: &str| {
        format!("HOA: v1\nStart: 0\nAP: 1 \"a\"\n{header}\n--BODY--\n{body}\n--END--\n")
    };
    let good = "Acceptance: 1 Inf(0)";
    for (text, message, line) in [
        (String::new(), "begins with `HOA: v1`", 1),
        ("HOA: v2".to_owned(), "version", 1),
        (with("Acceptance: 1 Fin(0)", ""), "Büchi", 4),
        (with("Acceptance: 2 Inf(0)|Inf(1)", ""), "Büchi", 4),
        (with("Acceptance: 1 Inf(!0)", ""), "Büchi", 4),
        (with("", ""), "`Acceptance:` is missing", 7),
        (with(&format!("{good}\nFancy: 1"), ""), "`Fancy:` is not supported", 5),
        (with(good, "State: 0 [1] 0"), "too large", 6),
        (with(good, "State: 0 [@b] 0"), "@b is not defined", 6),
        (with(good, "State: 0 [0] 0&0"), "alternating", 6),
        (with(good, "State: 0 [0 0"), "] is missing", 6),
        (with(good, "State: 0\nState: 0"), "there twice", 8),
        (with(good, "State: 0 0 0 0"), "more edges than there are letters", 6),
        (with(good, "State: 99999999999999"), "too large", 6),
        (with(good, "State: 99999999999999999999999"), "too large", 6),
        (with(good, "--ABORT--"), "aborted", 6),
        ("HOA: v1 AP: 65 \"a\"".to_owned(), "at most 64", 1),
        ("HOA: v1 name: \"x".to_owned(), "string has no end", 1),
        ("HOA: v1 /* x".to_owned(), "comment has no end", 1),
        ("HOA: v1 ; ".to_owned(), "has no meaning", 1),
        (with(good, &format!("State: 0 [{}0] 0", "!".repeat(100_000))), "too deep", 6),
    ] {
        let error = hoa::read(&text).expect_err(&text);
        assert!(error.message.contains(message), "{text}\n{error}");
        assert_eq!(error.line, line, "{text}\n{error}");
    }
}

#[test]
fn damaged_automata_never_panic() {
    let mut random = Random(43);
    for text in INFINITELY_OFTEN_A {
        let words: Vec<&str> = text.split_whitespace().collect();
        for _ in 0..2000 {
            let mut damaged = words.clone();
            for _ in 0..1 + random.below(3) {
                let (at, from) = (random.below(damaged.len()), random.below(words.len()));
                if random.below(2) == 0 {
                    damaged[at] = words[from];
                } else {
                    damaged.remove(at);
                }
            }
            let _ = hoa::read(&damaged.join(" ")).map(|it| it.example());
        }
    }
}
