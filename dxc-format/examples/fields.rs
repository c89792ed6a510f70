//! Lists the fields of containers, a line each, for programs: the file, the part, the offset in the file, the size, the
//! path and the value, with tabs between them.
//!
//! `cargo run -p dxc-format --example fields -- FILE ...`

use dxc_format::constants::ShaderStage;
use dxc_format::{Container, PartView, types::Leaves};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let container = Container::parse(&bytes)?;
        let stage = container.shader_stage()?;
        for part in container.parts() {
            let mut leaves = Leaves::new(part.data);
            if let Some(stage) = stage {
                leaves = leaves.selected_by(&ShaderStage::TABLE, stage.0.into());
            }
            PartView::walk(part.fourcc, part.data, &mut leaves)?;
            for leaf in leaves.into_vec() {
                let at = part.data_offset() + leaf.at;
                let (size, field, value) = (leaf.size, leaf.path, leaf.value);
                println!("{path}\t{}\t{at}\t{size}\t{field}\t{value}", part.fourcc);
            }
        }
    }
    Ok(())
}
