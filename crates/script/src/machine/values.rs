//! Values of the program as Lua has them, and the other way: numbers are numbers, pointers and whole structures texts.

use crate::source::{Tree, What};
use gmc_debug::{Context, in_a_line};
use gmc_expression::{Ty, Value};
use gmc_ir::program::Global;
use gmc_ir::types::TypeKind;
use gmc_mem::{Pointer, Watch};
use gmc_model::ThreadId;
use gmc_observe::View;
use gmc_vm::Machine;
use gmc_vm::reg::Reg;
use mlua::{AnyUserData, FromLua, IntoLua, Lua};

/// Why something has no value, in words.
type Refusal = String;

/// What a script asks the value of: an expression, or a variable that it has as a tree.
pub(crate) enum Asked {
    Text(String),
    Tree(Tree),
}

impl Asked {
    fn text(&self) -> String {
        match self {
            Asked::Text(text) => text.clone(),
            Asked::Tree(tree) => tree.text(),
        }
    }

    fn value(&self, context: &Context<'_>) -> Result<Value, Refusal> {
        match self {
            Asked::Text(text) => context.value(text),
            Asked::Tree(Tree { unit, what: What::Symbol(symbol), .. }) => {
                context.static_variable(Global { unit: *unit, symbol: *symbol })
            }
            Asked::Tree(tree @ Tree { what: What::Local(function, local), .. }) => {
                let body = tree.function(*function).body().symbol;
                if context.function() != Some(Global { unit: tree.unit, symbol: body }) {
                    return Err(format!(
                        "`{}` is a variable of another function than that of the call",
                        tree.text()
                    ));
                }
                context.local_variable(*local)
            }
            Asked::Tree(tree) => Err(format!("`{}` is no variable", tree.text())),
        }
    }
}

/// The value of an expression in a call of a thread, 0 for the innermost; among variables of the program where no call
/// is given.
pub(crate) fn read(
    lua: &Lua,
    view: &View<'_>,
    (thread, frame): (ThreadId, Option<usize>),
    asked: &Asked,
) -> mlua::Result<Result<mlua::Value, Refusal>> {
    let context = context(view, thread, frame);
    let value = match asked.value(&context) {
        Ok(value) => value,
        Err(why) => return Ok(Err(why)),
    };
    let plain = context.evaluator().plain(&value);
    Ok(match plain {
        Ok(Value::Number { value, .. }) => match i64::try_from(value) {
            Ok(value) => Ok(mlua::Value::Integer(value)),
            Err(_) => Ok(value.to_string().into_lua(lua)?),
        },
        Ok(Value::Real { value, .. }) => Ok(mlua::Value::Number(value)),
        Ok(Value::Pointer { to, .. }) if to.is_null() => Ok(mlua::Value::Integer(0)),
        Ok(Value::Pointer { to, .. }) if !is_array(&context, &value) => Ok(view.pointer(to).into_lua(lua)?),
        _ => match context.show(&asked.text(), &value) {
            Ok(shown) => Ok(in_a_line(&shown).into_lua(lua)?),
            Err(why) => Err(plain.err().unwrap_or(why)),
        },
    })
}

fn is_array(context: &Context<'_>, value: &Value) -> bool {
    matches!(value, Value::Place { ty, .. } if ty.element(context.program()).is_some())
}

/// A call of a thread; none for the program's variables alone.
pub(crate) fn context<'s>(view: &View<'s>, thread: ThreadId, frame: Option<usize>) -> Context<'s> {
    Context::new(view.clone(), thread, frame.unwrap_or(usize::MAX - 1))
}

/// Where a value is to be written, and its bytes.
pub(crate) enum Change {
    Memory { at: Pointer, size: usize, value: Reg },
    Register { thread: ThreadId, depth: usize, r: usize, value: Reg },
}

/// What writing a value to a variable does.
pub(crate) fn change(
    view: &View<'_>,
    (thread, frame): (ThreadId, Option<usize>),
    asked: &Asked,
    new: &mlua::Value,
) -> Result<Change, Refusal> {
    let context = context(view, thread, frame);
    let place = asked.value(&context)?;
    let text = asked.text();
    let ty = match &place {
        Value::Place { bits: Some(_), .. } => {
            return Err(format!("`{text}` is a bit-field: these cannot be written"));
        }
        Value::Place { ty, .. } | Value::Register { ty, .. } => ty.clone(),
        _ => return Err(format!("`{text}` is no variable")),
    };
    let size = ty.size(context.program()).unwrap_or(0) as usize;
    let value = converted(&context, &ty, size, new).map_err(|why| format!("`{text}`: {why}"))?;
    Ok(match place {
        Value::Register { thread, depth, r, .. } => {
            Change::Register { thread, depth, r: usize::from(r), value }
        }
        Value::Place { at, .. } => Change::Memory { at, size, value },
        _ => return Err(format!("`{text}` is no variable")),
    })
}

