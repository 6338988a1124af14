//! The verifier refuses each kind of nonsense, and says where it is.

use crate::support::{Builder, sample};
use gmc_ir::body::*;
use gmc_ir::expr::Expr;
use gmc_ir::id::*;
use gmc_ir::types::TypeKind;
use gmc_ir::unit::{SymbolValue, Unit};
use gmc_ir::verify::verify;

/// The verdict on the sample after a change.
fn verdict(change: impl FnOnce(&mut Unit)) -> String {
    let mut unit = sample();
    change(&mut unit);
    verify(&unit).map_or_else(|error| error.to_string(), |()| "good".to_owned())
}

#[track_caller]
fn refused(what: &str, change: impl FnOnce(&mut Unit)) {
    let verdict = verdict(change);
    assert!(verdict.contains(what), "{verdict}");
}

fn body(unit: &mut Unit) -> &mut Function {
    &mut unit.functions[0]
}

fn first(unit: &mut Unit, is: fn(&Expr) -> bool) -> &mut Expr {
    body(unit).exprs.iter_mut().find(|expr| is(expr)).expect("the sample has one")
}

#[test]
fn the_sample_is_good() {
    assert_eq!(verdict(|_| {}), "good");
    verify(&Builder::new("empty.c").finish()).expect("good");
}

#[test]
fn the_place_of_a_flaw_is_told() {
    let text = verdict(|unit| {
        let StmtKind::Cond { left, .. } = &mut body(unit).blocks[0].stmts[2].kind else { unreachable!() };
        *left = ExprId(0);
    });
    let expected = "the unit of sample.c is inconsistent (a bug of gmc, or a damaged file):\n  sample.c:6:3: in \
                    `main`: bb0, statement 2: a pointer is compared with an integer of 32 bits";
    assert_eq!(text, expected);
}

#[test]
fn ids_are_in_range() {
    refused("TypeId 999 is out of range", |unit| unit.symbols[0].ty = TypeId(999));
    refused("StrId 999 is out of range", |unit| unit.file = StrId(999));
    refused("SourcePosId 999", |unit| body(unit).blocks[0].stmts[0].place = SourcePosId(999));
    refused("LocalId 9", |unit| body(unit).params[0] = LocalId(9));
    refused("ExprId 999", |unit| body(unit).locals[0].value = Some(ExprId(999)));
    refused("BlockId 77", |unit| body(unit).blocks[0].edges[0].to = Some(BlockId(77)));
    refused("ScopeId 3", |unit| body(unit).blocks[0].stmts[0].scope = ScopeId(3));
    refused("PadId 0", |unit| body(unit).blocks[0].stmts[0].unwind = Unwind::Pad(PadId(0)));
    refused("RegionId 0", |unit| body(unit).pads.push(Pad { region: RegionId(0), block: BlockId(1) }));
    refused("LabelId 0", |unit| body(unit).blocks[0].stmts[0].kind = StmtKind::Label(LabelId(0)));
    refused("LiteralId 4", |unit| body(unit).exprs.push(Expr::Literal(LiteralId(4))));
    refused("SymbolId 50", |unit| unit.symbols[0].owner = Some(SymbolId(50)));
    refused("FunctionId 1", |unit| unit.symbols[0].value = SymbolValue::Function(FunctionId(1)));
    refused("there is no source position 0", |unit| unit.places.clear());
}

#[test]
fn flags_are_known() {
    refused("CallFlags has unknown bits 0x80000000", |unit| {
        let StmtKind::Call(call) = &mut body(unit).blocks[1].stmts[0].kind else { unreachable!() };
        call.flags = CallFlags::from_bits_retain(1 << 31);
    });
    refused("EdgeFlags has unknown bits 0x100", |unit| {
        body(unit).blocks[0].edges[0].flags |= EdgeFlags::from_bits_retain(256);
    });
}

#[test]
fn expressions_are_in_order_and_typed() {
    refused("does not stand before it", |unit| {
        let operand = ExprId(body(unit).exprs.len() as u32);
        let ty = unit.symbols[0].ty;
        body(unit).exprs.push(Expr::AddressOf { ty, place: operand });
    });
    refused("dereferenced but is an integer of 32 bits", |unit| {
        let int = unit.symbols[1].ty;
        body(unit).locals[1].ty = int;
    });
    refused("has no field 9", |unit| {
        let Expr::Field { field, .. } = first(unit, |e| matches!(e, Expr::Field { .. })) else {
            unreachable!()
        };
        *field = FieldIndex(9);
    });
    refused("an address as an integer of 32 bits", |unit| {
        let int = unit.symbols[1].ty;
        let Expr::AddressOf { ty, .. } = first(unit, |e| matches!(e, Expr::AddressOf { .. })) else {
            unreachable!()
        };
        *ty = int;
    });
    refused("the value of a name leads back to it", |unit| {
        body(unit).locals[1].value = Some(ExprId(0));
    });
    refused("is indexed but no array", |unit| {
        let Expr::Index { base, .. } = first(unit, |e| matches!(e, Expr::Index { .. })) else {
            unreachable!()
        };
        *base = ExprId(0);
    });
}

