//! Lists: the functions of the program, what it refers to but does not define, what gmc does not support.

use super::ctype::declaration;
use super::names::without_parameters;
use crate::constructs::{Part, constructs};
use crate::id::SourcePosId;
use crate::program::{DefinitionKind, Program, UnitIndex};
use crate::types::TypeKind;
use crate::unit::Linkage;
use std::fmt::{self, Write};

/// Writes one line per function that the linker kept: source position, linkage, declaration, size.
pub fn functions(out: &mut dyn Write, program: &Program) -> fmt::Result {
    for definition in program.definitions() {
        let kind = match definition.kind {
            DefinitionKind::Function => "",
            DefinitionKind::Thunk => " // thunk",
            DefinitionKind::Indirect => " // picked at start-up",
            DefinitionKind::Alias if is_function(program, definition.global) => " // alias",
            DefinitionKind::Alias | DefinitionKind::Variable => continue,
        };
        let unit = program.unit(definition.global.unit);
        let symbol = program.symbol(definition.global);
        let pos = source_pos(program, definition.global.unit, symbol.place);
        let linkage = match definition.linkage {
            Linkage::Local => "static ",
            Linkage::Weak => "weak ",
            Linkage::Comdat => "comdat ",
            Linkage::Global | Linkage::Common | Linkage::External | Linkage::ExternalWeak => "",
        };
        let name = program.name(definition.global);
        // In C++ the name has the parameters.
        let declared = match &unit.types[symbol.ty.index()].kind {
            TypeKind::Function { result, .. } if without_parameters(name) != name => {
                declaration(unit, *result, name)
            }
            _ => declaration(unit, symbol.ty, name),
        };
        write!(out, "{pos}: {linkage}{declared};{kind}")?;
        if let Some(function) = program.function(definition.global) {
            let stmts: usize = function.blocks.iter().map(|block| block.stmts.len()).sum();
            write!(out, " // {} blocks, {stmts} statements", function.blocks.len())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn is_function(program: &Program, global: crate::program::Global) -> bool {
    program.symbol(global).flags.contains(crate::unit::SymbolFlags::FUNCTION)
}

fn source_pos(program: &Program, unit: UnitIndex, pos: SourcePosId) -> String {
    let unit = program.unit(unit);
    unit.pos_text(pos).unwrap_or_else(|| unit.str(unit.file).to_owned())
}

/// Writes one line per name that no unit defines: who refers to it first, and how many do.
pub fn externals(out: &mut dyn Write, program: &Program) -> fmt::Result {
    for external in program.externals() {
        let Some(&first) = external.referrers.first() else { continue };
        let unit = program.unit(first.unit);
        let declared = declaration(
            program.unit(external.declaration.unit),
            program.symbol(external.declaration).ty,
            &external.name,
        );
        let pos = source_pos(program, first.unit, external.place);
        write!(out, "{declared}; // {pos}: in {}", unit.symbol_name(first.symbol))?;
        let others = external.referrers.len() - 1;
        if others > 0 {
            write!(out, " and {others} more")?;
        }
        out.write_str(if external.weak { ", may be missing\n" } else { "\n" })?;
    }
    Ok(())
}

/// Writes one line per construct that gmc does not support.
pub fn unsupported(out: &mut dyn Write, program: &Program) -> fmt::Result {
    for (index, unit) in program.units() {
        let unit = &unit.linked.unit;
        for found in constructs(unit) {
            let part = match found.part {
                Part::Type => "type",
                Part::Expression => "expression",
                Part::Statement => "statement",
                Part::InitialValue => "initial value",
            };
            write!(out, "{}: {part} {}", source_pos(program, index, found.place), unit.str(found.code))?;
            if let Some(symbol) = found.symbol {
                write!(out, " in {}", unit.symbol_name(symbol))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
