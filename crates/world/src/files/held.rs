//! Files that are in use without a number: memory shares them.

use super::transfer::read_host_at;
use super::{Files, System, Thing, flag};
use crate::bytes::{Bytes, Slice};
use crate::content::Content;
use crate::errno::{self, Errno};
use crate::host::failed;
use crate::outside::Outside;
use crate::state::{CopyOnWrite, NotState};
use std::os::unix::fs::{FileExt, MetadataExt as _};
use std::sync::Arc;

/// No host has more files.
const HOST_SHIFT: u32 = 20;

/// In the number of what is no file of any host.
const NAMELESS: u32 = 1 << 31;

/// No memory that processes share is larger.
const LARGEST: u64 = 1 << 30;

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
            System::Memory(_) => Thing::Nameless(self.outside.add_nameless(size)?),
        };
        Ok(self.add_open(thing, flag::BOTH))
    }

    /// Which file is held: a number that no other file has.
    pub fn held_node(&self, held: u32) -> Option<u32> {
        match self.outside.open.get(held as usize)?.as_ref()?.thing {
            Thing::Nameless(at) => Some(NAMELESS | at),
            Thing::Node(node) => Some((self.host.index() as u32) << HOST_SHIFT | node.number()),
            Thing::Host(NotState(ref file)) => Some(file.metadata().ok()?.ino() as u32),
            _ => None,
        }
    }

    /// Whether a file that is held is what it was in an earlier outside, as far as that is known without looking.
    pub fn is_held_unchanged(&self, held: u32, before: &Outside) -> bool {
        match self.outside.open.get(held as usize).and_then(Option::as_ref).map(|it| &it.thing) {
            Some(&Thing::Nameless(at)) => match (self.outside.nameless(at), before.nameless(at)) {
                (Some(now), Some(then)) => now.is(then),
                _ => false,
            },
            Some(Thing::Node(node)) => match (self.system(), &*before.systems[self.host.index()]) {
                (System::Memory(now), System::Memory(then)) => now.is_unchanged(*node, then),
                _ => false,
            },
            _ => false,
        }
    }

    /// What is in a file that is held, if it need not be fetched.
    fn held_content<'o>(&self, outside: &'o Outside, held: u32) -> Option<&'o Content> {
        let open = outside.open.get(held as usize)?.as_ref()?;
        match (&open.thing, &*outside.systems[self.host.index()]) {
            (&Thing::Nameless(at), _) => outside.nameless(at).map(|it| &**it),
            (Thing::Node(node), System::Memory(tree)) => tree.content(*node),
            _ => None,
        }
    }

    /// How many bytes a file that is held has from a place on, at most so many, if all of its bytes are numbers and
    /// need not be fetched.
    pub fn held_plain(&self, held: u32, at: u64, most: usize) -> Option<usize> {
        let content = self.held_content(&self.outside, held).filter(|it| it.is_plain())?;
        Some((content.len() as u64).saturating_sub(at).min(most as u64) as usize)
    }

    /// Bytes of such a file, from a place on and so many: those that may be others than in an earlier outside, each
    /// part with its position from that place on.
    pub fn held_parts<'o>(
        &'o self,
        held: u32,
        before: Option<&'o Outside>,
        at: u64,
        count: usize,
    ) -> impl Iterator<Item = (u64, &'o [u8])> {
        let content = self.held_content(&self.outside, held).into_iter();
        // Where the number was another file's then, its pages are others, too.
        let before = before.and_then(|it| self.held_content(it, held));
        let range = at as usize..(at as usize).saturating_add(count);
        content
            .flat_map(move |it| it.parts(range.clone(), before))
            .map(move |(start, part)| (start as u64 - at, part))
    }

    /// Bytes of a file that is held, as they were in another outside; fewer at the end.
    pub fn held_bytes_in(&self, outside: &Outside, held: u32, at: u64, count: usize) -> Option<Bytes> {
        Some(self.held_content(outside, held)?.read(at, count))
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
            (Some(Thing::Nameless(one)), Some(Thing::Nameless(other))) => one == other,
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
            (Thing::Node(_) | Thing::Nameless(_), System::Memory(_)) => {
                let content = self.held_content(&self.outside, held).ok_or(errno::ENODEV)?;
                let mut bytes = content.read(at, count);
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
        let Outside { open, systems, nameless, .. } = &mut **self.outside;
        let open = open.get(held as usize).and_then(Option::as_ref).ok_or(errno::EBADF)?;
        if let Thing::Nameless(place) = open.thing {
            let content = nameless[place as usize].as_mut().ok_or(errno::EBADF)?;
            content.write(at as usize, bytes);
            return Ok(());
        }
        match (&open.thing, &mut *systems[host]) {
            (Thing::Host(NotState(file)), _) => file.write_all_at(bytes.plain(), at).map_err(failed),
            (Thing::Node(node), System::Memory(tree)) => tree.write(*node, at, bytes),
            _ => Err(errno::ENODEV),
        }
    }
}

impl Outside {
    /// New zeros behind memory without a file: their place.
    fn add_nameless(&mut self, size: u64) -> Result<u32, Errno> {
        if size > LARGEST {
            return Err(errno::EFBIG);
        }
        let mut content = Content::default();
        content.resize(size as usize);
        let at = self.nameless.iter().position(Option::is_none).unwrap_or(self.nameless.len());
        if at == self.nameless.len() {
            self.nameless.push(None);
        }
        self.nameless[at] = Some(CopyOnWrite::new(content));
        Ok(at as u32)
    }

    fn nameless(&self, at: u32) -> Option<&CopyOnWrite<Content>> {
        self.nameless.get(at as usize)?.as_ref()
    }
}
