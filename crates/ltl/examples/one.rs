//! t
fn main() { for a in std::env::args().skip(1) { println!("{}", gmc_ltl::debug(&a)); } }
