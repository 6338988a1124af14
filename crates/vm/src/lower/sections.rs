//! Sections whose bounds the program asks for: `__start_NAME` and `__stop_NAME`, which the linker defines where a
//! section's name is one of C.
//!
//! Programs put variables into such a section all over their files and walk through them as one array. So all of them
//! are one object, in the linker's order, and the bounds are its ends. A section that holds anything but variables has
//! no bounds here.

use super::Lower;
use crate::compiled::StaticObject;
use gmc_ir::program::Global;
use gmc_ir::types::Size;
use gmc_ir::unit::{SymbolFlags, SymbolValue};
use gmc_mem::{Layout, Storage};
use std::collections::BTreeSet;

impl Lower<'_> {
    /// Puts the variables of sections with bounds into memory.
    pub(super) fn lay_out_sections(&mut self) {
        let externals = self.program.externals();
        let section = |name: &str| {
            let name = name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"));
            name.map(str::to_owned)
        };
        let sections: BTreeSet<String> = externals.iter().filter_map(|it| section(&it.name)).collect();
        for section in sections {
            self.lay_out_section(&section);
        }
    }

    fn lay_out_section(&mut self, section: &str) {
        let program = self.program;
        let here = |global: Global| program.unit(global.unit).str(program.symbol(global).section) == section;
        let definitions = program.definitions().iter().map(|it| it.global).filter(|&global| here(global));
        let members: Vec<Global> = definitions.collect();
        let is_variable = |&global: &Global| {
            let symbol = program.symbol(global);
            matches!(symbol.value, SymbolValue::Variable(_))
                && !symbol.flags.contains(SymbolFlags::THREAD_LOCAL)
        };
        if members.is_empty() || !members.iter().all(is_variable) {
            return;
        }
        let (mut size, mut align) = (0_u64, 1);
        let mut offsets = Vec::new();
        for &global in &members {
            let extent = program.extent(global);
            let (own, bytes) = (u64::from(extent.align.clamp(1, 4096)), extent.size);
            let Size::Bytes(bytes) = bytes else { return };
            size = size.next_multiple_of(own);
            offsets.push(size);
            (size, align) = (size + bytes, own.max(align));
        }
        let read_only = members.iter().all(|&it| program.symbol(it).flags.contains(SymbolFlags::READ_ONLY));
        let kind = if read_only { Storage::Constant } else { Storage::Global };
        let start = self.alloc(Layout::new(size, align), kind);
        self.statics.insert(start.prov, StaticObject::Section(section.to_owned()));
        for (&global, offset) in members.iter().zip(offsets) {
            let pointer = start.wrapping_offset(offset as i64);
            self.reach.globals.insert(global, pointer);
            self.pending_images.push((global, pointer));
        }
        self.reach.externals.insert(format!("__start_{section}"), start);
        self.reach.externals.insert(format!("__stop_{section}"), start.wrapping_offset(size as i64));
    }
}
