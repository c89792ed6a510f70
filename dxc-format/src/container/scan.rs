//! Finds containers inside of any other file: an executable, an archive, a capture.
//!
//! To search a file that is larger than memory, map it: it is read once, from start to end. If you read it in chunks,
//! overlap them by the size of the largest expected container; a truncated container is not found.
//!
//! ```
//! use dxc_format::{Builder, scan};
//!
//! let container = Builder::new().to_bytes()?;
//! let file = [b"rubbish".as_slice(), &container, b"DXBC is no container here", &container].concat();
//! let found: Vec<_> = scan::containers(&file).map(|found| found.offset).collect();
//! assert_eq!(found, [7, 7 + container.len() + 25]);
//! # Ok::<(), dxc_format::Error>(())
//! ```

use memchr::memmem;

use super::digest::Verdict;
use super::view::Container;
use crate::generated::header::{Header, MAGIC};
use crate::runtime::Fixed;

/// A container that was found, and its offset.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Found<'a> {
    /// Its offset in the searched bytes.
    pub offset: usize,
    /// The container, without trailing bytes.
    pub container: Container<'a>,
}

/// Whether a file begins like a container; [`Container::parse`] checks whether it is one.
///
/// ```
/// assert!(!dxc_format::scan::is_container(b"%PDF-1.7"));
/// ```
#[inline]
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC.0)
}

/// Every container in `bytes`, in order.
///
/// A container is accepted if [`Container::parse`] opens it and it has a part. A header without parts needs a digest
/// that matches: the four characters of the FourCC alone are not enough. Containers inside of a found container, such
/// as in a part, are not reported; search the part for those.
pub fn containers(bytes: &[u8]) -> impl Iterator<Item = Found<'_>> {
    let finder = memmem::Finder::new(&MAGIC.0);
    let mut from = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = bytes.get(from..)?;
            let offset = from.checked_add(finder.find(rest)?)?;
            from = offset + MAGIC.0.len();
            let Some(container) = at(bytes.get(offset..)?) else {
                continue;
            };
            from = offset + container.as_bytes().len();
            return Some(Found { offset, container });
        }
    })
}

/// The container at the start of these bytes, without trailing bytes.
fn at(bytes: &[u8]) -> Option<Container<'_>> {
    let container = Container::parse(bytes).ok()?;
    let behind = container.trailing().len();
    let container = Container::parse(bytes.get(..bytes.len() - behind)?).ok()?;
    // The digest is computed only for a container that is a header alone, since a header may state any size.
    let is_bare = || {
        container.as_bytes().len() == Header::SIZE && container.verify_digest() == Verdict::Matches
    };
    let is_one = container.header().version.major == 1 && (!container.is_empty() || is_bare());
    is_one.then_some(container)
}
