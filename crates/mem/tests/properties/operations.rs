//! The operations that random runs are made of.

use gmc_mem::{Storage, Watch};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub(super) enum Op {
    Alloc { kind: u8, size: u16, spare: u16 },
    Free { h: u8, offset: u8 },
    Kill { h: u8 },
    Store { h: u8, offset: i16, size: u8, value: u64 },
    StorePointer { h: u8, offset: i16, target: u8, to: u8 },
    StoreOpaque { h: u8, offset: i16, size: u8, id: u8 },
    Fill { h: u8, offset: i16, len: u8, byte: u8 },
    Copy { h: u8, offset: i16, from: u8, start: i16, len: u8 },
    CopyBytewise { h: u8, offset: i16, from: u8, start: i16, len: u8 },
    Uninitialise { h: u8, offset: i16, len: u8 },
    Hide { h: u8, offset: i16, len: u8, hidden: bool },
    Root { h: u8, on: bool },
    Grow { h: u8, size: u16 },
    Seal { h: u8 },
    Share { h: u8 },
    Watch { watch: Watch },
    Find { h: u8, offset: i16, len: u8, byte: u8 },
    Compare { h: u8, offset: i16, other: u8, start: i16, len: u8 },
    Mark,
    Rewind { to: u8 },
    Forget { from: u8 },
    Snapshot,
    Restore { which: u8 },
    Serialise,
    Fingerprint,
    Leaks,
    Sweep,
}

pub(super) fn op() -> impl Strategy<Value = Op> {
    let h = || any::<u8>();
    let offset = || {
        prop_oneof![
            8 => (0i16..24).prop_map(|w| w * 8),
            8 => (0i16..3).prop_map(|w| w * 8),
            4 => 0i16..160,
            1 => -8i16..300
        ]
    };
    let len = || prop_oneof![4 => 0u8..24, 2 => (1u8..4).prop_map(|w| w * 8), 1 => 0u8..200];
    let byte = || prop_oneof![1 => 0u8..2, 1 => any::<u8>()];
    prop_oneof![
        6 => (0u8..7, prop_oneof![3 => 0u16..64, 2 => 0u16..200, 1 => 0u16..6000], 0u16..100)
            .prop_map(|(kind, size, spare)| Op::Alloc { kind, size, spare }),
        3 => (h(), prop_oneof![5 => Just(0u8), 1 => 0u8..9]).prop_map(|(h, offset)| Op::Free { h, offset }),
        1 => h().prop_map(|h| Op::Kill { h }),
        8 => (h(), offset(), 1u8..9, prop_oneof![1 => 0u64..2, 3 => any::<u64>()])
            .prop_map(|(h, offset, size, value)| Op::Store { h, offset, size, value }),
        12 => (h(), offset(), h(), 0u8..9)
            .prop_map(|(h, offset, target, to)| Op::StorePointer { h, offset, target, to }),
        2 => (h(), offset(), 1u8..100, 0u8..5)
            .prop_map(|(h, offset, size, id)| Op::StoreOpaque { h, offset, size, id }),
        2 => (h(), offset(), len(), byte()).prop_map(|(h, offset, len, byte)| Op::Fill { h, offset, len, byte }),
        6 => (h(), offset(), h(), offset(), len())
            .prop_map(|(h, offset, from, start, len)| Op::Copy { h, offset, from, start, len }),
        2 => (h(), offset(), h(), offset(), len())
            .prop_map(|(h, offset, from, start, len)| Op::CopyBytewise { h, offset, from, start, len }),
        1 => (h(), offset(), len()).prop_map(|(h, offset, len)| Op::Uninitialise { h, offset, len }),
        2 => (h(), offset(), len(), any::<bool>())
            .prop_map(|(h, offset, len, hidden)| Op::Hide { h, offset, len, hidden }),
        3 => (h(), prop::bool::weighted(0.7)).prop_map(|(h, on)| Op::Root { h, on }),
        1 => (h(), 0u16..300).prop_map(|(h, size)| Op::Grow { h, size }),
        1 => h().prop_map(|h| Op::Seal { h }),
        3 => h().prop_map(|h| Op::Share { h }),
        3 => prop_oneof![2 => Just(Watch::Off), 1 => Just(Watch::Stop), 3 => Just(Watch::Log)]
            .prop_map(|watch| Op::Watch { watch }),
        2 => (h(), offset(), len(), 0u8..2).prop_map(|(h, offset, len, byte)| Op::Find { h, offset, len, byte }),
        2 => (h(), offset(), h(), offset(), len())
            .prop_map(|(h, offset, other, start, len)| Op::Compare { h, offset, other, start, len }),
        5 => Just(Op::Mark),
        3 => any::<u8>().prop_map(|to| Op::Rewind { to }),
        1 => any::<u8>().prop_map(|from| Op::Forget { from }),
        1 => Just(Op::Snapshot),
        1 => any::<u8>().prop_map(|which| Op::Restore { which }),
        1 => Just(Op::Serialise),
        4 => Just(Op::Fingerprint),
        2 => Just(Op::Leaks),
        1 => Just(Op::Sweep),
    ]
}

pub(super) const KINDS: [Storage; 7] = [
    Storage::Global,
    Storage::Constant,
    Storage::Frame,
    Storage::Heap,
    Storage::ThreadLocal,
    Storage::Function,
    Storage::Internal,
];
