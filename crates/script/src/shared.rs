//! What several compilations of one build agree on without talking.

use crate::source::FunctionRef;

/// A number that is a function's own in every unit of a build: a hash of where it was compiled and of the linker's
/// name, 53 bits wide, so that it is a whole number in every language. Of 100,000 functions, two have the same one with
/// a probability of about one in two million.
pub(crate) fn unique_id(function: &FunctionRef) -> u64 {
    let unit = function.in_unit();
    let assembler = unit.str(unit.symbols[function.body().symbol.index()].assembler);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in [unit.str(unit.directory), unit.str(unit.file), assembler] {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    // FNV's upper bits are the better mixed ones.
    (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11
}
