//! Names for printing: unique within their table, so that two variables of one name are not confused.
//!
//! The name of a C++ function has its parameters: `Stack<int>::push(int)`. Where it is used, they are not shown.

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
            *count.entry(without_parameters(unit.str(symbol.name))).or_default() += 1;
        }
        let ambiguous = count.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
        Names { unit, ambiguous }
    }

    /// A symbol's name.
    pub fn symbol(&self, id: SymbolId) -> &'u str {
        let symbol = &self.unit.symbols[id.index()];
        let name = without_parameters(self.unit.str(symbol.name));
        let plain = !name.is_empty() && !self.ambiguous.contains(name);
        if plain || symbol.assembler == StrId::NONE { name } else { self.unit.str(symbol.assembler) }
    }
}

/// `B::f` of `B::f(int) const`; any other name as it is.
pub fn without_parameters(name: &str) -> &str {
    let mut signature = name;
    while let Some(rest) =
        [" const", " volatile", "&", " "].into_iter().find_map(|end| signature.strip_suffix(end))
    {
        signature = rest;
    }
    let stem = match signature.ends_with(')') {
        true => &signature[..last_group(signature).unwrap_or(0)],
        false => "",
    };
    // `operator()` alone is a name, and so is `(anonymous namespace)`.
    if stem.is_empty() || (stem.ends_with("operator") && signature.ends_with("operator()")) {
        return name;
    }
    stem
}

/// Where the parentheses that a text ends with open.
fn last_group(text: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth <= 1 => return Some(at),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
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
    use super::without_parameters;

    #[test]
    fn parameters_are_left_out() {
        let cases = [
            ("main", "main"),
            ("g(A&, int)", "g"),
            ("B::f(int) const", "B::f"),
            ("B::g() const volatile &", "B::g"),
            ("B::g() &&", "B::g"),
            ("std::char_traits<char>::length(char const*)", "std::char_traits<char>::length"),
            ("main::S::f(void (*)(int))", "main::S::f"),
            ("std::less<int>::operator()(int, int) const", "std::less<int>::operator()"),
            ("A::operator bool()", "A::operator bool"),
            ("operator<<(std::ostream&, char const*)", "operator<<"),
            ("bool operator< <int>(A<int>)", "bool operator< <int>"),
            ("(anonymous namespace)::f(int)", "(anonymous namespace)::f"),
            ("(anonymous namespace)::count", "(anonymous namespace)::count"),
            ("f(int)::count", "f(int)::count"),
            ("main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()"),
            ("A::operator()", "A::operator()"),
            (".LTHUNK0", ".LTHUNK0"),
            ("(", "("),
            (")", ")"),
            ("operator", "operator"),
            ("operator(", "operator("),
            ("()", "()"),
        ];
        for (name, expected) in cases {
            assert_eq!(without_parameters(name), expected);
        }
    }
}
