//! The heap graph: objects, the pointers between them, and the canonical name of each object.
//!
//! Vertices are object numbers, edges the pointers in memory as of the last fingerprint. An object's name is `h(name
//! of its parent, offset of the pointer in the parent)` along the shortest-path tree that `shortest_paths` keeps; a
//! root's name is `h(the name the caller gave)`. Names are hashes, so two memories, threads or machines agree on them
//! without a shared table.
//!
//! The graph is a function of memory, so it needs no journal: after a rewind the restored chunks are dirty like
//! written ones, and an update brings the graph up to date at a cost that follows the difference. The common case has
//! a shortcut. A step that changed no name and is undone before the next mark is undone in the hashes, too, from a
//! small log of their old values ([`Undo`]). That halves the cost of a step that leads to a known state.
//!
//! Invariants between fingerprints: an edge is in the in-list of its target, the out-list of its source and the list
//! of its chunk; `dist` is the least number of pointers from a root; `parent` is the best in-edge as `shortest_paths`
//! defines it.

use crate::chunk::FIRST;
use crate::hash;

/// No edge.
pub(crate) const NIL: u32 = u32::MAX;
/// Distance of what no root reaches.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// A vertex: what the graph knows of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub dist: u32,
    pub parent: u32,
    pub ins: u32,
    pub outs: u32,
    /// Name as a hash; keeps its last value while the object is unreachable.
    pub name: u128,
    /// Sum of the hashes of the object's chunks.
    pub sum: u128,
    /// The object's term of the fingerprint.
    pub term: u128,
    /// Name of a root.
    pub root: Option<u64>,
    /// What the object's record contributes to the term, mixed.
    pub shape: u64,
    /// Has a new distance in the current repair.
    pub moved: bool,
    /// Waits in a list of the current repair.
    pub queued: bool,
    /// Waits in the list of terms to compute again.
    pub stale_term: bool,
}

impl Node {
    pub(crate) const NEW: Node = Node {
        dist: UNREACHED,
        parent: NIL,
        ins: NIL,
        outs: NIL,
        name: 0,
        sum: 0,
        term: 0,
        root: None,
        shape: 0,
        moved: false,
        queued: false,
        stale_term: false,
    };

    /// The object's term of the fingerprint, computed from name, sum and shape.
    #[inline(always)]
    pub(crate) fn new_term(&self) -> u128 {
        if self.dist == UNREACHED { 0 } else { hash::again(self.name, self.sum, self.shape) }
    }
}

/// A pointer in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Offset of the pointer in its object.
    pub offset: u64,
    pub chunk: u32,
    pub source: u32,
    pub target: u32,
    in_prev: u32,
    pub in_next: u32,
    out_prev: u32,
    pub out_next: u32,
    chunk_next: u32,
}

/// What the last fingerprint saw in a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HashedChunk {
    pub hash: u128,
    /// The part of `hash` that covers runs.
    pub over: u128,
    /// The object whose sum holds `hash`.
    pub object: u32,
    pub edges: u32,
    /// Waits to be hashed again.
    pub queued: bool,
}

impl HashedChunk {
    const NEW: HashedChunk = HashedChunk { hash: 0, over: 0, object: 0, edges: NIL, queued: false };
}

/// The graph and everything incremental about fingerprints.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeapGraph {
    pub nodes: Vec<Node>,
    pub chunks: Vec<HashedChunk>,
    pub edges: Vec<Edge>,
    free: Vec<u32>,
    /// The fingerprint: the sum of all terms.
    pub total: u128,
    /// Changes since the tree was last repaired.
    pub changes: Changes,
    /// Scratch space of the repair, kept to keep its allocations.
    pub work: crate::shortest_paths::Work,
    /// Objects whose term must be computed again.
    pub stale_terms: Vec<u32>,
    /// Chunks whose hash must be computed again.
    pub rehash: Vec<u32>,
    /// Scratch space: the pointers of a chunk.
    pub pointers: Vec<(u64, u32)>,
    /// Old hashes since the last mark.
    pub undo: Undo,
    /// Objects that may have leaked: changed or become unreachable since the last [`Memory::leaks`](crate::Memory).
    pub unreached: Vec<u32>,
    /// Bytes were hidden at some time, and pointers may be that the graph does not have.
    pub hides: bool,
}

/// Old values of hashes and terms since the last mark, newest last.
///
/// Invariant: while `valid`, everything was up to date at the mark, and since then no root, no name, and no edge that
/// a name depends on has changed. So the old hashes, with the other edges, are up to date with the marked state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Undo {
    pub valid: bool,
    entries: Vec<Old>,
    /// What runs added to the hashes of chunks.
    overs: Vec<(u32, u128)>,
    total: u128,
}

/// The hashes of a chunk (or of none, `NIL`) and of an object before a change.
#[derive(Clone, Copy, Debug)]
struct Old {
    chunk: u32,
    object: u32,
    hash: u128,
    sum: u128,
    term: u128,
}

impl Undo {
    /// Starts anew at a mark; `valid` if everything is up to date there.
    pub(crate) fn start(&mut self, valid: bool, total: u128) {
        self.valid = valid;
        self.total = total;
        self.entries.clear();
        self.overs.clear();
    }
}

