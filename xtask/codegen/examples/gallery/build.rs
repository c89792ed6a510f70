//! Generates `src/format` from the schemas.

fn main() {
    if let Err(mistakes) = dxc_codegen::generate("schema", "src/format") {
        panic!("{mistakes}");
    }
}
