//! `math.h` and `complex.h` for `long double`, as the host's library has them for x87 numbers.
//!
//! Rust has no such type: the numbers travel as bytes, on the stack and on the x87's own, as the ABI of x86-64 says.

#![cfg(target_arch = "x86_64")]
#![expect(unsafe_code, reason = "the host's libm is the reference; these functions touch no memory of ours")]

use std::arch::asm;

/// An x87 number in the 16 bytes that it takes in memory, of which 10 count.
pub(super) type Bytes = [u8; 16];

/// A function of the host's for `long double`, of which only the address is known here.
pub(super) type Function = unsafe extern "C" fn();

macro_rules! functions {
    ($($name:ident),* $(,)?) => {
        unsafe extern "C" {
            $(fn $name();)*
        }

        /// The host's function with a name.
        pub(super) fn find(name: &str) -> Option<Function> {
            match name {
                $(stringify!($name) => Some($name),)*
                _ => None,
            }
        }
    };
}

functions![
    acosl,
    asinl,
    atanl,
    cosl,
    sinl,
    tanl,
    acoshl,
    asinhl,
    atanhl,
    coshl,
    sinhl,
    tanhl,
    expl,
    exp2l,
    expm1l,
    logl,
    log10l,
    log1pl,
    log2l,
    logbl,
    sqrtl,
    cbrtl,
    erfl,
    erfcl,
    lgammal,
    tgammal,
    rintl,
    nearbyintl,
    atan2l,
    fmodl,
    hypotl,
    powl,
    fdiml,
    remainderl,
    nextafterl,
    nexttowardl,
    fmal,
    j0l,
    j1l,
    y0l,
    y1l,
    exp10l,
    cabsl,
    cargl,
    cacosl,
    casinl,
    catanl,
    ccosl,
    csinl,
    ctanl,
    cacoshl,
    casinhl,
    catanhl,
    ccoshl,
    csinhl,
    ctanhl,
    cexpl,
    clogl,
    csqrtl,
    cprojl,
    cpowl,
];

/// Calls a function with up to four numbers. A complex number is two of them, and so is a complex result.
pub(super) fn call(function: Function, numbers: &[Bytes], complex: bool) -> [Bytes; 2] {
    assert!(numbers.len() <= 4, "no function takes more");
    let mut given = [[0; 16]; 4];
    given[..numbers.len()].copy_from_slice(numbers);
    let mut out = [[0; 16]; 2];
    // SAFETY: the caller passes a function of `find` and as many numbers as it takes, in memory as the ABI wants them;
    // what the ABI lets it change is declared, and the x87's stack is empty before and after.
    unsafe {
        asm!(
            "sub rsp, 64",
            "fld tbyte ptr [r12 + 48]", "fstp tbyte ptr [rsp + 48]",
            "fld tbyte ptr [r12 + 32]", "fstp tbyte ptr [rsp + 32]",
            "fld tbyte ptr [r12 + 16]", "fstp tbyte ptr [rsp + 16]",
            "fld tbyte ptr [r12]", "fstp tbyte ptr [rsp]",
            "call r14",
            "fstp tbyte ptr [r13]",
            "test r15, r15",
            "jz 2f",
            "fstp tbyte ptr [r13 + 16]",
            "2:",
            "add rsp, 64",
            in("r12") given.as_ptr(),
            in("r13") out.as_mut_ptr(),
            in("r14") function,
            in("r15") u64::from(complex),
            clobber_abi("C"),
        );
    }
    out
}

unsafe extern "C" {
    #[link_name = "nexttoward"]
    fn toward_double();
    #[link_name = "nexttowardf"]
    fn toward_single();
}

/// `nexttoward` and `nexttowardf`: the first argument is in a register of its own.
pub(super) fn next_toward(x: u64, double: bool, y: Bytes) -> u64 {
    let function: Function = if double { toward_double } else { toward_single };
    let result: f64;
    // SAFETY: as above; the first argument and the result are in the lowest bits of a vector register.
    unsafe {
        asm!(
            "sub rsp, 16",
            "fld tbyte ptr [r12]", "fstp tbyte ptr [rsp]",
            "call r14",
            "add rsp, 16",
            in("r12") y.as_ptr(),
            in("r14") function,
            inlateout("xmm0") f64::from_bits(x) => result,
            clobber_abi("C"),
        );
    }
    result.to_bits()
}
