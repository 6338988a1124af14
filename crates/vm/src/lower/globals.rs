//! Objects with static storage, and their initial contents.

use super::Lower;
use super::mapping::Mapped;
use crate::code::CalleeRef;
use crate::compiled::{CodeTarget, StaticObject};
use gmc_ir::id::{LiteralId, SymbolId};
use gmc_ir::program::{Global, Resolution, UnitIndex};
use gmc_ir::types::Size;
use gmc_ir::unit::{Initializer, RelocationTarget, SymbolFlags, SymbolValue};
use gmc_mem::{Layout, Pointer, Storage};

impl Lower<'_> {
    /// The address of a symbol.
    pub(super) fn global(&mut self, unit: UnitIndex, symbol: SymbolId) -> Pointer {
        if let Some(mapped) = self.mapped(unit, symbol) {
            return self.mapped_pointer(mapped);
        }
        if let Some(by) = self.replacement(unit, symbol) {
            return self.global_pointer(by);
        }
        match self.program.resolve(Global { unit, symbol }) {
            Resolution::Definition(global) => self.global_pointer(global),
            Resolution::External(id) => {
                let name = self.program.external_name(id).to_owned();
                self.external(Global { unit, symbol }, name)
            }
        }
    }

    pub(super) fn global_pointer(&mut self, global: Global) -> Pointer {
        if let Some(&pointer) = self.reach.globals.get(&global) {
            return pointer;
        }
        let symbol = self.program.symbol(global);
        let pointer = match &symbol.value {
            SymbolValue::Function(_) | SymbolValue::Thunk(_) => {
                let code = self.code_id(global);
                self.function_object(CodeTarget::Code(code), self.program.name(global).to_owned())
            }
            SymbolValue::Variable(_) => {
                let extent = self.program.extent(global);
                let size = if let Size::Bytes(bytes) = extent.size { bytes } else { 0 };
                let read_only = symbol.flags.contains(SymbolFlags::READ_ONLY);
                let kind = if read_only { Storage::Constant } else { Storage::Global };
                let pointer = self.alloc(Layout::new(size, u64::from(extent.align.clamp(1, 4096))), kind);
                self.statics.insert(pointer.prov, StaticObject::Variable(global));
                self.pending_images.push((global, pointer));
                pointer
            }
            _ => {
                let CalleeRef::Missing(id) = self.missing(self.program.name(global).to_owned()) else {
                    return Pointer::NULL;
                };
                self.function_object(CodeTarget::Missing(id), self.program.name(global).to_owned())
            }
        };
        self.reach.globals.insert(global, pointer);
        pointer
    }

    /// The address of a function that means one of the machine's. Calls through it cannot put arguments in order.
    fn mapped_pointer(&mut self, mapped: &Mapped) -> Pointer {
        self.known(mapped.native);
        let mut name = self.options.library.get(mapped.native).name.to_owned();
        if mapped.arguments.is_some() {
            name += ", called through a pointer with arguments in another order,";
        }
        if let Some(&pointer) = self.reach.externals.get(&name) {
            return pointer;
        }
        let target = match &mapped.arguments {
            None => CodeTarget::Native(mapped.native),
            Some(_) => {
                let CalleeRef::Missing(id) = self.missing(name.clone()) else { return Pointer::NULL };
                CodeTarget::Missing(id)
            }
        };
        let pointer = self.function_object(target, name.clone());
        self.reach.externals.insert(name, pointer);
        pointer
    }

    fn function_object(&mut self, target: CodeTarget, name: String) -> Pointer {
        let pointer = self.alloc(Layout::new(1, 16), Storage::Function);
        self.targets.insert(pointer, target);
        self.statics.insert(pointer.prov, StaticObject::Function(name));
        pointer
    }

    /// Something that no unit defines: a function of the machine, a variable of the library, or nothing.
    fn external(&mut self, declaration: Global, name: String) -> Pointer {
        if let Some(&pointer) = self.reach.externals.get(&name) {
            return pointer;
        }
        let symbol = self.program.symbol(declaration);
        let function = symbol.flags.contains(SymbolFlags::FUNCTION);
        let weak = symbol.linkage == gmc_ir::unit::Linkage::ExternalWeak;
        let pointer = if function {
            match self.native(&name) {
                CalleeRef::Native(id) => self.function_object(CodeTarget::Native(id), name.clone()),
                // A weak name that nothing defines is null.
                _ if weak => Pointer::NULL,
                CalleeRef::Missing(id) => self.function_object(CodeTarget::Missing(id), name.clone()),
                _ => Pointer::NULL,
            }
        } else if weak {
            Pointer::NULL
        } else {
            let size = if let Size::Bytes(bytes) = symbol.size { bytes } else { 0 };
            let pointer =
                self.alloc(Layout::new(size, u64::from(symbol.align.clamp(1, 4096))), Storage::Global);
            self.statics.insert(pointer.prov, StaticObject::Variable(declaration));
            self.external_variables.push((name.clone(), pointer));
            pointer
        };
        self.reach.externals.insert(name, pointer);
        pointer
    }

    pub(super) fn literal(&mut self, unit: UnitIndex, literal: LiteralId) -> Pointer {
        if let Some(&pointer) = self.reach.literals.get(&(unit, literal)) {
            return pointer;
        }
        let record = self.program.unit(unit);
        let text = &record.literals[literal.index()];
        let declared = &record.types[text.ty.index()];
        let size = match declared.size {
            Size::Bytes(bytes) => bytes.max(text.bytes.len() as u64),
            Size::Unknown | Size::Dynamic => text.bytes.len() as u64,
        };
        let pointer = self.alloc(Layout::new(size, u64::from(declared.align.max(1))), Storage::Constant);
        self.image.literal(pointer, unit, literal, size);
        self.statics.insert(pointer.prov, StaticObject::Literal);
        self.reach.literals.insert((unit, literal), pointer);
        pointer
    }

    /// Notes what new variables hold at first, and finds the variables that their initial values point to.
    pub(super) fn find_images(&mut self) {
        while let Some((global, pointer)) = self.pending_images.pop() {
            let program = self.program;
            let SymbolValue::Variable(image) = &program.symbol(global).value else { continue };
            if pointer.is_null() || !matches!(program.extent(global).size, Size::Bytes(_)) {
                continue;
            }
            self.image.variable(pointer, global);
            self.find_relocations(global.unit, pointer, image);
        }
    }

    fn find_relocations(&mut self, unit: UnitIndex, to: Pointer, initializer: &Initializer) {
        for relocation in &initializer.relocations {
            let at = to.wrapping_offset(relocation.offset as i64);
            let value = match &relocation.to {
                RelocationTarget::Symbol(symbol) => self.global(unit, *symbol),
                RelocationTarget::Literal(literal) => self.literal(unit, *literal),
                RelocationTarget::Label(function, label) => self.label(unit, *function, *label),
                RelocationTarget::LabelDifference(function, plus, minus) => {
                    let (plus, minus) =
                        (self.label(unit, *function, *plus), self.label(unit, *function, *minus));
                    Pointer::from_number(plus.addr.wrapping_sub(minus.addr))
                }
                RelocationTarget::Other(_) => continue,
            };
            let value = value.wrapping_offset(relocation.addend);
            self.image.pointer(at, value, usize::from(relocation.size).clamp(1, 8));
        }
    }
}
