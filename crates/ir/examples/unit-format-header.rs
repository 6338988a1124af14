//! Prints the C++ header that the GCC plugin is compiled against: `cargo run -p gmc-ir --example unit-format-header`.

fn main() {
    print!("{}", gmc_ir::wire::cpp::header());
}
