//! What is said about a property.

use crate::random::Random;
use gmc_ltl::{Analysis, Formulas, Limits, Strength, Word, analyse, parse};

fn analysis(text: &str) -> Analysis {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text).expect(text);
    analyse(&formulas, formula, Limits::default()).expect("small")
}

#[test]
fn hierarchy() {
    for (text, class) in [
        ("p", "safety and guarantee"),
        ("X p || q", "safety and guarantee"),
        ("G p", "safety"),
        ("p W q", "safety"),
        ("G(p -> X q)", "safety"),
        // Safety that its form does not show.
        ("(p U q) || G p", "safety"),
        ("F p", "guarantee"),
        ("p U q", "guarantee"),
        ("F(p && X q)", "guarantee"),
        ("!(G p && (F p || X p))", "guarantee"),
        ("G p || F q", "obligation"),
        ("F p && G q", "obligation"),
        ("G F p", "recurrence"),
        ("G(p -> F q)", "recurrence"),
        ("F G p", "persistence"),
        ("F(p -> G q)", "persistence"),
        ("G F p && F G q", "reactivity"),
        ("G F p || F G q", "reactivity"),
    ] {
        let class_of = analysis(text).class;
        assert_eq!(class_of.name(), class, "{text}: {class_of:?}");
    }
}

#[test]
fn stuttering() {
    for (text, invariant) in [
        ("G(p -> F q)", true),
        ("X p", false),
        ("G F(p && X q)", false),
        // With X, and invariant all the same.
        ("X F p || p", true),
        ("F(p && X(!p && q))", true),
        ("F(p && X p)", false),
        ("F(p && X(p U !p))", true),
        ("(p && X(!p)) || (!p && X p) || G p || G !p", false),
    ] {
        assert_eq!(analysis(text).stutter_invariant, Some(invariant), "{text}");
    }
}

/// A language that is said to be invariant must not change its mind where letters are repeated.
#[test]
fn stuttering_of_random_formulas() {
    let mut random = Random(29);
    let mut invariant = 0;
    for _ in 0..300 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 5, 2);
        let said = analyse(&formulas, formula, Limits::default()).expect("small").stutter_invariant;
        let mut changes = false;
        for _ in 0..50 {
            let word = random.word(2);
            let mut longer = Word { prefix: Vec::new(), cycle: Vec::new() };
            for (letters, to) in [(&word.prefix, &mut longer.prefix), (&word.cycle, &mut longer.cycle)] {
                for &letter in letters {
                    to.extend(std::iter::repeat_n(letter, 1 + random.below(2)));
                }
            }
            changes |= word.satisfies(&formulas, formula) != longer.satisfies(&formulas, formula);
        }
        let said = said.expect("small enough to know");
        assert!(!(said && changes), "{} is not invariant", formulas.show(formula));
        invariant += usize::from(said);
    }
    assert!((50..290).contains(&invariant), "{invariant}");
}

/// Safety and guarantee, from their definitions, on random words: a violation of safety has a prefix that no word of the
/// language has.
#[test]
fn classes_of_random_formulas() {
    let mut random = Random(31);
    for _ in 0..200 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 5, 2);
        let of = analyse(&formulas, formula, Limits::default()).expect("small");
        let not = formulas.not(formula);
        let negation = analyse(&formulas, not, Limits::default()).expect("small");
        let shown = formulas.show(formula).to_string();
        assert_eq!(of.class.safety, negation.class.guarantee, "{shown}");
        assert_eq!(of.class.guarantee, negation.class.safety, "{shown}");
        assert_eq!(of.class.obligation, negation.class.obligation, "{shown}");
        if of.class.guarantee == Some(true) && of.class.safety == Some(false) {
            // Words that go on as they like after a good prefix: some prefix must be good for all of them.
            assert!(of.automaton.sets() <= 1, "{shown}");
        }
    }
}

#[test]
fn strength() {
    for (text, strength) in [
        ("F p", Strength::Terminal),
        ("p U (q && X r)", Strength::Terminal),
        ("G p", Strength::Weak),
        ("F G p", Strength::Weak),
        ("G p || F q", Strength::Weak),
        ("G F p", Strength::General),
    ] {
        assert_eq!(analysis(text).automaton.strength(), strength, "{text}");
    }
}

#[test]
fn examples() {
    assert_eq!(analysis("G p && F !p").example, None);
    assert_eq!(analysis("X X p").example, Some(Word { prefix: vec![0, 0, 1], cycle: vec![0] }));
    assert_eq!(analysis("G F p && G F !p").example.map(|it| it.cycle.len()), Some(2));
}
