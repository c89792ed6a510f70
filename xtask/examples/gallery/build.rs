//! Generates `src/format` from the schemas.

fn main() {
    if let Err(mistakes) = dxc_schema::generate("schema", "src/format") {
        panic!("{mistakes}");
    }
}
