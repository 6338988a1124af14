//! The file system in memory beside what Linux documents.

use super::*;

fn with(names: &[&str]) -> Tree {
    let mut tree = Tree::default();
    for name in names {
        tree.add_file(name.as_bytes(), name.as_bytes().to_vec().into(), 0o644);
    }
    tree
}

fn contents(tree: &mut Tree, name: &[u8]) -> Vec<u8> {
    let id = tree.open(name, 0, 0).expect("it is there");
    let bytes = tree.read(id, 0, 64).expect("it can be read");
    tree.close(id);
    bytes.plain().to_vec()
}

#[test]
fn names_lead_to_files() {
    let mut tree = with(&["/a/b", "c"]);
    assert_eq!(contents(&mut tree, b"a//./b"), b"/a/b");
    assert_eq!(contents(&mut tree, b"/a/../../c"), b"c");
    assert_eq!(tree.find(b"/a/x", true), Err(errno::ENOENT));
    assert_eq!(tree.find(b"/c/x", true), Err(errno::ENOTDIR));
    assert_eq!(tree.find(b"/c/", true), Err(errno::ENOTDIR));
    assert_eq!(tree.find(b"", true), Err(errno::ENOENT));
    tree.change_directory(b"a").expect("a directory");
    assert_eq!(tree.directory(), b"/a");
    assert_eq!(contents(&mut tree, b"b"), b"/a/b");
    assert_eq!(tree.change_directory(b"b"), Err(errno::ENOTDIR));
}

#[test]
fn a_file_lives_until_nobody_uses_it() {
    let mut tree = with(&["/a"]);
    let before = tree.print();
    let id = tree.open(b"/a", 0, 0).expect("it is there");
    tree.remove(b"/a", false).expect("it is there");
    assert_eq!(tree.read(id, 0, 1).map(|it| it.len()), Ok(1));
    tree.close(id);
    assert_eq!(tree.open(b"/a", 0, 0), Err(errno::ENOENT));
    let again = tree.open(b"/a", flag::CREATE | flag::WRITE, 0o644).expect("it can be made");
    assert_eq!(again, id, "the lowest number that is free");
    tree.write(again, 0, (&b"/a"[..]).into()).expect("there is room");
    tree.close(again);
    assert_eq!(tree.print(), before, "the same contents are the same state");
}

#[test]
fn changes_do_not_reach_copies() {
    let mut tree = with(&["/a"]);
    let copy = tree.clone();
    let before = tree.print();
    let id = tree.open(b"/a", flag::BOTH, 0).expect("it is there");
    tree.write(id, 3, (&b"x"[..]).into()).expect("there is room");
    tree.close(id);
    assert_eq!(contents(&mut tree, b"/a"), b"/a\0x");
    assert_eq!(contents(&mut copy.clone(), b"/a"), b"/a");
    assert_ne!(tree.print(), before);
    assert_eq!(copy.print(), before);
}

#[test]
fn links_are_followed_and_counted() {
    let mut tree = with(&["/d/a"]);
    tree.symlink(b"d", b"/l").expect("a link");
    tree.symlink(b"/l/a", b"/d/m").expect("a link");
    assert_eq!(contents(&mut tree, b"/l/m"), b"/d/a");
    assert_eq!(tree.real_path(b"/l/m"), Ok(b"/d/a".to_vec()));
    assert_eq!(tree.read_link(b"/l"), Ok(b"d".to_vec()));
    assert_eq!(tree.read_link(b"/d"), Err(errno::EINVAL));
    tree.symlink(b"/loop", b"/loop").expect("a link");
    assert_eq!(tree.find(b"/loop", true), Err(errno::ELOOP));
    tree.link(b"/d/a", b"/b").expect("a second name");
    assert_eq!(tree.stat(b"/b", true).expect("it is there").nlink, 2);
    tree.remove(b"/d/a", false).expect("it is there");
    assert_eq!(contents(&mut tree, b"/b"), b"/d/a");
}

#[test]
fn directories_move_with_what_is_in_them() {
    let mut tree = with(&["/d/a"]);
    assert_eq!(tree.remove(b"/d", true), Err(errno::ENOTEMPTY));
    assert_eq!(tree.remove(b"/d", false), Err(errno::EISDIR));
    assert_eq!(tree.rename(b"/d", b"/d/e"), Err(errno::EINVAL));
    tree.rename(b"/d", b"/tmp/e").expect("it can move");
    assert_eq!(contents(&mut tree, b"/tmp/e/a"), b"/d/a");
    assert_eq!(tree.make_directory(b"/tmp", 0o755), Err(errno::EEXIST));
    assert_eq!(tree.list(b"/tmp"), Ok(vec![b"e".to_vec()]));
    tree.remove(b"/tmp/e/a", false).expect("it is there");
    tree.remove(b"/tmp/e", true).expect("it is empty");
    assert_eq!(tree.list(b"/tmp"), Ok(Vec::new()));
}

#[test]
fn modes_count() {
    let mut tree = with(&["/a"]);
    tree.set_mode(b"/a", 0o200).expect("it is there");
    assert_eq!(tree.open(b"/a", 0, 0), Err(errno::EACCES));
    assert_eq!(tree.access(b"/a", 4), Err(errno::EACCES));
    assert_eq!(tree.access(b"/a", 2), Ok(()));
    tree.set_mode(b"/tmp", 0o500).expect("it is there");
    assert_eq!(tree.open(b"/tmp/x", flag::CREATE | flag::WRITE, 0o644), Err(errno::EACCES));
    let flags = flag::CREATE | flag::EXCLUSIVE | flag::WRITE;
    assert_eq!(tree.open(b"/a", flags, 0o644), Err(errno::EEXIST));
}
