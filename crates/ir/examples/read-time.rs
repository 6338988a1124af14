//! How long reading takes: `cargo run --release -p gmc-ir --example read-time -- FILE…`, FILE a linked program.

use gmc_ir::image::Image;
use gmc_ir::program::Program;
use gmc_ir::verify::verify;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = Instant::now();
        let image = Image::read(&path, &bytes)?;
        let read = start.elapsed();
        let start = Instant::now();
        image.units().iter().try_for_each(|linked| verify(&linked.unit))?;
        let verified = start.elapsed();
        let start = Instant::now();
        let program = Program::link(vec![image])?;
        let linked = start.elapsed();
        let functions: usize = program.units().map(|(_, unit)| unit.linked.unit.functions.len()).sum();
        println!(
            "{path}: {functions} functions, read {read:?} (of which verify {verified:?}), linked in {linked:?}"
        );
    }
    Ok(())
}
