//! How objects lie to each other, where nothing is taken for granted: see [`Memory::make_placement_nondet`].
//!
//! Made-up addresses put objects into one order, and a place is not used again while anything points to it. Real allocators do
//! as they like. So here nothing is decided before the program looks: whether an object lies where one lay whose life
//! was over before ([`PlacementQuestion::SameStart`]), and which of two lies lower ([`PlacementQuestion::Order`]), are questions that somebody answers
//! ([`Memory::decide_placement`]), each way. Answers are kept, and what follows from them is not asked.
//!
//! Deciding late leaves nothing out and adds nothing: answers are consistent with lives, of which two that overlap never have
//! a place in common, and with each other, so some placement of all objects has them from the start.
//!
//! Lives are counted in ends: an object is born after so many of them. For the identity of a state only relations
//! count ([`Memory::placement_relations`]), under canonical names, so neither numbers of objects nor the time is part of it.
//!
//! Deliberately absent: a place that is used again from another byte on than its first, memory of one kind that is used again as
//! another (the heap's, a thread's stack), and how far apart objects are. Who asks for what depends on that is told that
//! nobody knows ([`UnknownPlacement::Unmodelled`]).

use crate::hash;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Storage};
use crate::value::Pointer;
use std::cmp::Ordering;
use std::sync::Arc;

/// The lowest bits of an address that are the same wherever an object of the heap lies.
const ALIGNED: u64 = 15;

/// Addresses of objects are smaller: what lies above in a number is a mark of the program's own.
const ADDRESSES: u64 = 1 << 47;

/// What can be asked of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacementQuestion {
    /// Whether they start at the same address: 0 if not, 1 if so.
    SameStart,
    /// Which one lies lower: 0 if it is the first, 1 if it is the second.
    Order,
}

/// Something that is not decided yet of two objects. It has two answers; 0 is what made-up addresses say.
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
    /// How many answers there are.
    pub const ALTERNATIVES: u32 = 2;
}

/// Why a comparison of addresses has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownPlacement {
    /// It depends on this.
    Split(PlacementSplit),
    /// It depends on more than can be asked.
    Unmodelled,
}

/// What is known of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Relation {
    /// They start at the same address.
    Same,
    /// The first one lies lower.
    Below,
    /// The second one lies lower.
    Above,
    /// They start at different addresses.
    Apart,
    /// Nothing.
    Open,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fact {
    relation: Relation,
    first: u32,
    second: u32,
}

/// When an object lived, in ends of objects.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lifetime {
    born: u64,
    died: u64,
}

impl Lifetime {
    const ALWAYS: Lifetime = Lifetime { born: 0, died: u64::MAX };

    fn overlaps(self, other: Lifetime) -> bool {
        self.born < other.died && other.born < self.died
    }
}

/// What is known of how objects lie in one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Placement {
    /// Ends of objects so far.
    ends: u64,
    /// Of the heap, whose places any thread may get: how many objects were made, and how many have ended.
    heap_counts: (u64, u64),
    /// By number of object.
    lifetimes: Vec<Lifetime>,
    facts: Vec<Fact>,
}

impl Placement {
    fn lifetime(&self, id: u32) -> Lifetime {
        self.lifetimes.get(id as usize).copied().unwrap_or(Lifetime::ALWAYS)
    }

    fn set_lifetime(&mut self, id: u32, lifetime: Lifetime) {
        if self.lifetimes.len() <= id as usize {
            self.lifetimes.resize(id as usize + 1, Lifetime::ALWAYS);
        }
        self.lifetimes[id as usize] = lifetime;
    }

