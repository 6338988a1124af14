//! A file system in memory, of which a copy can be kept with every state.
//!
//! Nodes are shared between copies until one changes them. Invariant: a number that nobody uses, by name or by open
//! file, is free, and a new node gets the lowest one; so the same operations give the same numbers.

mod names;

use super::bytes::{Byte, Bytes, Slice, TermByte};
use super::clock::START;
use super::content::Content;
use super::errno::{self, Errno};
use super::files::{Stat, flag};
use crate::state::{Hashed, print_of};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Names a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);

const ROOT: NodeId = NodeId(0);

impl NodeId {
    /// Its place among the nodes.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// Links that are followed on the way to one file.
const LINKS: u32 = 40;

/// No file is longer.
const LONGEST: u64 = 1 << 30;

/// What a device does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Device {
    /// Takes everything, and has nothing.
    Null,
    /// Takes everything, and has zeros without end.
    Zero,
    /// Takes nothing, and has zeros without end.
    Full,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Body {
    File(Content),
    Directory(BTreeMap<Vec<u8>, NodeId>),
    Link(Vec<u8>),
    Device(Device),
}

/// A file, whatever its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    body: Body,
    /// Who may do what: twelve bits.
    mode: u32,
    links: u32,
    opens: u32,
    /// Last accessed and changed, in seconds and nanoseconds.
    times: [(i64, i64); 2],
}

impl Node {
    fn new(body: Body, mode: u32) -> Node {
        let links = if matches!(body, Body::Directory(_)) { 2 } else { 1 };
        let then = (START as i64, 0);
        Node { body, mode: mode & 0o7777, links, opens: 0, times: [then, then] }
    }
}

/// A file system.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    nodes: Vec<Option<Arc<Hashed<Node>>>>,
    /// The current directory: its name, absolute and without links.
    directory: Vec<u8>,
}

impl Default for Tree {
    /// `/dev` with its devices, and an empty `/tmp`.
    fn default() -> Tree {
        let root = Node::new(Body::Directory(BTreeMap::new()), 0o755);
        let mut tree = Tree { nodes: vec![Some(Arc::new(Hashed::new(root)))], directory: b"/".to_vec() };
        tree.plant(b"/dev", Body::Directory(BTreeMap::new()), 0o755);
        tree.plant(b"/dev/shm", Body::Directory(BTreeMap::new()), 0o777);
        tree.plant(b"/tmp", Body::Directory(BTreeMap::new()), 0o1777);
        for (name, device) in
            [(&b"/dev/null"[..], Device::Null), (b"/dev/zero", Device::Zero), (b"/dev/full", Device::Full)]
        {
            tree.plant(name, Body::Device(device), 0o666);
        }
        tree
    }
}

/// The parts of a name between slashes.
fn parts(name: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    name.split(|&byte| byte == b'/').filter(|part| !part.is_empty() && *part != b".")
}

impl Tree {
    /// Adds a file with these contents, and the directories that lead to it.
    pub fn add_file(&mut self, name: &[u8], contents: Bytes, mode: u32) {
        self.plant(name, Body::File(contents.into()), mode);
    }

    /// Sets a byte of a file that is there.
    pub(super) fn set_byte(&mut self, name: &[u8], at: usize, byte: Byte) {
        if let Ok(id) = self.find(name, true)
            && let Body::File(contents) = &mut self.change(id).body
        {
            contents.set(at, byte);
        }
    }

