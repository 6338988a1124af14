//! What functions of the library keep from one call to the next that points into memory: the environment, streams,
//! handlers.
//!
//! It stands in an object of the machine's, the library's *record*, as threads have theirs. So it goes back with the
//! memory, what it points to has the same name in equal states, is not lost (no leak), and states that differ in it
//! differ. A slot of the record holds a pointer, or a pointer to a list of words. A list is as long as its last word
//! that is not 0 demands: what was taken out of it leaves nothing behind.

use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{MemoryAccess, ObjId, Pointer, Site, Storage};

/// Something that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The array of strings, where no variable of the program's holds it.
    Environment,
    /// Where `strtok` goes on.
    Token,
    /// Stands for that where accesses race.
    TokenPlace,
    /// The table of `ctype.h` that says what characters are.
    Classes,
    /// The table of lower-case letters.
    Lower,
    /// The table of upper-case letters.
    Upper,
    /// What `setlocale` returns.
    LocaleName,
    /// What `localeconv` returns.
    Conventions,
    /// What `localtime` returns.
    Calendar,
    /// What `ctime` returns.
    CalendarText,
    /// The name of the time zone.
    Zone,
    /// Stands for what `drand48` and its kin remember.
    Linear,
    /// What handlers are told about their signal.
    SignalInfo,
    /// The messages of `strerror`, by number.
    Messages,
    /// The objects that stand for streams, by the stream's number.
    Streams,
    /// For each open directory, by number, the object that stands for it and the entry that `readdir` returns.
    Directories,
    /// Semaphores that have names, as they stand in the library's state.
    Semaphores,
    /// The functions of keys, by number.
    Keys,
    /// Handlers of signals, by number.
    Handlers,
    /// The objects that a harness has passed to a function.
    Arguments,
    /// What was sent with the signals that wait, by thread and number.
    SignalValues,
    /// What timers send, as they stand in the library's state.
    TimerValues,
    /// The first function to be called by `exit`.
    AtExit,
    /// The first function to be called by `quick_exit`.
    AtQuickExit,
    /// Where memory is mapped, as it stands in the library's state.
    Mappings,
    /// What the program gave with the files that `epoll` waits for, as their entries say.
    EpollWords,
}

/// How many there are.
const SLOTS: usize = Slot::EpollWords as usize + 1;

/// The name of the record among the memory's roots.
const ROOT: u64 = 1 << 61;

/// A list has room for so many words, if it has any.
const SMALLEST_LIST: usize = 8;

impl Machine {
    /// Makes the record at the start of a program: nothing is kept.
    pub(crate) fn make_record(&mut self) -> InterpResult<()> {
        let size = (SLOTS * self.memory.target().pointer_size()) as u64;
        let record = self.allocate(size, 16, Storage::Internal, Site(0))?;
        self.memory.fill(record, 0, size)?;
        self.memory.add_root(record.prov, ROOT);
        self.library_record = record;
        Ok(())
    }

    /// What is kept in a slot; null if nothing is.
    pub fn kept(&self, slot: Slot) -> Pointer {
        self.memory.load_pointer(self.slot(slot)).unwrap_or(Pointer::NULL)
    }

    /// Keeps a pointer in a slot.
    pub fn keep(&mut self, slot: Slot, what: Pointer) -> InterpResult<()> {
        Ok(self.memory.store_pointer(self.slot(slot), what)?)
    }

    /// A function uses what is kept in a slot, or what the slot stands for, as one uses a variable: without any lock.
    pub fn note_use(&mut self, slot: Slot, write: bool) {
        let width = self.memory.target().pointer_size() as u64;
        let touch = MemoryAccess {
            object: self.library_record.prov,
            offset: slot as u64 * width,
            size: width,
            write,
            atomic: false,
        };
        self.memory.log_access(touch);
    }

