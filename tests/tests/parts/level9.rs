//! Aon9, XNAS and XNAP: the values of the registers of Direct3D 9.

use dxc_format::level9::{Level9Program, ComponentMapping};
use dxc_format::parts::{self, PartView};

/// A vertex shader of shader model 2.0 for feature level 9, with a mapping of each kind that is known.
pub(crate) fn vertex_shader() -> Vec<u8> {
    let words = [
        [72, 0xfffe_0200, 8, 64].as_slice(),
        // The counts and offsets of mappings: constants, integers, booleans (unused), samplers, and those of the
        // runtime.
        &[0x0028_0001, 0x0034_0001, 0x003c_0000, 0x0024_0001],
        &[0x003c_0001],
        &[0x0003_0201],
        // `b1`, from the third vector on, four of them in `c7`.
        &[0x0002_0001, 0x0007_0004, 0x0302_0100],
        // The second component of a vector counts the loops of `i2`.
        &[0x0005_0001, 0x0002_0001],
        &[0x000b_0000],
        &[0xfffe_0200, 0x0000_ffff],
    ];
    tests::words(&words.concat())
}

#[test]
fn mappings_are_read_with_their_names() {
    let bytes = vertex_shader();
    for fourcc in [parts::AON9, parts::XNAS, parts::XNAP] {
        let Ok(PartView::Level9Program(view)) = PartView::parse(fourcc, &bytes) else {
            panic!("{fourcc}");
        };
        assert_eq!(
            format!("{view:?}"),
            "Level9Program { size: None, version: Level9Version { minor: 0, major: 2, kind: Vertex }, \
             samplers: [SamplerMapping { texture: 1, sampler: 2, register: 3, unused: 0 }], \
             constants: [ConstantMapping { buffer: 1, first: 2, count: 4, register: 7, \
             conversions: [Float, Bool, Int, Uint] }], \
             integers: [ComponentMapping { buffer: 1, vector: 5, component: 1, register: 2 }], booleans: [], \
             runtime: [RuntimeMapping { kind: VertexShaderPositionOffset, register: 11 }], \
             code: [0, 2, 254, 255, 255, 255, 0, 0], trailing: [], memory: usual }"
        );
        assert_eq!(view.to_value().to_bytes().unwrap(), bytes);
    }
}

#[test]
fn mappings_of_loops_have_eight_bytes() {
    let mut value = Level9Program::parse(&vertex_shader()).unwrap();
    let before = value.to_bytes().unwrap().len();
    let mut integers = ComponentMapping::default();
    (integers.vector, integers.component, integers.register) = (6, 3, 1);
    value.integers.push(integers);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes.len(), before + 8);
    assert_eq!(Level9Program::parse(&bytes).unwrap(), value);
}
