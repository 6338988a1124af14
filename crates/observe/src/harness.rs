//! The harness of a function that is checked by itself, as C: its native tests call the function as gmc did.
//!
//! The machine's harness is a short program of a few kinds of operations (`vm::lower::harness`). Each becomes a
//! statement of C, so both ask for the same inputs in the same order.

use gmc_vm::code::{CalleeRef, Code, Extent, Op, Pc, Rare};
use gmc_vm::compiled::Compiled;
use gmc_vm::lower::class::Class;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::Path;

/// What every harness begins with.
const HEAD: &str = "\
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned long long gmc_replay_number(const char *function);
extern const char *gmc_replay_text(const char *function);
static inline uint64_t gmc_replay_float(void) {
  float value = strtof(gmc_replay_text(\"argument\"), NULL);
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline uint64_t gmc_replay_double(void) {
  double value = strtod(gmc_replay_text(\"argument\"), NULL);
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
";

/// The harness of a program whose entry is one, as a C file that includes the function's source. None where there is no
/// harness, or a parameter cannot be passed without its type.
pub fn harness(compiled: &Compiled) -> Option<String> {
    let code = &compiled.codes[compiled.entry.main];
    let [site] = &code.tables.calls[..] else { return None };
    let CalleeRef::Code(callee) = &site.callee else { return None };
    let callee = &compiled.codes[*callee];
    if !code.modelled || callee.signature.result_pointer.is_some() {
        return None;
    }
    let unit = compiled.program.unit(callee.global.unit);
    let source = Path::new(unit.str(unit.directory)).join(unit.str(unit.file));
    let parameters: Vec<String> = site.args.iter().map(|it| parameter(it.class)).collect::<Option<_>>()?;
    let passed: Vec<String> =
        site.args.iter().zip(&parameters).map(|(it, ty)| argument(it.class, ty, it.r)).collect();
    let name = compiled.program.name(callee.global);
    let types = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let call = format!("((void (*)({types})){name})({});", passed.join(", "));
    let mut out = format!(
        "/* Calls `{name}` with the arguments of a test, as gmc did. Link it with replay.c (docs/tests.md). */\n\
         #define main gmc_program_main\n#include \"{}\"\n#undef main\n{HEAD}\nint main(void) {{\n  uint64_t r[{}] = {{0}};\n",
        source.display().to_string().replace('\\', "\\\\").replace('"', "\\\""),
        code.registers
    );
    statements(&mut out, code, &call).ok()?;
    Some(out + "}\n")
}

/// A parameter's type, as far as passing it depends on it.
fn parameter(class: Class) -> Option<String> {
    Some(match class {
        Class::Int { bits: 1, .. } => "_Bool".to_owned(),
        Class::Int { size, signed, .. } => {
            format!("{}int{}_t", if signed { "" } else { "u" }, u32::from(size) * 8)
        }
        Class::Pointer => "void *".to_owned(),
        Class::Single => "float".to_owned(),
        Class::Double => "double".to_owned(),
        Class::Void | Class::Wide { .. } | Class::Aggregate { .. } => return None,
    })
}

fn argument(class: Class, ty: &str, r: u16) -> String {
    match class {
        Class::Pointer => format!("(void *)(uintptr_t)r[{r}]"),
        Class::Single | Class::Double => format!("*({ty} *)&r[{r}]"),
        _ => format!("({ty})r[{r}]"),
    }
}

/// The operations of the harness, one statement each; an error where one has no form in C.
fn statements(out: &mut String, code: &Code, call: &str) -> fmt::Result {
    let mut targets: BTreeSet<Pc> = BTreeSet::new();
    for op in &code.ops {
        let mut op = *op;
        op.each_target(|to| {
            targets.insert(*to);
        });
    }
    for (at, op) in (0..).zip(&code.ops) {
        if targets.contains(&at) {
            writeln!(out, "at{at}:;")?;
        }
        let store =
            |a, offset, b, size| format!("memcpy((char *)(uintptr_t)r[{a}] + {offset}, &r[{b}], {size});");
        let text = match *op {
            Op::Move { d, a } => format!("r[{d}] = r[{a}];"),
            Op::Br { a, yes, no } => format!("if (r[{a}]) goto at{yes}; else goto at{no};"),
            Op::Store8 { a, b, offset } => store(a, offset, b, 1),
            Op::Store16 { a, b, offset, .. } => store(a, offset, b, 2),
            Op::Store32 { a, b, offset, .. } => store(a, offset, b, 4),
            Op::Store64 { a, b, offset, .. } => store(a, offset, b, 8),
            Op::Member { d, a, offset } => format!("r[{d}] = r[{a}] + {offset};"),
            Op::Call { .. } => call.to_owned(),
            Op::Return => "return 0;".to_owned(),
            Op::Rare { rare } => rare_statement(&code.tables.rare[rare as usize]).ok_or(fmt::Error)?,
            _ => return Err(fmt::Error),
        };
        writeln!(out, "  {text}")?;
    }
    Ok(())
}

fn rare_statement(rare: &Rare) -> Option<String> {
    Some(match rare {
        Rare::Any { d, class: Class::Single } => format!("r[{d}] = gmc_replay_float();"),
        Rare::Any { d, class: Class::Double } => format!("r[{d}] = gmc_replay_double();"),
        Rare::Any { d, class: Class::Int { .. } | Class::Pointer } => {
            format!("r[{d}] = gmc_replay_number(\"argument\");")
        }
        Rare::Object { d, size, .. } => format!("r[{d}] = (uintptr_t)calloc(1, {size});"),
        Rare::Zero { to, size: Extent::Fixed(size) } => {
            format!("memset((void *)(uintptr_t)r[{to}], 0, {size});")
        }
        _ => return None,
    })
}
