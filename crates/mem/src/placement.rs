//! Nondeterministic placement: where objects lie is decided when the program looks ([`Memory::make_placement_nondet`]).
//!
//! Made-up addresses put objects into one order, and a slot is not used again while anything points to it. Real
//! allocators are free to do otherwise. So under nondeterministic placement two questions are open until a comparison
//! depends on them: whether an object starts where one lay that had ended before ([`PlacementQuestion::SameStart`]),
//! and which of two objects lies lower ([`PlacementQuestion::Order`]). The comparison fails with the question, a
//! search answers it each way ([`Memory::decide_placement`]), and the comparison is made again. Answers are kept, and
//! what follows from them is not asked again.
//!
//! Deciding late neither loses nor adds behaviours: answers are consistent with each other and with the lifetimes
//! (objects that live at the same time are disjoint), so some placement of all objects has had them from the start.
//!
//! For the identity of a state only relations under canonical names count ([`Memory::placement_relations`]): neither
//! object numbers nor the clock of lifetimes is part of it.
//!
//! Deliberately absent: reuse of a place from another byte than its first, reuse of one kind of storage by another
//! (heap, a thread's stack), and distances between objects. A comparison that depends on these is
//! [`UnknownPlacement::Unmodelled`].

mod facts;

use crate::hash;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Storage};
use crate::value::Pointer;
use facts::{Fact, Lifetime, Relation};
use std::cmp::Ordering;
use std::sync::Arc;

pub(crate) use facts::{Placement, PlacementState};

/// Every allocator aligns heap objects to 16 bytes: these bits of an address do not depend on the placement.
const ALIGNED: u64 = 15;

/// All addresses of objects are below this: bits above are tags of the program.
const ADDRESSES: u64 = 1 << 47;

/// What can be asked of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacementQuestion {
    /// Whether they start at the same address: 0 if not, 1 if so.
    SameStart,
    /// Which one lies lower: 0 if it is the first, 1 if it is the second.
    Order,
}

/// An open question about two objects. Alternative 0 is what made-up addresses say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacementSplit {
    /// What is asked.
    pub question: PlacementQuestion,
    /// The first object.
    pub first: ObjId,
    /// The second one.
    pub second: ObjId,
}

impl PlacementSplit {
    /// How many answers a question has.
    pub const ALTERNATIVES: u32 = 2;
}

/// Why a comparison of addresses has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownPlacement {
    /// It depends on this question.
    Split(PlacementSplit),
    /// It depends on more than the model of placement knows.
    Unmodelled,
}

/// Whether an allocator may give one object the place of the other once that has ended, by their storage and owner.
fn are_alike(a: &Object, b: &Object) -> bool {
    a.kind == b.kind && a.kind != Storage::Internal && (!a.is_thread_private() || a.owner == b.owner)
}

impl Object {
    /// Whether it lies in memory of one thread: its stack or its thread-local storage.
    fn is_thread_private(&self) -> bool {
        matches!(self.kind, Storage::Frame | Storage::ThreadLocal)
    }
}

impl Memory {
    /// From now on the placement of objects is nondeterministic. Objects that are there already keep their places.
    pub fn make_placement_nondet(&mut self) {
        self.placement = Some(Box::new(PlacementState::new(self.marks())));
    }

    /// Whether the placement of objects is nondeterministic.
    #[inline]
    pub fn has_nondet_placement(&self) -> bool {
        self.placement.is_some()
    }

    /// What is known of the placement in the current state.
    pub(crate) fn placement(&self) -> Option<Arc<Placement>> {
        self.placement.as_ref().map(|it| it.now.clone())
    }

    /// Makes this the placement of the current state, and forgets those of marked states.
    pub(crate) fn set_placement(&mut self, placement: Option<&Arc<Placement>>) {
        if let (Some(state), Some(now)) = (&mut self.placement, placement) {
            state.restore(now);
        }
    }

    /// An object was made.
    #[cold]
    pub(crate) fn place_new(&mut self, id: u32) {
        let heap = self.objects[id as usize].kind == Storage::Heap;
        if let Some(state) = &mut self.placement {
            state.change().begin(id, heap);
        }
    }

    /// An object has ended.
    #[cold]
    pub(crate) fn place_ended(&mut self, id: u32) {
        let heap = self.objects[id as usize].kind == Storage::Heap;
        if let Some(state) = &mut self.placement {
            state.change().end(id, heap);
        }
    }

    /// Nothing points to an object any more.
    #[cold]
    pub(crate) fn place_recycled(&mut self, id: u32) {
        if let Some(state) = &mut self.placement {
            state.change().forget(id);
        }
    }

