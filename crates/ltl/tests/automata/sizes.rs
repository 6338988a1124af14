//! Sizes of automata, so that a change that makes them larger is noticed.

use crate::random::Random;
use gmc_ltl::{Formulas, Limits, automaton, parse};

#[test]
fn well_known_formulas() {
    for (text, states, edges, sets) in [
        ("true", 1, 1, 0),
        ("false", 1, 0, 0),
        ("F p", 2, 3, 1),
        ("G p", 1, 1, 0),
        ("p U q", 2, 3, 1),
        ("p R q", 2, 3, 0),
        ("G F p", 1, 2, 1),
        ("F G p", 2, 3, 1),
        ("G F p && G F q", 1, 4, 2),
        ("G(p -> F q)", 2, 4, 1),
        ("G(p && X F(q && X F r))", 1, 4, 2),
        ("G F(p <-> X X X p)", 7, 9, 1),
        ("F b && G F(p && X(q && X r))", 4, 6, 1),
        ("(F G a || G F b) && (F G b || G F c)", 4, 11, 2),
        ("G F a U G(G F b U X X c)", 8, 25, 3),
        ("(p U q) || !(p U q)", 1, 1, 0),
        ("G p && F !p", 1, 0, 0),
        ("X X X p", 5, 5, 1),
    ] {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text).expect(text);
        let made = automaton(&formulas, formula, Limits::default()).expect("small");
        let actual = (made.states(), made.edge_count(), made.sets());
        assert!(actual <= (states, edges, sets), "{text}: {actual:?} instead of {:?}", (states, edges, sets));
    }
}

#[test]
fn random_formulas() {
    let mut random = Random(23);
    let (mut states, mut edges) = (0, 0);
    for _ in 0..500 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 8, 4);
        let made = automaton(&formulas, formula, Limits::default()).expect("small");
        states += made.states();
        edges += made.edge_count();
    }
    assert!(states <= 1675 && edges <= 3235, "{states} states, {edges} edges");
}

#[test]
fn the_same_every_time() {
    let text = "G(a -> F(b && X c)) && (d U (e R a)) && G F(b <-> X d)";
    let once = || {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text).expect("a formula");
        let made = automaton(&formulas, formula, Limits::default()).expect("small");
        let mut out = String::new();
        gmc_ltl::hoa::write(&mut out, &made, text).expect("a string");
        out
    };
    assert_eq!(once(), once());
}
