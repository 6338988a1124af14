//! The words of a formula: operators in the spellings of Spot, SPIN, PSL and plain English, propositions, brackets.
//!
//! As in Spot, `F`, `G` and `X` need no blank before a name: `GFp1` is `G F p1`, and `Flag` is `F lag`. A digit after
//! them makes a name (`X1`). C expressions stand in braces and are not looked into, except for braces and quotes.

use crate::parse::ParseError;
use std::ops::Range;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    True,
    False,
    /// `{C expression}`, without the braces.
    Expression(String),
    Name(String),
    Open,
    Close,
    Comma,
    Not,
    And,
    Or,
    Implies,
    Iff,
    Xor,
    Next,
    Finally,
    Globally,
    Until,
    WeakUntil,
    Release,
    StrongRelease,
    /// `never`, `always`, `eventually`: operators that a scope may follow.
    Pattern(Pattern),
    /// `responds to`
    Responds,
    /// `precedes`
    Precedes,
    Before,
    After,
    Between,
    /// `and` is an operator, except in `between q and r`.
    End,
}

/// What is said of one proposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Absence,
    Universality,
    Existence,
}

/// A word and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) at: Range<usize>,
}

/// Signs, longer ones first.
const SIGNS: &[(&str, Token)] = &[
    ("<->", Token::Iff),
    ("<=>", Token::Iff),
    ("-->", Token::Implies),
    ("<-->", Token::Iff),
    ("->", Token::Implies),
    ("=>", Token::Implies),
    ("[]", Token::Globally),
    ("<>", Token::Finally),
    ("()", Token::Next),
    ("&&", Token::And),
    ("||", Token::Or),
    ("/\\", Token::And),
    ("\\/", Token::Or),
    ("&", Token::And),
    ("|", Token::Or),
    ("*", Token::And),
    ("+", Token::Or),
    ("!=", Token::End),
    ("!", Token::Not),
    ("~", Token::Not),
    ("^", Token::Xor),
    ("(", Token::Open),
    (")", Token::Close),
    (",", Token::Comma),
    ("\u{2227}", Token::And),
    ("\u{2228}", Token::Or),
    ("\u{ac}", Token::Not),
    ("\u{2192}", Token::Implies),
    ("\u{2194}", Token::Iff),
    ("\u{2295}", Token::Xor),
    ("\u{25a1}", Token::Globally),
    ("\u{25c7}", Token::Finally),
    ("\u{25cb}", Token::Next),
];

fn word(text: &str) -> Option<Token> {
    Some(match text {
        "true" | "1" | "tt" | "TRUE" => Token::True,
        "false" | "0" | "ff" | "FALSE" => Token::False,
        "X" | "next" => Token::Next,
        "F" | "finally" => Token::Finally,
        "G" | "globally" => Token::Globally,
        "U" | "until" => Token::Until,
        "W" | "weakuntil" => Token::WeakUntil,
        "R" | "V" | "release" | "releases" => Token::Release,
        "M" | "strongrelease" => Token::StrongRelease,
        "not" => Token::Not,
        "and" => Token::And,
        "or" => Token::Or,
        "xor" => Token::Xor,
        "implies" => Token::Implies,
        "iff" | "equivalent" => Token::Iff,
        "never" | "absence" => Token::Pattern(Pattern::Absence),
        "always" | "universality" => Token::Pattern(Pattern::Universality),
        "eventually" | "sometimes" | "existence" => Token::Pattern(Pattern::Existence),
        "responds" | "response" => Token::Responds,
        "precedes" | "precedence" => Token::Precedes,
        "before" => Token::Before,
        "after" => Token::After,
        "between" => Token::Between,
        _ => return None,
    })
}

