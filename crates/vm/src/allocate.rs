//! Where objects of the program come from: memory, as long as there is some.
//!
//! A program that asks for more than there is gets a null pointer, as it would natively, and the answer names the
//! limit as a premise. Where allocations never fail (SV-COMP), it is unsupported.

use crate::code::{CalleeRef, Op};
use crate::compiled::SiteInfo;
use crate::effects::Family;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use gmc_mem::{AllocError, Layout, Life, ObjectInfo, Pointer, Site, Storage};
use gmc_model::{ErrorKind, Premise, Stopped};

impl Machine {
    /// Allocates, or says that there is no room.
    pub fn allocate(&mut self, size: u64, align: u64, kind: Storage, site: Site) -> InterpResult<Pointer> {
        self.allocate_as(Layout::new(size, align), kind, site)
    }

    /// Allocates what the program has to free; none where there is no room.
    pub fn allocate_heap(&mut self, size: u64, align: u64, site: Site) -> InterpResult<Option<Pointer>> {
        self.look_at_room(size)?;
        self.find_room(Layout::new(size, align), Storage::Heap, site)
    }

    /// What an object is to be freed by, where a call of a function of the machine has allocated it.
    pub fn family(&self, object: &ObjectInfo) -> Option<Family> {
        let compiled = &self.compiled;
        let SiteInfo::Call { code, op } = *compiled.sites.get(object.alloc_site.0 as usize)? else {
            return None;
        };
        let code = &compiled.codes[code];
        let Op::Call { call } = *code.ops.get(op as usize)? else { return None };
        let CalleeRef::Native(native) = code.tables.calls[call as usize].callee else { return None };
        compiled.library.get(native).effects.makes
    }

    /// Frees memory that the program has allocated.
    ///
    /// # Errors
    /// When it is none, or is to be freed by another function.
    pub fn free_heap(&mut self, pointer: Pointer, family: Family, site: Site) -> InterpResult<()> {
        let object = self.memory.object(pointer.prov).filter(|it| it.life == Life::Live);
        let made = object.and_then(|it| self.family(&it));
        self.memory.free(pointer, site)?;
        match made {
            Some(made) if made != family => {
                let ((by, with), (_, wrong)) = (made.words(), family.words());
                let message = format!("what `{by}` has allocated is freed by `{wrong}`, not by `{with}`");
                Err(InterpError::other(ErrorKind::InvalidFree, message))
            }
            _ => Ok(()),
        }
    }

    /// Allocates; none where there is no room, which an answer says unless no program could have so much.
    pub fn find_room(&mut self, layout: Layout, kind: Storage, site: Site) -> InterpResult<Option<Pointer>> {
        let endless = self.compiled.allow.endless_memory;
        if layout.size > self.largest_object() && !endless {
            return Ok(None);
        }
        let found = match self.memory.alloc(layout, kind, site) {
            Ok(found) => Some(found),
            Err(error @ AllocError::Host { .. }) => return Err(no_room(&error, String::new)),
            Err(_) => None,
        };
        if found.is_none() && endless {
            let size = layout.size;
            return Err(InterpError::unsupported(format!(
                "an allocation of {size} bytes that must not fail"
            )));
        }
        if found.is_none() {
            self.rely_on(Premise::Room);
        }
        Ok(found)
    }

    /// `PTRDIFF_MAX`: no object is larger, and who asks `malloc` for more gets a null pointer.
    pub(crate) fn largest_object(&self) -> u64 {
        u64::MAX >> (65 - 8 * self.memory.target().pointer_size())
    }

    /// Allocates with any layout, or says that there is no room.
    pub fn allocate_as(&mut self, layout: Layout, kind: Storage, site: Site) -> InterpResult<Pointer> {
        self.look_at_room(layout.capacity.max(layout.size))?;
        self.memory
            .alloc(layout, kind, site)
            .map_err(|error| no_room(&error, || format!("the program is out of memory: {error}")))
    }
}

/// An allocation that cannot be made, which the program is not told. Where it is the host that has no more memory, gmc
/// ends as at a limit of its own.
#[cold]
pub(crate) fn no_room(error: &AllocError, message: impl FnOnce() -> String) -> Box<InterpError> {
    match error {
        AllocError::Host { .. } => Box::new(InterpError::Stopped(Stopped::Memory)),
        _ => InterpError::other(ErrorKind::StackOverflow, message()),
    }
}
