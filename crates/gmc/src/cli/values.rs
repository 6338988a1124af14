//! Values of options: sizes, times, numbers of workers.

use std::num::NonZeroUsize;
use std::time::Duration;

pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("a number with K, M or G is expected".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "a number with K, M or G is expected")?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is too large".to_owned())
}

/// More workers than this would only stand in each other's way.
const MOST_JOBS: usize = 256;

pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(jobs) if jobs.get() <= MOST_JOBS => Ok(jobs),
        _ => Err(format!("a number from 1 to {MOST_JOBS} is expected")),
    }
}

pub(super) fn table_size(text: &str) -> Result<u64, String> {
    match size(text)? {
        bytes if bytes >= 1 << 10 => Ok(bytes),
        _ => Err("a table has 1K at least".to_owned()),
    }
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a number with s, m or h is expected".to_owned()),
    };
    let number: f64 = digits.parse().map_err(|_| "a number with s, m or h is expected")?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "this is no time to wait for".to_owned())
}