    /// Objects that start where this one does; with `above`, those as well that are known to lie higher.
    fn from(&self, id: u32, above: bool) -> Vec<u32> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(&here) = found.get(at) {
            at += 1;
            for &Fact { relation, first, second } in &self.facts {
                let next = match relation {
                    Relation::Same if first == here => second,
                    Relation::Same if second == here => first,
                    Relation::Below if above && first == here => second,
                    _ => continue,
                };
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// What follows from answers and lives.
    fn relation(&self, a: u32, b: u32) -> Relation {
        if self.facts.is_empty() {
            return if self.lifetime(a).overlaps(self.lifetime(b)) {
                Relation::Apart
            } else {
                Relation::Open
            };
        }
        let (left, right) = (self.from(a, false), self.from(b, false));
        if left.contains(&b) {
            return Relation::Same;
        }
        if self.from(a, true).contains(&b) {
            return Relation::Below;
        }
        if self.from(b, true).contains(&a) {
            return Relation::Above;
        }
        let meet = |x: u32, y: u32| self.lifetime(x).overlaps(self.lifetime(y));
        let told = |it: &Fact| {
            it.relation == Relation::Apart
                && (left.contains(&it.first) && right.contains(&it.second)
                    || left.contains(&it.second) && right.contains(&it.first))
        };
        let apart = left.iter().any(|&x| right.iter().any(|&y| meet(x, y))) || self.facts.iter().any(told);
        if apart { Relation::Apart } else { Relation::Open }
    }

    /// Nothing points to an object any more, and its number is free. What it has told of others stays.
    fn forget(&mut self, id: u32) {
        let mut lifetime = self.lifetime(id);
        lifetime.died = lifetime.died.min(self.ends + 1);
        self.set_lifetime(id, Lifetime::ALWAYS);
        if !self.facts.iter().any(|it| it.first == id || it.second == id) {
            return;
        }
        let heir = self.from(id, false).get(1).copied();
        if let Some(heir) = heir {
            // The place was taken while it lived.
            let met: Vec<u32> = (1..self.lifetimes.len() as u32)
                .filter(|&it| {
                    it != id
                        && lifetime.overlaps(self.lifetime(it))
                        && !self.lifetime(heir).overlaps(self.lifetime(it))
                })
                .collect();
            self.facts.extend(met.into_iter().map(|second| Fact {
                relation: Relation::Apart,
                first: heir,
                second,
            }));
            let rename = |it: u32| if it == id { heir } else { it };
            for fact in &mut self.facts {
                (fact.first, fact.second) = (rename(fact.first), rename(fact.second));
            }
            self.facts.retain(|it| it.first != it.second);
            return;
        }
        let below = |it: &&Fact| it.relation == Relation::Below;
        let lower = self.facts.iter().filter(below).filter(|it| it.second == id).map(|it| it.first);
        let higher: Vec<u32> =
            self.facts.iter().filter(below).filter(|it| it.first == id).map(|it| it.second).collect();
        let over: Vec<Fact> = lower
            .flat_map(|first| {
                higher.iter().map(move |&second| Fact { relation: Relation::Below, first, second })
            })
            .collect();
        self.facts.retain(|it| it.first != id && it.second != id);
        self.facts.extend(over);
    }
}

/// The placement of the current state, and those of the marked ones.
pub(crate) struct PlacementState {
    now: Arc<Placement>,
    saved: Vec<Arc<Placement>>,
}

impl PlacementState {
    fn change(&mut self) -> &mut Placement {
        Arc::make_mut(&mut self.now)
    }

    pub(crate) fn save(&mut self) {
        self.saved.push(self.now.clone());
    }

    /// Returns to a mark, which stays.
    pub(crate) fn return_to(&mut self, depth: usize) {
        self.saved.truncate(depth + 1);
        self.now = self.saved[depth].clone();
    }

    pub(crate) fn forget_from(&mut self, depth: usize) {
        self.saved.truncate(depth);
    }
}

/// Whether one of two objects may get the place of the other when that has ended, as far as that depends on what they are.
fn are_alike(a: &Object, b: &Object) -> bool {
    a.kind == b.kind && a.kind != Storage::Internal && (!a.is_own() || a.owner == b.owner)
}

impl Object {
    /// Whether it is on a thread's stack, or one of its own variables.
    fn is_own(&self) -> bool {
        matches!(self.kind, Storage::Frame | Storage::ThreadLocal)
    }
}

impl Memory {
    /// From now on nothing is taken for granted of how objects lie to each other.
    pub fn make_placement_nondet(&mut self) {
        self.placement =
            Some(Box::new(PlacementState { now: Arc::default(), saved: vec![Arc::default(); self.marks()] }));
    }

    /// Whether that is so.
    #[inline]
    pub fn has_nondet_placement(&self) -> bool {
        self.placement.is_some()
    }

    pub(crate) fn placement(&self) -> Option<Arc<Placement>> {
        self.placement.as_ref().map(|it| it.now.clone())
    }

    /// The state is another one, and nothing is marked.
    pub(crate) fn set_placement(&mut self, placement: Option<&Arc<Placement>>) {
        if let (Some(state), Some(now)) = (&mut self.placement, placement) {
            **state = PlacementState { now: now.clone(), saved: Vec::new() };
        }
    }

    #[cold]
    pub(crate) fn place_new(&mut self, id: u32) {
        let kind = self.objects[id as usize].kind;
        let Some(state) = &mut self.placement else { return };
        let placement = state.change();
        placement.heap_counts.0 += u64::from(kind == Storage::Heap);
        placement.set_lifetime(id, Lifetime { born: placement.ends, died: u64::MAX });
    }

    #[cold]
    pub(crate) fn place_ended(&mut self, id: u32) {
        let kind = self.objects[id as usize].kind;
        let Some(state) = &mut self.placement else { return };
        let placement = state.change();
        placement.ends += 1;
        placement.heap_counts.1 += u64::from(kind == Storage::Heap);
        let lifetime = Lifetime { died: placement.ends, ..placement.lifetime(id) };
        placement.set_lifetime(id, lifetime);
    }

    #[cold]
    pub(crate) fn place_recycled(&mut self, id: u32) {
        if let Some(state) = &mut self.placement {
            state.change().forget(id);
        }
    }

    /// An object has taken over what another one held that has just ended, and may be in its place, as by `realloc`.
    pub fn may_reuse_place(&mut self, old: ObjId, new: ObjId) {
        if let Some(state) = &mut self.placement {
            let placement = state.change();
            let lifetime = Lifetime { born: placement.lifetime(old.0).died, ..placement.lifetime(new.0) };
            placement.set_lifetime(new.0, lifetime);
        }
    }

    /// The lowest bits of an object's address that are the same wherever it lies.
    pub fn alignment_mask(&self, id: ObjId) -> u64 {
        (1 << self.objects[id.index()].align) - 1
    }

    /// Of objects of the heap, whose places any thread may get: how many were made so far, and how many have ended.
    pub fn heap_counts(&self) -> (u64, u64) {
        self.placement.as_ref().map_or((0, 0), |it| it.now.heap_counts)
    }

    fn relation(&self, a: ObjId, b: ObjId) -> Relation {
        let Some(state) = &self.placement else { return Relation::Apart };
        let alike = are_alike(&self.objects[a.index()], &self.objects[b.index()]);
        match state.now.relation(a.0, b.0) {
            Relation::Open if !alike => Relation::Apart,
            relation => relation,
        }
    }

    /// Whether objects were never there at the same time, so that one may lie over a part of the other.
    fn may_overlap(&self, a: ObjId, b: ObjId) -> bool {
        let Some(state) = &self.placement else { return false };
        are_alike(&self.objects[a.index()], &self.objects[b.index()])
            && !state.now.lifetime(a.0).overlaps(state.now.lifetime(b.0))
    }

    /// Whether one of two objects of different kinds may have the place of the other, which is not modelled: one ended before the
    /// other was made. Other threads do not notice when variables of functions are made and end, so for these it is enough that
    /// one has ended.
    fn is_unmodelled_pair(&self, a: ObjId, b: ObjId) -> bool {
        let Some(state) = &self.placement else { return false };
        let (left, right) = (&self.objects[a.index()], &self.objects[b.index()]);
        let (first, second) = (state.now.lifetime(a.0), state.now.lifetime(b.0));
        if are_alike(left, right) || first == Lifetime::ALWAYS || second == Lifetime::ALWAYS {
            return false;
        }
        if left.is_own() || right.is_own() {
            return left.life != Life::Live || right.life != Life::Live;
        }
        !first.overlaps(second)
    }

    /// The offset of a pointer in its object, and whether it points to a byte of it or behind its last one.
    fn spot(&self, p: Pointer) -> (u64, bool, bool) {
        let object = &self.objects[p.prov.index()];
        let offset = p.addr.wrapping_sub(object.base);
        (offset, offset < object.size || offset == 0, offset == object.size)
    }

    /// Whether pointers into two objects are equal, wherever these lie.
    ///
    /// # Errors
    /// When that is not decided.
    pub fn nondet_equal(&self, x: Pointer, y: Pointer) -> Result<bool, UnknownPlacement> {
        let ((i, inside, _), (j, within, _)) = (self.spot(x), self.spot(y));
        let distance = i.wrapping_sub(j);
        match self.relation(x.prov, y.prov) {
            Relation::Same => Ok(i == j),
            // Marks above all addresses differ.
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

    /// The order of pointers into two objects, wherever these lie.
    ///
    /// # Errors
    /// When that is not decided.
    pub fn nondet_order(&self, x: Pointer, y: Pointer) -> Result<Ordering, UnknownPlacement> {
        let ((i, inside, behind), (j, within, beyond)) = (self.spot(x), self.spot(y));
        let relation = self.relation(x.prov, y.prov);
        // The end of one may be the start of the next.
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

    /// Answers a question. Says whether it can be so: otherwise nothing happens.
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

    /// All that is known of how objects lie, under canonical names and in a canonical order: what is so for all that live at the
    /// same time, and what nobody can ask for, is left out.
    pub fn placement_relations(&mut self) -> Vec<(u128, u128, u8)> {
        let Some(placement) = self.placement() else { return Vec::new() };
        let told = |id: u32| placement.facts.iter().any(|it| it.first == id || it.second == id);
        // Number, name, whether it has ended, whether anything is said of it.
        let mut objects: Vec<(ObjId, u128, bool, bool)> = Vec::new();
        for id in 1..self.objects.len() as u32 {
            let Object { life, kind, flags, .. } = self.objects[id as usize];
            let moves = placement.lifetime(id) != Lifetime::ALWAYS || told(id);
            // To what the machine keeps for itself no program has a pointer; to a stream or a directory it has.
            if life == Life::Unused || kind == Storage::Internal && flags.root || !moves {
                continue;
            }
            if let Some(name) = self.canonical_name(ObjId(id)) {
                objects.push((ObjId(id), name, life != Life::Live, told(id)));
            }
        }
        let mut relations = Vec::new();
        for (at, &(a, left, ended, told)) in objects.iter().enumerate() {
            for &(b, right, over, said) in &objects[at + 1..] {
                if !(ended || over || told && said) {
                    continue;
                }
                let own = self.objects[a.index()].is_own() || self.objects[b.index()].is_own();
                let (low, high) = (left.min(right), left.max(right));
                match self.relation(a, b) {
                    Relation::Apart if !self.may_overlap(a, b) && (own || !self.is_unmodelled_pair(a, b)) => {
                    }
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
