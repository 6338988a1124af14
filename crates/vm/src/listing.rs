//! Register code as text, for those who work on the machine: each operation with the registers that are live before it.

use crate::code::{Code, Op};
use crate::compiled::Compiled;
use std::fmt::{self, Write};

/// Writes the code of every function, or of those with this name.
pub fn listing(out: &mut dyn Write, compiled: &Compiled, only: Option<&str>) -> fmt::Result {
    for code in &compiled.codes {
        let name = compiled.program.name(code.global);
        if only.is_none_or(|only| only == name) {
            writeln!(
                out,
                "{name}: {} registers, {} of them locals in memory, {} constants",
                code.registers,
                code.objects.len(),
                code.frame.len() - code.registers
            )?;
            function(out, code)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn function(out: &mut dyn Write, code: &Code) -> fmt::Result {
    for (r, constant) in (code.registers..).zip(&code.frame[code.registers..]) {
        writeln!(
            out,
            "  r{r} = {:#x}{}",
            constant.bits,
            if constant.meta.0 == 0 { "" } else { " (a pointer)" }
        )?;
    }
    for (at, op) in code.ops.iter().enumerate() {
        let live = code.live(at as u32);
        let live: Vec<String> =
            (0..code.registers).filter(|&r| live.contains(r)).map(|r| format!("r{r}")).collect();
        write!(out, "  {at:4}  ")?;
        match op {
            Op::Rare { rare } => write!(out, "{:?}", code.tables.rare[*rare as usize])?,
            Op::Call { call } => write!(out, "{:?}", code.tables.calls[*call as usize])?,
            Op::Switch { a, table } => {
                write!(out, "Switch {{ a: {a} }} {:?}", code.tables.switches[*table as usize])?;
            }
            op => write!(out, "{op:?}")?,
        }
        writeln!(out, "  // live: {}", live.join(" "))?;
    }
    Ok(())
}
