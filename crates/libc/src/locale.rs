//! `locale.h`: there is the C locale.

use super::guest;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::record::Slot;

pub(super) const TABLE: &[Native] = &[shared("setlocale", setlocale), shared("localeconv", localeconv)];

fn setlocale(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = call.pointer(1)?;
    m.note_use(Slot::LocaleName, !name.is_null());
    if !name.is_null() {
        let name = guest::string(m, name)?;
        if !matches!(name.as_slice(), b"" | b"C" | b"POSIX") {
            return Flow::number(0);
        }
    }
    if m.kept(Slot::LocaleName).is_null() {
        let name = guest::constant(m, b"C\0", 1)?;
        m.keep(Slot::LocaleName, name)?;
    }
    Flow::pointer(m.kept(Slot::LocaleName))
}

/// Ten strings, of which the first is the decimal point, and fourteen numbers that the C locale does not have.
fn localeconv(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    m.note_use(Slot::LocaleName, false);
    if m.kept(Slot::Conventions).is_null() {
        let width = m.memory.target().pointer_size();
        let mut bytes = vec![0; 10 * width];
        bytes.extend([127; 14]);
        bytes.resize(bytes.len().next_multiple_of(width), 0);
        let record = guest::object(m, &bytes, width as u64)?;
        let point = guest::constant(m, b".\0", 1)?;
        let empty = guest::constant(m, b"\0", 1)?;
        for at in 0..10 {
            let place = record.wrapping_offset(at * width as i64);
            m.memory.store_pointer(place, if at == 0 { point } else { empty })?;
        }
        m.memory.seal(record.prov);
        m.keep(Slot::Conventions, record)?;
    }
    Flow::pointer(m.kept(Slot::Conventions))
}
