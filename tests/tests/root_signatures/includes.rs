//! Tests HLSL files that include others; `includes.txt` has the files.
//!
//! No tool judges the results. New ones are read by hand.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use dxc_root_signature::hlsl::file::{self, Include, IncludedFile, Options};

use super::files::report;

/// Files by their paths.
type Tree<'t> = BTreeMap<&'t str, &'t str>;

/// Opens a file that is next to the one that includes it, or in `include`.
fn open(tree: &Tree<'_>, include: &Include<'_>) -> Option<IncludedFile> {
    let from = Path::new(include.from.unwrap_or("main.hlsl"));
    let own = (!include.is_angled).then(|| from.parent().unwrap());
    let folders = own.into_iter().chain([Path::new("include")]);
    let mut paths = folders.map(|folder| {
        let mut path = PathBuf::new();
        for component in folder.join(include.name).components() {
            match component {
                Component::ParentDir => drop(path.pop()),
                component => path.push(component),
            }
        }
        path.display().to_string()
    });
    paths.find_map(|path| Some(IncludedFile::new(&*path, *tree.get(&*path)?)))
}

#[test]
fn included_files_are_read_or_said_to_be_wrong() {
    let options = Options::default();
    let mut said = String::new();
    for case in include_str!("includes.txt").split("\n## ").skip(1) {
        let (heading, files) = case.split_once("\n== ").unwrap();
        let files = files.split("\n== ");
        let tree: Tree<'_> = files.map(|file| file.split_once('\n').unwrap()).collect();
        let text = tree["main.hlsl"];
        let mut open = |include: &Include<'_>| open(&tree, include);
        let file = file::find_with_includes(text, &options, &mut open);
        let report = report("main.hlsl", text, file, options.dialect);
        writeln!(said, "## {heading}\n{report}").unwrap();
    }
    insta::assert_snapshot!(tests::without_frames(&said));
}
