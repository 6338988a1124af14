//! Compiles propositions: names become places, types are checked, and it becomes clear what they look at.
//!
//! Types are checked by evaluating each part of an expression where every load succeeds and yields the same number:
//! what is refused there for each of a few numbers would be refused in every state.

use super::{Proposition, PropositionError, Propositions, Question};
use gmc_expression::{
    Call, Dialect, Evaluator, Expr, Loaded, Named, Refusal, Scope, Ty, Value, constant, globals_named,
    is_type, parse, truth,
};
use gmc_ir::program::{Global, Program, Resolution, UnitIndex};
use gmc_ir::text::without_parameters;
use gmc_ir::types::TypeKind;
use gmc_ir::unit::SymbolFlags;
use gmc_mem::{Pointer, Scalar, Target};
use gmc_model::{PropositionId, ThreadId};
use gmc_vm::{CodeId, Compiled};

/// What stands for a question in a compiled expression; no name of C begins so.
pub(super) const QUESTION: char = '#';

/// The functions of the program that a proposition calls, by name. They have to be compiled with the program.
pub fn called_functions(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (_, text) = super::process_of(text);
    if let Ok(expr) = parse(text, Dialect { calls: true }, &|_| false) {
        each(&expr, &mut |it| {
            if let Expr::Call(call) = it
                && !["at", "label", "ended"].contains(&call.name.as_str())
            {
                out.push(call.name.clone());
            }
        });
    }
    out
}

impl Propositions {
    /// Compiles these expressions against a program. The initial memory is that of every run.
    ///
    /// # Errors
    /// The first one that makes no sense.
    pub fn compile(compiled: &Compiled, texts: &[String]) -> Result<Propositions, PropositionError> {
        let mut out = Propositions::default();
        for (at, text) in texts.iter().enumerate() {
            let mut compiler = Compiler { compiled, questions: Vec::new(), into: &mut out };
            let compiled = compiler.proposition(text);
            let questions = compiler.questions;
            let expr =
                compiled.map_err(|why| PropositionError { proposition: PropositionId(at as u32), why })?;
            out.list.push(Proposition { text: text.clone(), expr, questions });
        }
        out.watched.sort_unstable();
        out.watched.dedup();
        out.calls.sort_unstable();
        out.calls.dedup();
        Ok(out)
    }
}

struct Compiler<'c> {
    compiled: &'c Compiled,
    questions: Vec<Question>,
    into: &'c mut Propositions,
}

