//! Variables by their C type, part by part; and the types that pointers give to heap blocks, which have none of their
//! own.

use super::View;
use super::container;
use super::memory::{Loaded, loaded};
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::text::type_name;
use gmc_ir::types::{Size, TypeKind};
use gmc_mem::{Life, ObjId, ObjectInfo, Pointer};
use gmc_model::{Block, Variable};
use gmc_vm::diagnose::leaf::{self, Leaf};
use gmc_vm::effects::LockKind;
use gmc_vm::reg::Reg;
use std::collections::HashMap;

/// Parts of a variable that are shown at most.
const MAX_PARTS: usize = 48;

/// Heap blocks that are shown at most.
const MAX_BLOCKS: usize = 200;

/// The types of heap blocks: each that of the first pointer to it that was shown.
pub type HeapTypes = HashMap<ObjId, (UnitIndex, TypeId)>;

/// Shows variables of a state, and notes the types of what their pointers point to.
pub struct Variables<'v> {
    view: &'v View<'v>,
    heap_types: HeapTypes,
}

impl<'v> Variables<'v> {
    /// Of this state. Some heap blocks may have types already, from a state before.
    pub fn new(view: &'v View<'v>, heap_types: HeapTypes) -> Variables<'v> {
        Variables { view, heap_types }
    }

    /// The types of heap blocks that are known now.
    pub fn into_heap_types(self) -> HeapTypes {
        self.heap_types
    }

    /// A variable in memory; none where its life has ended.
    pub fn in_memory(&mut self, unit: UnitIndex, ty: TypeId, name: String, at: Pointer) -> Option<Variable> {
        let types = self.view.unit(unit);
        let record = &types.types[ty.index()];
        let Size::Bytes(size) = record.size else { return None };
        if !self.view.is_live(at.prov) {
            return None;
        }
        if let Some(shown) = container::shown(self.view, unit, ty, at) {
            self.note_elements(unit, &shown);
            let (value, ty) = (shown.text, type_name(types, ty));
            return Some(Variable { name, ty, value, target: None, parts: Vec::new() });
        }
        let leaves = leaf::leaves(types, ty, 0..size, MAX_PARTS);
        if let [only] = &leaves[..]
            && only.path.is_empty()
        {
            let loaded = self.view.load(at, only.size).ok()?;
            return Some(self.leaf(unit, Leaf { path: name, ..only.clone() }, loaded));
        }
        let text = self.view.text_in(unit, ty, at).or_else(|| self.lock(types.str(record.name), at));
        let parts = if text.is_some() { Vec::new() } else { self.parts_of(unit, ty, leaves, at) };
        let value = text.unwrap_or_else(|| if parts.is_empty() { "…".to_owned() } else { String::new() });
        Some(Variable { name, ty: type_name(types, ty), value, target: None, parts })
    }

    /// A variable in a register; none if it is larger than one.
    pub fn in_register(&mut self, unit: UnitIndex, ty: TypeId, name: String, reg: Reg) -> Option<Variable> {
        let Size::Bytes(size @ 1..=8) = self.view.unit(unit).types[ty.index()].size else { return None };
        let leaf = Leaf { path: name, offset: 0, size: size as usize, bits: None, ty };
        Some(self.leaf(unit, leaf, loaded(reg)))
    }

    /// Who holds a lock, if the type is that of one.
    fn lock(&self, ty: &str, at: Pointer) -> Option<String> {
        let sort = match ty {
            "pthread_mutex_t" | "mtx_t" => LockKind::Mutex,
            "pthread_rwlock_t" => LockKind::ReadWrite,
            _ => return None,
        };
        let holder = self.view.lock_holder(sort, at);
        Some(holder.map_or("free".to_owned(), |thread| format!("held by thread {thread}")))
    }

    /// The parts of a value: those that are of classes of the library each as a whole.
    fn parts_of(&mut self, unit: UnitIndex, ty: TypeId, mut leaves: Vec<Leaf>, at: Pointer) -> Vec<Variable> {
        let mut whole = Vec::new();
        for member in container::members(self.view.unit(unit), ty) {
            let here = at.wrapping_offset(member.offset as i64);
            let Some(shown) = container::shown(self.view, unit, member.ty, here) else { continue };
            self.note_elements(unit, &shown);
            leaves.retain(|it| !(member.offset..member.offset + member.size).contains(&it.offset));
            let ty = type_name(self.view.unit(unit), member.ty);
            let variable =
                Variable { name: member.path, ty, value: shown.text, target: None, parts: Vec::new() };
            whole.push((member.offset, variable));
        }
        let offsets: Vec<u64> = leaves.iter().map(|it| it.offset).collect();
        let mut parts: Vec<_> = offsets.into_iter().zip(self.parts(unit, leaves, at)).chain(whole).collect();
        parts.sort_by_key(|(offset, _)| *offset);
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Heap memory that holds elements has their type.
    fn note_elements(&mut self, unit: UnitIndex, shown: &container::Shown) {
        if let Some((start, of)) = shown.elements.filter(|(start, _)| self.view.is_heap(start.prov)) {
            self.heap_types.entry(start.prov).or_insert((unit, of));
        }
    }

    fn parts(&mut self, unit: UnitIndex, leaves: Vec<Leaf>, at: Pointer) -> Vec<Variable> {
        let part = |leaf: Leaf| {
            let loaded = self.view.load(at.wrapping_offset(leaf.offset as i64), leaf.size).ok()?;
            Some(self.leaf(unit, leaf, loaded))
        };
        leaves.into_iter().filter_map(part).collect()
    }

    /// A value that is no aggregate.
    pub fn leaf(&mut self, unit: UnitIndex, leaf: Leaf, loaded: Loaded) -> Variable {
        let types = self.view.unit(unit);
        let value = self.view.renumbered(&self.view.value(unit, &leaf, loaded));
        let pointer = loaded.0.pointer(self.view.target()).filter(|it| loaded.1 == 0 && !it.is_null());
        let block = pointer.map(|it| it.prov).filter(|it| self.view.is_heap(*it));
        if let (Some(block), TypeKind::Pointer { target, .. }) = (block, &types.types[leaf.ty.index()].kind)
            && matches!(types.types[target.index()].size, Size::Bytes(1..))
        {
            self.heap_types.entry(block).or_insert((unit, *target));
        }
        let target = block.map(|it| self.view.heap_number(it));
        Variable { ty: type_name(types, leaf.ty), name: leaf.path, value, target, parts: Vec::new() }
    }

    /// Heap blocks, with what they hold where a pointer says what that is.
    pub fn heap(&mut self) -> Vec<Block> {
        let mut untyped: Vec<_> = self.view.heap().take(MAX_BLOCKS).collect();
        let mut out = Vec::new();
        // Showing a block may give others their types: until none gets one any more.
        loop {
            let before = untyped.len();
            for object in std::mem::take(&mut untyped) {
                match self.heap_types.get(&object.id).copied() {
                    Some(ty) => out.push(self.block(&object, Some(ty))),
                    None => untyped.push(object),
                }
            }
            if untyped.len() == before {
                break;
            }
        }
        out.extend(untyped.iter().map(|object| self.block(object, None)));
        out.sort_by_key(|it| it.number);
        out
    }

    fn block(&mut self, object: &ObjectInfo, ty: Option<(UnitIndex, TypeId)>) -> Block {
        let mut block = Block {
            number: self.view.heap_number(object.id),
            ty: String::new(),
            size: object.size,
            freed: object.life != Life::Live,
            allocated: self.view.allocated(object),
            parts: Vec::new(),
        };
        let Some((unit, ty)) = ty else { return block };
        let types = self.view.unit(unit);
        block.ty = type_name(types, ty);
        let Size::Bytes(stride @ 1..) = types.types[ty.index()].size else { return block };
        if block.freed {
            return block;
        }
        let at = Pointer { addr: object.base, prov: object.id };
        let count = (object.size / stride).max(1);
        if stride == 1
            && let Some(value) = self.view.string(at)
        {
            let (name, ty) = (String::new(), block.ty.clone());
            block.parts.push(Variable { name, ty, value, target: None, parts: Vec::new() });
            return block;
        }
        for index in 0..count {
            let mut leaves = leaf::leaves(types, ty, 0..stride, MAX_PARTS);
            for leaf in &mut leaves {
                leaf.offset += index * stride;
                if count > 1 {
                    leaf.path = format!("[{index}]{}", leaf.path);
                }
            }
            block.parts.extend(self.parts(unit, leaves, at));
            if block.parts.len() >= MAX_PARTS {
                break;
            }
        }
        block
    }
}
