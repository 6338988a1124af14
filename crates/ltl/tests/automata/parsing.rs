//! What is read, in all spellings, and what is said about what cannot be read.

use crate::random::Random;
use gmc_ltl::{Formulas, Limits, ParseError, automaton, parse};

fn read(text: &str) -> String {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text).unwrap_or_else(|error| panic!("{error}\n{}", error.shown(text)));
    formulas.show(formula).to_string()
}

fn refused(text: &str) -> ParseError {
    match parse(&mut Formulas::new(), text) {
        Err(error) => {
            assert!(error.at.start <= text.len() && text.is_char_boundary(error.at.start), "{error:?}");
            assert!(error.shown(text).contains('^'), "{error:?}");
            error
        }
        Ok(_) => panic!("{text} is accepted"),
    }
}

#[test]
fn spellings() {
    for (texts, expected) in [
        (&["G p", "[] p", "[]p", "Gp", "always p", "globally p", "universality(p)", "□ p"][..], "G p"),
        (&["F p", "<>p", "eventually p", "finally p", "existence(p)", "sometimes p"], "F p"),
        (&["X p", "() p", "next p", "Xp"], "X p"),
        (&["p U q", "p until q", "p strong until q"], "p U q"),
        (&["p W q", "p weak until q"], "p W q"),
        (&["p R q", "p V q", "p release q", "p releases q"], "p R q"),
        (&["p M q", "p strong release q"], "p M q"),
        (&["p & q", "p && q", "p /\\ q", "p and q", "p * q"], "p && q"),
        (&["p | q", "p || q", "p \\/ q", "p or q", "p + q"], "p || q"),
        (&["!p", "~p", "not p", "¬p"], "!p"),
        (&["p -> q", "p => q", "p --> q", "p implies q"], "p -> q"),
        (&["p <-> q", "p <=> q", "p <--> q", "p iff q"], "p <-> q"),
        (&["p xor q", "p ^ q"], "p xor q"),
        (&["true", "1", "tt"], "true"),
        (&["false", "0", "p & !1"], "false"),
        (&["GFp1", "G F p1", "[]<>p1"], "G F p1"),
        (&["\"p1\" & \"X\"", "p1 & \"X\""], "p1 && \"X\""),
        (&["F1", "\"F1\""], "F1"),
        (&["G{x == 1}", "G({ x == 1 })"], "G {x == 1}"),
        (&["{s == \"}\"}"], "{s == \"}\"}"),
        (&["G p // for ever", "G /* always */ p"], "G p"),
        (&["never p", "absence(p)"], "G !p"),
        (&["responds(a, q)", "a responds to q"], "G(q -> F a)"),
        (&["precedes(p, q)", "p precedes q"], "!q W p"),
    ] {
        for text in texts {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}

#[test]
fn operators_bind_as_in_spot() {
    for (text, expected) in [
        ("a U b U c", "a U (b U c)"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a & b | c", "(a && b) || c"),
        ("a | b -> c", "a || b -> c"),
        ("!a U b", "!a U b"),
        ("G a U b", "G a U b"),
        ("a <-> b -> c", "(a <-> b) -> c"),
        ("a & b U c", "a && (b U c)"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_is_printed_is_read_again() {
    let mut random = Random(13);
    for _ in 0..2000 {
        let mut formulas = Formulas::new();
        let formula = random.formula(&mut formulas, 10, 5);
        let shown = formulas.show(formula).to_string();
        assert_eq!(parse(&mut formulas, &shown), Ok(formula), "{shown}");
    }
}

#[test]
fn errors_say_where_and_what_to_do() {
    for (text, message, advice, at) in [
        ("", "there is no formula", "write one", 0),
        ("G(p -> ", "ends too early", "missing here", 7),
        ("G(p", "has no end", "add a )", 1),
        ("p)", "closes nothing", "remove it", 1),
        ("p q", "no operator in front", "add one", 2),
        ("p && && q", "nothing in front", "before it", 5),
        ("U p", "nothing in front", "before it", 0),
        ("x == 3", "no operator of formulas", "into braces", 2),
        ("G count <= 3", "no operator of formulas", "into braces", 8),
        ("{x", "this brace has no end", "add a }", 0),
        ("{ }", "braces are empty", "C expression", 0),
        ("\"x", "quote has no end", "add a \"", 0),
        ("p before q", "no pattern in front", "scopes follow", 2),
        ("never p between q", "needs two formulas", "between q and r", 17),
        ("responds(p q)", "a comma", "responds(answer, request)", 11),
        ("X[3] p", "no operator of formulas", "X X X", 1),
        ("p U", "ends too early", "missing here", 3),
        ("G ü § p", "no operator of formulas", "", 5),
    ] {
        let error = refused(text);
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert!(error.advice.as_deref().unwrap_or_default().contains(advice), "{text}: {error:?}");
        assert_eq!(error.at.start, at, "{text}: {error:?}");
    }
    assert_eq!(refused("G(p &&)").shown("G(p &&)").lines().nth(1), Some("  |       ^ write one before this"));
}

#[test]
fn nonsense_never_panics() {
    let pieces = [
        "G", "(", ")", "{", "}", "\"", "U", "p", "&", "->", "X[", "never", "between", "and", "ü", "\u{0}",
        "\n", "'", ",",
    ];
    let mut random = Random(17);
    for _ in 0..20_000 {
        let text: String = (0..random.below(12)).map(|_| pieces[random.below(pieces.len())]).collect();
        if let Err(error) = parse(&mut Formulas::new(), &text) {
            let _ = error.shown(&text);
        }
    }
}

#[test]
fn deep_formulas() {
    for (open, close) in
        [("(", ")"), ("!(", ")"), ("X ", ""), ("G F ", ""), ("p U (q R ", ")"), ("p -> ", "")]
    {
        let deep = format!("{}p{}", open.repeat(10_000), close.repeat(10_000));
        assert!(refused(&deep).message.contains("nested more than"), "{open}");
        let fair = format!("{}p{}", open.repeat(60), close.repeat(60));
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, &fair).expect("not deep");
        assert!(automaton(&formulas, formula, Limits::default()).is_ok(), "{open}");
    }
    for (open, close) in [("(", ")"), ("X ", ""), ("!(q && ", ")"), ("G(p -> X ", ")")] {
        let fair = format!("{}p{}", open.repeat(150), close.repeat(150));
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, &fair).expect("not deep");
        // Large or not: it ends, and does not run out of stack.
        let _ = automaton(&formulas, formula, Limits::default());
    }
    let chain = format!("p{}", " xor p".repeat(10_000));
    assert!(refused(&chain).message.contains("nested more than"));
    let long = format!("p{}", " && q || p".repeat(10_000));
    assert_eq!(read(&long), "p || (p && q)");
    assert!(refused(&"p & ".repeat(400_000)).message.contains("longer than"));
}

#[test]
fn what_is_too_long_to_read_is_not_printed() {
    let nested = format!("{}r{}", "never p before (".repeat(100), ")".repeat(100));
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, &nested).expect("a formula");
    assert_eq!(formulas.readable(formula), None);
    let formula = parse(&mut formulas, "never p before r").expect("a formula");
    assert_eq!(formulas.readable(formula).as_deref(), Some("F r -> (!p U r)"));
}

#[test]
fn sixty_four_propositions() {
    let all = |count: usize| (0..count).map(|it| format!("p{it}")).collect::<Vec<_>>().join(" & ");
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, &format!("F({})", all(64))).expect("64 are fine");
    let made = automaton(&formulas, formula, Limits::default()).expect("small");
    assert_eq!((made.states(), made.successors(made.initial(), u64::MAX).len()), (2, 1));
    let error = refused(&format!("F({})", all(65)));
    assert!(error.message.contains("at most 64 propositions"), "{error:?}");
}

#[test]
fn what_is_too_large_is_refused() {
    let all: Vec<String> = (0..40).map(|it| format!("F p{it}")).collect();
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, &all.join(" & ")).expect("a formula");
    let limits = Limits { states: 1000, edges: 100_000 };
    let error = automaton(&formulas, formula, limits).expect_err("2^40 states");
    assert!(error.to_string().contains("too large"), "{error}");
}
