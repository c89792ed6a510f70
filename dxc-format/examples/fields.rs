//! Lists the fields of containers, a line each, for programs: the file, the part, the offset in the file, the size, the
//! path and the value, with tabs between them.
//!
//! `cargo run -p dxc-format --example fields -- FILE ...`

use dxc_format::constants::ShaderStage;
use dxc_format::{Container, PartView, types::FieldValues};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let container = Container::parse(&bytes)?;
        let stage = container.shader_stage()?;
        for part in container.parts() {
            let mut field_values = FieldValues::new(part.data);
            if let Some(stage) = stage {
                field_values = field_values.selected_by(&ShaderStage::TABLE, stage.0.into());
            }
            PartView::walk(part.fourcc, part.data, &mut field_values)?;
            for field_value in field_values.into_vec() {
                let at = part.data_offset + field_value.offset();
                let (size, field, value) =
                    (field_value.size(), field_value.path(), field_value.value());
                println!("{path}\t{}\t{at}\t{size}\t{field}\t{value}", part.fourcc);
            }
        }
    }
    Ok(())
}
