//! Steps of a place that were taken before, found by what they have read.
//!
//! What a step reads first follows from the place; what it reads next follows from that. So the steps of a place are the leaves
//! of a tree, whose inner nodes name a word to look at, and have a branch for each value that was seen there.

use crate::frame_words::Edit;
use crate::step_cache::LocalState;
use gmc_mem::{Memory, ObjId, ObjectInfo, Pointer, Scalar};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::read_write_set::Word;
use gmc_vm::thread::Thread;
use std::rc::Rc;

/// A word with more values than this is not looked up: it seldom has the same one.
const MOST_VALUES: usize = 32;

/// A step that was taken before.
pub(crate) struct CachedStep {
    pub(crate) outcome: u32,
    /// The records of all threads, if it has looked at one; otherwise just how many threads there were.
    pub(crate) threads: Threads,
    pub(crate) reads: Box<[Word]>,
    pub(crate) objects: Box<[(ObjectInfo, bool)]>,
    pub(crate) writes: Box<[Word]>,
    pub(crate) edits: Box<[Edit]>,
    /// It writes to what is the machine's own, on which anything may depend.
    pub(crate) writes_own: bool,
    /// Frames from here on were at work.
    pub(crate) lowest: usize,
    pub(crate) to: Rc<LocalState>,
}

/// The threads among which a step was taken.
pub(crate) enum Threads {
    Count(usize),
    Records(Box<[ObjId]>),
}

impl Threads {
    #[inline]
    fn are(&self, threads: &[Thread]) -> bool {
        match self {
            Threads::Count(count) => *count == threads.len(),
            Threads::Records(records) => {
                records.len() == threads.len()
                    && records.iter().zip(threads).all(|(&record, thread)| record == thread.record.prov)
            }
        }
    }
}

impl CachedStep {
    /// Whether what it does not find out by reading is as it was.
    #[inline]
    fn applies(&self, outcome: u32, threads: &[Thread], memory: &Memory) -> bool {
        self.outcome == outcome
            && self.threads.are(threads)
            && self.objects.iter().all(|(info, shared)| {
                memory.object(info.id) == Some(*info) && memory.is_shared(info.id) == *shared
            })
    }
}

/// The steps of a place, or those of them that have read the same so far.
#[derive(Default)]
pub(crate) struct Steps {
    /// Those that have read no more.
    done: Vec<Rc<CachedStep>>,
    /// The others, by what they read next.
    looks: Vec<Look>,
}

/// A word that steps read, and by its value how they go on.
struct Look {
    at: Pointer,
    size: u8,
    values: Vec<(Scalar, Steps)>,
}

impl Look {
    #[inline]
    fn follow(&self, memory: &Memory) -> Option<&Steps> {
        let value = load(memory, self.at, self.size)?;
        self.values.iter().find(|it| it.0 == value).map(|it| &it.1)
    }
}

impl Steps {
    /// The step that would be taken now.
    #[inline]
    pub(crate) fn find(&self, outcome: u32, threads: &[Thread], memory: &Memory) -> Option<&Rc<CachedStep>> {
        let mut steps = self;
        // Nearly always there is one thing to look at.
        while let ([look], []) = (&*steps.looks, &*steps.done) {
            steps = look.follow(memory)?;
        }
        let known = steps.done.iter().find(|it| it.applies(outcome, threads, memory));
        known.or_else(|| {
            let mut looks = steps.looks.iter();
            looks.find_map(|look| look.follow(memory)?.find(outcome, threads, memory))
        })
    }

    /// Adds a step, which is not there, unless that is of no use.
    pub(crate) fn add(&mut self, known: CachedStep) {
        let mut steps = self;
        for word in &known.reads {
            let is_it = |look: &Look| (look.at, look.size) == (word.at, word.size);
            let at = steps.looks.iter().position(is_it).unwrap_or_else(|| {
                steps.looks.push(Look { at: word.at, size: word.size, values: Vec::new() });
                steps.looks.len() - 1
            });
            let values = &mut steps.looks[at].values;
            let at = values.iter().position(|it| it.0 == word.value).unwrap_or(values.len());
            if at == values.len() {
                if at == MOST_VALUES {
                    return;
                }
                values.push((word.value, Steps::default()));
            }
            steps = &mut values[at].1;
        }
        steps.done.push(Rc::new(known));
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
