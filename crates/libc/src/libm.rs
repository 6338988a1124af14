//! The host's mathematical library, so that results are those of a native run to the bit.
//!
//! The only foreign functions of gmc, with those of `long_double`. All are pure: numbers in, a number out.

#![expect(unsafe_code, reason = "the host's libm is the reference; these functions touch no memory")]

macro_rules! host {
    ($($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        // SAFETY: the signatures are those of C's math.h on every host that Rust supports, and none of the functions
        // reads or writes memory through its arguments.
        unsafe extern "C" {
            $(pub(super) safe fn $name($($arg: $type),*) -> $result;)*
        }
    };
}

host! {
    sin(x: f64) -> f64; cos(x: f64) -> f64; tan(x: f64) -> f64;
    asin(x: f64) -> f64; acos(x: f64) -> f64; atan(x: f64) -> f64;
    sinh(x: f64) -> f64; cosh(x: f64) -> f64; tanh(x: f64) -> f64;
    asinh(x: f64) -> f64; acosh(x: f64) -> f64; atanh(x: f64) -> f64;
    exp(x: f64) -> f64; exp2(x: f64) -> f64; expm1(x: f64) -> f64;
    log(x: f64) -> f64; log2(x: f64) -> f64; log10(x: f64) -> f64; log1p(x: f64) -> f64; logb(x: f64) -> f64;
    sqrt(x: f64) -> f64;
    floor(x: f64) -> f64; ceil(x: f64) -> f64; trunc(x: f64) -> f64; round(x: f64) -> f64;
    rint(x: f64) -> f64; nearbyint(x: f64) -> f64;
    erf(x: f64) -> f64; erfc(x: f64) -> f64; tgamma(x: f64) -> f64; lgamma(x: f64) -> f64;
    pow(x: f64, y: f64) -> f64; atan2(x: f64, y: f64) -> f64; fmod(x: f64, y: f64) -> f64;
    hypot(x: f64, y: f64) -> f64; fdim(x: f64, y: f64) -> f64; fmax(x: f64, y: f64) -> f64;
    fmin(x: f64, y: f64) -> f64; remainder(x: f64, y: f64) -> f64; nextafter(x: f64, y: f64) -> f64;
    fma(x: f64, y: f64, z: f64) -> f64; scalbn(x: f64, n: i32) -> f64; ilogb(x: f64) -> i32;
    sinf(x: f32) -> f32; cosf(x: f32) -> f32; tanf(x: f32) -> f32;
    asinf(x: f32) -> f32; acosf(x: f32) -> f32; atanf(x: f32) -> f32;
    sinhf(x: f32) -> f32; coshf(x: f32) -> f32; tanhf(x: f32) -> f32;
    asinhf(x: f32) -> f32; acoshf(x: f32) -> f32; atanhf(x: f32) -> f32;
    expf(x: f32) -> f32; exp2f(x: f32) -> f32; expm1f(x: f32) -> f32;
    logf(x: f32) -> f32; log2f(x: f32) -> f32; log10f(x: f32) -> f32; log1pf(x: f32) -> f32; logbf(x: f32) -> f32;
    sqrtf(x: f32) -> f32;
    floorf(x: f32) -> f32; ceilf(x: f32) -> f32; truncf(x: f32) -> f32; roundf(x: f32) -> f32;
    rintf(x: f32) -> f32; nearbyintf(x: f32) -> f32;
    erff(x: f32) -> f32; erfcf(x: f32) -> f32; tgammaf(x: f32) -> f32; lgammaf(x: f32) -> f32;
    powf(x: f32, y: f32) -> f32; atan2f(x: f32, y: f32) -> f32; fmodf(x: f32, y: f32) -> f32;
    hypotf(x: f32, y: f32) -> f32; fdimf(x: f32, y: f32) -> f32; fmaxf(x: f32, y: f32) -> f32;
    fminf(x: f32, y: f32) -> f32; remainderf(x: f32, y: f32) -> f32; nextafterf(x: f32, y: f32) -> f32;
    fmaf(x: f32, y: f32, z: f32) -> f32; scalbnf(x: f32, n: i32) -> f32; ilogbf(x: f32) -> i32;
    j0(x: f64) -> f64; j1(x: f64) -> f64; y0(x: f64) -> f64; y1(x: f64) -> f64;
    j0f(x: f32) -> f32; j1f(x: f32) -> f32; y0f(x: f32) -> f32; y1f(x: f32) -> f32;
    jn(n: i32, x: f64) -> f64; yn(n: i32, x: f64) -> f64; jnf(n: i32, x: f32) -> f32; ynf(n: i32, x: f32) -> f32;
    exp10(x: f64) -> f64; exp10f(x: f32) -> f32;
    scalb(x: f64, y: f64) -> f64; scalbf(x: f32, y: f32) -> f32;
    significand(x: f64) -> f64; significandf(x: f32) -> f32;
}

// SAFETY: as above. Rust brings a `cbrt` of its own, which is found first and rounds better than the host's: under
// these names glibc has its own. The others that Rust brings are exact, so that it is all the same whose they are.
unsafe extern "C" {
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf64")]
    pub(super) safe fn cbrt(x: f64) -> f64;
    #[cfg_attr(target_env = "gnu", link_name = "cbrtf32")]
    pub(super) safe fn cbrtf(x: f32) -> f32;
}

/// A complex number of `double` or `float`, which is passed as such a structure is.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Complex<T> {
    pub(super) re: T,
    pub(super) im: T,
}

type Double = Complex<f64>;
type Single = Complex<f32>;

host! {
    cacos(z: Double) -> Double; casin(z: Double) -> Double; catan(z: Double) -> Double;
    ccos(z: Double) -> Double; csin(z: Double) -> Double; ctan(z: Double) -> Double;
    cacosh(z: Double) -> Double; casinh(z: Double) -> Double; catanh(z: Double) -> Double;
    ccosh(z: Double) -> Double; csinh(z: Double) -> Double; ctanh(z: Double) -> Double;
    cexp(z: Double) -> Double; clog(z: Double) -> Double; csqrt(z: Double) -> Double; cproj(z: Double) -> Double;
    cpow(z: Double, w: Double) -> Double; cabs(z: Double) -> f64; carg(z: Double) -> f64;
    cacosf(z: Single) -> Single; casinf(z: Single) -> Single; catanf(z: Single) -> Single;
    ccosf(z: Single) -> Single; csinf(z: Single) -> Single; ctanf(z: Single) -> Single;
    cacoshf(z: Single) -> Single; casinhf(z: Single) -> Single; catanhf(z: Single) -> Single;
    ccoshf(z: Single) -> Single; csinhf(z: Single) -> Single; ctanhf(z: Single) -> Single;
    cexpf(z: Single) -> Single; clogf(z: Single) -> Single; csqrtf(z: Single) -> Single; cprojf(z: Single) -> Single;
    cpowf(z: Single, w: Single) -> Single; cabsf(z: Single) -> f32; cargf(z: Single) -> f32;
}
