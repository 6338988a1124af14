//! Parses expressions of C that change nothing: names, members, elements, addresses, casts, arithmetic, comparisons.
//!
//! Invariants: what would change the run (assignments, calls) is refused, so evaluating an expression cannot. The tree
//! of an expression is at most [`MAX_DEPTH`] deep, so whoever walks it may recurse.

use crate::Refusal;
use crate::scope::Value;
use crate::token::{Token, described, tokens};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A name, which may be qualified.
    Name(String),
    /// What a name means, where that is known beforehand.
    Known(Box<Value>),
    /// A call, where the [`Dialect`] has calls.
    Call(Call),
    /// An integer.
    Integer {
        /// The number.
        value: u64,
        /// It has the suffix `u`.
        unsigned: bool,
        /// It has the suffix `l`.
        long: bool,
        /// It is written in decimal digits, so that no unsigned type is considered.
        decimal: bool,
    },
    /// A floating-point number.
    Real {
        /// The number.
        value: f64,
        /// It has the suffix `f`.
        single: bool,
    },
    /// `-`, `+`, `~`, `!`, `*`, `&`
    Unary(char, Box<Expr>),
    /// An operator with two sides.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `a.b`
    Member(Box<Expr>, String),
    /// `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// `(T)a`
    Cast(TypeName, Box<Expr>),
    /// `sizeof a`
    SizeOf(Box<Expr>),
    /// `sizeof(T)`
    SizeOfType(TypeName),
    /// `a ? b : c`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A call: `at(f)`, `label("name")`, `ended(2)`, `f()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub name: String,
    /// Its arguments: names, numbers or texts as they are written, texts without their quotes.
    pub arguments: Vec<String>,
}

/// What an expression may have beside what changes nothing anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Calls; whoever evaluates them says what they mean.
    pub calls: bool,
}

/// The name of a type: `struct node **` has two words and two stars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// Its words.
    pub words: Vec<String>,
    /// How many pointers deep.
    pub stars: usize,
}

/// Expressions are nested no deeper than this, in parentheses or in the tree: `1+1+1` is a tree of depth 3.
const MAX_DEPTH: usize = 200;

/// An expression and how deep its tree is.
struct Tree {
    expr: Expr,
    depth: usize,
}

impl Tree {
    fn leaf(expr: Expr) -> Tree {
        Tree { expr, depth: 1 }
    }

    /// The expression that `make` has of this one.
    fn wrap(self, make: impl FnOnce(Box<Expr>) -> Expr) -> Result<Tree, Refusal> {
        let depth = checked(self.depth + 1)?;
        Ok(Tree { expr: make(self.expr.into()), depth })
    }

    /// The expression that `make` has of these two.
    fn join(self, other: Tree, make: impl FnOnce(Box<Expr>, Box<Expr>) -> Expr) -> Result<Tree, Refusal> {
        let depth = checked(self.depth.max(other.depth) + 1)?;
        Ok(Tree { expr: make(self.expr.into(), other.expr.into()), depth })
    }
}

/// A depth that is not too great.
fn checked(depth: usize) -> Result<usize, Refusal> {
    if depth <= MAX_DEPTH { Ok(depth) } else { Err("the expression is nested too deeply".to_owned()) }
}

/// Operators with two sides; each row binds tighter than the one before.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Words that begin the name of a type.
const TYPE_WORDS: [&str; 16] = [
    "struct", "union", "enum", "class", "const", "volatile", "unsigned", "signed", "char", "short", "int",
    "long", "float", "double", "void", "_Bool",
];

/// Parses an expression; `is_type` says which names are types of the program.
///
/// # Errors
/// When it is none.
pub fn parse(text: &str, dialect: Dialect, is_type: &dyn Fn(&str) -> bool) -> Result<Expr, Refusal> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err("there is no expression".to_owned());
    }
    let mut parser = Parser { tokens, at: 0, depth: 0, dialect, is_type };
    let Tree { expr, .. } = parser.conditional()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(Token::Sign(
            sign
            @ ("=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--"),
        )) => Err(format!("`{sign}` would change the run, which is as it was recorded")),
        Some(Token::Sign("(")) => {
            Err("functions cannot be called here: the run is as it was recorded".to_owned())
        }
        Some(token) => Err(format!("{} is not expected here", described(token))),
    }
}

struct Parser<'t> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    dialect: Dialect,
    is_type: &'t dyn Fn(&str) -> bool,
}

