//! Statements in the manner of GCC's dumps.

use super::exprs::{Exprs, operator};
use super::names::{Names, label};
use crate::body::{
    Asm, AsmOperand, Call, CallFlags, Callee, ClobberKind, Edge, EdgeFlags, Function, Stmt, StmtKind, Unwind,
};
use crate::id::BlockId;
use std::fmt::{self, Write};

/// Writes a statement without indentation or line end; `edges` are those of its block.
pub(super) fn write_stmt(
    out: &mut dyn Write,
    names: &Names<'_>,
    function: &Function,
    exprs: &mut Exprs<'_>,
    stmt: &Stmt,
    edges: &[Edge],
) -> fmt::Result {
    let unit = names.unit;
    match &stmt.kind {
        StmtKind::Begin => out.write_str("# begin")?,
        StmtKind::Nop => out.write_str("nop;")?,
        StmtKind::Predict => out.write_str("# predict")?,
        StmtKind::Label(id) => write!(out, "{}:", label(unit, function, *id))?,
        StmtKind::Assign { target, value } => {
            exprs.write(out, *target)?;
            out.write_str(" = ")?;
            exprs.write(out, *value)?;
            out.write_char(';')?;
        }
        StmtKind::Clobber { target, kind } => {
            exprs.write(out, *target)?;
            out.write_str(match kind {
                ClobberKind::Declaration => " = {CLOBBER(bob)};",
                ClobberKind::Contents => " = {CLOBBER};",
                ClobberKind::EndOfScope => " = {CLOBBER(eol)};",
                ClobberKind::Construction => " = {CLOBBER(bob)};",
            })?;
        }
        StmtKind::Call(call) => write_call(out, names, exprs, call)?,
        StmtKind::Cond { op, left, right } => {
            out.write_str("if (")?;
            exprs.write(out, *left)?;
            write!(out, " {} ", operator(*op))?;
            exprs.write(out, *right)?;
            out.write_char(')')?;
            let to = |flag| edges.iter().find(|edge| edge.flags.contains(flag)).and_then(|edge| edge.to);
            if let (Some(yes), Some(no)) = (to(EdgeFlags::WHEN_TRUE), to(EdgeFlags::WHEN_FALSE)) {
                write!(out, " goto {yes}; else goto {no};")?;
            }
        }
        StmtKind::Switch { index, default, cases } => {
            out.write_str("switch (")?;
            exprs.write(out, *index)?;
            write!(out, ") <default: {default}")?;
            for case in cases {
                match case.low == case.high {
                    true => write!(out, ", case {}: {}", case.low, case.block)?,
                    false => write!(out, ", case {} ... {}: {}", case.low, case.high, case.block)?,
                }
            }
            out.write_str(">;")?;
        }
        StmtKind::Goto { target } => {
            out.write_str("goto ")?;
            exprs.write(out, *target)?;
            out.write_char(';')?;
        }
        StmtKind::Return { value: None } => out.write_str("return;")?,
        StmtKind::Return { value: Some(value) } => {
            out.write_str("return ")?;
            exprs.write(out, *value)?;
            out.write_char(';')?;
        }
        StmtKind::Asm(asm) => write_asm(out, names, exprs, asm)?,
        StmtKind::Resume { region } => write!(out, "resx {region};")?,
        StmtKind::Dispatch { region } => write!(out, "eh_dispatch {region};")?,
        StmtKind::Other { code, operands } => {
            write!(out, "{} <", unit.str(*code))?;
            for (at, &operand) in operands.iter().enumerate() {
                out.write_str(if at > 0 { ", " } else { "" })?;
                exprs.write(out, operand)?;
            }
            out.write_str(">;")?;
        }
    }
    match stmt.unwind {
        Unwind::Leave => Ok(()),
        Unwind::Pad(pad) => write!(out, " [{pad}]"),
        Unwind::Terminate(region) => write!(out, " [terminates: {region}]"),
    }
}

fn write_call(out: &mut dyn Write, names: &Names<'_>, exprs: &mut Exprs<'_>, call: &Call) -> fmt::Result {
    if let Some(target) = call.target {
        exprs.write(out, target)?;
        out.write_str(" = ")?;
    }
    match call.callee {
        Callee::Function(callee) => exprs.callee(out, callee)?,
        Callee::Internal(name) => write!(out, ".{}", names.unit.str(name).trim_start_matches('.'))?,
    }
    out.write_str(" (")?;
    for (at, &arg) in call.args.iter().enumerate() {
        out.write_str(if at > 0 { ", " } else { "" })?;
        exprs.write(out, arg)?;
    }
    out.write_str(");")?;
    if let Some(chain) = call.chain {
        out.write_str(" [static-chain: ")?;
        exprs.write(out, chain)?;
        out.write_char(']')?;
    }
    let marks = [
        (CallFlags::NORETURN, "noreturn"),
        (CallFlags::RETURNS_TWICE, "returns twice"),
        (CallFlags::RETURN_SLOT, "return slot optimization"),
        (CallFlags::ARGUMENT_PACK, "argument pack"),
        (CallFlags::DESCRIPTOR, "descriptor"),
        (CallFlags::MUST_TAIL, "must tail call"),
    ];
    let present = marks.iter().filter(|(flag, _)| call.flags.contains(*flag));
    present.into_iter().try_for_each(|(_, mark)| write!(out, " [{mark}]"))
}

fn write_asm(out: &mut dyn Write, names: &Names<'_>, exprs: &mut Exprs<'_>, asm: &Asm) -> fmt::Result {
    let unit = names.unit;
    write!(out, "asm{}({:?}", if asm.volatile { " volatile " } else { " " }, unit.str(asm.text))?;
    if !asm.basic {
        for operands in [&asm.outputs, &asm.inputs] {
            out.write_str(" : ")?;
            write_operands(out, names, exprs, operands)?;
        }
        out.write_str(" : ")?;
        for (at, clobber) in asm.clobbers.iter().enumerate() {
            write!(out, "{}{:?}", if at > 0 { ", " } else { "" }, unit.str(*clobber))?;
        }
        if !asm.targets.is_empty() {
            let targets: Vec<String> = asm.targets.iter().map(BlockId::to_string).collect();
            write!(out, " : {}", targets.join(", "))?;
        }
    }
    out.write_str(");")
}

fn write_operands(
    out: &mut dyn Write,
    names: &Names<'_>,
    exprs: &mut Exprs<'_>,
    operands: &[AsmOperand],
) -> fmt::Result {
    for (at, operand) in operands.iter().enumerate() {
        out.write_str(if at > 0 { ", " } else { "" })?;
        match names.unit.str(operand.name) {
            "" => {}
            name => write!(out, "[{name}] ")?,
        }
        write!(out, "{:?} (", names.unit.str(operand.constraint))?;
        exprs.write(out, operand.operand)?;
        out.write_char(')')?;
    }
    Ok(())
}
