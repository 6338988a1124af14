//! The recipe of docs/adding.md for a library function, followed: a library with one more row, and a program that calls
//! its function. Nothing but the row knows the function.

#[path = "../../ir/tests/units/support/builder.rs"]
mod builder;

use builder::{Body, Builder, executable};
use gmc_ir::body::{Edge, EdgeFlags, LocalKind, StmtKind};
use gmc_ir::id::{FunctionId, SourcePosId};
use gmc_ir::program::Program;
use gmc_ir::unit::{Linkage, SymbolFlags, SymbolValue, Unit};
use gmc_libc::library;
use gmc_model::ErrorKind;

use gmc_vm::lower::{Options, compile};
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::{InterpError, InterpResult, Library, Machine, Stop};
use gmc_world::{Config, Surroundings, World};
use std::sync::Arc;

/// The row.
const THRICE: Native = memory("thrice", thrice);

/// The handler.
fn thrice(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let number = call.int(m, 0)?;
    if number < 0 {
        return Err(InterpError::other(ErrorKind::InvalidValue, "`thrice` is called with a negative number"));
    }
    Flow::int(3 * number)
}

/// The library with this row.
fn with_thrice() -> &'static Library {
    let known = library();
    let rows = known.rows().chain([&THRICE]).collect();
    Box::leak(Box::new(Library::new(
        rows,
        (known.atomic_section, known.exceptions),
        known.program,
        known.threads,
        known.interruptions,
        (known.mapped_files, known.shared_memory),
        known.calls,
    )))
}

/// `int main(int) { return thrice(number); }`
fn unit(number: i128) -> Unit {
    let mut builder = Builder::new("thrice.c");
    let callee = builder.external("thrice");
    let ty = builder.ty;
    let main = builder.symbol("main", ty.int_fn, Linkage::Global, SymbolValue::Function(FunctionId(0)));
    builder.unit.symbols[main.index()].flags |= SymbolFlags::MAIN;
    let place = builder.place(1);
    let mut body = Body::new(&mut builder, main);
    body.local("argc", ty.int, LocalKind::Parameter);
    let result = body.local("", ty.int, LocalKind::Result);
    body.function.result = Some(result);
    let (target, argument) = (body.use_local(result), body.int(number));
    body.call(Some(target), callee, &[argument], place);
    let value = body.use_local(result);
    body.stmt_at(StmtKind::Return { value: Some(value) }, place);
    body.finish(vec![vec![Edge { to: None, flags: EdgeFlags::empty(), place: SourcePosId(0) }]]);
    builder.finish()
}

fn run(library: &'static Library, number: i128) -> Stop {
    let program = Program::link(vec![executable(vec![(unit(number), None)])]).expect("a program");
    let options = Options { limit: 1 << 20, ..Options::new(library) };
    let compiled = compile(&Arc::new(program), &options).expect("the program compiles");
    let surroundings = Surroundings::Sealed(Default::default(), Default::default());
    let config = Config { arguments: vec![b"thrice".to_vec()], surroundings, ..Config::default() };
    Machine::load(&compiled, World::new(config)).expect("there is room").run(u64::MAX)
}

#[test]
fn a_function_is_a_row() {
    let stop = run(with_thrice(), 14);
    assert!(matches!(stop, Stop::Exited(42)), "{stop:?}");
    let Stop::Error(error) = run(with_thrice(), -1) else { panic!("what the handler refuses is an error") };
    assert_eq!(error.kind(), Some(ErrorKind::InvalidValue));
}

#[test]
fn what_has_no_row_is_not_modelled() {
    let Stop::Error(error) = run(library(), 14) else { panic!("nobody defines it") };
    assert_eq!(error.kind(), None, "nothing is wrong with the program: gmc does not know");
}
