//! Pointer arithmetic, comparison and difference, checked as C asks (C11 6.5.6, 6.5.8, 6.5.9).
//!
//! A pointer may not leave its object (one past the end allowed), and order and distance exist only within one object:
//! anything else depends on where objects happen to be placed. Equality is defined for all pointers. Freed objects
//! keep their size, so arithmetic on dangling pointers is judged by the object's old bounds; only accesses mind that
//! it is gone.

use crate::error::{PointerError, PointerFault};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::value::Pointer;
use std::cmp::Ordering;

impl Memory {
    /// The pointer `delta` bytes further.
    ///
    /// # Errors
    /// When the result is outside the object, or the pointer belongs to none. Adding 0 is always fine.
    #[inline]
    pub fn offset(&self, p: Pointer, delta: i64) -> Result<Pointer, Box<PointerError>> {
        let moved = p.wrapping_offset(delta);
        if let Some(object) = self.objects.get(p.prov.index())
            && moved.addr.wrapping_sub(object.base) <= object.size
            && !p.prov.is_none()
        {
            return Ok(moved);
        }
        self.offset_outside(p, delta)
    }

    /// Pointers without provenance, and results outside of the object.
    #[inline(never)]
    fn offset_outside(&self, p: Pointer, delta: i64) -> Result<Pointer, Box<PointerError>> {
        let moved = p.wrapping_offset(delta);
        let id = self.resolve(p);
        let object = &self.objects[id.index()];
        // Wrapping in the address space would show as a huge offset: sizes stay far below 2^63.
        if delta == 0 || (!id.is_none() && moved.addr.wrapping_sub(object.base) <= object.size) {
            return Ok(moved);
        }
        let fault = if id.is_none() { PointerFault::NoObject } else { PointerFault::OutOfBounds };
        Err(self.pointer_error(fault, moved.addr, id, ObjId::NONE))
    }

    /// Whether two pointers are equal: the same address.
    ///
    /// Objects, freed ones included, never share an address while anything points to them, so equal addresses mean
    /// equal objects.
    pub fn equal(&self, a: Pointer, b: Pointer) -> bool {
        a.addr == b.addr
    }

    /// The order of two pointers into the same object.
    ///
    /// # Errors
    /// When they belong to different objects, or to none.
    pub fn order(&self, a: Pointer, b: Pointer) -> Result<Ordering, Box<PointerError>> {
        self.same_object(a, b)?;
        Ok(a.addr.cmp(&b.addr))
    }

    /// The distance in bytes from `b` to `a`, which must be in the same object.
    ///
    /// # Errors
    /// When they belong to different objects, or to none.
    pub fn difference(&self, a: Pointer, b: Pointer) -> Result<i64, Box<PointerError>> {
        self.same_object(a, b)?;
        Ok(a.addr.wrapping_sub(b.addr) as i64)
    }

    /// A number cast to a pointer: it may access the object it points into, if there is one.
    pub fn pointer_from_number(&self, addr: u64) -> Pointer {
        Pointer { addr, prov: self.object_at(addr).unwrap_or(ObjId::NONE) }
    }

    /// The offset of a pointer in its object, which is nothing for null and mere numbers.
    pub fn offset_of(&self, p: Pointer) -> Option<i64> {
        let id = self.resolve(p);
        (!id.is_none()).then(|| p.addr.wrapping_sub(self.objects[id.index()].base) as i64)
    }

    fn same_object(&self, a: Pointer, b: Pointer) -> Result<(), Box<PointerError>> {
        let (left, right) = (self.resolve(a), self.resolve(b));
        if left == right && (!left.is_none() || a.addr == b.addr) {
            return Ok(());
        }
        let none = left.is_none() || right.is_none();
        let fault = if none { PointerFault::NoObject } else { PointerFault::DifferentObjects };
        Err(self.pointer_error(fault, a.addr, left, right))
    }

    #[cold]
    fn pointer_error(&self, fault: PointerFault, addr: u64, id: ObjId, other: ObjId) -> Box<PointerError> {
        let object = self.object(id);
        let offset = object.map_or(0, |o| addr.wrapping_sub(o.base) as i64);
        Box::new(PointerError { fault, offset, object, other: self.object(other) })
    }
}
