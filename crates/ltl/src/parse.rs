//! From text to a formula, or to what is wrong with the text: where, and what to write instead.
//!
//! Operators bind as in Spot: `!`, `X`, `F`, `G` and the words that stand in front bind most, then `U R W M` (to the
//! right), `&&`, `||`, `xor`, `<->`, `->` (both to the right), and least the patterns that stand between two formulas
//! (`responds to`, `precedes`).

use crate::formula::{Atom, AtomKind, FormulaId, Formulas};
use crate::pattern::{self, Scope};
use crate::token::{Pattern, Placed, Token, tokens};
use std::fmt;
use std::ops::Range;

/// How deep a formula may be nested.
pub const MAX_DEPTH: u32 = 1000;

/// How long a formula may be, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;

/// How many propositions a formula may have.
pub const MAX_PROPOSITIONS: usize = 64;

/// What is wrong with a text, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub advice: Option<String>,
    /// Where, in bytes.
    pub at: Range<usize>,
}

impl ParseError {
    pub(crate) fn new(message: &str, at: Range<usize>) -> ParseError {
        ParseError { message: message.to_owned(), advice: None, at }
    }

    pub(crate) fn advice(mut self, advice: &str) -> ParseError {
        self.advice = Some(advice.to_owned());
        self
    }

    /// The line of the text with a mark below.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        let start = text[..self.at.start].rfind('\n').map_or(0, |it| it + 1);
        let end = text[start..].find('\n').map_or(text.len(), |it| start + it);
        // A long line is shown around the place.
        let columns = |range: Range<usize>| text[range].chars().count();
        let hidden = columns(start..self.at.start).saturating_sub(60);
        let line: String = text[start..end].chars().skip(hidden).take(100).map(visible).collect();
        let before = columns(start..self.at.start) - hidden;
        let width =
            columns(self.at.start..self.at.end.min(end).max(self.at.start)).clamp(1, 100 - before.min(99));
        let mark = "^".repeat(width);
        let advice = self.advice.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
        format!("  | {line}\n  | {}{mark}{advice}", " ".repeat(before))
    }
}

