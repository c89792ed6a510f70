//! Reads and writes records in streams, with binrw: arguments of records, and readers of many records for `parse_with`.
//!
//! All types of the format implement `BinRead` and `BinWrite`; the [cookbook](crate::cookbook#streams-with-binrw) lists
//! their arguments. After an error, the stream is back at its initial position, as for binrw's own types.
//!
//! ```
//! use binrw::{BinRead, binread, io::Cursor};
//! use dxc_format::{header::PartHeader, psv0::ResourceBinding, stream};
//!
//! #[binread]
//! #[br(little)]
//! struct Headers {
//!     count: u32,
//!     #[br(parse_with = stream::count(count as usize))]
//!     headers: Vec<PartHeader>,
//! }
//!
//! /// The resources of PSV0.
//! #[binread]
//! #[br(little)]
//! struct Resources {
//!     count: u32,
//!     #[br(if(count > 0))]
//!     stride: u32,
//!     #[br(parse_with = stream::strided(count as usize, stride as usize))]
//!     bindings: Vec<ResourceBinding>,
//! }
//!
//! # fn main() -> binrw::BinResult<()> {
//! let headers = Headers::read(&mut Cursor::new(b"\x01\0\0\0PSV0\x18\0\0\0"))?.headers;
//! assert_eq!((headers[0].fourcc, headers[0].size), (dxc_format::parts::PSV0, 24));
//!
//! let bytes = b"\x01\0\0\0\x10\0\0\0\x02\0\0\0\0\0\0\0\x07\0\0\0\x07\0\0\0";
//! let resources = Resources::read(&mut Cursor::new(bytes))?;
//! assert_eq!(resources.bindings[0].lower_bound, 7);
//! # Ok(())
//! # }
//! ```

#[doc(inline)]
pub use crate::runtime::{
    LayoutArgs,
    stream::{count, strided},
};
