//! The cached steps of one local state, found by the values that they read.
//!
//! The first word that a step reads follows from the local state; the next one follows from the value of the first,
//! and so on. So the steps are the leaves of a tree: an inner node names a word, and has a branch for each value
//! seen there.

use crate::frame_words::Edit;
use crate::local_state::LocalState;
use gmc_mem::{Memory, ObjId, ObjectInfo, Pointer, Scalar};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::read_write_set::Word;
use gmc_vm::thread::Thread;
use std::rc::Rc;

/// A word with more values than this is not cached: it rarely has the same value again.
const MAX_VALUES: usize = 32;

/// A step taken before.
pub(crate) struct CachedStep {
    pub(crate) alternative: u32,
    /// The records of all threads, if the step reads one of them; otherwise the number of threads.
    pub(crate) threads: ThreadSet,
    pub(crate) reads: Box<[Word]>,
    pub(crate) objects: Box<[(ObjectInfo, bool)]>,
    pub(crate) writes: Box<[Word]>,
    pub(crate) edits: Box<[Edit]>,
    /// Whether it writes the machine's internal objects, on which the alternatives of any operation may depend.
    pub(crate) writes_internal: bool,
    /// The lowest frame that it changes.
    pub(crate) lowest_frame: usize,
    pub(crate) to: Rc<LocalState>,
}

/// What a step depends on about the other threads.
pub(crate) enum ThreadSet {
    Count(usize),
    Records(Box<[ObjId]>),
}

impl ThreadSet {
    #[inline]
    fn matches(&self, threads: &[Thread]) -> bool {
        match self {
            ThreadSet::Count(count) => *count == threads.len(),
            ThreadSet::Records(records) => {
                records.len() == threads.len()
                    && records.iter().zip(threads).all(|(&record, thread)| record == thread.record.prov)
            }
        }
    }
}

impl CachedStep {
    /// Whether everything that the step depends on, except for the words it reads, is as it was.
    #[inline]
    fn applies(&self, alternative: u32, threads: &[Thread], memory: &Memory) -> bool {
        self.alternative == alternative
            && self.threads.matches(threads)
            && self.objects.iter().all(|(info, shared)| {
                memory.object(info.id) == Some(*info) && memory.is_shared(info.id) == *shared
            })
    }
}

/// The cached steps that have read the same values so far.
#[derive(Default)]
pub(crate) struct StepTree {
    /// Those that read no further word.
    steps: Vec<Rc<CachedStep>>,
    /// The others, by the next word that they read.
    reads: Vec<ReadNode>,
}

/// A word that steps read next, and the steps for each of its values.
struct ReadNode {
    at: Pointer,
    size: u8,
    values: Vec<(Scalar, StepTree)>,
}

impl ReadNode {
    #[inline]
    fn child(&self, memory: &Memory) -> Option<&StepTree> {
        let value = load(memory, self.at, self.size)?;
        self.values.iter().find(|it| it.0 == value).map(|it| &it.1)
    }
}

impl StepTree {
    /// The cached step that applies in the current state.
    #[inline]
    pub(crate) fn find(
        &self,
        alternative: u32,
        threads: &[Thread],
        memory: &Memory,
    ) -> Option<&Rc<CachedStep>> {
        let mut tree = self;
        // Nearly always there is one word to compare.
        while let ([node], []) = (&*tree.reads, &*tree.steps) {
            tree = node.child(memory)?;
        }
        let cached = tree.steps.iter().find(|it| it.applies(alternative, threads, memory));
        cached.or_else(|| {
            let mut reads = tree.reads.iter();
            reads.find_map(|node| node.child(memory)?.find(alternative, threads, memory))
        })
    }

    /// Adds a step that is not in the tree, unless one of its words has too many values.
    pub(crate) fn add(&mut self, cached: CachedStep) {
        let mut tree = self;
        for word in &cached.reads {
            let is_same = |node: &ReadNode| (node.at, node.size) == (word.at, word.size);
            let at = tree.reads.iter().position(is_same).unwrap_or_else(|| {
                tree.reads.push(ReadNode { at: word.at, size: word.size, values: Vec::new() });
                tree.reads.len() - 1
            });
            let values = &mut tree.reads[at].values;
            let at = values.iter().position(|it| it.0 == word.value).unwrap_or(values.len());
            if at == values.len() {
                if at == MAX_VALUES {
                    return;
                }
                values.push((word.value, StepTree::default()));
            }
            tree = &mut values[at].1;
        }
        tree.steps.push(Rc::new(cached));
    }
}

#[inline]
fn load(memory: &Memory, at: Pointer, size: u8) -> Option<Scalar> {
    match size {
        1 => memory.load::<1>(at),
        2 => memory.load::<2>(at),
        4 => memory.load::<4>(at),
        _ => memory.load::<8>(at),
    }
    .ok()
}

#[inline]
pub(crate) fn write(memory: &mut Memory, word: &Word) -> InterpResult<()> {
    match (word.size, word.value) {
        (1, value) => memory.store::<1>(word.at, value)?,
        (2, value) => memory.store::<2>(word.at, value)?,
        (4, value) => memory.store::<4>(word.at, value)?,
        (_, Scalar::Pointer(value)) => memory.store_pointer(word.at, value)?,
        (_, value) => memory.store::<8>(word.at, value)?,
    }
    Ok(())
}
