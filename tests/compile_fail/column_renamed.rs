//! A column that the schema does not have has no accessor.

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
    let _ = Wood::Oak.sawn();
}
