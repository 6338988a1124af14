//! Files that are in use without a number: memory shares them.

use super::transfer::read_host_at;
use super::{Files, System, Thing, flag};
use crate::bytes::{Bytes, Slice};
use crate::errno::{self, Errno};
use crate::host::failed;
use crate::outside::Outside;
use crate::state::NotState;
use std::os::unix::fs::{FileExt, MetadataExt as _};
use std::sync::Arc;

/// No host has more files.
const HOST_SHIFT: u32 = 20;

impl Files {
    /// Holds on to an open file, whatever becomes of its number: for memory that a file is mapped to.
    pub fn hold(&mut self, fd: i32) -> Result<u32, Errno> {
        let id = self.id(fd)?;
        self.get_mut(fd)?.numbers += 1;
        Ok(id as u32)
    }

    /// Another process holds on to it, too.
    pub fn hold_again(&mut self, held: u32) {
        if let Some(open) = self.outside.open.get_mut(held as usize).and_then(Option::as_mut) {
            open.numbers += 1;
        }
    }

    /// Holds on to a new file of zeros that has no name: what is behind memory that processes share.
    pub fn hold_new(&mut self, size: u64) -> Result<u32, Errno> {
        let thing = match self.system_mut() {
            System::Host(host) => {
                let file = host.temporary()?;
                file.set_len(size).map_err(failed)?;
                Thing::Host(NotState(Arc::new(file)))
            }
            System::Memory(tree) => {
                let node = tree.temporary();
                tree.cut(node, size)?;
                Thing::Node(node)
            }
        };
        Ok(self.add_open(thing, flag::BOTH))
    }

    /// Which file is held: a number that no other file has.
    pub fn held_node(&self, held: u32) -> Option<u32> {
        match self.outside.open.get(held as usize)?.as_ref()?.thing {
            Thing::Node(node) => Some((self.host.index() as u32) << HOST_SHIFT | node.number()),
            Thing::Host(NotState(ref file)) => Some(file.metadata().ok()?.ino() as u32),
            _ => None,
        }
    }

    /// Whether a file that is held is what it was in an earlier outside, as far as that is known without looking.
    pub fn is_held_unchanged(&self, held: u32, before: &Outside) -> bool {
        let Some(Thing::Node(node)) =
            self.outside.open.get(held as usize).and_then(Option::as_ref).map(|it| &it.thing)
        else {
            return false;
        };
        match (self.system(), &*before.systems[self.host.index()]) {
            (System::Memory(now), System::Memory(then)) => now.is_unchanged(*node, then),
            _ => false,
        }
    }

    /// The bytes of a file that is held, from a place on and at most so many, if they need not be fetched.
    pub fn held_part(&self, held: u32, at: u64, count: usize) -> Option<Slice<'_>> {
        self.held_part_in(&self.outside, held, at, count)
    }

    /// The same, in another outside.
    pub fn held_part_in<'o>(
        &self,
        outside: &'o Outside,
        held: u32,
        at: u64,
        count: usize,
    ) -> Option<Slice<'o>> {
        let open = outside.open.get(held as usize)?.as_ref()?;
        match (&open.thing, &*outside.systems[self.host.index()]) {
            (Thing::Node(node), System::Memory(tree)) => tree.part(*node, at, count),
            _ => None,
        }
    }

    /// The end of that.
    pub fn release(&mut self, held: u32) {
        if let Some(open) = self.outside.open.get_mut(held as usize).and_then(Option::as_mut) {
            open.numbers -= 1;
            if open.numbers == 0 {
                self.forget(held as usize);
            }
        }
    }

    /// In the call under way, a number stands for this open file; or for what it stands for.
    pub(crate) fn borrow(&mut self, held: Option<(i32, u32)>) {
        self.borrowed = held;
    }

    /// Whether two that are held are one file.
    pub fn is_same(&self, one: u32, other: u32) -> bool {
        let thing =
            |held: u32| self.outside.open.get(held as usize).and_then(Option::as_ref).map(|it| &it.thing);
        match (thing(one), thing(other)) {
            (Some(Thing::Node(one)), Some(Thing::Node(other))) => one == other,
            (Some(Thing::Host(one)), Some(Thing::Host(other))) => {
                let place = |file: &std::fs::File| file.metadata().map(|it| (it.dev(), it.ino())).ok();
                place(&one.0) == place(&other.0)
            }
            _ => false,
        }
    }

    /// Bytes of a file that is held, zeros after its end; and how long it is from there on.
    pub fn held_bytes(&self, held: u32, at: u64, count: usize) -> Result<(Bytes, usize), Errno> {
        let open = self.outside.open.get(held as usize).and_then(Option::as_ref).ok_or(errno::EBADF)?;
        match (&open.thing, self.system()) {
            (Thing::Host(NotState(file)), _) => {
                let mut bytes = vec![0; count];
                let length = read_host_at(file, &mut bytes, at)?;
                Ok((bytes.into(), length))
            }
            (Thing::Node(node), System::Memory(tree)) => {
                let mut bytes = tree.read(*node, at, count)?;
                let length = bytes.len();
                bytes.resize(count);
                Ok((bytes, length))
            }
            _ => Err(errno::ENODEV),
        }
    }

    /// Writes to a file that is held.
    pub fn put_held(&mut self, held: u32, at: u64, bytes: Slice<'_>) -> Result<(), Errno> {
        let host = self.host.index();
        let Outside { open, systems, .. } = &mut *self.outside;
        let open = open.get(held as usize).and_then(Option::as_ref).ok_or(errno::EBADF)?;
        match (&open.thing, &mut *systems[host]) {
            (Thing::Host(NotState(file)), _) => file.write_all_at(bytes.plain(), at).map_err(failed),
            (Thing::Node(node), System::Memory(tree)) => tree.write(*node, at, bytes),
            _ => Err(errno::ENODEV),
        }
    }
}
