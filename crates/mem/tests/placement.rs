//! How objects lie to each other where nothing is taken for granted: answers are consistent, and part of the state.

use gmc_mem::{
    Config, Layout, Memory, PlacementQuestion, PlacementSplit, Pointer, Site, Storage, UnknownPlacement,
};
use std::cmp::Ordering;

fn memory() -> (Memory, Pointer) {
    let mut memory = Memory::new(Config::default());
    memory.make_placement_nondet();
    let root = memory.alloc(Layout::new(64, 8), Storage::Global, Site(0)).unwrap();
    memory.add_root(root.prov, 0);
    (memory, root)
}

/// A block to which the root points at a place.
fn block(memory: &mut Memory, root: Pointer, at: i64) -> Pointer {
    let block = memory.alloc(Layout::new(16, 16), Storage::Heap, Site(1)).unwrap();
    memory.store_pointer(root.wrapping_offset(8 * at), block).unwrap();
    block
}

fn question(doubt: UnknownPlacement) -> PlacementSplit {
    match doubt {
        UnknownPlacement::Split(question) => question,
        UnknownPlacement::Unmodelled => panic!("there is something to ask"),
    }
}

/// Answers whatever has to be answered so that the first one lies lower.
fn put_below(memory: &mut Memory, x: Pointer, y: Pointer) {
    let asked = question(memory.nondet_order(x, y).unwrap_err());
    assert_eq!(asked.question, PlacementQuestion::Order);
    assert!(memory.decide_placement(asked, u32::from(asked.first != x.prov)));
    assert_eq!(memory.nondet_order(x, y), Ok(Ordering::Less));
}

#[test]
fn order_is_transitive_and_goes_back() {
    let (mut memory, root) = memory();
    let [a, b, c] = [0, 1, 2].map(|at| block(&mut memory, root, at));
    let before = memory.placement_relations();
    let mark = memory.mark();
    put_below(&mut memory, c, b);
    put_below(&mut memory, b, a);
    assert_eq!(memory.nondet_order(a, c), Ok(Ordering::Greater));
    assert_eq!(memory.nondet_equal(a, c), Ok(false));
    let kept = memory.snapshot();
    memory.rewind(mark);
    assert_eq!(memory.placement_relations(), before);
    assert!(memory.nondet_order(a, c).is_err());
    memory.restore(&kept);
    assert_eq!(memory.nondet_order(a, c), Ok(Ordering::Greater));
}

#[test]
fn what_an_object_told_outlives_it() {
    let (mut memory, root) = memory();
    let [a, b, c] = [0, 1, 2].map(|at| block(&mut memory, root, at));
    put_below(&mut memory, a, b);
    put_below(&mut memory, b, c);
    memory.free(b, Site(2)).unwrap();
    memory.store_u64(root.wrapping_offset(8), 0).unwrap();
    memory.sweep(|_| ());
    assert_eq!(memory.nondet_order(a, c), Ok(Ordering::Less));
}

#[test]
fn a_place_is_used_again_by_one_object_at_a_time() {
    let (mut memory, root) = memory();
    let old = block(&mut memory, root, 0);
    let there = block(&mut memory, root, 1);
    memory.free(old, Site(2)).unwrap();
    let [b, c] = [2, 3].map(|at| block(&mut memory, root, at));
    assert_eq!(memory.nondet_equal(old, there), Ok(false), "both were there at once");
    let asked = question(memory.nondet_equal(old, b).unwrap_err());
    assert_eq!(memory.nondet_equal(old.wrapping_offset(8), b), Ok(false), "not aligned");
    let open = memory.placement_hash();
    assert!(
        memory.decide_placement(asked, 1)
            && memory.decide_placement(asked, 1)
            && !memory.decide_placement(asked, 0)
    );
    assert_ne!(memory.placement_hash(), open);
    assert_eq!(memory.nondet_equal(old, b), Ok(true));
    assert_eq!(memory.nondet_equal(old, c), Ok(false), "`c` is there beside `b`");
    // Even if nobody knows `b` any more.
    memory.free(b, Site(2)).unwrap();
    memory.store_u64(root.wrapping_offset(16), 0).unwrap();
    memory.sweep(|_| ());
    assert_eq!(memory.nondet_equal(old, c), Ok(false));
    let later = block(&mut memory, root, 4);
    assert!(memory.nondet_equal(old, later).is_err());
}

#[test]
fn relations_do_not_depend_on_numbers() {
    let relations = |swap: bool| {
        let (mut memory, root) = memory();
        let (mut a, mut b) = (block(&mut memory, root, 0), block(&mut memory, root, 1));
        if swap {
            memory.store_pointer(root, b).unwrap();
            memory.store_pointer(root.wrapping_offset(8), a).unwrap();
            (a, b) = (b, a);
        }
        put_below(&mut memory, a, b);
        memory.placement_relations()
    };
    assert_eq!(relations(false), relations(true));
}

#[test]
fn nobody_knows_what_lies_next_to_what() {
    let (mut memory, root) = memory();
    let [a, b] = [0, 1].map(|at| block(&mut memory, root, at));
    assert_eq!(memory.nondet_equal(a.wrapping_offset(16), b), Err(UnknownPlacement::Unmodelled));
    assert_eq!(memory.nondet_equal(a.wrapping_offset(15), b), Ok(false));
    put_below(&mut memory, a, b);
    assert_eq!(memory.nondet_order(a.wrapping_offset(16), b), Err(UnknownPlacement::Unmodelled));
    assert_eq!(memory.nondet_order(a.wrapping_offset(16), b.wrapping_offset(1)), Ok(Ordering::Less));
}