impl Parser<'_> {
    fn accept(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Sign(it)) if *it == sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), Refusal> {
        if self.accept(sign) {
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            Some(token) => format!("`{sign}` is expected before {}", described(token)),
            None => format!("`{sign}` is missing at the end"),
        })
    }

    fn conditional(&mut self) -> Result<Tree, Refusal> {
        self.depth = checked(self.depth + 1)?;
        let mut tree = self.binary(0)?;
        if self.accept("?") {
            let yes = self.conditional()?;
            self.expect(":")?;
            let no = self.conditional()?;
            let depth = checked(tree.depth.max(yes.depth).max(no.depth) + 1)?;
            let expr = Expr::Conditional(tree.expr.into(), yes.expr.into(), no.expr.into());
            tree = Tree { expr, depth };
        }
        self.depth -= 1;
        Ok(tree)
    }

    fn binary(&mut self, level: usize) -> Result<Tree, Refusal> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|it| self.accept(it)) {
            let right = self.binary(level + 1)?;
            left = left.join(right, |left, right| Expr::Binary(operator, left, right))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Tree, Refusal> {
        self.depth = checked(self.depth + 1)?;
        let tree = self.prefixed();
        self.depth -= 1;
        tree
    }

    fn prefixed(&mut self) -> Result<Tree, Refusal> {
        for sign in ["-", "+", "~", "!", "*", "&"] {
            if self.accept(sign) {
                let first = sign.chars().next().unwrap_or('+');
                return self.unary()?.wrap(|it| Expr::Unary(first, it));
            }
        }
        if matches!(self.tokens.get(self.at), Some(Token::Name(it)) if it == "sizeof") {
            self.at += 1;
            if let Some(name) = self.type_in_parentheses()? {
                return Ok(Tree::leaf(Expr::SizeOfType(name)));
            }
            return self.unary()?.wrap(Expr::SizeOf);
        }
        if let Some(name) = self.type_in_parentheses()? {
            return self.unary()?.wrap(|it| Expr::Cast(name, it));
        }
        self.postfix()
    }

    /// The name of a type in parentheses, if that is what comes next.
    fn type_in_parentheses(&mut self) -> Result<Option<TypeName>, Refusal> {
        let is_type = |word: &str| TYPE_WORDS.contains(&word) || (self.is_type)(word);
        match self.tokens.get(self.at..self.at + 2) {
            Some([Token::Sign("("), Token::Name(word)]) if is_type(word) => {}
            _ => return Ok(None),
        }
        self.at += 1;
        let (mut words, mut stars) = (Vec::new(), 0);
        loop {
            match self.tokens.get(self.at) {
                Some(Token::Name(word)) => {
                    if !["const", "volatile"].contains(&word.as_str()) {
                        words.push(word.clone());
                    }
                }
                Some(Token::Sign("*")) => stars += 1,
                _ => break,
            }
            self.at += 1;
        }
        self.expect(")")?;
        Ok(Some(TypeName { words, stars }))
    }

    fn postfix(&mut self) -> Result<Tree, Refusal> {
        let mut tree = self.primary()?;
        loop {
            tree = if self.accept("[") {
                let index = self.conditional()?;
                self.expect("]")?;
                tree.join(index, Expr::Index)?
            } else if self.accept(".") {
                let name = self.name()?;
                tree.wrap(|it| Expr::Member(it, name))?
            } else if self.accept("->") {
                let name = self.name()?;
                tree.wrap(|it| Expr::Unary('*', it))?.wrap(|it| Expr::Member(it, name))?
            } else {
                return Ok(tree);
            }
        }
    }

    /// A name as C++ qualifies it.
    fn qualified(&mut self) -> Result<String, Refusal> {
        let mut name = self.name()?;
        while self.accept("::") {
            name = format!("{name}::{}", self.name()?);
        }
        Ok(name)
    }

    fn name(&mut self) -> Result<String, Refusal> {
        match self.tokens.get(self.at) {
            Some(Token::Name(name)) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => Err("the name of a member is missing".to_owned()),
        }
    }

    /// The arguments of a call, up to its closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<String>, Refusal> {
        let mut out = Vec::new();
        if self.accept(")") {
            return Ok(out);
        }
        loop {
            match self.tokens.get(self.at) {
                Some(Token::Name(_)) => out.push(self.qualified()?),
                Some(Token::Text(text)) => {
                    out.push(text.clone());
                    self.at += 1;
                }
                Some(Token::Number(Expr::Integer { value, .. })) => {
                    out.push(value.to_string());
                    self.at += 1;
                }
                _ => return Err("an argument of a call is a name, a number or a text in quotes".to_owned()),
            }
            if self.accept(")") {
                return Ok(out);
            }
            self.expect(",")?;
        }
    }

    fn primary(&mut self) -> Result<Tree, Refusal> {
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err("the expression ends too early".to_owned());
        };
        self.at += 1;
        match token {
            Token::Name(_) => {
                self.at -= 1;
                let name = self.qualified()?;
                if self.dialect.calls && self.accept("(") {
                    return Ok(Tree::leaf(Expr::Call(Call { name, arguments: self.arguments()? })));
                }
                Ok(Tree::leaf(Expr::Name(name)))
            }
            Token::Number(number) => Ok(Tree::leaf(number)),
            Token::Sign("(") => {
                let inner = self.conditional()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign(sign @ ("++" | "--")) => {
                Err(format!("`{sign}` would change the run, which is as it was recorded"))
            }
            token @ (Token::Sign(_) | Token::Text(_)) => {
                Err(format!("{} is not expected here", described(&token)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Expr, parse};

    fn shown(expr: &Expr) -> String {
        match expr {
            Expr::Name(name) => name.clone(),
            Expr::Known(value) => format!("{value:?}"),
            Expr::Call(call) => format!("{}({})", call.name, call.arguments.join(", ")),
            Expr::Integer { value, .. } => value.to_string(),
            Expr::Real { value, .. } => value.to_string(),
            Expr::Unary(sign, it) => format!("({sign}{})", shown(it)),
            Expr::Binary(sign, a, b) => format!("({}{sign}{})", shown(a), shown(b)),
            Expr::Member(it, name) => format!("{}.{name}", shown(it)),
            Expr::Index(it, index) => format!("{}[{}]", shown(it), shown(index)),
            Expr::Cast(name, it) => {
                format!("<{}{}>{}", name.words.join(" "), "*".repeat(name.stars), shown(it))
            }
            Expr::SizeOf(it) => format!("sizeof({})", shown(it)),
            Expr::SizeOfType(name) => format!("sizeof<{}{}>", name.words.join(" "), "*".repeat(name.stars)),
            Expr::Conditional(a, b, c) => format!("({}?{}:{})", shown(a), shown(b), shown(c)),
        }
    }

    fn read(text: &str) -> Result<String, String> {
        parse(text, Dialect::default(), &|name| name == "node").map(|it| shown(&it))
    }

    #[test]
    fn binding() {
        for (text, meaning) in [
            ("a + b * c - d", "((a+(b*c))-d)"),
            ("*p->next[3].x", "(*(*p).next[3].x)"),
            ("a < b == c && d | e", "(((a<b)==c)&&(d|e))"),
            ("(struct node *)p", "<struct node*>p"),
            ("(node)*p", "<node>(*p)"),
            ("(a)*p", "(a*p)"),
            ("sizeof(int) + sizeof x", "(sizeof<int>+sizeof(x))"),
            ("a ? b : c ? d : e", "(a?b:(c?d:e))"),
            ("-1 - -0x10u", "((-1)-(-16))"),
            ("'a' + '\\n' + 010 + 1.5e1", "(((97+10)+8)+15)"),
            (r"'\a' + '\0' + '\101' + '\x41' + '\''", "((((7+0)+65)+65)+39)"),
            ("0.1f + 0.1", "(0.10000000149011612+0.1)"),
            ("!!x", "(!(!x))"),
            ("ns::x", "ns::x"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(meaning), "{text}");
        }
    }

    #[test]
    fn nonsense() {
        for text in [
            "", "a +", "(a", "a b", "a[1", "1x", "p->", "\"text\"", "'a", "@", "a = 1", "a++", "++a", "f(1)",
            "0x", "'\\q'", "'\\xff'", "'\\x'", "'ab'", "''", "'", "'\\", "'é'", "1.5ff", "1e", "08",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read("a = 1").unwrap_err().contains("recorded"));
        let deep = "(".repeat(10_000);
        assert!(read(&deep).unwrap_err().contains("deeply"));
        let deep = "-".repeat(10_000) + "1";
        assert!(read(&deep).is_err());
    }

    /// Parts in a random order are an expression, or are refused.
    #[test]
    fn random_parts_never_panic() {
        const PARTS: [&str; 45] = [
            "a", "node", "1", "0x7f", "1.5f", "1e", "'a'", "'\\n'", "'\\", "'", "\"t\"", "\"", "(", ")", "[",
            "]", ".", "->", "+", "-", "*", "&", "!", "~", "==", "<", "<<", "?", ":", "::", ",", "sizeof",
            "struct", "int", "{", "é", "\u{0}", "\\", "at(", "f()", "a.c::b", "=", "++", " ", "08",
        ];
        let (mut state, mut accepted) = (1u64, 0);
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        for _ in 0..200_000 {
            let length = 1 + below(8);
            let text: String = (0..length).map(|_| PARTS[below(PARTS.len())]).collect();
            let calls = below(2) == 0;
            accepted += u32::from(parse(&text, Dialect { calls }, &|name| name == "node").is_ok());
        }
        assert!(accepted > 1_000, "{accepted}");
    }

    #[test]
    fn chains_are_deep_trees() {
        for (first, link, last) in [
            ("1", "+1", ""),
            ("a", "&&a", ""),
            ("a", "[0]", ""),
            ("a", ".a", ""),
            ("a", "->a", ""),
            ("", "a?", "b:c"),
            ("", "a?b:", "c"),
            ("", "(int)", "a"),
            ("", "sizeof ", "a"),
            ("", "*", "a"),
            ("", "(a+", "a"),
        ] {
            let refused = read(&format!("{first}{}{last}", link.repeat(20_000)));
            assert!(refused.unwrap_err().contains("deeply"), "{link}");
        }
        assert!(read(&format!("a{}", "->next".repeat(90))).is_ok());
        assert!(read(&format!("1{}", "+1".repeat(190))).is_ok());
    }
}
