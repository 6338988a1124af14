//! Pointers to nested functions, GCC's extension: such a pointer leads to an object that stands for the function
//! together with the frame of the function around it (natively, a trampoline).

use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{Pointer, Site, Storage, Watch};
use gmc_model::ErrorKind;

/// Names the objects that stand for nested functions to the memory.
const TRAMPOLINE: Site = Site(u32::MAX);

impl Machine {
    /// Makes the object that stands for a nested function with the frame around it: two words, both pointers. It lives
    /// as long as the current frame.
    pub fn make_nested(&mut self, function: Pointer, chain: Reg) -> InterpResult<Pointer> {
        let width = self.memory.target().pointer_size();
        let object = self.allocate(2 * width as u64, 16, Storage::Frame, TRAMPOLINE)?;
        self.memory.store_pointer(object, function)?;
        self.memory.store_sized(object.wrapping_offset(width as i64), chain.to_scalar(), width)?;
        if let Some(frame) = self.threads[self.current].frames.last_mut() {
            frame.allocas.push(object.prov);
        }
        Ok(object)
    }

    /// The function that a pointer to a nested function stands for, and the frame around it; none for other pointers.
    pub fn nested(&mut self, pointer: Pointer) -> InterpResult<Option<(Pointer, Reg)>> {
        let object = self.memory.object(pointer.prov).filter(|it| it.alloc_site == TRAMPOLINE);
        let Some(object) = object.filter(|it| it.base == pointer.addr) else { return Ok(None) };
        if !self.memory.is_live(object.id) {
            let message = "a call of a nested function after the call that it belongs to has returned";
            return Err(InterpError::other(ErrorKind::UseAfterScope, message));
        }
        // It never changes, so other threads need not be asked.
        let watch = self.memory.watch(Watch::Off);
        let width = self.memory.target().pointer_size();
        let chain = self.memory.load_sized(pointer.wrapping_offset(width as i64), width);
        let function = self.memory.load_pointer(pointer);
        self.memory.watch(watch);
        Ok(Some((function?, Reg::from_scalar(chain?))))
    }
}
