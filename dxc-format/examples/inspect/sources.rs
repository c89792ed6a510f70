//! The sources that a container embeds, as files.

use std::io::Write;
use std::path::{Component, Path, PathBuf};

use dxc_format::Container;

use super::{Problem, input};

/// Writes each file below `folder`, and shows where, and the arguments.
pub(super) fn write(
    container: &Container<'_>,
    folder: &Path,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let sources = container.sources().map_err(input)?;
    let sources = sources.ok_or_else(|| input("it embeds no sources"))?;
    for file in &sources.files {
        let path = folder.join(within(&file.name));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(input)?;
        }
        // A name that leads to a file of its own; the text of another would be lost.
        let mut target = std::fs::File::create_new(&path)
            .map_err(|problem| input(format!("{}: {problem}", path.display())))?;
        target.write_all(file.text.as_bytes()).map_err(input)?;
        writeln!(out, "{}", path.display())?;
    }
    for argument in &sources.arguments {
        writeln!(out, "-{} {}", argument.name, argument.value)?;
    }
    Ok(())
}

/// A name without what would lead out of the folder: drives, roots and parents.
fn within(name: &str) -> PathBuf {
    let name = name.replace('\\', "/");
    let plain = |component| match component {
        Component::Normal(part) => Some(part.to_string_lossy().replace(':', "_")),
        _ => None,
    };
    let path: PathBuf = Path::new(&name).components().filter_map(plain).collect();
    match path.as_os_str().is_empty() {
        true => PathBuf::from("unnamed"),
        false => path,
    }
}