#[test]
fn statements_fit_their_edges() {
    refused("0 true and 1 false edges", |unit| {
        body(unit).blocks[0].edges[0].flags = EdgeFlags::empty();
    });
    refused("0 ways out where there should be one", |unit| body(unit).blocks[1].edges.clear());
    refused("the cases do not match the edges", |unit| {
        body(unit).blocks[2].edges.pop();
    });
    refused("a return that goes on", |unit| body(unit).blocks[4].edges[0].to = Some(BlockId(0)));
    refused("leaves the function without returning", |unit| body(unit).blocks[1].edges[0].to = None);
    refused("a jump inside a block", |unit| {
        let stmts = &mut body(unit).blocks[4].stmts;
        stmts.swap(0, 1);
    });
    refused("cases overlap", |unit| {
        let StmtKind::Switch { cases, .. } = &mut body(unit).blocks[2].stmts[0].kind else { unreachable!() };
        cases[1].low = 1;
    });
    refused("cannot be assigned to", |unit| {
        let StmtKind::Assign { target, value } = &mut body(unit).blocks[0].stmts[1].kind else {
            unreachable!()
        };
        *target = *value;
    });
    refused("after a call that does not return", |unit| {
        let block = &mut body(unit).blocks[1];
        block.stmts.truncate(1);
        let StmtKind::Call(call) = &mut block.stmts[0].kind else { unreachable!() };
        call.flags |= CallFlags::NORETURN;
    });
    refused("is called but no function", |unit| {
        let StmtKind::Call(call) = &mut body(unit).blocks[1].stmts[0].kind else { unreachable!() };
        call.callee = Callee::Function(ExprId(0));
    });
}

#[test]
fn exceptions_have_edges() {
    let with_pad = |unit: &mut Unit, edge: bool| {
        let body = body(unit);
        body.regions.push(Region { parent: None, kind: RegionKind::Cleanup });
        body.pads.push(Pad { region: RegionId(0), block: BlockId(4) });
        body.blocks[1].stmts.truncate(1);
        body.blocks[1].stmts[0].unwind = Unwind::Pad(PadId(0));
        if edge {
            body.blocks[1].edges.push(Edge {
                to: Some(BlockId(4)),
                flags: EdgeFlags::EH,
                place: SourcePosId(0),
            });
        }
    };
    assert_eq!(verdict(|unit| with_pad(unit, true)), "good");
    refused("an exception goes to pad0, but no edge does", |unit| with_pad(unit, false));
}

#[test]
fn tables_of_bodies_are_trees() {
    let scope = |parent| Scope { parent, locals: Vec::new(), symbols: Vec::new() };
    refused("scope1 does not follow", |unit| body(unit).scopes.push(scope(Some(ScopeId(1)))));
    refused("scope1 does not follow", |unit| body(unit).scopes.push(scope(None)));
    refused("encloses itself", |unit| {
        let region = |parent| Region { parent: Some(RegionId(parent)), kind: RegionKind::Cleanup };
        body(unit).regions = vec![region(1), region(0)];
    });
    refused("parameter v1 is not one", |unit| body(unit).params.push(LocalId(1)));
    refused("a body without blocks", |unit| body(unit).blocks.clear());
}

#[test]
fn types_and_symbols_are_sound() {
    refused("contains itself", |unit| {
        let at =
            unit.types.iter().position(|ty| matches!(ty.kind, TypeKind::Record { .. })).expect("a record");
        let TypeKind::Record { fields, .. } = &mut unit.types[at].kind else { unreachable!() };
        fields[0].ty = TypeId(at as u32);
    });
    refused("its main variant t1 is none", |unit| {
        unit.types[1].main = TypeId(2);
        unit.types[0].main = TypeId(1);
    });
    refused("it is an alias of itself", |unit| {
        let last = SymbolId(unit.symbols.len() as u32 - 1);
        unit.symbols[last.index()].value = SymbolValue::Alias(last);
    });
    refused("overlaps the one before", |unit| {
        let SymbolValue::Variable(image) = &mut unit.symbols[2].value else { unreachable!() };
        image.relocations[1].offset = 4;
    });
    refused("lies outside", |unit| {
        let SymbolValue::Variable(image) = &mut unit.symbols[2].value else { unreachable!() };
        image.relocations[1].offset = u64::MAX;
    });
    refused("9 bytes of initial contents in 4 bytes", |unit| {
        let SymbolValue::Variable(image) = &mut unit.symbols[1].value else { unreachable!() };
        image.bytes.0 = vec![1; 9];
    });
    refused("belongs to another symbol", |unit| {
        unit.symbols[0].value = SymbolValue::Function(FunctionId(0));
    });
}

#[test]
fn many_flaws_are_counted() {
    refused("… and 30 more", |unit| {
        let bad = Local { align: 3, ..body(unit).locals[0].clone() };
        body(unit).locals.extend(vec![bad; 50]);
    });
}
