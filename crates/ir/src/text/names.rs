//! Names for printing: unique within their table, so that two variables of one name are not confused.
//!
//! The name of a C++ function is its whole signature. Where it is used, the qualified name alone is shown.

use crate::body::Function;
use crate::id::{LabelId, LocalId, StrId, SymbolId};
use crate::unit::Unit;
use std::collections::{HashMap, HashSet};

/// The names of a unit's symbols.
pub struct Names<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// Source names that several symbols have; these print as the linker knows them.
    ambiguous: HashSet<&'u str>,
}

impl<'u> Names<'u> {
    /// Prepares the names of a verified unit.
    pub fn new(unit: &'u Unit) -> Names<'u> {
        let mut count: HashMap<&str, u32> = HashMap::new();
        for symbol in &unit.symbols {
            *count.entry(short(unit.str(symbol.name))).or_default() += 1;
        }
        let ambiguous = count.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
        Names { unit, ambiguous }
    }

    /// A symbol's name.
    pub fn symbol(&self, id: SymbolId) -> &'u str {
        let symbol = &self.unit.symbols[id.index()];
        let name = short(self.unit.str(symbol.name));
        let plain = !name.is_empty() && !self.ambiguous.contains(name);
        if plain || symbol.assembler == StrId::NONE { name } else { self.unit.str(symbol.assembler) }
    }
}

/// `B::f` of `virtual int B::f(int) const [with T = int]`; any other name as it is.
fn short(name: &str) -> &str {
    let name = name.split_once(" [with ").map_or(name, |(name, _)| name);
    if !name.ends_with([')', 't', '&']) || !name.contains('(') {
        return name;
    }
    // An operator's name may hold brackets itself, and a conversion's holds spaces.
    let operator = name.rfind("operator").filter(|at| {
        !name[at + 8..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && !name[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    });
    let (stem, end) = match operator {
        Some(at) => {
            let after = &name[at + 8..];
            let symbol = if after.starts_with("()") { 2 } else { after.find('(').unwrap_or(after.len()) };
            (at, at + 8 + symbol)
        }
        None => {
            let Some(open) = last_group(name) else { return name };
            (open, open)
        }
    };
    let start = word_start(&name[..stem]);
    if start < end { &name[start..end] } else { name }
}

/// Where the last pair of parentheses outside of other brackets opens.
fn last_group(name: &str) -> Option<usize> {
    let mut depth = 0u32;
    let mut last = None;
    for (at, c) in name.char_indices() {
        match c {
            '(' | '<' | '{' | '[' => {
                if depth == 0 && c == '(' {
                    last = Some(at);
                }
                depth += 1;
            }
            ')' | '>' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    last
}

/// Where the last word outside of brackets starts.
fn word_start(text: &str) -> usize {
    let mut depth = 0u32;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | '>' | '}' | ']' => depth += 1,
            '(' | '<' | '{' | '[' => depth = depth.saturating_sub(1),
            ' ' | '*' | '&' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// The names of a function's locals.
pub(super) struct LocalNames {
    names: Vec<String>,
}

impl LocalNames {
    pub(super) fn new(unit: &Unit, function: &Function) -> LocalNames {
        let mut seen = HashSet::new();
        let names = (0..)
            .zip(&function.locals)
            .map(|(at, local)| match unit.str(local.name) {
                "" => LocalId(at).to_string(),
                name if seen.insert(local.name) => name.to_owned(),
                name => format!("{name}#{at}"),
            })
            .collect();
        LocalNames { names }
    }

    pub(super) fn get(&self, local: LocalId) -> &str {
        &self.names[local.index()]
    }
}

/// A label's name.
pub(super) fn label(unit: &Unit, function: &Function, id: LabelId) -> String {
    match unit.str(function.labels[id.index()].name) {
        "" => id.to_string(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn signatures_are_shortened() {
        let cases = [
            ("main", "main"),
            ("int g(A&, int)", "g"),
            ("virtual int B::f(int) const", "B::f"),
            (
                "static constexpr size_t std::char_traits<char>::length(const char_type*)",
                "std::char_traits<char>::length",
            ),
            ("T twice(T) [with T = int]", "twice"),
            ("int main()::S::f(void (*)(int))", "main()::S::f"),
            ("bool std::less<int>::operator()(int, int) const", "std::less<int>::operator()"),
            ("A::operator bool()", "A::operator bool"),
            ("std::ostream& operator<<(std::ostream&, const char*)", "operator<<"),
            ("*.LTHUNK0", "*.LTHUNK0"),
            ("(", "("),
            ("operator", "operator"),
            ("operator(", "operator("),
            ("()", "()"),
        ];
        for (name, expected) in cases {
            assert_eq!(short(name), expected);
        }
    }
}
