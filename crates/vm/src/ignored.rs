//! Ignored bytes: those that the user says make no difference between states (`gmc_ignore`, `--ignore`, `--slice`).
//!
//! They are hidden from fingerprints, and everything else goes on as before: the program reads and writes them, and
//! runs are what they were. So a search that finds a state which differs from a known one in such bytes alone takes it
//! for that one, and goes back. What follows from the bytes may be missed; nothing is invented (data slicing as in CMC:
//! Musuvathi, Dill: An incremental heap canonicalization algorithm, SPIN 2005, and the thesis behind it, section 3.5).
//!
//! Invariant: whatever is ignored has been told ([`Ignored::told`]), so that the answer can say it.

use crate::diagnose::{self, leaf};
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use gmc_mem::{ObjectInfo, Pointer, Storage, Watch};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a search ignores, in words; shared by its workers.
#[derive(Clone, Debug, Default)]
pub struct Ignored(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    /// What is ignored.
    what: BTreeSet<String>,
    /// Calls that have said what they ignore, each with where its object comes from.
    calls: HashSet<(u32, u32, u32)>,
}

impl Ignored {
    fn lock(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something is ignored.
    pub fn tell(&self, what: String) {
        self.lock().what.insert(what);
    }

    /// What was ignored so far, sorted.
    pub fn told(&self) -> Vec<String> {
        self.lock().what.iter().cloned().collect()
    }
}

impl Machine {
    /// Ignores bytes, if this run ignores any: the program asks for it here.
    ///
    /// # Errors
    /// When they are not in a live object.
    pub fn ignore(&mut self, at: Pointer, size: u64) -> InterpResult<()> {
        // Nobody can notice it, so it is no access.
        let watch = self.memory.watch(Watch::Off);
        let done = match &self.rules.ignored {
            Some(_) => self.memory.hide(at, size, true),
            None => self.memory.check_readable(at, size),
        };
        self.memory.watch(watch);
        done?;
        if let Some(ignored) = self.rules.ignored.clone() {
            self.tell_ignored(&ignored, at, size);
        }
        Ok(())
    }

    fn tell_ignored(&self, ignored: &Ignored, at: Pointer, size: u64) {
        let Some(object) = self.memory.object(at.prov) else { return };
        let frame = self.threads[self.current].frames.last();
        let (code, pc) = frame.map_or((u32::MAX, 0), |frame| (frame.code.0, frame.pc));
        if !ignored.lock().calls.insert((code, pc, object.alloc_site.0)) {
            return;
        }
        let whole = at.addr == object.base && size == object.size;
        let name = match object.kind {
            Storage::Heap => {
                let place = diagnose::allocated(self, &object);
                let place =
                    place.map_or(String::new(), |it| format!(" allocated at {}:{}", it.file, it.line));
                let offset = at.addr.wrapping_sub(object.base);
                let part = if whole { String::new() } else { format!("{size} bytes at offset {offset} of ") };
                format!("{part}memory{place}")
            }
            _ if whole => diagnose::name_of(self, &object),
            _ => self.named_part(&object, at.addr.wrapping_sub(object.base), size),
        };
        let place = diagnose::here(self).map_or(String::new(), |it| format!(" in {}:{}", it.file, it.line));
        ignored.tell(format!("{name} (gmc_ignore{place})"));
    }

    /// A part of a variable, as the program would write it if it has a name.
    fn named_part(&self, object: &ObjectInfo, offset: u64, size: u64) -> String {
        let name = diagnose::name_of(self, object);
        if let Some((unit, ty)) = leaf::type_of(self, object) {
            let unit = self.compiled.program.unit(unit);
            let leaves = leaf::leaves(unit, ty, offset..offset.saturating_add(size), 2);
            if let [only] = &leaves[..]
                && (only.offset, only.size as u64) == (offset, size)
            {
                return format!("{name}{}", only.path);
            }
        }
        format!("{size} bytes at offset {offset} of {name}")
    }
}
