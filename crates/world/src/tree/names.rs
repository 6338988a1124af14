//! Names in directories: made, moved, removed and listed, as `link`, `rename`, `unlink` and their kin do it.
//!
//! Invariant: a directory's links count the directories in it, and a node's links the names that lead to it.

use super::{Body, Node, NodeId, ROOT, Tree};
use crate::errno::{self, Errno};
use std::collections::BTreeMap;

impl Tree {
    /// `unlink`, or `rmdir` for directories.
    pub(crate) fn remove(&mut self, name: &[u8], directory: bool) -> Result<(), Errno> {
        let (parent, last, node) = self.slot(name, false)?;
        let id = node.ok_or(errno::ENOENT)?;
        match (directory, self.entries(id)) {
            (true, None) => return Err(errno::ENOTDIR),
            (false, Some(_)) => return Err(errno::EISDIR),
            (true, Some(entries)) if !entries.is_empty() => return Err(errno::ENOTEMPTY),
            _ => {}
        }
        self.may_change(parent)?;
        self.take_out(parent, &last);
        self.unlinked(id);
        Ok(())
    }

    fn take_out(&mut self, parent: NodeId, name: &[u8]) {
        let gone = self.entries_mut(parent).and_then(|entries| entries.remove(name));
        if gone.is_some_and(|id| self.entries(id).is_some()) {
            self.change(parent).links -= 1;
        }
    }

    /// `rename`
    pub(crate) fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let (parent, last, node) = self.slot(from, false)?;
        let id = node.ok_or(errno::ENOENT)?;
        let (new_parent, new_last, replaced) = self.slot(to, false)?;
        self.may_change(parent)?;
        self.may_change(new_parent)?;
        if replaced == Some(id) {
            return Ok(());
        }
        let directory = self.entries(id).is_some();
        if directory && self.walk(to, false)?.0.starts_with(&self.walk(from, false)?.0) {
            return Err(errno::EINVAL);
        }
        if let Some(old) = replaced {
            match (directory, self.entries(old)) {
                (true, None) => return Err(errno::ENOTDIR),
                (false, Some(_)) => return Err(errno::EISDIR),
                (true, Some(entries)) if !entries.is_empty() => return Err(errno::ENOTEMPTY),
                _ => {}
            }
            self.take_out(new_parent, &new_last);
            self.unlinked(old);
        }
        self.take_out(parent, &last);
        if let Some(entries) = self.entries_mut(new_parent) {
            entries.insert(new_last, id);
        }
        if directory {
            self.change(new_parent).links += 1;
        }
        Ok(())
    }

    /// `link`
    pub(crate) fn link(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let id = self.find(from, false)?;
        if self.entries(id).is_some() {
            return Err(errno::EPERM);
        }
        let (parent, last) = self.free_slot(to)?;
        if let Some(entries) = self.entries_mut(parent) {
            entries.insert(last, id);
        }
        self.change(id).links += 1;
        Ok(())
    }

    /// Where a name that is not taken would be.
    fn free_slot(&self, name: &[u8]) -> Result<(NodeId, Vec<u8>), Errno> {
        match self.slot(name, false) {
            Ok((_, _, Some(_))) | Err(errno::EBUSY) => Err(errno::EEXIST),
            Ok((parent, last, None)) => {
                self.may_change(parent)?;
                Ok((parent, last))
            }
            Err(error) => Err(error),
        }
    }

    /// `symlink`
    pub(crate) fn symlink(&mut self, text: &[u8], name: &[u8]) -> Result<(), Errno> {
        if text.is_empty() {
            return Err(errno::ENOENT);
        }
        let (parent, last) = self.free_slot(name)?;
        self.add(parent, &last, Node::new(Body::Link(text.to_vec()), 0o777));
        Ok(())
    }

    /// `mkdir`
    pub(crate) fn make_directory(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        let (parent, last) = self.free_slot(name)?;
        self.add(parent, &last, Node::new(Body::Directory(BTreeMap::new()), mode));
        Ok(())
    }

    /// `readlink`
    pub(crate) fn read_link(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        match &self.node(self.find(name, false)?).body {
            Body::Link(target) => Ok(target.clone()),
            _ => Err(errno::EINVAL),
        }
    }

    /// `realpath`
    pub(crate) fn real_path(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let (path, node) = self.walk(name, true)?;
        node.ok_or(errno::ENOENT)?;
        Ok(joined(&path))
    }

    /// The names in a directory.
    pub(crate) fn list(&self, name: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let id = self.find(name, true)?;
        if self.node(id).mode & 0o400 == 0 {
            return Err(errno::EACCES);
        }
        Ok(self.entries(id).ok_or(errno::ENOTDIR)?.keys().cloned().collect())
    }

    /// A name of a node, absolute; none if it has been removed.
    pub(crate) fn name(&self, wanted: NodeId) -> Option<Vec<u8>> {
        let mut directories = vec![(Vec::new(), ROOT)];
        while let Some((path, at)) = directories.pop() {
            if at == wanted {
                return Some(if path.is_empty() { b"/".to_vec() } else { path });
            }
            for (name, &node) in self.entries(at).into_iter().flatten() {
                directories.push(([&path[..], b"/", name].concat(), node));
            }
        }
        None
    }

    /// `getcwd`
    pub(crate) fn directory(&self) -> Vec<u8> {
        self.directory.clone()
    }

    /// `chdir`
    pub(crate) fn change_directory(&mut self, name: &[u8]) -> Result<(), Errno> {
        let (path, node) = self.walk(name, true)?;
        if self.entries(node.ok_or(errno::ENOENT)?).is_none() {
            return Err(errno::ENOTDIR);
        }
        self.directory = joined(&path);
        Ok(())
    }
}

fn joined(path: &[Vec<u8>]) -> Vec<u8> {
    if path.is_empty() {
        return b"/".to_vec();
    }
    path.iter().fold(Vec::new(), |mut name, part| {
        name.push(b'/');
        name.extend_from_slice(part);
        name
    })
}
