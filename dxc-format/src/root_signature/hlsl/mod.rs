//! HLSL's root signature strings, such as `"CBV(b0), SRV(t0, flags = DATA_STATIC)"`.
//!
//! [`parse`] takes the grammar as clang 22 and DXC do, and [`print`] gives text that parses to the same value. Where
//! the two compilers differ:
//!
//! - Clang's reading is ours where both accept: a number that begins with 0 is octal (DXC's is decimal), and CBVs and
//!   SRVs whose flags are left out have `DATA_STATIC_WHILE_SET_AT_EXECUTE` (DXC's have none, which means the same).
//! - What clang accepts besides is accepted: a comma at the end of a list, `RootFlags()`.
//! - Either spelling is taken where each has its own: `TEXTURE_ADDRESS_MIRRORONCE` is clang's,
//!   `TEXTURE_ADDRESS_MIRROR_ONCE` DXC's.
//! - What clang takes by accident is refused: `b1e1`, which it reads as b241, `.` for 0.0, and flags of a static
//!   sampler in versions that have none.
//!
//! Keywords, defaults and the arguments of each clause are not written here: they are the tables of [`crate::hlsl`]
//! and [`crate::constants`].

mod clause;
mod cursor;
mod parse;
mod places;
mod print;
mod source;
mod token;

pub use parse::parse;
pub use places::Parsed;
pub use print::{Form, print};
