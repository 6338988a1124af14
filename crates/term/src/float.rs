//! Floating-point operations in terms of bit vectors, for solvers that know nothing else.

use crate::arena::Arena;
use crate::node::TermId;

/// A term of bit vectors for a floating-point operation, one level deep. `None` if there is none.
pub(crate) fn lower(arena: &mut Arena, term: TermId) -> Option<TermId> {
    let _ = (arena, term);
    None
}
