//! Variables with static storage and their initial contents.

use super::ctype::declaration;
use super::exprs::literal;
use super::function::label_text;
use super::names::Names;
use super::typedefs::room;
use crate::program::{DefinitionKind, Program};
use crate::unit::{Image, Linkage, Relocation, RelocationTarget, SymbolFlags, SymbolValue};
use std::fmt::{self, Write};

/// Bytes of an initial value that are shown.
const MAX_BYTES: usize = 64;
/// Addresses of an initial value that are shown.
const MAX_ADDRESSES: usize = 64;

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
        let SymbolValue::Variable(image) = &symbol.value else { continue };
        let unit = names.unit;
        let place = unit.place_text(symbol.place).unwrap_or_else(|| unit.str(unit.file).to_owned());
        let extent = program.extent(definition.global);
        write!(out, "// {place}: {}", room(extent.size, extent.align))?;
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
        contents(out, names, image)?;
        out.write_str(";\n")?;
    }
    Ok(())
}

/// ` = {01 00 00 00, [8] = &name + 4}`, nothing for zeros.
fn contents(out: &mut dyn Write, names: &Names<'_>, image: &Image) -> fmt::Result {
    let end = image.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if end == 0 && image.relocations.is_empty() {
        return Ok(());
    }
    out.write_str(" = {")?;
    for (at, byte) in image.bytes[..end.min(MAX_BYTES)].iter().enumerate() {
        write!(out, "{}{byte:02x}", if at > 0 { " " } else { "" })?;
    }
    if end > MAX_BYTES {
        out.write_str(" …")?;
    }
    for (at, relocation) in image.relocations.iter().take(MAX_ADDRESSES).enumerate() {
        out.write_str(if at > 0 || end > 0 { ", " } else { "" })?;
        address(out, names, relocation)?;
    }
    if image.relocations.len() > MAX_ADDRESSES {
        write!(out, ", … {} more addresses", image.relocations.len() - MAX_ADDRESSES)?;
    }
    out.write_char('}')
}

fn address(out: &mut dyn Write, names: &Names<'_>, relocation: &Relocation) -> fmt::Result {
    write!(out, "[{}] = ", relocation.offset)?;
    match &relocation.to {
        RelocationTarget::Symbol(symbol) => write!(out, "&{}", names.symbol(*symbol))?,
        RelocationTarget::Literal(id) => out.write_str(&literal(names.unit, *id))?,
        RelocationTarget::Label(function, label) => {
            write!(out, "&&{}", label_text(names, *function, *label))?;
        }
        RelocationTarget::LabelDifference(function, first, second) => {
            let [first, second] = [first, second].map(|label| label_text(names, *function, *label));
            write!(out, "&&{first} - &&{second}")?;
        }
        RelocationTarget::Other(text) => write!(out, "<{}>", names.unit.str(*text))?,
    }
    match relocation.addend {
        0 => Ok(()),
        1.. => write!(out, " + {}", relocation.addend),
        _ => write!(out, " - {}", relocation.addend.unsigned_abs()),
    }
}