/// What happened to the graph since the last repair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Objects that lost the edge to their parent, or stopped being roots.
    pub orphans: Vec<u32>,
    /// New edges on which a name may depend.
    pub gained: Vec<u32>,
    /// Objects that became roots, or roots under another name.
    pub roots: Vec<u32>,
}

impl Changes {
    pub(crate) fn is_empty(&self) -> bool {
        self.orphans.is_empty() && self.gained.is_empty() && self.roots.is_empty()
    }
}

/// The name of a root.
pub(crate) fn root_name(name: u64) -> u128 {
    hash::four([name, 0x726f_6f74, 0, 0])
}

/// The name of what the pointer at `offset` of the object named `parent` points to.
#[inline]
pub(crate) fn child_name(parent: u128, offset: u64) -> u128 {
    hash::again(parent, 0, hash::mix(offset, 1))
}

impl HeapGraph {
    #[inline]
    pub(crate) fn make_room(&mut self, objects: usize, chunks: usize) {
        if self.nodes.len() < objects || self.chunks.len() < chunks {
            self.grow(objects, chunks);
        }
    }

    #[cold]
    fn grow(&mut self, objects: usize, chunks: usize) {
        if self.chunks.is_empty() {
            // As the arena does: most never move.
            self.chunks.reserve_exact(chunks.max(FIRST));
        }
        self.nodes.resize(objects.max(self.nodes.len()), Node::NEW);
        self.chunks.resize(chunks.max(self.chunks.len()), HashedChunk::NEW);
    }

    /// Notes that an object's term must be computed again.
    #[inline]
    pub(crate) fn queue_term(&mut self, object: u32) {
        let node = &mut self.nodes[object as usize];
        if !node.stale_term {
            node.stale_term = true;
            self.stale_terms.push(object);
            if self.undo.valid {
                self.undo.entries.push(Old { chunk: NIL, object, hash: 0, sum: node.sum, term: node.term });
            }
        }
    }

    /// Notes that a chunk's hash must be computed again.
    #[inline]
    pub(crate) fn queue_hash(&mut self, chunk: u32) {
        let seen = &mut self.chunks[chunk as usize];
        if !seen.queued {
            seen.queued = true;
            self.rehash.push(chunk);
        }
    }

    /// Makes `plain` the part of a chunk's hash that covers plain bytes; the rest stays.
    #[inline(always)]
    pub(crate) fn set_plain_hash(&mut self, chunk: u32, plain: u128) {
        let seen = &mut self.chunks[chunk as usize];
        let (old, object) = (seen.hash, seen.object);
        let hash = plain.wrapping_add(seen.over);
        if old == hash {
            return;
        }
        seen.hash = hash;
        let node = &mut self.nodes[object as usize];
        if self.undo.valid {
            let old = Old { chunk, object, hash: old, sum: node.sum, term: node.term };
            self.undo.entries.push(old);
        }
        node.sum = node.sum.wrapping_sub(old).wrapping_add(hash);
        // A stale term is computed at the end of the update.
        if !node.stale_term {
            let term = node.new_term();
            self.total = self.total.wrapping_sub(node.term).wrapping_add(term);
            node.term = term;
        }
    }

    /// Makes `plain` and `over` the parts of the hash of a chunk, as part of `object`.
    pub(crate) fn set_hash(&mut self, chunk: u32, object: u32, plain: u128, over: u128) {
        if self.chunks[chunk as usize].object != object {
            self.move_hash(chunk, object);
        }
        let seen = &mut self.chunks[chunk as usize];
        if seen.over != over {
            if self.undo.valid {
                self.undo.overs.push((chunk, seen.over));
            }
            seen.over = over;
        }
        self.set_plain_hash(chunk, plain);
    }

    /// Moves the hash of a chunk from one object to another.
    #[cold]
    fn move_hash(&mut self, chunk: u32, object: u32) {
        let HashedChunk { hash, object: old_object, .. } = self.chunks[chunk as usize];
        self.queue_term(old_object);
        self.queue_term(object);
        if self.undo.valid {
            let Node { sum, term, .. } = self.nodes[old_object as usize];
            self.undo.entries.push(Old { chunk, object: old_object, hash, sum, term });
        }
        self.chunks[chunk as usize].object = object;
        let before = &mut self.nodes[old_object as usize].sum;
        *before = before.wrapping_sub(hash);
        let now = &mut self.nodes[object as usize].sum;
        *now = now.wrapping_add(hash);
    }

    /// Notes that every chunk with a pointer to an object must be hashed again.
    pub(crate) fn queue_pointers_to(&mut self, object: u32) {
        let mut edge = self.nodes[object as usize].ins;
        while edge != NIL {
            let Edge { chunk, in_next, .. } = self.edges[edge as usize];
            self.queue_hash(chunk);
            edge = in_next;
        }
    }

