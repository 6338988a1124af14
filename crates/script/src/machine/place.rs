//! Where threads stand, as scripts see it: functions, blocks and statements of the program.

use super::callbacks::statements;
use crate::made::AnyStmt;
use crate::source::{At, BlockRef, FunctionRef, Source, StmtRef};
use gmc_ir::id::{BlockId, FunctionId, StmtIndex};
use gmc_model::ThreadId;
use gmc_observe::View;
use gmc_vm::{CodeId, Compiled};
use std::rc::Rc;

/// A statement of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) code: CodeId,
    pub(crate) block: BlockId,
    pub(crate) stmt: StmtIndex,
}

/// Where callbacks have seen a thread last, call by call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    calls: Vec<Step>,
    before: Option<Place>,
}

/// Where a call is, and which block it was in before.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: Place,
    block_before: Option<BlockId>,
}

/// What callbacks know of where threads are.
#[derive(Default)]
pub(crate) struct Here {
    /// The thread that the callback under way is about.
    pub(crate) thread: Option<ThreadId>,
    pub(crate) trails: Vec<Trail>,
}

impl Trail {
    /// The thread comes to a statement of its call at this depth, which counts from 1.
    pub(crate) fn come_to(&mut self, depth: usize, at: Place) {
        self.before = self.calls.last().map(|it| it.at);
        self.calls.truncate(depth);
        match self.calls.get_mut(depth.wrapping_sub(1)) {
            Some(step) if step.at.code == at.code => {
                if step.at.block != at.block || step.at.stmt >= at.stmt {
                    step.block_before = Some(step.at.block);
                }
                step.at = at;
            }
            Some(step) => *step = Step { at, block_before: None },
            None => self.calls.resize(depth, Step { at, block_before: None }),
        }
    }

    pub(crate) fn statement_before(&self) -> Option<Place> {
        self.before
    }

    pub(crate) fn block_before(&self) -> Option<(CodeId, BlockId)> {
        let step = self.calls.last()?;
        Some((step.at.code, step.block_before?))
    }

    pub(crate) fn now(&self) -> Option<Place> {
        self.calls.last().map(|it| it.at)
    }
}

impl Here {
    pub(crate) fn trail(&mut self, thread: ThreadId) -> &mut Trail {
        if self.trails.len() <= thread.index() {
            self.trails.resize_with(thread.index() + 1, Trail::default);
        }
        &mut self.trails[thread.index()]
    }
}

/// The function of some code.
pub(crate) fn function_of(source: &Rc<Source>, compiled: &Compiled, code: CodeId) -> Option<FunctionRef> {
    let global = compiled.codes[code].global;
    let functions = &compiled.program.unit(global.unit).functions;
    let at = functions.iter().position(|it| it.symbol == global.symbol)?;
    Some(FunctionRef::new(source, global.unit, FunctionId(at as u32)))
}

pub(crate) fn block_of(
    source: &Rc<Source>,
    compiled: &Compiled,
    code: CodeId,
    block: BlockId,
) -> Option<BlockRef> {
    function_of(source, compiled, code).map(|it| it.block(At::Block(block)))
}

pub(crate) fn statement_of(source: &Rc<Source>, compiled: &Compiled, at: Place) -> Option<AnyStmt> {
    let block = block_of(source, compiled, at.code, at.block)?;
    Some(AnyStmt::There(StmtRef { block, index: at.stmt }))
}

/// The statement that a thread executes next, or is in.
pub(crate) fn next_statement(view: &View<'_>, thread: ThreadId) -> Option<Place> {
    let frame = view.innermost(thread)?;
    let at = frame.next();
    let (compiled, code) = (view.compiled(), frame.code());
    let pc = at.pc as usize;
    let begins = (0..=pc).rev().find(|&it| code.source.statements.get(it).is_some_and(|it| *it > 0))?;
    let all = statements(compiled, code, begins);
    let (block, stmt) = *if begins == pc { all.first() } else { all.last() }?;
    Some(Place { code: at.code, block, stmt })
}