/// Cuts a formula into words; the last one is `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Placed>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if let Some(length) = comment(rest) {
            at += length;
        } else if first == '{' {
            let length = braces(text, at)?;
            let inside = text[at + 1..at + length - 1].trim();
            if inside.is_empty() {
                return Err(ParseError::new("these braces are empty", at..at + length)
                    .advice("write a C expression in them, as in {head != 0}"));
            }
            tokens.push(Placed { token: Token::Expression(inside.to_owned()), at: at..at + length });
            at += length;
        } else if first == '"' {
            let Some(end) = rest[1..].find('"') else {
                return Err(
                    ParseError::new("this quote has no end", at..at + 1).advice("add a \" behind the name")
                );
            };
            tokens.push(Placed { token: Token::Name(rest[1..=end].to_owned()), at: at..at + end + 2 });
            at += end + 2;
        } else if is_name(first) {
            let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            names(&rest[..length], at, &mut tokens);
            at += length;
        } else if let Some((sign, token)) = sign(rest) {
            if *token == Token::End {
                return Err(comparison(text, at, sign.len()));
            }
            tokens.push(Placed { token: token.clone(), at: at..at + sign.len() });
            at += sign.len();
        } else {
            return Err(comparison(text, at, first.len_utf8()));
        }
    }
    join(&mut tokens);
    tokens.push(Placed { token: Token::End, at: text.len()..text.len() });
    Ok(tokens)
}

fn sign(rest: &str) -> Option<&'static (&'static str, Token)> {
    SIGNS.iter().filter(|(sign, _)| rest.starts_with(sign)).max_by_key(|(sign, _)| sign.len())
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

/// A comment of C.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        Some(rest.find('\n').unwrap_or(rest.len()))
    } else if rest.starts_with("/*") {
        Some(rest.find("*/").map_or(rest.len(), |end| end + 2))
    } else {
        None
    }
}

/// What to say of a sign that no operator begins with: most often it belongs to a C expression.
fn comparison(text: &str, at: usize, length: usize) -> ParseError {
    let sign = &text[at..at + length];
    let error = ParseError::new(&format!("`{sign}` is no operator of formulas"), at..at + length);
    match sign {
        "=" | "<" | ">" | "!=" | "-" | "/" | "%" => {
            error.advice("put C expressions into braces, as in G {count <= 3}")
        }
        "[" => error.advice("bounds such as X[3] are not supported; write X X X"),
        "}" => error.advice("remove it, or add the { that it belongs to"),
        "@" | "#" | "$" => error.advice("put names with such characters into quotes"),
        _ => error,
    }
}

/// The length of what is in braces; quotes of C may have braces in them.
fn braces(text: &str, at: usize) -> Result<usize, ParseError> {
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    for (offset, c) in text[at..].char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    return Ok(offset + 1);
                }
            }
            _ => {}
        }
    }
    Err(ParseError::new("this brace has no end", at..at + 1).advice("add a } behind the C expression"))
}

/// A word, or operators and a name that follow each other without blanks.
fn names(text: &str, at: usize, tokens: &mut Vec<Placed>) {
    let mut from = 0;
    loop {
        let rest = &text[from..];
        if let Some(token) = word(rest) {
            tokens.push(Placed { token, at: at + from..at + text.len() });
            return;
        }
        let mut letters = rest.chars();
        let (first, second) = (letters.next(), letters.next());
        let prefix = match first {
            Some('F') => Token::Finally,
            Some('G') => Token::Globally,
            Some('X') => Token::Next,
            _ => Token::End,
        };
        if prefix == Token::End || !second.is_some_and(|it| it.is_alphabetic() || it == '_') {
            tokens.push(Placed { token: Token::Name(rest.to_owned()), at: at + from..at + text.len() });
            return;
        }
        tokens.push(Placed { token: prefix, at: at + from..at + from + 1 });
        from += 1;
    }
}

/// Makes one word of `weak until`, `strong release`, `responds to`.
fn join(tokens: &mut Vec<Placed>) {
    let mut joined: Vec<Placed> = Vec::with_capacity(tokens.len());
    for token in tokens.drain(..) {
        let together = match (joined.last().map(|it| &it.token), &token.token) {
            (Some(Token::Name(weak)), Token::Until) if weak == "weak" => Some(Token::WeakUntil),
            (Some(Token::Name(strong)), Token::Until) if strong == "strong" => Some(Token::Until),
            (Some(Token::Name(strong)), Token::Release) if strong == "strong" => Some(Token::StrongRelease),
            (Some(Token::Responds), Token::Name(to)) if to == "to" => Some(Token::Responds),
            _ => None,
        };
        match (together, joined.last_mut()) {
            (Some(both), Some(last)) => {
                last.token = both;
                last.at.end = token.at.end;
            }
            _ => joined.push(token),
        }
    }
    *tokens = joined;
}
