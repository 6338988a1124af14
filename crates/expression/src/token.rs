//! The words that an expression consists of: names, numbers, characters, texts and signs.

use crate::Refusal;
use crate::parse::Expr;

/// A word of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Number(Expr),
    Text(String),
    Sign(&'static str),
}

const SIGNS: [&str; 44] = [
    "<<=", ">>=", "...", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "::", "(", ")", "[", "]", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~",
    "!", "<", ">", "=", "?", ":", ",",
];

/// A token in words.
pub(crate) fn described(token: &Token) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Number(_) => "a number".to_owned(),
        Token::Text(_) => "a text in quotes".to_owned(),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}

/// Cuts a text into its tokens.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Refusal> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if first.is_ascii_digit() {
            let length = number_length(rest);
            out.push(Token::Number(number(&rest[..length])?));
            length
        } else if is_word(first) {
            let length =
                file_length(rest).unwrap_or_else(|| rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
            out.push(Token::Name(rest[..length].to_owned()));
            length
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or("a text in quotes does not end")?;
            out.push(Token::Text(rest[1..=end].to_owned()));
            end + 2
        } else if first == '\'' {
            let (value, length) = character(rest)?;
            out.push(Token::Number(Expr::Integer { value, unsigned: false, long: false, decimal: true }));
            length
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = *sign.ok_or_else(|| format!("`{first}` does not belong into an expression"))?;
            out.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

/// How long the name of a file is, if that is what comes first and `::` follows it: `queue.c::head`.
fn file_length(text: &str) -> Option<usize> {
    let length = text.find(|c: char| !(c.is_alphanumeric() || "_./-".contains(c)))?;
    (text[..length].contains('.') && text[length..].starts_with("::")).then_some(length)
}

/// How long a number is: with its point, exponent and suffix.
fn number_length(text: &str) -> usize {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let mut before = '0';
    for (at, c) in text.char_indices() {
        let exponent = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !hex;
        if !(c.is_ascii_alphanumeric() || c == '.' || exponent) {
            return at;
        }
        before = c;
    }
    text.len()
}

fn number(text: &str) -> Result<Expr, Refusal> {
    let wrong = || format!("`{text}` is no number");
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    let lower = digits.to_ascii_lowercase();
    let decimal = !lower.starts_with('0');
    let parsed = if let Some(hex) = lower.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else if lower.contains(['.', 'e']) {
        let value = match lower.strip_suffix('f') {
            Some(single) => single.parse::<f32>().ok().map(f64::from),
            None => lower.parse().ok(),
        };
        let single = lower.ends_with('f');
        return value.map(|value| Expr::Real { value, single }).ok_or_else(wrong);
    } else if lower.len() > 1 && lower.starts_with('0') {
        u64::from_str_radix(&lower[1..], 8)
    } else {
        lower.parse()
    };
    let value = parsed.map_err(|_| wrong())?;
    Ok(Expr::Integer { value, unsigned, long, decimal })
}

/// A character in quotes, and how many bytes it takes. Of those beyond ASCII it depends on the machine what they are.
fn character(text: &str) -> Result<(u64, usize), Refusal> {
    let inside = &text[1..];
    let first = inside.chars().next().ok_or("a character in quotes does not end")?;
    let (value, length) =
        if first == '\\' { escaped(&inside[1..])? } else { (u64::from(first), first.len_utf8()) };
    if value > 0x7f {
        return Err("a character in quotes is one of ASCII: write the number of any other".to_owned());
    }
    match inside[length..].starts_with('\'') {
        true => Ok((value, length + 2)),
        false => Err("a character in quotes does not end".to_owned()),
    }
}

/// The character that stands behind a backslash, and how many bytes it takes with that.
fn escaped(text: &str) -> Result<(u64, usize), Refusal> {
    let digits = |text: &str, radix: u32, most: usize| {
        let length = text.chars().take(most).take_while(|it| it.is_digit(radix)).count();
        u64::from_str_radix(&text[..length], radix).ok().map(|value| (value, length))
    };
    if let Some((value, length)) = digits(text, 8, 3) {
        return Ok((value, 1 + length));
    }
    let first = text.chars().next().ok_or("a character in quotes does not end")?;
    let value = match first {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        '\'' | '"' | '\\' | '?' => u64::from(first),
        'x' => {
            let (value, length) = digits(&text[1..], 16, 8).ok_or("`\\x` needs digits")?;
            return Ok((value, 2 + length));
        }
        _ => return Err(format!("`\\{first}` is no character of C")),
    };
    Ok((value, 2))
}
