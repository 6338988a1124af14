//! stub
#[derive(Default)]
pub(crate) struct Shared;
impl Shared {
    pub(crate) fn chunk_changed(&mut self, _c: usize) {}
    pub(crate) fn object_changed(&mut self, _c: u32) {}
}