    /// A word of a list; 0 if there is none.
    pub fn kept_at(&self, list: Slot, at: usize) -> Reg {
        let Some(place) = self.place_of(list, at) else { return Reg::ZERO };
        let word = self.memory.load_sized(place, self.memory.target().pointer_size());
        word.map_or(Reg::UNDEF, Reg::from_scalar)
    }

    /// Where a word of a list stands.
    pub fn place_of(&self, list: Slot, at: usize) -> Option<Pointer> {
        let (start, count) = self.list(list);
        (at < count).then(|| start.wrapping_offset((at * self.memory.target().pointer_size()) as i64))
    }

    /// Likewise, of one that need not be there yet.
    pub fn make_place(&mut self, list: Slot, at: usize) -> InterpResult<Pointer> {
        let (_, count) = self.list(list);
        if at >= count {
            self.resize(list, at + 1)?;
        }
        Ok(self.list(list).0.wrapping_offset((at * self.memory.target().pointer_size()) as i64))
    }

    /// Puts a word into a list; 0 takes it out.
    pub fn keep_at(&mut self, list: Slot, at: usize, word: Reg) -> InterpResult<()> {
        let (_, count) = self.list(list);
        if at >= count && word == Reg::ZERO {
            return Ok(());
        }
        let width = self.memory.target().pointer_size();
        let place = self.make_place(list, at)?;
        if word.meta.is_whole() || word.is_nondet() {
            self.memory.store_sized(place, word.to_scalar(), width)?;
        } else {
            self.memory.uninitialise(place, width as u64)?;
        }
        if word == Reg::ZERO {
            let used = (0..count).rposition(|at| self.kept_at(list, at) != Reg::ZERO).map_or(0, |it| it + 1);
            self.resize(list, used)?;
        }
        Ok(())
    }

    /// An object that a harness passes to a function: it stays in use.
    pub fn keep_argument(&mut self, object: Pointer) -> InterpResult<()> {
        let (_, count) = self.list(Slot::Arguments);
        let free = (0..count).find(|&at| self.kept_at(Slot::Arguments, at) == Reg::ZERO).unwrap_or(count);
        self.keep_at(Slot::Arguments, free, Reg::pointer(object))
    }

    /// Where in a list the pointer to an object is, of every `step` words the first.
    pub fn find_kept(&self, list: Slot, step: usize, object: ObjId) -> Option<usize> {
        let (start, count) = self.list(list);
        let width = self.memory.target().pointer_size();
        let is_at = |at: usize| {
            let word = self.memory.load_sized(start.wrapping_offset((at * width) as i64), width);
            word.is_ok_and(|it| Reg::from_scalar(it).meta.prov() == object)
        };
        (0..count / step).map(|at| at * step).find(|&at| !object.is_none() && is_at(at))
    }

    /// Where a slot is.
    pub fn slot(&self, slot: Slot) -> Pointer {
        let width = self.memory.target().pointer_size();
        self.library_record.wrapping_offset((slot as usize * width) as i64)
    }

    /// Where a list starts, and how many words it has.
    fn list(&self, list: Slot) -> (Pointer, usize) {
        let start = self.kept(list);
        let size = self.memory.object(start.prov).map_or(0, |info| info.size);
        (start, size as usize / self.memory.target().pointer_size())
    }

    /// Gives a list the room that so many words need.
    fn resize(&mut self, list: Slot, used: usize) -> InterpResult<()> {
        let (old, count) = self.list(list);
        let wanted = if used == 0 { 0 } else { used.next_power_of_two().max(SMALLEST_LIST) };
        if wanted == count {
            return Ok(());
        }
        let width = self.memory.target().pointer_size();
        let mut new = Pointer::NULL;
        if wanted > 0 {
            let size = (wanted * width) as u64;
            new = self.allocate(size, 16, Storage::Internal, Site(0))?;
            self.memory.fill(new, 0, size)?;
            self.memory.copy(new, old, (count.min(wanted) * width) as u64)?;
        }
        self.keep(list, new)?;
        if !old.is_null() {
            self.memory.kill_unheld(old.prov, Site(0))?;
        }
        Ok(())
    }
}
