//! Builds a part's data from a document, and finds the layout that the document lacks.

use alloc::vec::Vec;

use super::build_or_compare::BuildOrCompare;
use super::node::Node;
use super::part_layout::{LAYOUT, PartLayout};
use super::problem::DocumentError;
use super::requested::Requested;
use super::source::Source;
use crate::tables::LayOut;
use crate::{Result, TableStyle};

/// A part's data from the result of [`show`](super::show()).
///
/// # Errors
/// The error contains the key of the invalid value.
pub fn build<T: LayOut>(
    node: &Node,
    args: T::Args,
    style: TableStyle,
) -> Result<Vec<u8>, DocumentError> {
    built::<T>(node, args, style, &PartLayout::default())
}

/// The layout that is needed in addition to [`show`](super::show()) to build a part's data; none if [`build`] reproduces it in the
/// style of DXC.
///
/// ```
/// use dxc_format::runtime::values::{Node, build_in, layout, show};
/// use dxc_format::signature::{Signature, SignatureLayout};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // No elements, and a name that none of them has.
/// let bytes = *b"\0\0\0\0\x08\0\0\0TEX\0";
/// let node = show::<Signature>(&bytes, (SignatureLayout::MinPrecision,))?;
/// let layout = layout::<Signature>(&node, (SignatureLayout::MinPrecision,), &bytes)?;
/// assert_ne!(layout, Node::Nothing);
/// assert_eq!(build_in::<Signature>(&node, (SignatureLayout::MinPrecision,), &layout)?, bytes);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The error contains the key of the invalid value.
pub fn layout<T: LayOut>(node: &Node, args: T::Args, bytes: &[u8]) -> Result<Node, DocumentError> {
    let mut layout = PartLayout::default();
    let mut task = BuildOrCompare::Compare {
        bytes,
        layout: &mut layout,
        requested: &mut Requested::default(),
    };
    task.run::<T>(&Source::of(node)?, args)?;
    Ok(if layout.is_canonical() {
        Node::Nothing
    } else {
        Node::Map(layout.show())
    })
}

/// A part's data from the results of [`show`](super::show()) and [`layout`].
///
/// # Errors
/// The error contains the key of the invalid value.
pub fn build_in<T: LayOut>(
    node: &Node,
    args: T::Args,
    layout: &Node,
) -> Result<Vec<u8>, DocumentError> {
    let layout = match layout {
        Node::Nothing => PartLayout::default(),
        layout => PartLayout::read(layout).map_err(|problem| problem.within(LAYOUT))?,
    };
    built::<T>(node, args, TableStyle::Dxc, &layout)
}

/// Builds a part's data from its entries in a document.
fn built<T: LayOut>(
    node: &Node,
    args: T::Args,
    style: TableStyle,
    layout: &PartLayout,
) -> Result<Vec<u8>, DocumentError> {
    let mut task = BuildOrCompare::Build {
        style,
        layout: Some(layout),
        requested: &mut Requested::default(),
    };
    Source::whole(node, |source| task.run::<T>(source, args))
}
