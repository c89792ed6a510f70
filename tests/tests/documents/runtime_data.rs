//! Documents of libraries and debug builds: what they show is built into the same containers.

use dxc_format::document::Document;
use dxc_format::{Container, TableStyle};

#[test]
fn the_same_containers_are_built_of_documents() {
    for name in [
        "lib_workgraph.sm68",
        "lib_raytracing.sm66",
        "lib_raytracing.sm69",
        "vs_basic.pdb-full",
        "vs_basic.pdb-slim",
    ] {
        let path = tests::data().join(format!("dxc/{name}.dxil"));
        let file = std::fs::read(path).unwrap();
        let document = Document::of(&Container::parse(&file).unwrap()).unwrap();
        let text = document.to_yaml().unwrap();
        let built = Document::from_yaml(&text).unwrap();
        assert_eq!(built.to_bytes(TableStyle::Dxc).unwrap(), file, "{name}");
    }
}