/// A character that takes one column and does nothing to a terminal.
fn visible(c: char) -> char {
    if c == '\t' {
        ' '
    } else if c.is_control() {
        '?'
    } else {
        c
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula.
pub fn parse(formulas: &mut Formulas, text: &str) -> Result<FormulaId, ParseError> {
    if text.len() > MAX_LENGTH {
        let message = format!("the formula is longer than {MAX_LENGTH} bytes");
        return Err(ParseError::new(&message, 0..0));
    }
    let tokens = tokens(text)?;
    if let [only] = &tokens[..] {
        return Err(
            ParseError::new("there is no formula", only.at.clone()).advice("write one, as in G {x >= 0}")
        );
    }
    let mut parser = Parser { formulas, tokens, next: 0, depth: 0 };
    let formula = parser.formula()?;
    match parser.peek() {
        Token::End => Ok(formula),
        _ => Err(parser.unexpected("an operator")),
    }
}

struct Parser<'a> {
    formulas: &'a mut Formulas,
    tokens: Vec<Placed>,
    next: usize,
    depth: u32,
}

/// How strongly an operator between two formulas binds, and whether operators like it group to the right.
fn binding(token: &Token) -> Option<(u32, bool)> {
    Some(match token {
        Token::Implies => (1, true),
        Token::Iff => (2, true),
        Token::Xor => (3, false),
        Token::Or => (4, false),
        Token::And => (5, false),
        Token::Until | Token::WeakUntil | Token::Release | Token::StrongRelease => (6, true),
        _ => return None,
    })
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn place(&self) -> Range<usize> {
        self.tokens[self.next].at.clone()
    }

    fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        if token != Token::End {
            self.next += 1;
        }
        token
    }

    fn take(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.next += 1;
        }
        found
    }

    /// What to say where the text does not go on as it must.
    fn unexpected(&self, wanted: &str) -> ParseError {
        let at = self.place();
        let error = |what: &str, advice: &str| ParseError::new(what, at.clone()).advice(advice);
        match (self.peek(), wanted) {
            (Token::End, "an operand") => error("the formula ends too early", "a formula is missing here"),
            (Token::End, wanted) => error("the formula ends too early", &format!("{wanted} is missing here")),
            (Token::Close, "an operator") => {
                error("this parenthesis closes nothing", "remove it, or add a (")
            }
            (
                Token::Name(_) | Token::Expression(_) | Token::Open | Token::True | Token::False,
                "an operator",
            ) => error("there is no operator in front of this", "add one, such as && or ->"),
            (
                Token::Not | Token::Next | Token::Finally | Token::Globally | Token::Pattern(_),
                "an operator",
            ) => error("there is no operator between two formulas here", "add one, such as && or ->"),
            (Token::Before | Token::After | Token::Between, "an operator") => error(
                "this scope has no pattern in front of it",
                "scopes follow never, always, eventually, responds and precedes",
            ),
            (it, "an operand") if binding(it).is_some() => {
                error("this operator has nothing in front of it", "add a formula before it")
            }
            (_, "an operand") => error("a formula is missing here", "write one before this"),
            (_, wanted) => error(&format!("{wanted} is missing here"), "add it"),
        }
    }

    /// Goes one level down.
    fn deeper<T>(&mut self, go: impl FnOnce(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("the formula is nested more than {MAX_DEPTH} levels deep here");
            return Err(ParseError::new(&message, self.place()));
        }
        let result = go(self)?;
        self.depth -= 1;
        Ok(result)
    }

    /// A formula with patterns between two.
    fn formula(&mut self) -> Result<FormulaId, ParseError> {
        let left = self.operators(0)?;
        let pattern = match self.peek() {
            Token::Responds => pattern::response,
            Token::Precedes => pattern::precedence,
            _ => return Ok(left),
        };
        self.advance();
        let right = self.operators(0)?;
        let scope = self.scope()?;
        Ok(pattern(self.formulas, left, right, scope))
    }

    /// Operators between two formulas that bind at least this strongly.
    fn operators(&mut self, least: u32) -> Result<FormulaId, ParseError> {
        let mut left = self.operand()?;
        while let Some((strength, right)) = binding(self.peek())
            && strength >= least
        {
            let operator = self.advance();
            if matches!(operator, Token::And | Token::Or) {
                left = self.chain(left, &operator, strength)?;
                continue;
            }
            let next = if right { strength } else { strength + 1 };
            let other = self.deeper(|it| it.operators(next))?;
            left = match operator {
                Token::Implies => self.formulas.implies(left, other),
                Token::Iff => self.formulas.iff(left, other),
                Token::Xor => self.formulas.xor(left, other),
                Token::Until => self.formulas.until(left, other),
                Token::WeakUntil => self.formulas.weak_until(left, other),
                Token::Release => self.formulas.release(left, other),
                _ => self.formulas.strong_release(left, other),
            };
            self.check_depth(left)?;
        }
        Ok(left)
    }

    /// `f && g && …`, whose first operator was read.
    fn chain(&mut self, first: FormulaId, operator: &Token, strength: u32) -> Result<FormulaId, ParseError> {
        let mut all = vec![first];
        loop {
            all.push(self.deeper(|it| it.operators(strength + 1))?);
            if !self.take(operator) {
                break;
            }
        }
        Ok(if *operator == Token::And { self.formulas.and(all) } else { self.formulas.or(all) })
    }

    /// Chains of operators that group to the left nest without recursion here, but with recursion later.
    fn check_depth(&self, formula: FormulaId) -> Result<(), ParseError> {
        if self.formulas.facts(formula).depth <= 2 * MAX_DEPTH {
            return Ok(());
        }
        let message = format!("the formula is nested more than {} levels deep here", 2 * MAX_DEPTH);
        Err(ParseError::new(&message, self.place()))
    }

    /// A proposition, something in parentheses, or an operator in front of a formula.
    fn operand(&mut self) -> Result<FormulaId, ParseError> {
        let place = self.place();
        let error = self.unexpected("an operand");
        match self.advance() {
            Token::True => Ok(Formulas::TRUE),
            Token::False => Ok(Formulas::FALSE),
            Token::Expression(text) => self.atom(Atom { text, kind: AtomKind::Expression }, place),
            Token::Name(text) => self.atom(Atom { text, kind: AtomKind::Name }, place),
            Token::Open => {
                let inside = self.deeper(Self::formula)?;
                match self.take(&Token::Close) {
                    true => Ok(inside),
                    false if *self.peek() == Token::End => {
                        Err(ParseError::new("this parenthesis has no end", place)
                            .advice("add a ) behind what belongs into it"))
                    }
                    false => Err(self.unexpected("an operator")),
                }
            }
            Token::Not => {
                let f = self.deeper(Self::operand)?;
                Ok(self.formulas.not(f))
            }
            Token::Next => {
                let f = self.deeper(Self::operand)?;
                Ok(self.formulas.next(f))
            }
            Token::Finally => {
                let f = self.deeper(Self::operand)?;
                Ok(self.formulas.finally(f))
            }
            Token::Globally => {
                let f = self.deeper(Self::operand)?;
                Ok(self.formulas.globally(f))
            }
            Token::Pattern(pattern) => {
                let f = self.deeper(Self::operand)?;
                let scope = self.scope()?;
                Ok(match pattern {
                    Pattern::Absence => pattern::absence(self.formulas, f, scope),
                    Pattern::Universality => pattern::universality(self.formulas, f, scope),
                    Pattern::Existence => pattern::existence(self.formulas, f, scope),
                })
            }
            Token::Responds => self.call(pattern::response),
            Token::Precedes => self.call(pattern::precedence),
            _ => Err(error),
        }
    }

    /// `(f, g)` and a scope, behind the name of a pattern.
    fn call(
        &mut self,
        pattern: fn(&mut Formulas, FormulaId, FormulaId, Scope) -> FormulaId,
    ) -> Result<FormulaId, ParseError> {
        let missing = |it: &Self, what: &str| {
            let message = format!("{what} is missing here");
            ParseError::new(&message, it.place())
                .advice("write responds(answer, request) or precedes(first, second)")
        };
        if !self.take(&Token::Open) {
            return Err(missing(self, "a parenthesis"));
        }
        let f = self.deeper(Self::formula)?;
        if !self.take(&Token::Comma) {
            return Err(missing(self, "a comma and a second formula"));
        }
        let g = self.deeper(Self::formula)?;
        if !self.take(&Token::Close) {
            return Err(missing(self, "a closing parenthesis"));
        }
        let scope = self.scope()?;
        Ok(pattern(self.formulas, f, g, scope))
    }

    /// When a pattern is to hold.
    fn scope(&mut self) -> Result<Scope, ParseError> {
        match self.peek() {
            Token::Before => {
                self.advance();
                Ok(Scope::Before(self.deeper(Self::operand)?))
            }
            Token::After => {
                self.advance();
                let from = self.deeper(Self::operand)?;
                if !self.take(&Token::Until) {
                    return Ok(Scope::After(from));
                }
                Ok(Scope::AfterUntil(from, self.deeper(Self::operand)?))
            }
            Token::Between => {
                self.advance();
                let from = self.deeper(Self::operand)?;
                if !self.take(&Token::And) {
                    let message = "`between` needs two formulas";
                    return Err(ParseError::new(message, self.place()).advice("write `between q and r`"));
                }
                Ok(Scope::Between(from, self.deeper(Self::operand)?))
            }
            _ => Ok(Scope::Globally),
        }
    }

    fn atom(&mut self, atom: Atom, at: Range<usize>) -> Result<FormulaId, ParseError> {
        let formula = self.formulas.atom(atom);
        if self.formulas.atoms().len() > MAX_PROPOSITIONS {
            let message =
                format!("a formula may have at most {MAX_PROPOSITIONS} propositions, and this is one more");
            return Err(ParseError::new(&message, at));
        }
        Ok(formula)
    }
}
