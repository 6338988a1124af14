//! The values of expressions at a place of a run.
//!
//! Invariant: evaluating changes nothing. What cannot be looked at is an error in words: pointers that point nowhere,
//! values that were never set or are nondeterministic.

use super::show::in_a_line;
use super::statements::Target;
use super::{Refusal, Session};
use gmc_expression::{Dialect, Evaluator, Expr, Loaded, Scope, Value, constant, is_type, parse, why_not};
use gmc_ir::program::{Global, Program, UnitIndex};
use gmc_mem::{AccessError, Pointer};
use gmc_model::{ThreadId, Variable};
use gmc_observe::View;
use gmc_observe::view::{FrameView, loaded};
use gmc_vm::reg::Reg;

/// Where names are looked up: a call of a thread in a state.
pub struct Context<'s> {
    pub(crate) view: View<'s>,
    pub(crate) thread: ThreadId,
    /// The call, if the thread is in one.
    pub(crate) frame: Option<FrameView<'s>>,
    pub(crate) unit: UnitIndex,
}

impl Session {
    /// What an expression is in a call of a thread: 0 is the innermost.
    ///
    /// # Errors
    /// When it makes no sense, or its value cannot be looked at.
    pub fn evaluate(&self, thread: ThreadId, frame: usize, text: &str) -> Result<Variable, Refusal> {
        let value = self.value(thread, frame, text)?;
        self.context(thread, frame).show(text.trim(), &value)
    }

    /// The value of an expression in a call of a thread: 0 is the innermost.
    pub(crate) fn value(&self, thread: ThreadId, frame: usize, text: &str) -> Result<Value, Refusal> {
        self.context(thread, frame).value(text)
    }

    /// Checks that a condition can be parsed, whatever its names mean.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self, text: &str) -> Result<(), Refusal> {
        let context = self.context(ThreadId::FIRST, 0);
        context.parse(text).map(drop)
    }

    /// What to watch in order to follow a value.
    pub(crate) fn target(&self, value: &Value) -> Option<Target> {
        match value {
            Value::Place { at, ty, .. } => {
                Some(Target::Memory { at: *at, size: ty.size(self.view().program())?.max(1) })
            }
            Value::Register { thread, depth, code, r, .. } => {
                Some(Target::Register { thread: *thread, depth: *depth, code: *code, r: *r })
            }
            _ => None,
        }
    }

    /// A value in one line, or a word where it does not exist.
    pub(crate) fn shown(&self, value: &Value) -> String {
        match self.context(ThreadId::FIRST, 0).show("", value) {
            Ok(it) => in_a_line(&it),
            Err(_) => "not there".to_owned(),
        }
    }

    fn context(&self, thread: ThreadId, frame: usize) -> Context<'_> {
        Context::new(self.view(), thread, frame)
    }
}

/// Whether a condition is not 0 where a thread stands. It is 0 where it cannot be evaluated.
pub(crate) fn holds(view: &View<'_>, thread: ThreadId, text: &str) -> bool {
    let context = Context::new(view.clone(), thread, 0);
    let evaluator = context.evaluator();
    let value = context.parse(text).and_then(|it| evaluator.is_true(&evaluator.value(&it)?));
    value.unwrap_or(false)
}

impl<'s> Context<'s> {
    /// A call of a thread, 0 for the innermost; the program's variables alone where there is none.
    pub fn new(view: View<'s>, thread: ThreadId, frame: usize) -> Context<'s> {
        let depth = view.depth(thread).checked_sub(frame + 1);
        let frame = depth.and_then(|depth| view.frame(thread, depth));
        let compiled = view.compiled();
        let main = || compiled.codes[compiled.entry.main].global.unit;
        let unit = frame.map_or_else(main, |it| it.unit());
        Context { view, thread, frame, unit }
    }

    /// The function that is called.
    pub fn function(&self) -> Option<Global> {
        self.frame.map(|it| it.code().global)
    }

    /// The program.
    pub fn program(&self) -> &'s Program {
        self.view.program()
    }

    /// The value of an expression here.
    ///
    /// # Errors
    /// When it makes no sense, or its value cannot be looked at.
    pub fn value(&self, text: &str) -> Result<Value, Refusal> {
        let program = self.program();
        let expr = parse(text, Dialect::default(), &|word| {
            // A variable hides a type of its name.
            is_type(program, self.unit, word) && self.name(word).is_err()
        })?;
        self.evaluator().value(&expr)
    }

    /// Evaluates expressions here.
    pub fn evaluator(&self) -> Evaluator<'_, Context<'s>> {
        Evaluator::new(self)
    }

    fn parse(&self, text: &str) -> Result<Expr, Refusal> {
        parse(text, Dialect::default(), &|word| is_type(self.program(), self.unit, word))
    }

    /// The register of a variable.
    pub(crate) fn raw_register(&self, value: &Value) -> Option<Reg> {
        let Value::Register { thread, depth, code, r, .. } = value else { return None };
        self.view.register(*thread, *depth, *code, *r)
    }

    /// Why memory cannot be looked at.
    pub(crate) fn bad(&self, error: &AccessError) -> String {
        why_not(error, error.object.as_ref().map(|it| self.view.name_of(it)))
    }
}

impl Scope for Context<'_> {
    fn program(&self) -> &Program {
        self.view.program()
    }

    fn unit(&self) -> UnitIndex {
        self.unit
    }

    fn target(&self) -> gmc_mem::Target {
        self.view.target()
    }

    fn name(&self, name: &str) -> Result<Value, Refusal> {
        match self.local(name)? {
            Some(local) => Ok(local),
            None => match self.global(name) {
                Some(global) => global,
                None => constant(self.program(), name).ok_or_else(|| format!("there is no `{name}` here")),
            },
        }
    }

    fn load(&self, at: Pointer, size: usize) -> Result<Loaded, Refusal> {
        self.view.load(at, size).map_err(|error| self.bad(&error))
    }

    fn register(&self, value: &Value) -> Option<Loaded> {
        self.raw_register(value).map(loaded)
    }
}
