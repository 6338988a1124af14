//! What calls of the program's functions hand over, and what they hand back.

use gmc_vm::code::{CallSite, CalleeRef, Code, R};
use gmc_vm::lower::class::Class;

/// A register that a call hands over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handed {
    /// The caller's.
    pub(super) from: R,
    /// The function's.
    pub(super) to: R,
    /// It is made to fit this class on the way.
    pub(super) class: Option<Class>,
}

/// What a call hands over; none where it does more than that.
pub(super) fn handed(site: &CallSite, callee: &Code) -> Option<Vec<Handed>> {
    if let Some(direct) = &site.direct {
        return Some(direct.moves.iter().map(|&(from, to)| Handed { from, to, class: None }).collect());
    }
    let CalleeRef::Code(_) = site.callee else { return None };
    let signature = &callee.signature;
    let is_plain = !signature.variadic && !site.pack && site.chain.is_none() && signature.chain.is_none();
    let fits = site.args.len() == signature.params.len() && signature.result_pointer.is_none();
    if !is_plain || !fits || site.result.is_some() && result(site, callee).is_none() {
        return None;
    }
    let integer = |class| matches!(class, Class::Int { .. } | Class::Pointer);
    let pairs = site.args.iter().zip(&signature.params);
    pairs
        .map(|(arg, param)| match arg.class == param.class {
            true if arg.class.words() == 1 => Some(Handed { from: arg.r, to: param.r, class: None }),
            false if integer(arg.class) && integer(param.class) => {
                Some(Handed { from: arg.r, to: param.r, class: Some(param.class) })
            }
            _ => None,
        })
        .collect()
}

/// What a call hands back: the function's register and the caller's.
pub(super) fn result(site: &CallSite, callee: &Code) -> Option<(R, R)> {
    let ((to, wanted), (from, class)) = (site.result?, callee.signature.result?);
    (wanted == class && class.words() == 1 && class.in_registers()).then_some((from, to))
}
