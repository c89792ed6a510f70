//! Containers inside of any other file: an executable, an archive, a capture.
//!
//! Whoever searches a file that is larger than memory maps it: it is gone over once, from start to end. Of a file that is
//! read in pieces, pieces overlap by the largest container that is expected, since one that is cut off is not found.
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
use crate::generated::header::Header;
use crate::runtime::Fixed;

const MAGIC: [u8; 4] = Container::MAGIC.0;

/// A container, and where it begins.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Found<'a> {
    /// Where it begins in what was searched.
    pub offset: usize,
    /// The container; nothing trails behind it.
    pub container: Container<'a>,
}

/// Every container in `bytes`, in order.
///
/// A container is what [`Container::parse`] opens and has a part; one without parts is a header whose digest matches. Four
/// letters alone are none. What lies within a container that was found, such as a part that holds another container, is not
/// looked at; search the part for that.
pub fn containers(bytes: &[u8]) -> impl Iterator<Item = Found<'_>> {
    let finder = memmem::Finder::new(&MAGIC);
    let mut from = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = bytes.get(from..)?;
            let offset = from.checked_add(finder.find(rest)?)?;
            from = offset + MAGIC.len();
            let Some(container) = at(bytes.get(offset..)?) else {
                continue;
            };
            from = offset + container.as_bytes().len();
            return Some(Found { offset, container });
        }
    })
}

/// The container that begins here, without what trails behind it.
fn at(bytes: &[u8]) -> Option<Container<'_>> {
    let container = Container::parse(bytes).ok()?;
    let behind = container.trailing().len();
    let container = Container::parse(bytes.get(..bytes.len() - behind)?).ok()?;
    // No digest is computed of a file that anything could claim to be as large as.
    let is_bare = || {
        container.as_bytes().len() == Header::SIZE && container.verify_digest() == Verdict::Matches
    };
    let is_one = container.header().version.major == 1 && (!container.is_empty() || is_bare());
    is_one.then_some(container)
}
