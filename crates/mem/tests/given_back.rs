//! Parts of an object that were given back: nobody can access them, and a rewind brings them back.

use gmc_mem::{AccessFault, Config, Layout, Memory, Scalar, Site, Storage};

#[test]
fn parts_that_were_given_back_cannot_be_accessed() {
    let mut m = Memory::new(Config::default());
    let room = m.alloc(Layout::new(12288, 4096), Storage::Global, Site(0)).unwrap();
    m.add_root(room.prov, 0);
    m.fill(room, 1, 12288).unwrap();
    let whole = m.fingerprint();
    let mark = m.mark();
    m.give_back(room.prov, 0, 4096).unwrap();
    m.give_back(room.prov, 8192, 12288).unwrap();
    for (offset, size, allowed) in
        [(0, 1, false), (4095, 2, false), (4096, 4096, true), (8191, 2, false), (8192, 1, false)]
    {
        let p = room.wrapping_offset(offset);
        assert_eq!(m.check_readable(p, size).is_ok(), allowed, "{offset}");
        assert_eq!(m.fill(p, 2, size).is_ok(), allowed, "{offset}");
    }
    assert_eq!(m.store_u8(room, 2).unwrap_err().fault, AccessFault::GivenBack);
    assert_eq!(m.load_u8(room.wrapping_offset(9000)).unwrap_err().fault, AccessFault::GivenBack);
    assert_eq!(m.fingerprint(), m.fingerprint_from_scratch());
    let rest = m.snapshot();
    m.rewind(mark);
    assert_eq!(m.fingerprint(), whole);
    assert_eq!(m.load_u8(room.wrapping_offset(9000)).unwrap(), Scalar::Bits(1));
    m.store_u8(room, 2).unwrap();
    m.restore(&rest);
    assert!(m.load_u8(room).is_err() && m.load_u8(room.wrapping_offset(4096)).is_ok());
}
