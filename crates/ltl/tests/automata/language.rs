//! An automaton accepts exactly the words of its formula, and nothing of its negation.

use crate::random::Random;
use gmc_ltl::{Formulas, Limits, Word, analyse, automaton, parse};

/// Compares the automata of a formula and of its negation with the formula.
fn judge(formulas: &mut Formulas, formula: gmc_ltl::FormulaId, random: &mut Random, words: usize) {
    let shown = formulas.show(formula).to_string();
    let made = automaton(formulas, formula, Limits::default()).expect("small");
    let negation = formulas.not(formula);
    let negation = automaton(formulas, negation, Limits::default()).expect("small");
    for _ in 0..words {
        let word = random.word(formulas.atoms().len().max(1));
        let expected = word.satisfies(formulas, formula);
        assert_eq!(made.accepts(&word), expected, "{shown} on {word:?}");
        assert_ne!(negation.accepts(&word), expected, "the negation of {shown} on {word:?}");
    }
    assert_eq!(made.is_disjoint_from(&negation), Ok(true), "{shown} and its negation");
    for it in [&made, &negation] {
        if let Some(word) = it.example() {
            assert!(it.accepts(&word), "{shown} does not accept its example {word:?}");
        }
    }
}

#[test]
fn random_formulas() {
    let mut random = Random(2);
    for round in 0..600 {
        let mut formulas = Formulas::new();
        let (size, atoms) = (1 + round % 12, 1 + random.below(3));
        let formula = random.formula(&mut formulas, size, atoms);
        judge(&mut formulas, formula, &mut random, 40);
    }
}

#[test]
fn promises_are_kept() {
    // Each of these can put off what it promises for ever, if the translation forgets who promised.
    let texts = [
        "G(a && X F(b && X F c))",
        "G(a -> X F b)",
        "G F(a && X F b) && F G(c || X F a)",
        "(F a W b) U (G c || X F d)",
        "((G a U b) W c) W F((!d && (!c U !b)) || (d && (c R b)))",
        "a && b && ((a M G F c) U X !a)",
        "G F(a <-> X X X a)",
        "F b && G F(a && X(c && X d))",
        "(F G a || G F b) && (F G b || G F c)",
        "G F a U G(G F b U X X c)",
    ];
    let mut random = Random(3);
    for text in texts {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text).expect(text);
        judge(&mut formulas, formula, &mut random, 300);
    }
}

/// The definition of truth, position by position on the word written out, as far as anything can change.
fn holds(formulas: &Formulas, formula: gmc_ltl::FormulaId, word: &Word, at: usize) -> bool {
    use gmc_ltl::Node;
    let period = word.prefix.len() + word.cycle.len();
    let letter = |at: usize| {
        if at < word.prefix.len() {
            word.prefix[at]
        } else {
            word.cycle[(at - word.prefix.len()) % word.cycle.len()]
        }
    };
    let now = |f: gmc_ltl::FormulaId| holds(formulas, f, word, at);
    let future = || at..at + period + 1;
    let until =
        |f, g| future().any(|k| holds(formulas, g, word, k) && (at..k).all(|i| holds(formulas, f, word, i)));
    let always = |f| future().all(|k| holds(formulas, f, word, k));
    match formulas.node(formula) {
        Node::True => true,
        Node::False => false,
        Node::Atom(atom) => letter(at) >> atom.0 & 1 == 1,
        Node::Not(f) => !now(*f),
        Node::And(all) => all.iter().all(|f| now(*f)),
        Node::Or(all) => all.iter().any(|f| now(*f)),
        Node::Implies(f, g) => !now(*f) || now(*g),
        Node::Iff(f, g) => now(*f) == now(*g),
        Node::Xor(f, g) => now(*f) != now(*g),
        Node::Next(f) => holds(formulas, *f, word, at + 1),
        Node::Finally(f) => future().any(|k| holds(formulas, *f, word, k)),
        Node::Globally(f) => always(*f),
        Node::Until(f, g) => until(*f, *g),
        Node::WeakUntil(f, g) => until(*f, *g) || always(*f),
        Node::Release(f, g) => {
            future().all(|k| holds(formulas, *g, word, k) || (at..k).any(|i| holds(formulas, *f, word, i)))
        }
        Node::StrongRelease(f, g) => {
            future().any(|k| holds(formulas, *f, word, k) && (at..=k).all(|i| holds(formulas, *g, word, i)))
        }
    }
}

#[test]
fn evaluation_is_the_definition() {
    let mut random = Random(5);
    for _ in 0..300 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 4, 2);
        let word = random.word(2);
        let expected = holds(&formulas, formula, &word, 0);
        assert_eq!(word.satisfies(&formulas, formula), expected, "{} on {word:?}", formulas.show(formula));
    }
}

#[test]
fn examples_satisfy() {
    let mut random = Random(7);
    for _ in 0..200 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 6, 3);
        let analysis = analyse(&formulas, formula, Limits::default()).expect("small");
        if let Some(word) = analysis.example {
            assert!(word.satisfies(&formulas, formula), "{} on {word:?}", formulas.show(formula));
        }
    }
}

#[test]
fn successors_are_the_edges_with_the_letter() {
    let mut random = Random(11);
    for _ in 0..100 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 8, 4);
        let made = automaton(&formulas, formula, Limits::default()).expect("small");
        for state in (0..).map(gmc_ltl::StateId).take(made.states()) {
            for letter in 0..16 {
                let has = |edge: &&gmc_ltl::Edge| {
                    made.label(edge)
                        .iter()
                        .any(|it| letter & it.positive == it.positive && letter & it.negative == 0)
                };
                let expected: Vec<_> =
                    made.edges(state).iter().filter(has).map(|it| (it.target, it.acceptance)).collect();
                let actual: Vec<_> =
                    made.successors(state, letter).iter().map(|it| (it.target, it.acceptance)).collect();
                assert_eq!(actual, expected);
            }
        }
    }
}