/// A value of Lua as one of a type of the program.
fn converted(context: &Context<'_>, ty: &Ty, size: usize, new: &mlua::Value) -> Result<Reg, Refusal> {
    let program = context.program();
    let name = ty.name(program);
    let unfit = || format!("a {} is no `{name}`", new.type_name());
    if let mlua::Value::String(text) = new {
        let value = context.value(&text.to_string_lossy())?;
        return match context.evaluator().plain(&value)? {
            Value::Pointer { to, .. } if ty.target(program).is_some() => Ok(Reg::pointer(to)),
            Value::Number { value, .. } if ty.target(program).is_none() => number(ty, program, size, value),
            _ => Err(format!("what `{}` says is no `{name}`", text.to_string_lossy())),
        };
    }
    let Some(record) = ty.record(program) else {
        return match new {
            mlua::Value::Integer(0) => Ok(Reg::ZERO),
            _ => Err(unfit()),
        };
    };
    match (&record.kind, new) {
        (TypeKind::Float { .. }, mlua::Value::Integer(_) | mlua::Value::Number(_)) => {
            let real = new.as_number().or(new.as_integer().map(|it| it as f64)).unwrap_or(0.0);
            match size {
                4 => Ok(Reg::number((real as f32).to_bits().into())),
                8 => Ok(Reg::number(real.to_bits())),
                _ => Err(format!("a `{name}` cannot be written")),
            }
        }
        (TypeKind::Pointer { .. }, mlua::Value::Integer(0)) => Ok(Reg::ZERO),
        (TypeKind::Pointer { .. }, _) => {
            Err(format!("a pointer is 0 or an expression in quotes, like \"&x\": {}", unfit()))
        }
        (_, mlua::Value::Boolean(it)) => number(ty, program, size, i128::from(*it)),
        (_, mlua::Value::Integer(it)) => number(ty, program, size, i128::from(*it)),
        _ => Err(unfit()),
    }
}

/// A number as one of a type, which it must fit.
fn number(ty: &Ty, program: &gmc_ir::program::Program, size: usize, value: i128) -> Result<Reg, Refusal> {
    let name = ty.name(program);
    let kind = ty.record(program).map(|it| &it.kind);
    let (precision, unsigned) = match kind {
        Some(TypeKind::Bool { .. }) => (1, true),
        Some(TypeKind::Integer { precision, unsigned, .. } | TypeKind::Enum { precision, unsigned, .. }) => {
            (*precision, *unsigned)
        }
        _ => return Err(format!("a `{name}` cannot be written")),
    };
    if !(1..=8).contains(&size) || precision > 64 {
        return Err(format!("a `{name}` cannot be written"));
    }
    let (least, most) = match unsigned {
        true => (0, (1_i128 << precision) - 1),
        false => (-(1_i128 << (precision - 1)), (1_i128 << (precision - 1)) - 1),
    };
    if value < least || value > most {
        return Err(format!("{value} does not fit in `{name}`"));
    }
    Ok(Reg::number(value as i64 as u64))
}

impl Change {
    /// Makes the change.
    pub(crate) fn make(self, machine: &mut Machine) -> Result<(), Refusal> {
        match self {
            Change::Memory { at, size, value } => {
                // It is no access of the program.
                let watch = machine.memory.watch(Watch::Off);
                let done = gmc_vm::exec::store(&mut machine.memory, at, value, size);
                machine.memory.watch(watch);
                done.map_err(|error| {
                    let kind = error.kind().map_or("it cannot be written", |it| it.explanation());
                    format!("it cannot be written: {kind}")
                })
            }
            Change::Register { thread, depth, r, value } => {
                let Some(frame) = machine.threads[thread].frames.get(depth) else {
                    return Err("the call has ended".to_owned());
                };
                let at = frame.base + r;
                machine.threads[thread].regs[at] = value;
                Ok(())
            }
        }
    }
}

impl FromLua for Asked {
    fn from_lua(value: mlua::Value, lua: &Lua) -> mlua::Result<Asked> {
        match value {
            mlua::Value::UserData(_) => {
                Ok(Asked::Tree(AnyUserData::from_lua(value, lua)?.borrow::<Tree>()?.clone()))
            }
            other => String::from_lua(other, lua).map(Asked::Text),
        }
    }
}