    /// Whether `pointers` (offset and target, sorted by offset) are the edges of a chunk of `source`.
    #[inline]
    pub(crate) fn has_edges(
        &self,
        chunk: usize,
        source: u32,
        pointers: impl Iterator<Item = (u64, u32)>,
    ) -> bool {
        let mut next = self.chunks[chunk].edges;
        for pointer in pointers {
            match self.edges.get(next as usize) {
                Some(edge) if edge.source == source && (edge.offset, edge.target) == pointer => {
                    next = edge.chunk_next;
                }
                _ => return false,
            }
        }
        next == NIL
    }

    /// Makes `pointers` (offset and target, sorted by offset) the edges of a chunk of `source`.
    pub(crate) fn set_edges(&mut self, chunk: usize, source: u32, pointers: &[(u64, u32)]) {
        let mut old = self.chunks[chunk].edges;
        let mut wanted = pointers.iter().copied().peekable();
        // The list is rebuilt from its end marker `tail` on: edges that stay keep their number.
        let (mut head, mut tail) = (NIL, NIL);
        let mut append = |edges: &mut Vec<Edge>, edge: u32| {
            if tail == NIL {
                head = edge;
            } else {
                edges[tail as usize].chunk_next = edge;
            }
            edges[edge as usize].chunk_next = NIL;
            tail = edge;
        };
        while old != NIL {
            let edge = self.edges[old as usize];
            let next = edge.chunk_next;
            while let Some(&(offset, target)) = wanted.peek()
                && offset < edge.offset
            {
                let new = self.link(chunk, source, offset, target);
                append(&mut self.edges, new);
                wanted.next();
            }
            if edge.source == source && wanted.peek() == Some(&(edge.offset, edge.target)) {
                append(&mut self.edges, old);
                wanted.next();
            } else {
                self.unlink(old);
            }
            old = next;
        }
        for (offset, target) in wanted {
            let new = self.link(chunk, source, offset, target);
            append(&mut self.edges, new);
        }
        self.chunks[chunk].edges = head;
    }

    fn link(&mut self, chunk: usize, source: u32, offset: u64, target: u32) -> u32 {
        let (in_next, out_next) = (self.nodes[target as usize].ins, self.nodes[source as usize].outs);
        let edge = Edge {
            offset,
            chunk: chunk as u32,
            source,
            target,
            in_prev: NIL,
            in_next,
            out_prev: NIL,
            out_next,
            chunk_next: NIL,
        };
        let id = match self.free.pop() {
            Some(id) => {
                self.edges[id as usize] = edge;
                id
            }
            None => {
                self.edges.push(edge);
                (self.edges.len() - 1) as u32
            }
        };
        if in_next != NIL {
            self.edges[in_next as usize].in_prev = id;
        }
        if out_next != NIL {
            self.edges[out_next as usize].out_prev = id;
        }
        self.nodes[target as usize].ins = id;
        self.nodes[source as usize].outs = id;
        // Most new pointers lead to objects that have a shorter or better chain already: no name depends on them.
        let (from, to) = (&self.nodes[source as usize], &self.nodes[target as usize]);
        if from.dist != UNREACHED
            && (from.dist + 1 < to.dist
                || from.dist + 1 == to.dist && self.beats_parent(from.name, offset, to))
        {
            self.undo.start(false, 0);
            self.changes.gained.push(id);
        }
        id
    }

    fn unlink(&mut self, id: u32) {
        let e = self.edges[id as usize];
        match e.in_prev {
            NIL => self.nodes[e.target as usize].ins = e.in_next,
            prev => self.edges[prev as usize].in_next = e.in_next,
        }
        if e.in_next != NIL {
            self.edges[e.in_next as usize].in_prev = e.in_prev;
        }
        match e.out_prev {
            NIL => self.nodes[e.source as usize].outs = e.out_next,
            prev => self.edges[prev as usize].out_next = e.out_next,
        }
        if e.out_next != NIL {
            self.edges[e.out_next as usize].out_prev = e.out_prev;
        }
        let target = &mut self.nodes[e.target as usize];
        if target.parent == id {
            target.parent = NIL;
            self.changes.orphans.push(e.target);
            self.undo.start(false, 0);
        }
        self.free.push(id);
    }

    /// Puts the hashes back that the undo log has.
    pub(crate) fn undo_hashes(&mut self) {
        debug_assert!(self.undo.valid, "the log covers everything since the mark");
        for old in self.undo.entries.iter().rev() {
            let node = &mut self.nodes[old.object as usize];
            node.sum = old.sum;
            node.term = old.term;
            if let Some(seen) = self.chunks.get_mut(old.chunk as usize) {
                seen.hash = old.hash;
                seen.object = old.object;
            }
        }
        for &(chunk, over) in self.undo.overs.iter().rev() {
            self.chunks[chunk as usize].over = over;
        }
        self.total = self.undo.total;
        self.undo.start(true, self.total);
    }

    /// Notes that an object is a root now, or is none.
    pub(crate) fn set_root(&mut self, object: u32, root: Option<u64>) {
        let node = &mut self.nodes[object as usize];
        if node.root == root {
            return;
        }
        node.root = root;
        self.undo.start(false, 0);
        if root.is_some() {
            self.changes.roots.push(object);
        } else {
            self.changes.orphans.push(object);
        }
    }
}
