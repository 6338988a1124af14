//! Values of expressions for a reader: with their type, their parts, and what pointers point to.

use super::Refusal;
use super::evaluate::Context;
use gmc_expression::{Ty, Value, integer_name};
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::types::TypeKind;
use gmc_mem::{AccessFault, Pointer};
use gmc_model::Variable;
use gmc_observe::view::{HeapTypes, Variables, loaded};
use gmc_vm::diagnose::leaf::Leaf;

/// A variable with its parts in one line.
pub fn in_a_line(it: &Variable) -> String {
    if it.parts.is_empty() {
        return it.value.clone();
    }
    let parts: Vec<String> = it.parts.iter().map(|part| format!("{} = {}", part.name, part.value)).collect();
    format!("{{{}}}", parts.join(", "))
}

impl Context<'_> {
    /// A value for a reader.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn show(&self, name: &str, value: &Value) -> Result<Variable, Refusal> {
        let program = self.program();
        let simple = |ty: String, value: String| Variable {
            name: name.to_owned(),
            ty,
            value: self.view.renumbered(&value),
            target: None,
            parts: Vec::new(),
        };
        Ok(match value {
            Value::Number { value, bits, unsigned } => {
                simple(integer_name(*bits, *unsigned), value.to_string())
            }
            Value::Open(_) => return Err("it is not decided yet".to_owned()),
            Value::Real { value, single: false } => simple("double".to_owned(), value.to_string()),
            // As few digits as tell it from other ones.
            Value::Real { value, single: true } => simple("float".to_owned(), (*value as f32).to_string()),
            Value::Pointer { to, ty } => {
                let text = match ty {
                    Ty::Known(unit, ty) => self.view.pointer_to(*unit, *ty, *to),
                    Ty::To(_) => self.view.pointer(*to),
                };
                simple(Ty::To(ty.clone().into()).name(program), text)
            }
            Value::Register { ty: Ty::Known(unit, ty), .. } => {
                let size = Ty::Known(*unit, *ty).size(program).unwrap_or(0);
                let leaf = whole(name, *ty, size as usize, None);
                match self.raw_register(value) {
                    Some(_) if !(1..=8).contains(&size) => simple(self.type_name(*unit, *ty), "…".to_owned()),
                    Some(reg) => self.variables().leaf(*unit, leaf, loaded(reg)),
                    None => simple(self.type_name(*unit, *ty), "not set".to_owned()),
                }
            }
            Value::Place { at, ty: Ty::Known(unit, ty), bits } => {
                self.memory(name, *at, (*unit, *ty), *bits)?
            }
            Value::Place { ty: Ty::To(_), .. } | Value::Register { ty: Ty::To(_), .. } => {
                return self.show(name, &self.evaluator().plain(value)?);
            }
        })
    }

    fn variables(&self) -> Variables<'_> {
        Variables::new(&self.view, HeapTypes::new())
    }

    fn type_name(&self, unit: UnitIndex, ty: TypeId) -> String {
        Ty::Known(unit, ty).name(self.program())
    }

    /// A variable in memory, or some bits of it.
    fn memory(
        &self,
        name: &str,
        at: Pointer,
        (unit, ty): (UnitIndex, TypeId),
        bits: Option<(u32, u32)>,
    ) -> Result<Variable, Refusal> {
        let program = self.program();
        let known = Ty::Known(unit, ty);
        let plain = |value: String| Variable {
            name: name.to_owned(),
            ty: known.name(program),
            value,
            target: None,
            parts: Vec::new(),
        };
        if matches!(program.unit(unit).types[ty.index()].kind, TypeKind::Function { .. }) {
            return Ok(plain(self.view.pointer(at)));
        }
        if let Some((shift, width)) = bits {
            let size = u64::from(shift + width).div_ceil(8).clamp(1, 8) as usize;
            let loaded = self.view.load(at, size).map_err(|error| self.bad(&error))?;
            return Ok(self.variables().leaf(unit, whole(name, ty, size, bits), loaded));
        }
        let size = known.size(program).unwrap_or(0);
        // If the first and the last byte are there, all of it is.
        for byte in [0, size.saturating_sub(1)] {
            let loaded = self.view.load(at.wrapping_offset(byte as i64), 1);
            loaded.map(drop).or_else(|error| match error.fault {
                AccessFault::Mixed => Ok(()),
                _ => Err(self.bad(&error)),
            })?;
        }
        let shown = self.variables().in_memory(unit, ty, name.to_owned(), at);
        Ok(shown.unwrap_or_else(|| plain("…".to_owned())))
    }
}

/// A value that is no aggregate, as a leaf of its own.
fn whole(name: &str, ty: TypeId, size: usize, bits: Option<(u32, u32)>) -> Leaf {
    Leaf { path: name.to_owned(), offset: 0, size, bits, ty }
}