impl Compiler<'_> {
    fn proposition(&mut self, text: &str) -> Result<Expr, Refusal> {
        let (program, unit) = (&self.compiled.program, self.unit());
        let is_type = |word: &str| is_type(program, unit, word) && self.named(word).is_err();
        let mut expr = parse(text, Dialect { calls: true }, &is_type)?;
        self.resolve(&mut expr)?;
        let typing = |loaded: u64| Typing { program: &self.compiled.program, unit, loaded };
        // Dividing and shifting go wrong with some numbers.
        let typings = [1, 2, 5].map(typing);
        let refused = typings.iter().map(|it| refusal(&Evaluator::new(it), &expr));
        if let Some(why) = refused.collect::<Option<Vec<Refusal>>>() {
            return Err(why.into_iter().next().unwrap_or_default());
        }
        let evaluator = Evaluator::new(&typings[0]);
        each(&expr, &mut |it| {
            let follows = match it {
                Expr::Unary('*', to) | Expr::Index(to, _) => !is_array(&evaluator, to),
                _ => evaluator.is_reference_to(it),
            };
            self.into.follow_pointers |= follows;
        });
        Ok(expr)
    }

    /// The unit whose names come first: that of `main`.
    fn unit(&self) -> UnitIndex {
        self.compiled.codes[self.compiled.entry.main].global.unit
    }

    /// Replaces names by what they mean, and calls by questions.
    fn resolve(&mut self, expr: &mut Expr) -> Result<(), Refusal> {
        match expr {
            Expr::Name(name) => {
                let value = self.named(name)?;
                if let Value::Place { at, .. } = &value {
                    self.into.watched.push(at.prov);
                }
                *expr = Expr::Known(Box::new(value));
            }
            Expr::Call(call) => {
                let question = self.question(call)?;
                *expr = Expr::Name(format!("{QUESTION}{}", self.questions.len()));
                self.questions.push(question);
            }
            Expr::Known(_) | Expr::Integer { .. } | Expr::Real { .. } | Expr::SizeOfType(_) => {}
            Expr::Unary(_, a) | Expr::Member(a, _) | Expr::Cast(_, a) | Expr::SizeOf(a) => self.resolve(a)?,
            Expr::Binary(_, a, b) | Expr::Index(a, b) => {
                self.resolve(a)?;
                self.resolve(b)?;
            }
            Expr::Conditional(a, b, c) => {
                self.resolve(a)?;
                self.resolve(b)?;
                self.resolve(c)?;
            }
        }
        Ok(())
    }

    /// What a name means: a variable, or a constant. A file's name may stand in front of it.
    fn named(&self, name: &str) -> Result<Value, Refusal> {
        let program = &*self.compiled.program;
        let (file, own) = match name.split_once("::") {
            Some((file, own)) if file.contains('.') => (Some(file), own),
            _ => (None, name),
        };
        let mut units = program.units().map(|(unit, _)| unit);
        if let Some(file) = file
            && !units.any(|unit| is_file(program, unit, file))
        {
            return Err(format!("the program has no file `{file}`"));
        }
        let in_file = |it: &Named| file.is_none_or(|file| is_file(program, it.global.unit, file));
        let mut found: Vec<Named> =
            globals_named(program, self.unit(), own).into_iter().filter(in_file).collect();
        found.sort_by_key(|it| it.is_hidden);
        for Named { global, .. } in found {
            if let Some(value) = self.variable(global, name)? {
                return Ok(value);
            }
        }
        match constant(program, name).filter(|_| file.is_none()) {
            Some(value) => Ok(value),
            None => Err(self.unknown(name)),
        }
    }

    /// A variable in memory; none where the program does not define it.
    fn variable(&self, global: Global, name: &str) -> Result<Option<Value>, Refusal> {
        let program = &*self.compiled.program;
        let symbol = program.symbol(global);
        let ty = Ty::Known(global.unit, symbol.ty);
        if symbol.flags.contains(SymbolFlags::THREAD_LOCAL) {
            return Err(format!(
                "each thread has a `{name}` of its own: a proposition talks about shared ones"
            ));
        }
        if program.function(global).is_some() {
            return Err(format!(
                "`{name}` is a function: {name}() is what it returns, at({name}) says whether a thread is in it"
            ));
        }
        let at = match program.resolve(global) {
            Resolution::Definition(global) => self.compiled.reach.globals.get(&global),
            Resolution::External(id) => self.compiled.reach.externals.get(program.external_name(id)),
        };
        Ok(at.map(|&at| Value::Place { at, ty, bits: None }))
    }

    /// Why a name means nothing, with what the user may have meant.
    fn unknown(&self, name: &str) -> Refusal {
        let program = &self.compiled.program;
        let names = program.definitions().iter().filter(|it| program.function(it.global).is_none());
        let near = names.map(|it| program.name(it.global)).min_by_key(|it| distance(name, it));
        let near = near.filter(|it| distance(name, it) <= 1 + name.len() / 4);
        let hint = near.map_or(String::new(), |it| format!(" (did you mean `{it}`?)"));
        format!("the program has no variable `{name}`{hint}")
    }

    fn question(&mut self, call: &Call) -> Result<Question, Refusal> {
        let thread = |text: Option<&String>| -> Result<Option<ThreadId>, Refusal> {
            let number = |it: &String| it.parse().map_err(|_| format!("`{it}` is no number of a thread"));
            text.map(number).transpose().map(|it| it.map(ThreadId))
        };
        match (call.name.as_str(), &call.arguments[..]) {
            ("at", [function, rest @ ..]) if rest.len() < 2 => {
                let codes = self.codes(function)?;
                self.into.calls.extend(&codes);
                Ok(Question::At(codes, thread(rest.first())?))
            }
            ("label", [text, rest @ ..]) if rest.len() < 2 => {
                self.into.labels = true;
                if !self.has_text(text) {
                    self.into.unknown_labels.push(text.clone());
                }
                Ok(Question::Label(text.clone(), thread(rest.first())?))
            }
            ("ended", [one]) => Ok(Question::Ended(thread(Some(one))?.unwrap_or_default())),
            ("at" | "label" | "ended", _) => Err(format!(
                "`{}` does not go with this: there are at(function), at(function, thread), label(\"text\"), \
                 label(\"text\", thread) and ended(thread)",
                call.name
            )),
            (name, []) => {
                let found = self.functions(name).next();
                if let Some(found) = found {
                    self.predicate(found, name)?;
                }
                let found = found.and_then(|it| self.compiled.reach.globals.get(&it));
                self.into.follow_pointers = true;
                found
                    .map(|&it| Question::Function(it))
                    .ok_or_else(|| format!("the program has no function `{name}`"))
            }
            (name, _) => Err(format!("`{name}` is called with arguments: a property function takes none")),
        }
    }

    /// Whether a text in quotes stands in the program.
    fn has_text(&self, text: &str) -> bool {
        let is_it = |bytes: &[u8]| bytes.strip_suffix(&[0]).unwrap_or(bytes) == text.as_bytes();
        let program = &self.compiled.program;
        program.units().any(|(unit, _)| program.unit(unit).literals.iter().any(|it| is_it(&it.bytes)))
    }

    /// Checks that a function can say yes or no about a state.
    fn predicate(&self, function: Global, name: &str) -> Result<(), Refusal> {
        let program = &self.compiled.program;
        if program.function(function).is_some_and(|it| !it.params.is_empty()) {
            return Err(format!("`{name}` has parameters: a property function has none"));
        }
        match is_predicate(program, function) {
            true => Ok(()),
            false => Err(format!("`{name}` does not return an integer, as a property function does")),
        }
    }

    fn functions(&self, name: &str) -> impl Iterator<Item = Global> {
        let program = &*self.compiled.program;
        let is_it = move |own: &str| own == name || without_parameters(own) == name;
        let all = program.definitions().iter().map(|it| it.global);
        all.filter(move |it| program.function(*it).is_some() && is_it(program.name(*it)))
    }

    /// The code of the functions of a name.
    fn codes(&self, name: &str) -> Result<Vec<CodeId>, Refusal> {
        let wanted: Vec<Global> = self.functions(name).collect();
        if wanted.is_empty() {
            return Err(format!("the program has no function `{name}`"));
        }
        let all = self.compiled.codes.entries();
        Ok(all.filter(|(_, code)| wanted.contains(&code.global)).map(|(id, _)| id).collect())
    }
}

