//! Generates the files that `cargo xtask gen` writes in addition to the generated code: tables, docs, styles and the
//! reference of the language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dxc_codegen::model::Schema;
use dxc_codegen::{generate, reference};

use crate::{dictionary, export, picture, stream_rows, tables};

/// The generated files, by their paths.
pub(crate) fn further_files(
    schema: &Schema,
    root: &Path,
) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files = BTreeMap::new();
    let dictionary = root.join("tests/fuzz/dxc-format.dict");
    files.insert(dictionary, dictionary::file(schema));
    let rows = root.join("dxc-format/benches/streams/rows.rs");
    files.insert(rows, stream_rows::file(schema));
    // The viewer and the drawings of root signatures are in other packages, but have the same colors and header.
    let header = root.join("tools/viewer/page/header.css");
    files.insert(header, picture::HEADER.to_owned());
    let palette = root.join("tools/report/src/palette.css");
    files.insert(palette, picture::PALETTE.to_owned());
    let docs = root.join("tools/dxobj/src/commands/field_docs.tsv");
    files.insert(docs, export::field_docs(schema));
    let reference = reference::files(schema).into_iter();
    files.extend(reference.map(|(name, text)| (root.join("schema").join(name), text)));
    if let Some(text) = generate::read(&root.join("README.md"))? {
        let pictures = picture::of_page(&text, schema)?.into_iter();
        files.extend(pictures.map(|(name, drawing)| (root.join(name), drawing)));
    }
    files.extend(tables::pages(schema, root)?);
    Ok(files)
}
