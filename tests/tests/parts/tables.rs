//! Tests that a new layout of tables equals the tables of the compilers.
//!
//! Judge: DXC and FXC, by the bytes of their tables.

use std::collections::BTreeMap;
use std::path::Path;

use dxc_format::psv0::PipelineStateValidationView;
use dxc_format::signature::{Signature, SignatureLayout};
use dxc_format::{Part, TableStyle};

/// Calls a function for every available PSV0, with its file.
fn each_psv0(mut look: impl FnMut(&str, PipelineStateValidationView<'_>)) {
    let mut seen = 0;
    for (path, container) in tests::each_container() {
        if let Some(psv) = container.psv0().unwrap() {
            look(path, psv);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Also converts LLVM's layout back to DXC's: the referenced entries are unchanged.
#[test]
fn psv0_as_dxc_lays_it_out() {
    let mut smaller = 0;
    each_psv0(|path, view| {
        let mut psv = view.to_value();
        psv.lay_out(TableStyle::Dxc).unwrap();
        assert!(psv.to_bytes().unwrap() == view.as_bytes(), "{path}");
        psv.lay_out(TableStyle::Llvm).unwrap();
        smaller += u32::from(psv.strings.len() < view.strings().len());
        let read = view.outputs().iter();
        let read = read.map(|element| element.indices_in(view).unwrap().to_vec());
        let laid_out = psv.outputs.iter();
        let laid_out = laid_out.map(|element| element.indices_in(&psv).unwrap().to_vec());
        assert!(read.eq(laid_out), "{path}");
        psv.lay_out(TableStyle::Dxc).unwrap();
        assert!(psv.to_bytes().unwrap() == view.as_bytes(), "{path}");
    });
    assert!(smaller > 10, "{smaller}");
}

/// The strings of a table, and its padding.
fn strings(table: &[u8]) -> (Vec<&[u8]>, &[u8]) {
    let used = table.iter().rposition(|byte| !matches!(byte, 0 | 0xab));
    let end = used.map_or(0, |last| (last + 2).min(table.len()));
    let (text, padding) = table.split_at(end);
    (text.split_inclusive(|byte| *byte == 0).collect(), padding)
}

/// The names of elements.
fn names(signature: &Signature) -> Vec<String> {
    let elements = signature.elements.iter();
    let names = elements.map(|element| signature.names.get(element.name).unwrap().to_owned());
    names.collect()
}

/// DXC stores names in the order of the declaration, and then sorts the elements by their registers.
const SORTED: &str = "elements were sorted after their names were stored";

/// The difference between a table of a signature and the table that `lay_out` makes.
fn difference(read: &[u8], made: &[u8]) -> &'static str {
    let ((mut read, padding), (mut made, _)) = (strings(read), strings(made));
    if read == made {
        return match padding {
            _ if padding.contains(&0xab) => "padded with 0xab",
            _ => "same",
        };
    }
    read.sort_unstable();
    made.sort_unstable();
    if read == made {
        return SORTED;
    }
    "other"
}

/// In `ISGN`, `OSGN`, `OSG5` and `PCSG`, FXC pads the names with 0xab; in `ISG1` and similar parts, DXC pads them with
/// 0.
#[test]
fn names_are_padded_as_by_their_compiler() {
    let layouts = [
        (SignatureLayout::Plain, 0xab),
        (SignatureLayout::Stream, 0xab),
        (SignatureLayout::MinPrecision, 0),
    ];
    for (layout, fill) in layouts {
        let mut signature = Signature::default();
        signature.names = dxc_format::types::StringTable(b"A\0".to_vec());
        let bytes = signature.to_bytes(layout).unwrap();
        assert_eq!(bytes[8..], [b'A', 0, fill, fill], "{layout:?}");
    }
}

/// FXC and DXC store each name once, in order; FXC pads with 0xab.
#[test]
fn signatures() {
    let (mut sorted, mut counts) = (Vec::new(), BTreeMap::new());
    let containers = tests::each_container();
    for (path, container) in containers.filter(|(path, _)| !tests::is_of_mesa(path)) {
        for part in container.parts() {
            let Part::Signature(mut signature) = Part::parse(part.fourcc, part.data).unwrap()
            else {
                continue;
            };
            let (read, named) = (signature.names.clone(), names(&signature));
            // Every layout has names.
            signature
                .lay_out(TableStyle::Dxc, SignatureLayout::Plain)
                .unwrap();
            assert_eq!(names(&signature), named, "{path}");
            let difference = difference(&read.0, &signature.names.0);
            *counts.entry(difference).or_insert(0) += 1;
            let path = Path::new(path);
            if path.starts_with(tests::data()) && difference == SORTED {
                let name = path.file_name().unwrap().to_string_lossy();
                sorted.push(format!("{name} {}", part.fourcc));
            }
        }
    }
    assert!(
        counts["same"] > 40 && !counts.contains_key("other"),
        "{counts:?}"
    );
    let expected = [
        "ds_patch.sm60.dxil PSG1",
        "hs_patch.sm61.dxil PSG1",
        "ms_meshlet.sm65.dxil PSG1",
        "ps_lowprecision.sm66.dxil ISG1",
    ];
    assert_eq!(sorted, expected);
}
