//! A match on the words of a column names all of them.

use dxc_runtime::open_enum;

#[open_enum(
    u8,
    columns(
        /// How it is cut.
        cut: WoodCut { Plain = "plain", Quarter = "quarter" },
    )
)]
pub enum Wood {
    /// Hard.
    #[dxc(cut = "quarter")]
    Oak = 1,
    /// Soft.
    #[dxc(cut = "plain")]
    Pine = 2,
}

fn main() {
    let _ = match Wood::Pine.cut() {
        Some(WoodCut::Plain) | None => 0,
    };
}
