//! Reads the schema files of a folder.

use std::io;
use std::path::{Path, PathBuf};

use crate::span::Source;

/// Reads all schema files of a folder, in the order of their names.
pub fn sources(folder: &Path) -> Result<Vec<Source>, String> {
    let shown = folder.display();
    let paths = schema_files(folder)
        .map_err(|problem| format!("cannot read the schema folder {shown}: {problem}"))?;
    if paths.is_empty() {
        return Err(format!(
            "there is no .toml file in the schema folder {shown}"
        ));
    }
    paths.iter().map(|path| source(folder, path)).collect()
}

fn schema_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    paths.sort();
    Ok(paths)
}

fn source(folder: &Path, path: &Path) -> Result<Source, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|problem| format!("cannot read {}: {problem}", path.display()))?;
    let stem = path.file_stem().unwrap_or_default();
    // Paths are shown as `schema/name.toml`, wherever the folder is.
    let folder = folder.file_name().unwrap_or_default();
    Ok(Source {
        path: Path::new(folder).join(path.file_name().unwrap_or_default()),
        stem: stem.to_string_lossy().into_owned(),
        text: text.replace("\r\n", "\n"),
    })
}
