//! Where an expression is evaluated: what names mean there, and how memory is looked at.

use crate::Refusal;
use crate::arithmetic::{INT, truth};
use crate::open::Open;
use crate::types::Ty;
use gmc_ir::id::SymbolId;
use gmc_ir::program::{Global, Program, UnitIndex};
use gmc_ir::types::TypeKind;
use gmc_mem::{AccessError, AccessFault, Pointer, Scalar, Target};
use gmc_model::ThreadId;
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::machine::Machine;
use gmc_vm::symbolic::TermSplit;

/// What was loaded from memory or a register, and which of its bytes were never set.
pub type Loaded = (Scalar, u8);

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer, as long as it fits.
    Number {
        /// The number.
        value: i128,
        /// The bits of its type.
        bits: u32,
        /// Whether its type is unsigned.
        unsigned: bool,
    },
    /// An integer that is not decided.
    Open(Open),
    /// A floating-point number.
    Real {
        /// The number.
        value: f64,
        /// Its type is `float`, so it is one.
        single: bool,
    },
    /// An address, and what lies there.
    Pointer {
        /// The address.
        to: Pointer,
        /// The type of what lies there.
        ty: Ty,
    },
    /// Memory, or some bits of it.
    Place {
        /// Where it begins.
        at: Pointer,
        /// Its type.
        ty: Ty,
        /// The first bit and how many there are, for a bit-field.
        bits: Option<(u32, u32)>,
    },
    /// A variable in a register of a call.
    Register {
        /// The thread.
        thread: ThreadId,
        /// The call, counted from the outermost.
        depth: usize,
        /// The code that the call executes.
        code: CodeId,
        /// The register.
        r: R,
        /// The variable's type.
        ty: Ty,
    },
}

/// Where an expression is evaluated.
pub trait Scope {
    /// The program.
    fn program(&self) -> &Program;

    /// The unit whose names come first.
    fn unit(&self) -> UnitIndex;

    /// The machine that the program was compiled for.
    fn target(&self) -> Target;

    /// What a name means.
    ///
    /// # Errors
    /// When it means nothing here.
    fn name(&self, name: &str) -> Result<Value, Refusal>;

    /// Loads 1 to 8 bytes, whether or not they were set.
    ///
    /// # Errors
    /// When there is no memory to look at.
    fn load(&self, at: Pointer, size: usize) -> Result<Loaded, Refusal>;

    /// What the register of a variable holds.
    fn register(&self, value: &Value) -> Option<Loaded>;

    /// The machine whose nondeterministic values are calculated with. None: they are refused.
    fn machine(&self) -> Option<&Machine> {
        None
    }

    /// These cases have to be told apart before the expression has a value.
    fn undecided(&self, _: TermSplit) {}
}

/// A variable or function of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Which.
    pub global: Global,
    /// It is a static variable of a function, which others of the name come before.
    pub is_hidden: bool,
}

/// The program's variables and functions of a name: those of the first unit before those of others.
pub fn globals_named(program: &Program, first: UnitIndex, name: &str) -> Vec<Named> {
    let others = program.units().map(|(unit, _)| unit).filter(|it| *it != first);
    let of_unit = |unit: UnitIndex| {
        let types = program.unit(unit);
        let named = (0..types.symbols.len() as u32).map(SymbolId);
        named.filter(|it| is_named(types.symbol_name(*it), name)).map(move |symbol| Named {
            global: Global { unit, symbol },
            is_hidden: types.symbols[symbol.index()].owner.is_some(),
        })
    };
    std::iter::once(first).chain(others).flat_map(of_unit).collect()
}

/// Whether a symbol is meant by a name. Namespaces without a name need not be written.
fn is_named(symbol: &str, name: &str) -> bool {
    const ANONYMOUS: &str = "(anonymous namespace)::";
    symbol == name || symbol.contains(ANONYMOUS) && symbol.replace(ANONYMOUS, "") == name
}

/// A constant of an enumeration, or one that headers define.
pub fn constant(program: &Program, name: &str) -> Option<Value> {
    match name {
        "NULL" | "nullptr" | "false" => return Some(truth(false)),
        "true" => return Some(truth(true)),
        _ => {}
    }
    program.units().find_map(|(unit, _)| {
        let types = program.unit(unit);
        types.types.iter().find_map(|it| match &it.kind {
            TypeKind::Enum { values, precision, unsigned } => {
                let found = values.iter().find(|it| types.str(it.name) == name)?;
                // A constant is an `int`, if it fits, whatever the enumeration is.
                let fits = i32::try_from(found.value).is_ok();
                let bits = if fits { INT } else { (*precision).max(INT) };
                Some(Value::Number { value: found.value, bits, unsigned: *unsigned && !fits })
            }
            _ => None,
        })
    })
}

/// Why memory cannot be looked at; `what` is the object's name, if it has one.
pub fn why_not(error: &AccessError, what: Option<String>) -> Refusal {
    let what = what.map_or_else(|| "memory".to_owned(), |it| format!("`{it}`"));
    match error.fault {
        AccessFault::Null => "this is a null pointer: nothing is there".to_owned(),
        AccessFault::NoObject => format!("there is no memory at {:#x}", error.addr),
        AccessFault::OutOfBounds => {
            let size = error.object.as_ref().map_or(0, |it| it.size);
            format!("offset {} is outside of {what}, which has {size} bytes", error.offset)
        }
        AccessFault::GivenBack => format!("this part of {what} was given back"),
        AccessFault::Freed => "this memory was freed".to_owned(),
        AccessFault::OutOfScope => format!("the life of {what} has ended"),
        AccessFault::Function => "this is a function".to_owned(),
        AccessFault::Mixed => "it is not decided yet".to_owned(),
        _ => format!("this cannot be looked at: {}", error.kind()),
    }
}
