//! Symbols: values match what they are values of, initial contents stay inside the variable, aliases end.

use super::{Flaws, find_cycle};
use crate::id::SymbolId;
use crate::types::Size;
use crate::unit::{Initializer, Relocation, RelocationTarget, Symbol, SymbolFlags, SymbolValue, Unit};

/// Checks all symbols of a unit; their ids are in range.
pub(super) fn check(flaws: &mut Flaws<'_>) {
    let unit = flaws.unit;
    for (at, symbol) in (0..).zip(&unit.symbols) {
        flaws.enter_symbol(SymbolId(at));
        check_one(flaws, SymbolId(at), symbol);
    }
    flaws.leave_symbol();
    for (at, function) in unit.functions.iter().enumerate() {
        let value = &unit.symbols[function.symbol.index()].value;
        let mutual = matches!(value, SymbolValue::Function(id) if id.index() == at);
        flaws.require(mutual, || format!("fn{at} is the body of {}, which says otherwise", function.symbol));
    }
    let follow = |at: usize, next: &mut Vec<usize>| match &unit.symbols[at].value {
        SymbolValue::Alias(to) | SymbolValue::WeakReference(to) | SymbolValue::Indirect(to) => {
            next.push(to.index());
        }
        SymbolValue::Thunk(thunk) => next.push(thunk.to.index()),
        SymbolValue::Undefined | SymbolValue::Function(_) | SymbolValue::Variable(_) => {}
    };
    if let Some(at) = find_cycle(unit.symbols.len(), follow) {
        flaws.enter_symbol(SymbolId(at as u32));
        flaws.add(|| "it is an alias of itself".to_owned());
        flaws.leave_symbol();
    }
}

fn check_one(flaws: &mut Flaws<'_>, id: SymbolId, symbol: &Symbol) {
    let unit = flaws.unit;
    let aligned = symbol.align == 0 || symbol.align.is_power_of_two();
    flaws.require(aligned, || format!("alignment {} is no power of two", symbol.align));
    let is_function = symbol.flags.contains(SymbolFlags::FUNCTION);
    match &symbol.value {
        SymbolValue::Function(body) => {
            flaws.require(is_function, || "a variable with a body".to_owned());
            let mutual = unit.functions[body.index()].symbol == id;
            flaws.require(mutual, || format!("its body {body} belongs to another symbol"));
        }
        SymbolValue::Variable(initializer) => {
            flaws.require(!is_function, || "a function with an initial value".to_owned());
            contents(flaws, symbol.size, initializer);
        }
        SymbolValue::Thunk(_) | SymbolValue::Indirect(_) => {
            flaws.require(is_function, || "a variable with a function's value".to_owned());
        }
        SymbolValue::Undefined | SymbolValue::Alias(_) | SymbolValue::WeakReference(_) => {}
    }
    let runs = symbol.constructor.is_some() || symbol.destructor.is_some();
    flaws.require(!runs || is_function, || "a variable as constructor or destructor".to_owned());
}

fn contents(flaws: &mut Flaws<'_>, size: Size, initializer: &Initializer) {
    let len = initializer.bytes.len() as u64;
    // Where the size is not known the bytes are all there is.
    let size = if let Size::Bytes(size) = size { size } else { len };
    flaws.require(len <= size, || format!("{len} bytes of initial contents in {size} bytes"));
    let mut free_from = 0;
    for relocation in &initializer.relocations {
        let Relocation { offset, size: width, ref to, .. } = *relocation;
        let end = offset.checked_add(u64::from(width)).filter(|end| *end <= size);
        flaws.require(width > 0, || format!("an address of no bytes at offset {offset}"));
        flaws.require(offset >= free_from, || {
            format!("the address at offset {offset} overlaps the one before")
        });
        flaws.require(end.is_some(), || format!("the address at offset {offset} lies outside"));
        free_from = end.unwrap_or(u64::MAX);
        match *to {
            RelocationTarget::Symbol(_) | RelocationTarget::Literal(_) | RelocationTarget::Other(_) => {}
            RelocationTarget::Label(function, label) => label_exists(flaws, function, label.index()),
            RelocationTarget::LabelDifference(function, first, second) => {
                label_exists(flaws, function, first.index().max(second.index()));
            }
        }
    }
}

fn label_exists(flaws: &mut Flaws<'_>, function: SymbolId, label: usize) {
    let exists = labels(flaws.unit, function).is_some_and(|len| label < len);
    flaws.require(exists, || format!("an address of L{label} of {function}, which has no such label"));
}

fn labels(unit: &Unit, function: SymbolId) -> Option<usize> {
    let SymbolValue::Function(body) = unit.symbols[function.index()].value else { return None };
    Some(unit.functions[body.index()].labels.len())
}
