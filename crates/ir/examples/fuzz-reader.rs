//! Fuzzes the reader: `cargo run --release -p gmc-ir --example fuzz-reader -- --seconds 600 FILE…`.
//!
//! Without files, inputs are mutations of a unit made by hand; files are linked programs, which are also damaged as a
//! whole now and then, or sections as `objcopy -O binary --only-section=.gmc` extracts them. It ends with an error at
//! the first input that panics, takes too long, or allocates more while it is read than [`gmc_ir::wire::Bounds`] states
//! for it; the input is written to `fuzz-failure.gmc`.

#[path = "../tests/units/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use support::fuzz::{Random, Reached, Seed, bound, process, read, read_damaged};

/// Longer than an input of this size may take, by the clock: two seconds, and two for each megabyte.
fn time_limit(input: &[u8]) -> Duration {
    Duration::from_secs(2) + Duration::from_micros(2 * input.len() as u64)
}

#[allow(unsafe_code)]
mod counting {
    //! An allocator that knows the peak of what is allocated.

    use std::alloc::{GlobalAlloc, Layout, System};
    use std::sync::atomic::{AtomicU64, Ordering};

    static NOW: AtomicU64 = AtomicU64::new(0);
    static PEAK: AtomicU64 = AtomicU64::new(0);

    struct Counting;

    #[global_allocator]
    static COUNTING: Counting = Counting;

    // SAFETY: every call goes to the system's allocator unchanged; the counters touch no memory that it manages.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            let now = NOW.fetch_add(layout.size() as u64, Ordering::Relaxed) + layout.size() as u64;
            PEAK.fetch_max(now, Ordering::Relaxed);
            // SAFETY: the caller keeps the contract of `alloc`, which is the system's.
            unsafe { System.alloc(layout) }
        }

        unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
            NOW.fetch_sub(layout.size() as u64, Ordering::Relaxed);
            // SAFETY: the caller keeps the contract of `dealloc`, and `at` came from the system's allocator.
            unsafe { System.dealloc(at, layout) }
        }
    }

    /// Runs `job` and tells how much more than before was allocated at its peak.
    pub(crate) fn peak_of<T>(job: impl FnOnce() -> T) -> (T, u64) {
        let before = NOW.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let result = job();
        (result, PEAK.load(Ordering::Relaxed).saturating_sub(before))
    }
}

struct Options {
    seconds: u64,
    inputs: u64,
    seed: u64,
    files: Vec<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { seconds: u64::MAX, inputs: u64::MAX, seed: 1, files: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || {
            let value = args.next().ok_or(format!("{arg} needs a number"))?;
            value.parse::<u64>().map_err(|_| format!("{value} is no number"))
        };
        match arg.as_str() {
            "--seconds" => options.seconds = number()?,
            "--inputs" => options.inputs = number()?,
            "--seed" => options.seed = number()?,
            _ => options.files.push(arg),
        }
    }
    if options.seconds == u64::MAX && options.inputs == u64::MAX {
        options.inputs = 1_000_000;
    }
    Ok(options)
}

/// The units of a file: of a linked program, or of a bare section.
fn seeds(path: &str) -> Result<Vec<Seed>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    if let Ok(image) = gmc_ir::image::Image::read(path, &bytes) {
        return Ok(image.units().iter().map(|linked| Seed::of(&linked.unit)).collect());
    }
    let units = read(&bytes).map_err(|reached| format!("{path}: {reached:?}"))?;
    Ok(units.iter().map(|(_, unit)| Seed::of(unit)).collect())
}

fn main() -> Result<(), String> {
    let options = options()?;
    let mut all = Vec::new();
    let mut images = Vec::new();
    for file in &options.files {
        all.extend(seeds(file)?);
        images.push(std::fs::read(file).map_err(|error| format!("{file}: {error}"))?);
    }
    if all.is_empty() {
        all.push(Seed::of(&support::sample()));
    }
    let mut random = Random(options.seed);
    let mut reached: BTreeMap<Reached, u64> = BTreeMap::new();
    let (start, limit) = (Instant::now(), Duration::from_secs(options.seconds));
    let (mut inputs, mut slowest, mut largest) = (0u64, Duration::ZERO, 0u64);
    while inputs < options.inputs && start.elapsed() < limit {
        if !images.is_empty() && inputs % 16 == 0 {
            let file = &images[random.below(images.len())];
            if catch_unwind(AssertUnwindSafe(|| read_damaged(file, &mut random))).is_err() {
                return Err(format!("a damaged file panicked after input {inputs} of seed {}", options.seed));
            }
        }
        let seed = &all[random.below(all.len())];
        let input = seed.mutate(&mut random);
        inputs += 1;
        let before = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let (units, peak) = counting::peak_of(|| read(&input));
            (units.map_or_else(|reached| reached, process), peak)
        }));
        let (took, allowed) = (before.elapsed(), bound(&input));
        slowest = slowest.max(took);
        let complaint = match outcome {
            Err(_) => Some("panicked".to_owned()),
            Ok(_) if took > time_limit(&input) => Some(format!("took {took:?}")),
            Ok((_, peak)) if peak > allowed => Some(format!("took {peak} bytes, {allowed} are allowed")),
            Ok((stage, peak)) => {
                largest = largest.max(peak);
                *reached.entry(stage).or_default() += 1;
                None
            }
        };
        if let Some(complaint) = complaint {
            let _ = std::fs::write("fuzz-failure.gmc", &input);
            return Err(format!("input {inputs} of seed {} {complaint}; see fuzz-failure.gmc", options.seed));
        }
    }
    println!("{inputs} inputs in {:?}: {reached:?}", start.elapsed());
    println!("slowest {slowest:?}, at most {largest} bytes while reading");
    Ok(())
}
