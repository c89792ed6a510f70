//! Reads and writes the folder of the schemas, for commands other than `gen`.

use std::path::{Path, PathBuf};

use crate::diagnostic::Mistakes;
use crate::model::Schema;
use crate::span::Source;
use crate::{check, load, output};

/// The folder of the schemas.
pub struct SchemaFolder {
    folder: PathBuf,
    /// The path of the folder in messages on written files.
    shown: PathBuf,
}

impl SchemaFolder {
    /// The given folder, or `schema` in a repository.
    pub fn new(given: Option<PathBuf>, repository: &Path) -> Self {
        Self {
            shown: given.clone().unwrap_or_else(|| PathBuf::from("schema")),
            folder: given.unwrap_or_else(|| repository.join("schema")),
        }
    }

    /// Reads the schemas, which must have no mistakes.
    pub fn schema(&self) -> Result<Schema, String> {
        checked(load::sources(&self.folder)?)
    }

    /// Like `schema`, for writing: the files have the paths to which they are written.
    pub fn schema_to_write(&self) -> Result<Schema, String> {
        checked(self.sources()?)
    }

    fn sources(&self) -> Result<Vec<Source>, String> {
        let mut sources = load::sources(&self.folder)?;
        for source in &mut sources {
            source.path = self.shown.join(source.path.file_name().unwrap_or_default());
        }
        Ok(sources)
    }

    /// Writes new texts of some files, if no file then has a mistake.
    pub fn replace(&self, new: &[Source]) -> Result<(), String> {
        let mut sources = self.sources()?;
        for new in new {
            match sources.iter_mut().find(|source| source.stem == new.stem) {
                Some(source) => source.text.clone_from(&new.text),
                None => sources.push(new.clone()),
            }
        }
        flawless(sources).map_err(|mistakes| {
            format!("nothing was written: the result would have these mistakes\n{mistakes}")
        })?;
        let mut written = String::new();
        for new in new {
            let path = self.folder.join(new.path.file_name().unwrap_or_default());
            std::fs::write(&path, &new.text)
                .map_err(|problem| format!("cannot write {}: {problem}", path.display()))?;
            written.push_str(&format!("wrote {}\n", new.path.display()));
        }
        output::print(written)
    }
}

/// Builds the model from some files; the error shows every mistake.
pub fn checked(sources: Vec<Source>) -> Result<Schema, String> {
    flawless(sources).map_err(|mistakes| format!("the schemas have mistakes\n{mistakes}"))
}

/// Like `checked`; the error contains only the mistakes.
fn flawless(sources: Vec<Source>) -> Result<Schema, String> {
    let mistakes = Mistakes::default();
    let schema = Schema::new(sources, &mistakes);
    check::check(&schema, &mistakes);
    if mistakes.is_empty() {
        Ok(schema)
    } else {
        Err(mistakes.render(&schema.sources).0)
    }
}
