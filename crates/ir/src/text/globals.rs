//! Variables with static storage and their initial contents.

use super::ctype::declaration;
use super::initial::{initial, is_zero};
use super::names::Names;
use super::typedefs::room;
use crate::program::{DefinitionKind, Program};
use crate::unit::{Linkage, SymbolFlags, SymbolValue};
use std::fmt::{self, Write};

/// Writes every variable that the linker kept, with its initial value.
pub fn globals(out: &mut dyn Write, program: &Program) -> fmt::Result {
    let mut names: Option<(crate::program::UnitIndex, Names<'_>)> = None;
    for definition in program.definitions().iter().filter(|it| it.kind == DefinitionKind::Variable) {
        let index = definition.global.unit;
        if names.as_ref().map(|(of, _)| *of) != Some(index) {
            names = Some((index, Names::new(program.unit(index))));
        }
        let Some((_, names)) = &names else { continue };
        let symbol = program.symbol(definition.global);
        let SymbolValue::Variable(initializer) = &symbol.value else { continue };
        let unit = names.unit;
        let pos = unit.pos_text(symbol.place).unwrap_or_else(|| unit.str(unit.file).to_owned());
        let extent = program.extent(definition.global);
        write!(out, "// {pos}: {}", room(extent.size, extent.align))?;
        if let Some(address) = definition.address {
            write!(out, ", at {address:#x}")?;
        }
        writeln!(out)?;
        let marks = [
            (definition.linkage == Linkage::Local, "static "),
            (definition.linkage == Linkage::Weak, "/* weak */ "),
            (definition.linkage == Linkage::Comdat, "/* comdat */ "),
            (definition.linkage == Linkage::Common, "/* common */ "),
            (symbol.flags.contains(SymbolFlags::THREAD_LOCAL), "_Thread_local "),
        ];
        marks.iter().filter(|(holds, _)| *holds).try_for_each(|(_, mark)| out.write_str(mark))?;
        let name = names.symbol(definition.global.symbol);
        write!(out, "{}", declaration(unit, symbol.ty, name))?;
        if !is_zero(initializer) {
            out.write_str(" = ")?;
            initial(out, names, symbol.ty, initializer)?;
        }
        out.write_str(";\n")?;
    }
    Ok(())
}