    /// Adds a copy of a directory of the host's, with all that is in it.
    ///
    /// # Errors
    /// When something in it cannot be read, with its name.
    pub fn add_directory(&mut self, from: &Path, name: &[u8]) -> Result<(), (std::path::PathBuf, io::Error)> {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::PermissionsExt;
        let told = |path: &Path| {
            let path = path.to_owned();
            move |error: io::Error| (path, error)
        };
        self.plant(name, Body::Directory(BTreeMap::new()), 0o755);
        let mut entries =
            std::fs::read_dir(from).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(told(from))?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let inner = [name, b"/", entry.file_name().as_bytes()].concat();
            let kind = entry.file_type().map_err(told(&path))?;
            if kind.is_dir() {
                self.add_directory(&path, &inner)?;
            } else if kind.is_symlink() {
                let target = std::fs::read_link(&path).map_err(told(&path))?;
                self.plant(&inner, Body::Link(target.as_os_str().as_bytes().to_vec()), 0o777);
            } else if kind.is_file() {
                let contents = std::fs::read(&path).map_err(told(&path))?;
                let mode = entry.metadata().map_err(told(&path))?.permissions().mode();
                self.plant(&inner, Body::File(Bytes::from(contents).into()), mode);
            }
        }
        Ok(())
    }

    /// The host has crashed: nobody has a file open any more, and what is in `/dev/shm` is gone. It starts in the
    /// directory of another file system.
    pub(super) fn lose_memory(&mut self, first: &Tree) {
        self.directory.clone_from(&first.directory);
        for at in 0..self.nodes.len() as u32 {
            if self.nodes[at as usize].as_ref().is_some_and(|it| it.opens > 0) {
                self.change(NodeId(at)).opens = 0;
                self.drop_unused(NodeId(at));
            }
        }
        if let Ok(memory) = self.find(b"/dev/shm", false) {
            self.empty(memory);
        }
    }

    /// Removes all that is in a directory.
    fn empty(&mut self, directory: NodeId) {
        let entries = self.entries_mut(directory).map(std::mem::take);
        for node in entries.into_iter().flat_map(BTreeMap::into_values) {
            if self.entries(node).is_some() {
                self.empty(node);
                self.change(directory).links -= 1;
            }
            self.unlinked(node);
        }
    }

    /// A hash of everything.
    pub fn print(&self) -> u128 {
        print_of(self)
    }

    /// Puts a node where a name says, from the root; what stood there goes, unless both are directories.
    fn plant(&mut self, name: &[u8], body: Body, mode: u32) {
        let mut path: Vec<&[u8]> = Vec::new();
        for part in parts(name) {
            if part == b".." {
                path.pop();
            } else {
                path.push(part);
            }
        }
        let Some(last) = path.pop() else { return };
        let mut at = ROOT;
        for part in path {
            at = match self.entries(at).and_then(|entries| entries.get(part)) {
                Some(&next) if self.entries(next).is_some() => next,
                _ => self.add(at, part, Node::new(Body::Directory(BTreeMap::new()), 0o755)),
            };
        }
        let known = self.entries(at).and_then(|entries| entries.get(last)).copied();
        let merges = known.is_some_and(|it| self.entries(it).is_some()) && matches!(body, Body::Directory(_));
        if !merges {
            self.add(at, last, Node::new(body, mode));
        }
    }

    pub(super) fn each_term(&self, look: &mut dyn FnMut(TermByte)) {
        for node in self.nodes.iter().flatten() {
            if let Body::File(contents) = &node.body {
                contents.terms().for_each(|(_, term)| look(term));
            }
        }
    }

    pub(super) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) {
        for node in self.nodes.iter_mut().flatten() {
            let Body::File(contents) = &node.body else { continue };
            if contents.is_plain() {
                continue;
            }
            let mut contents = contents.clone();
            if contents.replace_terms(new) {
                Arc::make_mut(node).body = Body::File(contents);
            }
        }
    }

    fn node(&self, id: NodeId) -> &Node {
        self.nodes[id.0 as usize].as_ref().expect("named or open")
    }

    fn change(&mut self, id: NodeId) -> &mut Node {
        &mut *Arc::make_mut(self.nodes[id.0 as usize].as_mut().expect("named or open"))
    }

    fn entries(&self, id: NodeId) -> Option<&BTreeMap<Vec<u8>, NodeId>> {
        match &self.node(id).body {
            Body::Directory(entries) => Some(entries),
            _ => None,
        }
    }

    fn entries_mut(&mut self, id: NodeId) -> Option<&mut BTreeMap<Vec<u8>, NodeId>> {
        match &mut self.change(id).body {
            Body::Directory(entries) => Some(entries),
            _ => None,
        }
    }

    fn new_node(&mut self, node: Node) -> NodeId {
        let at = self.nodes.iter().position(Option::is_none).unwrap_or(self.nodes.len());
        if at == self.nodes.len() {
            self.nodes.push(None);
        }
        self.nodes[at] = Some(Arc::new(Hashed::new(node)));
        NodeId(at as u32)
    }

    fn add(&mut self, parent: NodeId, name: &[u8], node: Node) -> NodeId {
        let directory = matches!(node.body, Body::Directory(_));
        let id = self.new_node(node);
        let old = self.entries_mut(parent).and_then(|entries| entries.insert(name.to_vec(), id));
        if directory {
            self.change(parent).links += 1;
        }
        if let Some(old) = old {
            self.unlinked(old);
        }
        id
    }

    /// A name of a node is gone.
    fn unlinked(&mut self, id: NodeId) {
        let node = self.change(id);
        node.links = if matches!(node.body, Body::Directory(_)) { 0 } else { node.links.saturating_sub(1) };
        self.drop_unused(id);
    }

    fn drop_unused(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.links == 0 && node.opens == 0 {
            self.nodes[id.0 as usize] = None;
        }
    }

    /// An absolute name without `.`, `..` and links that leads to the directory of the last part, and that part; with
    /// `follow`, links are followed there, too.
    fn walk(&self, name: &[u8], follow: bool) -> Result<(Vec<Vec<u8>>, Option<NodeId>), Errno> {
        if name.is_empty() {
            return Err(errno::ENOENT);
        }
        let mut path: Vec<Vec<u8>> = Vec::new();
        let mut nodes = vec![ROOT];
        let mut todo: Vec<Vec<u8>> = parts(name).rev().map(<[u8]>::to_vec).collect();
        if name[0] != b'/' {
            todo.extend(parts(&self.directory).rev().map(<[u8]>::to_vec));
        }
        let mut links = 0;
        while let Some(part) = todo.pop() {
            let here = *nodes.last().expect("the root stays");
            let Some(entries) = self.entries(here) else { return Err(errno::ENOTDIR) };
            if self.node(here).mode & 0o100 == 0 {
                return Err(errno::EACCES);
            }
            if part == b".." {
                path.pop();
                if nodes.len() > 1 {
                    nodes.pop();
                }
                continue;
            }
            if part.len() > 255 {
                return Err(errno::ENAMETOOLONG);
            }
            let Some(&next) = entries.get(&part) else {
                path.push(part);
                return if todo.is_empty() { Ok((path, None)) } else { Err(errno::ENOENT) };
            };
            match &self.node(next).body {
                Body::Link(target) if follow || !todo.is_empty() => {
                    links += 1;
                    if links > LINKS {
                        return Err(errno::ELOOP);
                    }
                    if target.first() == Some(&b'/') {
                        path.clear();
                        nodes.truncate(1);
                    }
                    todo.extend(parts(target).rev().map(<[u8]>::to_vec));
                }
                _ => {
                    path.push(part);
                    nodes.push(next);
                }
            }
        }
        let last = *nodes.last().expect("the root stays");
        if name.ends_with(b"/") && self.entries(last).is_none() {
            return Err(errno::ENOTDIR);
        }
        Ok((path, Some(last)))
    }

    fn find(&self, name: &[u8], follow: bool) -> Result<NodeId, Errno> {
        self.walk(name, follow)?.1.ok_or(errno::ENOENT)
    }

    /// The directory that a name is in, and the name there; the node, if there is one.
    fn slot(&self, name: &[u8], follow: bool) -> Result<(NodeId, Vec<u8>, Option<NodeId>), Errno> {
        let (mut path, node) = self.walk(name, follow)?;
        let Some(last) = path.pop() else { return Err(errno::EBUSY) };
        let parent = path.iter().try_fold(ROOT, |at, part| self.entries(at)?.get(part).copied());
        Ok((parent.ok_or(errno::ENOENT)?, last, node))
    }

    fn may_change(&self, directory: NodeId) -> Result<(), Errno> {
        if self.node(directory).mode & 0o200 == 0 { Err(errno::EACCES) } else { Ok(()) }
    }

    /// `open`; the node counts as open until [`Tree::close`].
    pub(super) fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> Result<NodeId, Errno> {
        let exclusive = flags & flag::CREATE != 0 && flags & flag::EXCLUSIVE != 0;
        let writes = flags & flag::ACCESS != 0;
        let id = if flags & flag::CREATE == 0 {
            self.find(name, true)?
        } else {
            match self.slot(name, !exclusive) {
                Ok((_, _, Some(_))) if exclusive => return Err(errno::EEXIST),
                Ok((_, _, Some(id))) => id,
                Ok(_) if name.ends_with(b"/") => return Err(errno::EISDIR),
                Ok((parent, last, None)) => {
                    self.may_change(parent)?;
                    let id = self.add(parent, &last, Node::new(Body::File(Content::default()), mode));
                    self.change(id).opens += 1;
                    return Ok(id);
                }
                // The root is there, and cannot be made.
                Err(errno::EBUSY) => ROOT,
                Err(error) => return Err(error),
            }
        };
        let node = self.node(id);
        let wanted = match flags & flag::ACCESS {
            0 => 0o400,
            flag::WRITE => 0o200,
            _ => 0o600,
        };
        match node.body {
            Body::Directory(_) if writes || flags & flag::TRUNCATE != 0 => return Err(errno::EISDIR),
            _ if flags & flag::DIRECTORY != 0 && self.entries(id).is_none() => return Err(errno::ENOTDIR),
            _ if node.mode & wanted != wanted => return Err(errno::EACCES),
            _ => {}
        }
        let node = self.change(id);
        node.opens += 1;
        if flags & flag::TRUNCATE != 0
            && let Body::File(contents) = &mut node.body
        {
            contents.resize(0);
        }
        Ok(id)
    }

    /// A new file that has no name, open.
    pub(super) fn temporary(&mut self) -> NodeId {
        let mut node = Node::new(Body::File(Content::default()), 0o600);
        (node.links, node.opens) = (0, 1);
        self.new_node(node)
    }

    /// The last open file of a node was closed.
    pub(super) fn close(&mut self, id: NodeId) {
        self.change(id).opens -= 1;
        self.drop_unused(id);
    }

    /// Bytes from a place on; fewer at the end.
    pub(super) fn read(&self, id: NodeId, at: u64, count: usize) -> Result<Bytes, Errno> {
        match &self.node(id).body {
            Body::File(contents) => Ok(contents.read(at, count)),
            Body::Device(Device::Null) => Ok(Bytes::new()),
            Body::Device(Device::Zero | Device::Full) => Ok(vec![0; count].into()),
            Body::Directory(_) => Err(errno::EISDIR),
            Body::Link(_) => Err(errno::EINVAL),
        }
    }

    /// What is in a file.
    pub(super) fn content(&self, id: NodeId) -> Option<&Content> {
        match &self.nodes.get(id.0 as usize)?.as_ref()?.body {
            Body::File(contents) => Some(contents),
            _ => None,
        }
    }

    /// Whether a node is the very copy that it was in another tree, not merely an equal one.
    pub(super) fn is_unchanged(&self, id: NodeId, then: &Tree) -> bool {
        let node = |tree: &'_ Tree| tree.nodes.get(id.0 as usize).and_then(Option::as_ref).map(Arc::as_ptr);
        node(self).is_some() && node(self) == node(then)
    }

    /// Writes bytes at a place; what lies between the end and there is zero.
    pub(super) fn write(&mut self, id: NodeId, at: u64, bytes: Slice<'_>) -> Result<(), Errno> {
        match self.node(id).body {
            Body::Device(Device::Full) => return Err(errno::ENOSPC),
            Body::Device(_) => return Ok(()),
            _ if bytes.is_empty() => return Ok(()),
            _ => {}
        }
        let end = at.saturating_add(bytes.len() as u64);
        if end > LONGEST {
            return Err(errno::EFBIG);
        }
        let Body::File(contents) = &mut self.change(id).body else { return Err(errno::EISDIR) };
        contents.write(at as usize, bytes);
        Ok(())
    }

    /// How many bytes there are; none for what has no length.
    pub(super) fn length(&self, id: NodeId) -> Option<u64> {
        match &self.node(id).body {
            Body::File(contents) => Some(contents.len() as u64),
            Body::Directory(_) => Some(4096),
            Body::Device(_) | Body::Link(_) => None,
        }
    }

    /// `ftruncate`
    pub(super) fn cut(&mut self, id: NodeId, size: u64) -> Result<(), Errno> {
        if size > LONGEST {
            return Err(errno::EFBIG);
        }
        match &mut self.change(id).body {
            Body::File(contents) => {
                contents.resize(size as usize);
                Ok(())
            }
            _ => Err(errno::EINVAL),
        }
    }

    /// `truncate`
    pub(super) fn set_size(&mut self, name: &[u8], size: u64) -> Result<(), Errno> {
        let id = self.find(name, true)?;
        if self.entries(id).is_some() {
            return Err(errno::EISDIR);
        }
        if self.node(id).mode & 0o200 == 0 {
            return Err(errno::EACCES);
        }
        self.cut(id, size)
    }

    /// `fstat`
    pub(super) fn stat_node(&self, id: NodeId) -> Stat {
        let node = self.node(id);
        let (kind, size) = match &node.body {
            Body::File(contents) => (0o100_000, contents.len() as i64),
            Body::Directory(_) => (0o040_000, 4096),
            Body::Link(target) => (0o120_000, target.len() as i64),
            Body::Device(_) => (0o020_000, 0),
        };
        Stat {
            dev: 1,
            ino: u64::from(id.0) + 2,
            nlink: node.links.into(),
            mode: kind | node.mode,
            uid: 1000,
            gid: 1000,
            rdev: if kind == 0o020_000 { 0x100 + u64::from(id.0) } else { 0 },
            size,
            blksize: 4096,
            blocks: (size + 511) / 512,
            atime: node.times[0],
            mtime: node.times[1],
            ctime: node.times[1],
        }
    }

    /// `stat`, or `lstat` where links are not followed.
    pub(super) fn stat(&self, name: &[u8], follow: bool) -> Result<Stat, Errno> {
        Ok(self.stat_node(self.find(name, follow)?))
    }

    /// `access`
    pub(super) fn access(&self, name: &[u8], mode: i32) -> Result<(), Errno> {
        let allowed = self.node(self.find(name, true)?).mode >> 6 & 7;
        let wanted = mode as u32 & 7;
        if allowed & wanted == wanted { Ok(()) } else { Err(errno::EACCES) }
    }

    /// `chmod`
    pub(super) fn set_mode(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        let id = self.find(name, true)?;
        self.set_mode_node(id, mode);
        Ok(())
    }

    /// `fchmod`
    pub(super) fn set_mode_node(&mut self, id: NodeId, mode: u32) {
        self.change(id).mode = mode & 0o7777;
    }

    /// `utimes`
    pub(super) fn set_times(&mut self, name: &[u8], times: [std::time::Duration; 2]) -> Result<(), Errno> {
        let id = self.find(name, true)?;
        self.set_times_node(id, times);
        Ok(())
    }

    /// The same for an open file.
    pub(super) fn set_times_node(&mut self, id: NodeId, times: [std::time::Duration; 2]) {
        self.change(id).times = times.map(|time| (time.as_secs() as i64, time.subsec_nanos().into()));
    }
}

#[cfg(test)]
mod tests;
