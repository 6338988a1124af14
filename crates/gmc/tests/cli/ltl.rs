//! `gmc ltl`: formulas and automata, in and out.

use crate::sandbox::{Run, Sandbox, has};
use std::fs;

fn printed(arguments: &[&str]) -> String {
    let all = std::iter::once("ltl").chain(arguments.iter().copied());
    Sandbox::new().gmc(all).run().succeeded().stdout
}

#[test]
fn text() {
    let out = printed(&["G({req == 1} -> F {ack == 1})"]);
    for line in [
        "formula     G({req == 1} -> F {ack == 1})",
        "class       recurrence: something happens again and again",
        "stuttering  invariant: repeated states change nothing",
        "automaton   2 states, 4 edges, 1 acceptance set, deterministic",
        "state 0 (initial)",
        "  !{ack == 1}  ->  1",
    ] {
        assert!(out.lines().any(|it| it == line), "no “{line}” in:\n{out}");
    }
    let out = printed(&["--negate", "F p"]);
    assert!(out.contains("formula     !F p\n") && out.contains("class       safety"), "{out}");
    assert!(printed(&["p && !p"]).contains("example     none: nothing satisfies this"));
    assert!(printed(&["F(p && X p)"]).contains("counts steps"));
}

#[test]
fn formulas_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("formulas", "# two of them\n\nanswered: q responds to p\nG p\n");
    let out = sandbox.gmc(["ltl", "--file", "formulas"]).run().succeeded().stdout;
    assert!(
        out.contains("name        answered\nformula     G(p -> F q)\n") && out.contains("formula     G p\n"),
        "{out}"
    );
    let hoa = sandbox.gmc(["ltl", "--file", "formulas", "--format", "hoa"]).run().succeeded().stdout;
    assert_eq!(hoa.matches("HOA: v1").count(), 2);
    sandbox.write("wrong", "G p\nanswered: G(p ->\n");
    let ran = sandbox.gmc(["ltl", "--file", "wrong"]).run();
    assert_eq!(ran.code(), Some(2));
    assert!(
        ran.stderr.starts_with("gmc: error: wrong:2: the formula ends too early\n  | G(p ->\n"),
        "{}",
        ran.stderr
    );
    sandbox.write("empty", "# none\n");
    sandbox.gmc(["ltl", "--file", "empty"]).run().refused(&["empty has no formula"]);
    sandbox.gmc(["ltl", "--file", "none"]).run().refused(&["none cannot be read"]);
    sandbox.gmc(["ltl", "--file", "/dev/zero"]).run().refused(&["device"]);
}

#[test]
fn automata_of_other_tools() {
    let sandbox = Sandbox::new();
    let hoa = sandbox.gmc(["ltl", "G F a && F(b U c)", "--format", "hoa", "-o", "a.hoa"]).run();
    assert_eq!(hoa.succeeded().stdout, "");
    let again = sandbox.gmc(["ltl", "--hoa", "a.hoa", "--format", "hoa"]).run().succeeded().stdout;
    let body = |text: &str| text.split_once("States:").map(|it| it.1.to_owned()).expect("a number of states");
    assert_eq!(body(&again), body(&fs::read_to_string(sandbox.join("a.hoa")).expect("written")));
    let text = sandbox.gmc(["ltl", "--hoa", "a.hoa"]).run().succeeded().stdout;
    assert!(text.starts_with("file        a.hoa\nautomaton   2 states"), "{text}");
    sandbox.write("rabin.hoa", "HOA: v1\nStart: 0\nAcceptance: 2 Fin(0)&Inf(1)\n--BODY--\n--END--\n");
    sandbox.gmc(["ltl", "--hoa", "rabin.hoa"]).run().refused(&["rabin.hoa", "line 3", "Büchi"]);
}

#[test]
fn drawings() {
    let sandbox = Sandbox::new();
    assert!(printed(&["F p", "--format", "dot"]).starts_with("digraph automaton {"));
    if has("dot", "drawing with Graphviz") {
        assert!(printed(&["F p", "--format", "svg"]).contains("<svg"));
        sandbox.gmc(["ltl", "F {\"<&>\"}", "--format", "svg", "-o", "f.svg"]).run().succeeded();
        assert!(fs::read_to_string(sandbox.join("f.svg")).expect("a drawing").contains("&lt;&amp;&gt;"));
    }
    sandbox.gmc(["ltl", "F p", "--format", "svg"]).env("PATH", "").run().refused(&["Graphviz"]);
    sandbox.write("formulas", "F p\nG p\n");
    sandbox.gmc(["ltl", "--file", "formulas", "--format", "svg"]).run().refused(&["one formula"]);
}

#[test]
fn wrong_formulas() {
    for (formula, message) in [
        ("", "there is no formula"),
        ("G(p", "this parenthesis has no end"),
        ("G x == 3", "put C expressions into braces"),
        ("p \u{1b}[31m", "  | p ?[31m"),
    ] {
        let ran = Sandbox::new().gmc(["ltl", formula]).run();
        assert_eq!(ran.code(), Some(2), "{formula}");
        assert!(ran.stderr.starts_with("gmc: error: ") && ran.stderr.contains(message), "{}", ran.stderr);
        assert!(ran.stderr.contains('^') && !ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    }
    let deep = format!("{}p", "X ".repeat(10_000));
    let ran = Sandbox::new().gmc(["ltl", &deep]).run();
    assert!(ran.code() == Some(2) && ran.stderr.contains("more than 1000 levels deep"), "{}", ran.stderr);
    let many: Vec<String> = (0..65).map(|it| format!("p{it}")).collect();
    let ran = Sandbox::new().gmc(["ltl", &many.join(" || ")]).run();
    assert!(ran.code() == Some(2) && ran.stderr.contains("at most 64 propositions"), "{}", ran.stderr);
    let large: Vec<String> = (0..50).map(|it| format!("F p{it}")).collect();
    Sandbox::new().gmc(["ltl", &large.join(" && ")]).run().refused(&["too large"]);
}