    /// Says that a new object may lie where an old one lay that has just ended, although both existed for a moment:
    /// `realloc` copies from one to the other.
    pub fn may_reuse_place(&mut self, old: ObjId, new: ObjId) {
        if let Some(state) = &mut self.placement {
            let placement = state.change();
            let lifetime = Lifetime { born: placement.lifetime(old.0).died, ..placement.lifetime(new.0) };
            placement.set_lifetime(new.0, lifetime);
        }
    }

    /// The low bits of an object's address that its alignment fixes, wherever it lies.
    pub fn alignment_mask(&self, id: ObjId) -> u64 {
        (1 << self.objects[id.index()].align) - 1
    }

    /// How many heap objects were made so far, and how many have ended. Threads compete for the places of the heap, so
    /// a step that changes these counts depends on other steps that do.
    pub fn heap_counts(&self) -> (u64, u64) {
        self.placement.as_ref().map_or((0, 0), |it| it.now.heap_counts)
    }

    /// What is known of two objects. What can never share a place is apart.
    fn relation(&self, a: ObjId, b: ObjId) -> Relation {
        let Some(state) = &self.placement else { return Relation::Apart };
        let alike = are_alike(&self.objects[a.index()], &self.objects[b.index()]);
        match state.now.relation(a.0, b.0) {
            Relation::Open if !alike => Relation::Apart,
            relation => relation,
        }
    }

    /// Whether one object may lie over a part of the other: they never lived at the same time.
    fn may_overlap(&self, a: ObjId, b: ObjId) -> bool {
        let Some(state) = &self.placement else { return false };
        are_alike(&self.objects[a.index()], &self.objects[b.index()])
            && !state.now.lifetime(a.0).overlaps(state.now.lifetime(b.0))
    }

    /// Whether one object may lie where another of a different kind lay, which is not modelled: one ended before the
    /// other was made. When a function's variables begin and end is not part of the state that other threads see, so
    /// for these it is enough that one has ended.
    fn is_unmodelled_pair(&self, a: ObjId, b: ObjId) -> bool {
        let Some(state) = &self.placement else { return false };
        let (left, right) = (&self.objects[a.index()], &self.objects[b.index()]);
        let (first, second) = (state.now.lifetime(a.0), state.now.lifetime(b.0));
        if are_alike(left, right) || first == Lifetime::ALWAYS || second == Lifetime::ALWAYS {
            return false;
        }
        if left.is_thread_private() || right.is_thread_private() {
            return left.life != Life::Live || right.life != Life::Live;
        }
        !first.overlaps(second)
    }

    /// The offset of a pointer in its object; whether it points to a byte of it (or its start); whether to its end.
    fn spot(&self, p: Pointer) -> (u64, bool, bool) {
        let object = &self.objects[p.prov.index()];
        let offset = p.addr.wrapping_sub(object.base);
        (offset, offset < object.size || offset == 0, offset == object.size)
    }

    /// Whether pointers into two objects are equal, under nondeterministic placement.
    ///
    /// # Errors
    /// When that depends on something open.
    pub fn nondet_equal(&self, x: Pointer, y: Pointer) -> Result<bool, UnknownPlacement> {
        let ((i, inside, _), (j, within, _)) = (self.spot(x), self.spot(y));
        let distance = i.wrapping_sub(j);
        match self.relation(x.prov, y.prov) {
            Relation::Same => Ok(i == j),
            // Their tags above all addresses differ.
            _ if distance.min(distance.wrapping_neg()) >= ADDRESSES => Ok(false),
            _ if self.is_unmodelled_pair(x.prov, y.prov) => Err(UnknownPlacement::Unmodelled),
            Relation::Open if i == j => Err(self.ask(PlacementQuestion::SameStart, x.prov, y.prov)),
            _ if i == j => Ok(false),
            _ if self.may_overlap(x.prov, y.prov) => {
                let heap = self.objects[x.prov.index()].kind == Storage::Heap;
                if heap && distance & ALIGNED != 0 { Ok(false) } else { Err(UnknownPlacement::Unmodelled) }
            }
            _ if inside && within => Ok(false),
            _ => Err(UnknownPlacement::Unmodelled),
        }
    }

