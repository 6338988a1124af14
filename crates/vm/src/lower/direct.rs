//! Which calls need nothing but moving registers: found once all functions are known.

use crate::code::{CallSite, CalleeRef, Code, Direct, R};
use crate::id::CodeId;
use crate::lower::class::Class;
use crate::thread::Back;

/// Notes for every call by name how it is done, if it is simple.
pub(super) fn settle(codes: &mut [Code]) {
    for caller in 0..codes.len() {
        for at in 0..codes[caller].tables.calls.len() {
            let site = &codes[caller].tables.calls[at];
            if let CalleeRef::Code(callee) = site.callee {
                let direct = direct(site, callee, &codes[callee.index()]);
                codes[caller].tables.calls[at].direct = direct;
            }
        }
    }
}

/// Arguments and result are what the function takes and gives, register for register.
fn direct(site: &CallSite, number: CodeId, callee: &Code) -> Option<Direct> {
    if callee.signature.variadic || site.pack || site.args.len() != callee.signature.params.len() {
        return None;
    }
    let mut moves: Vec<(R, R)> = Vec::new();
    for (arg, param) in site.args.iter().zip(&callee.signature.params) {
        if arg.class != param.class {
            return None;
        }
        moves.extend((0..arg.class.words()).map(|word| (arg.r + word, param.r + word)));
    }
    if let (Some(from), Some(to)) = (site.chain, callee.signature.chain) {
        moves.push((from, to));
    }
    let mut back = Back::Nothing;
    match (site.result, callee.signature.result, callee.signature.result_pointer) {
        (Some((to, Class::Aggregate { .. })), _, Some(pointer)) => moves.push((to, pointer)),
        (Some((to, wanted)), Some((from, class)), None) if wanted == class && class.words() == 1 => {
            back = Back::Value { from, to };
        }
        (None, _, None) => {}
        _ => return None,
    }
    Some(Direct { callee: number, moves: moves.into(), back })
}
