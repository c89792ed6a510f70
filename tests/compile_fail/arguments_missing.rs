use std::io::Cursor;

use dxc_format::rts0::{DescriptorRange, RootDescriptor, RootParameter, StaticSampler};
use dxc_format::signature::Signature;
use dxc_format::Part;
use dxc_runtime::stream::{BinRead, BinWrite};

fn main() {
    let mut stream = Cursor::new(Vec::new());
    // The FourCC selects the layout.
    let _ = Signature::read_le(&mut stream);
    let part = Part::read_le(&mut stream).unwrap();
    let _ = part.write_le(&mut stream);
    // The version of root signatures selects it.
    let _ = StaticSampler::read(&mut stream);
    let _ = DescriptorRange::read_be(&mut stream);
    let _ = RootDescriptor::read_ne(&mut stream);
    let _ = RootParameter::read_le(&mut stream);
    let _ = RootDescriptor::default().write_le(&mut stream);
}