    /// The order of pointers into two objects, under nondeterministic placement.
    ///
    /// # Errors
    /// When that depends on something open.
    pub fn nondet_order(&self, x: Pointer, y: Pointer) -> Result<Ordering, UnknownPlacement> {
        let ((i, inside, behind), (j, within, beyond)) = (self.spot(x), self.spot(y));
        let relation = self.relation(x.prov, y.prov);
        // The end of one object may be the start of the other, so ends only compare with what is not a start.
        let clear = (inside || behind && j > 0) && (within || beyond && i > 0);
        let parts = (i != 0 || j != 0) && self.may_overlap(x.prov, y.prov);
        match relation {
            Relation::Same => Ok(i.cmp(&j)),
            _ if self.is_unmodelled_pair(x.prov, y.prov) => Err(UnknownPlacement::Unmodelled),
            Relation::Open => Err(self.ask(PlacementQuestion::SameStart, x.prov, y.prov)),
            _ if !clear || parts => Err(UnknownPlacement::Unmodelled),
            Relation::Apart => Err(self.ask(PlacementQuestion::Order, x.prov, y.prov)),
            Relation::Below => Ok(Ordering::Less),
            Relation::Above => Ok(Ordering::Greater),
        }
    }

    fn ask(&self, question: PlacementQuestion, x: ObjId, y: ObjId) -> UnknownPlacement {
        let low = |id: ObjId| self.objects[id.index()].base;
        let (first, second) = if low(x) < low(y) { (x, y) } else { (y, x) };
        UnknownPlacement::Split(PlacementSplit { question, first, second })
    }

    /// Decides a question. Returns whether the alternative is possible; if it is not, nothing changes.
    pub fn decide_placement(&mut self, split: PlacementSplit, alternative: u32) -> bool {
        let PlacementSplit { question, first, second } = split;
        let known = self.relation(first, second);
        let (relation, (first, second)) = match (question, alternative) {
            (PlacementQuestion::SameStart, 0) => (Relation::Apart, (first, second)),
            (PlacementQuestion::SameStart, _) => (Relation::Same, (first, second)),
            (PlacementQuestion::Order, 0) => (Relation::Below, (first, second)),
            (PlacementQuestion::Order, _) => (Relation::Below, (second, first)),
        };
        let open = if question == PlacementQuestion::SameStart { Relation::Open } else { Relation::Apart };
        if known == open {
            let fact = Fact { relation, first: first.0, second: second.0 };
            if let Some(state) = &mut self.placement {
                state.change().facts.push(fact);
            }
            return true;
        }
        let now = self.relation(first, second);
        match question {
            PlacementQuestion::SameStart => (now == Relation::Same) == (relation == Relation::Same),
            PlacementQuestion::Order => now == Relation::Below,
        }
    }

    /// All that is known of the placement, under canonical names and in a canonical order. Left out is what holds for
    /// all objects that live at the same time, and what no comparison can ask.
    pub fn placement_relations(&mut self) -> Vec<(u128, u128, u8)> {
        let Some(placement) = self.placement() else { return Vec::new() };
        let has_facts = |id: u32| placement.facts.iter().any(|it| it.first == id || it.second == id);
        // Number, name, whether it has ended, whether there are facts about it.
        let mut objects: Vec<(ObjId, u128, bool, bool)> = Vec::new();
        for id in 1..self.objects.len() as u32 {
            let Object { life, kind, flags, .. } = self.objects[id as usize];
            let moves = placement.lifetime(id) != Lifetime::ALWAYS || has_facts(id);
            // No program has pointers to internal roots; to internal streams and directories it has.
            if life == Life::Unused || kind == Storage::Internal && flags.root || !moves {
                continue;
            }
            if let Some(name) = self.canonical_name(ObjId(id)) {
                objects.push((ObjId(id), name, life != Life::Live, has_facts(id)));
            }
        }
        let mut relations = Vec::new();
        for (at, &(a, left, a_ended, a_facts)) in objects.iter().enumerate() {
            for &(b, right, b_ended, b_facts) in &objects[at + 1..] {
                if !(a_ended || b_ended || a_facts && b_facts) {
                    continue;
                }
                let private = self.objects[a.index()].is_thread_private()
                    || self.objects[b.index()].is_thread_private();
                let (low, high) = (left.min(right), left.max(right));
                match self.relation(a, b) {
                    Relation::Apart
                        if !self.may_overlap(a, b) && (private || !self.is_unmodelled_pair(a, b)) => {}
                    Relation::Below => relations.push((left, right, Relation::Below as u8)),
                    Relation::Above => relations.push((right, left, Relation::Below as u8)),
                    relation => relations.push((low, high, relation as u8)),
                }
            }
        }
        relations.sort_unstable();
        relations
    }

    /// A hash of [`Memory::placement_relations`].
    pub fn placement_hash(&mut self) -> u128 {
        if self.placement.is_none() {
            return 0;
        }
        let relations = self.placement_relations();
        if relations.is_empty() {
            return 0;
        }
        u128::from(hash::of(&(&relations, 1u8))) << 64 | u128::from(hash::of(&(&relations, 2u8)))
    }
}
