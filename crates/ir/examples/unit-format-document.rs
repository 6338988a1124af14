//! Writes `docs/unit-format.md` anew: `cargo run -p gmc-ir --example unit-format-document`.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/unit-format.md");
    std::fs::write(path, gmc_ir::wire::document::document())
}
