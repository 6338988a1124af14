//! Finding the functions that a user means by a name.
//!
//! A name is the source's (in C++ with or without parameters), the linker's, or any of them behind a file name where
//! several files have one: `list.c:insert`.

use super::Error;
use gmc_ir::body::Function;
use gmc_ir::program::{Definition, Global, Program};
use gmc_ir::text::without_parameters;
use gmc_ir::unit::Unit;

/// A function with the unit that it is in.
pub(super) struct Selected<'p> {
    pub(super) global: Global,
    pub(super) unit: &'p Unit,
    pub(super) function: &'p Function,
}

/// The functions of this name, at least one.
pub(super) fn functions<'p>(program: &'p Program, name: &str) -> Result<Vec<Selected<'p>>, Error> {
    let found: Vec<_> = matching(program, name).filter_map(|it| selected(program, it)).collect();
    if found.is_empty() { Err(Error::NoFunction(name.to_owned())) } else { Ok(found) }
}

/// The one function of this name.
pub(super) fn function<'p>(program: &'p Program, name: &str) -> Result<Selected<'p>, Error> {
    let mut found = functions(program, name)?;
    if found.len() > 1 {
        let full =
            |it: &Definition| format!("{}:{}", file(program.unit(it.global.unit)), program.name(it.global));
        let all: Vec<_> = matching(program, name).map(full).collect();
        return Err(Error::ManyFunctions { name: name.to_owned(), all: all.join(", ") });
    }
    Ok(found.swap_remove(0))
}

fn matching<'p>(program: &'p Program, name: &str) -> impl Iterator<Item = &'p Definition> {
    program.definitions().iter().filter(move |definition| {
        let unit = program.unit(definition.global.unit);
        let symbol = program.symbol(definition.global);
        let source = program.name(definition.global);
        [source, without_parameters(source), unit.str(symbol.assembler)].into_iter().any(|own| {
            let in_file = || name.strip_suffix(own)?.strip_suffix(':');
            own == name || in_file().is_some_and(|wanted| is_tail(file(unit), wanted))
        })
    })
}

fn selected<'p>(program: &'p Program, definition: &Definition) -> Option<Selected<'p>> {
    let function = program.function(definition.global)?;
    Some(Selected { global: definition.global, unit: program.unit(definition.global.unit), function })
}

fn file(unit: &Unit) -> &str {
    unit.str(unit.file)
}

/// `list.c` names `src/list.c`, but not `src/sortedlist.c`.
fn is_tail(path: &str, tail: &str) -> bool {
    path.strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails() {
        assert!(is_tail("src/list.c", "list.c") && is_tail("list.c", "list.c"));
        assert!(!is_tail("src/sortedlist.c", "list.c"));
    }
}
