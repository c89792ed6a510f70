//! Builds a part from a document, or compares it with the original.

use alloc::vec::Vec;

use super::build_value::{has_tables, part_value};
use super::keys::keyed;
use super::node::Node;
use super::part_layout::{PartLayout, Patch};
use super::problem::DocumentError;
use super::requested::Requested;
use super::show::show;
use super::source::Source;
use super::tables::lay_out_tables;
use crate::TableStyle;
use crate::tables::LayOut;

type Result<T> = core::result::Result<T, DocumentError>;

/// A task for a part of a document.
#[derive(Debug)]
pub enum BuildOrCompare<'t> {
    /// Builds its bytes.
    Build {
        style: TableStyle,
        /// The layout; `None` once it was used.
        layout: Option<&'t PartLayout>,
        requested: &'t mut Requested,
    },
    /// Finds the layout that reproduces these bytes.
    Compare {
        bytes: &'t [u8],
        layout: &'t mut PartLayout,
        requested: &'t mut Requested,
    },
}

impl BuildOrCompare<'_> {
    /// Performs the task, and returns the bytes.
    pub fn run<T: LayOut>(&mut self, source: &Source<'_>, args: T::Args) -> Result<Vec<u8>> {
        match self {
            Self::Build {
                style,
                layout,
                requested,
            } => {
                let canonical = PartLayout::default();
                let layout = layout.take().unwrap_or(&canonical);
                let built = build::<T>(source, args, *style, layout, **requested);
                let whole = layout.patch.as_ref().and_then(Patch::all_bytes);
                // If the original could not be built either, its bytes are kept. If the part was edited since, the
                // edits would be lost.
                let is_shown = |bytes: &&[u8]| {
                    let shown = show::<T>(bytes, args);
                    shown.is_ok_and(|shown| source.shows(&shown))
                };
                match built {
                    Ok((built, after)) => {
                        **requested = after;
                        Ok(built)
                    }
                    Err(problem) => Ok(whole.filter(is_shown).ok_or(problem)?.to_vec()),
                }
            }
            Self::Compare {
                bytes,
                layout,
                requested,
            } => {
                (**layout, **requested) = compare::<T>(source, args, bytes, **requested)?;
                Ok(bytes.to_vec())
            }
        }
    }
}

/// The bytes of a part, in a layout, and the remaining limit on requested bytes.
fn build<T: LayOut>(
    source: &Source<'_>,
    args: T::Args,
    style: TableStyle,
    layout: &PartLayout,
    requested: Requested,
) -> Result<(Vec<u8>, Requested)> {
    let (mut value, requested) = laid_out_value::<T>(source, args, style, layout, requested)?;
    let mut bytes = value
        .to_bytes(args)
        .map_err(|error| keyed(&mut value, args, &error))?;
    if let Some(patch) = &layout.patch {
        patch.apply(&mut bytes);
    }
    Ok((bytes, requested))
}

/// The value of a part with its tables laid out, and the remaining limit on requested bytes.
fn laid_out_value<T: LayOut>(
    source: &Source<'_>,
    args: T::Args,
    style: TableStyle,
    layout: &PartLayout,
    requested: Requested,
) -> Result<(T, Requested)> {
    let (mut value, scope) = part_value::<T>(source, args, requested)?;
    if has_tables::<T>() {
        let style = layout.style.unwrap_or(style);
        lay_out_tables(&mut value, args, style, &scope)?;
    }
    Ok((value, scope.requested))
}

/// The minimal layout that reproduces the bytes of a part, and the remaining limit on requested bytes. Each layout is
/// tried like one read from a document: a layout without keys is the canonical one.
fn compare<T: LayOut>(
    source: &Source<'_>,
    args: T::Args,
    bytes: &[u8],
    requested: Requested,
) -> Result<(PartLayout, Requested)> {
    let built = |layout: &PartLayout| {
        let layout = PartLayout::read(&Node::Map(layout.show()))?;
        build::<T>(source, args, TableStyle::Dxc, &layout, requested)
    };
    let fitting = |layout: &PartLayout| {
        let built = built(layout).ok();
        built.and_then(|(built, after)| (built == bytes).then_some(after))
    };
    let mut layout = PartLayout::default();
    if let Some(after) = fitting(&layout) {
        return Ok((layout, after));
    }
    if has_tables::<T>() {
        layout.style = Some(TableStyle::Llvm);
        if let Some(after) = fitting(&layout) {
            return Ok((layout, after));
        }
        layout.style = None;
    }
    let (canonical, after) = built(&layout).unwrap_or((Vec::new(), requested));
    layout.patch = Some(Patch::over(&canonical, bytes));
    Ok((layout, after))
}