/// Whether a function returns an integer, so that it can say yes or no.
pub fn is_predicate(program: &Program, function: Global) -> bool {
    let types = &program.unit(function.unit).types;
    let TypeKind::Function { result, .. } = types[program.symbol(function).ty.index()].kind else {
        return false;
    };
    matches!(
        types[result.index()].kind,
        TypeKind::Integer { .. } | TypeKind::Enum { .. } | TypeKind::Bool { .. }
    )
}

/// `queue.c` names `src/queue.c`.
fn is_file(program: &Program, unit: UnitIndex, file: &str) -> bool {
    let unit = program.unit(unit);
    unit.str(unit.file).strip_suffix(file).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Calls a function for an expression and all its parts.
fn each<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    match expr {
        Expr::Name(_)
        | Expr::Known(_)
        | Expr::Call(_)
        | Expr::Integer { .. }
        | Expr::Real { .. }
        | Expr::SizeOfType(_) => {}
        Expr::Unary(_, a) | Expr::Member(a, _) | Expr::Cast(_, a) | Expr::SizeOf(a) => each(a, visit),
        Expr::Binary(_, a, b) | Expr::Index(a, b) => {
            each(a, visit);
            each(b, visit);
        }
        Expr::Conditional(a, b, c) => {
            each(a, visit);
            each(b, visit);
            each(c, visit);
        }
    }
}

/// Why an expression or a part of it makes no sense, if it makes none.
fn refusal(evaluator: &Evaluator<'_, Typing<'_>>, expr: &Expr) -> Option<Refusal> {
    let mut wrong = None;
    each(expr, &mut |it| wrong = wrong.take().or(evaluator.value(it).err()));
    wrong.or_else(|| evaluator.value(expr).and_then(|it| evaluator.is_true(&it)).err())
}

/// Whether an expression is an array in every state. What `?` chooses between need not be two of them.
fn is_array(evaluator: &Evaluator<'_, Typing<'_>>, expr: &Expr) -> bool {
    let program = evaluator.scope().program();
    !matches!(expr, Expr::Conditional(..))
        && matches!(evaluator.value(expr), Ok(Value::Place { ty, .. }) if ty.element(program).is_some())
}

/// A scope in which every load succeeds, with the same number.
struct Typing<'p> {
    program: &'p Program,
    unit: UnitIndex,
    loaded: u64,
}

impl Scope for Typing<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn unit(&self) -> UnitIndex {
        self.unit
    }

    fn target(&self) -> Target {
        let bits = self.program.unit(self.unit).target.pointer_bits;
        if bits == 32 { Target::ILP32 } else { Target::LP64 }
    }

    fn name(&self, _: &str) -> Result<Value, Refusal> {
        // Names are resolved; what is left are questions.
        Ok(truth(true))
    }

    fn load(&self, _: Pointer, _: usize) -> Result<Loaded, Refusal> {
        Ok((Scalar::Bits(self.loaded), 0))
    }

    fn register(&self, _: &Value) -> Option<Loaded> {
        None
    }
}

/// How many letters are to be changed, put in or left out (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let other = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = other.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
