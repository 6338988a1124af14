//! The document of the unit format says what the types say.

use gmc_ir::wire::document::{UNEXPLAINED, document};

#[test]
fn the_document_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/unit-format.md");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == document(),
        "docs/unit-format.md differs from the types: cargo run -p gmc-ir --example unit-format-document"
    );
}

#[test]
fn everything_is_explained() {
    let document = document();
    let bare: Vec<&str> = document.lines().filter(|line| line.contains(UNEXPLAINED)).collect();
    assert_eq!(bare, Vec::<&str>::new());
}
