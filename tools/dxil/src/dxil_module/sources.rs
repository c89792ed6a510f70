//! Reads the sources that a debug build stores in named metadata.

use alloc::string::String;
use alloc::vec::Vec;

use super::read::{Reader, metadata_error, operand_count};
use crate::dxil_metadata::SourceMetadata;
use crate::metadata_node::{Metadata, MetadataNode};
use crate::module::Module;
use dxc_format::{Limits, Result};

/// The sources in the metadata of a debug build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sources {
    /// The names and the contents of the files.
    pub files: Vec<(String, String)>,
    /// The macros of the command line.
    pub defines: Vec<String>,
    /// The name of the main file.
    pub main_file: Option<String>,
    /// The arguments of the compiler.
    pub arguments: Vec<String>,
}

/// Reads the sources in the bitcode of a program; other metadata is not read. Invalid UTF-8 is replaced.
///
/// # Errors
/// If the bitcode is damaged, the metadata of sources is not as DXC writes it, or a limit is exceeded.
pub fn read_sources(bitcode: &[u8], limits: Limits) -> Result<Sources> {
    let module = Module::parse_within(bitcode, limits)?;
    Sources::read(&mut Reader::new(&module, limits))
}

impl Sources {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.arguments.is_empty()
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let module = reader.module;
        let named = |kind: SourceMetadata| module.named(kind.text().unwrap_or_default());
        let find = |new, old| named(new).chain(named(old));
        let mut sources = Self::default();
        for node in find(SourceMetadata::Contents, SourceMetadata::OldContents) {
            reader.budgets.take::<(String, String)>()?;
            let file = (text(reader, node, 0)?, text(reader, node, 1)?);
            sources.files.push(file);
        }
        let main = find(
            SourceMetadata::MainFileName,
            SourceMetadata::OldMainFileName,
        )
        .next();
        sources.main_file = main.map(|node| text(reader, node, 0)).transpose()?;
        for node in find(SourceMetadata::Defines, SourceMetadata::OldDefines) {
            texts(reader, node, &mut sources.defines)?;
        }
        for node in find(SourceMetadata::Args, SourceMetadata::OldArgs) {
            texts(reader, node, &mut sources.arguments)?;
        }
        Ok(sources)
    }
}

fn texts<'m>(
    reader: &mut Reader<'m>,
    node: MetadataNode<'m>,
    texts: &mut Vec<String>,
) -> Result<()> {
    for index in 0..operand_count(node) {
        reader.budgets.take::<String>()?;
        texts.push(text(reader, node, index)?);
    }
    Ok(())
}

fn text<'m>(reader: &mut Reader<'m>, node: MetadataNode<'m>, index: u32) -> Result<String> {
    match node.operand(index) {
        Some(Metadata::String(bytes)) => reader.budgets.copy(&String::from_utf8_lossy(bytes)),
        _ => Err(metadata_error("expected a string")),
    }
}
