//! IFCE: the layout of FXC, compared with its listings of shaders with dynamic linkage.

use dxc_document::Document;
use dxc_format::interfaces::{Class, Interface, Interfaces, InterfacesView};
use dxc_format::{Container, parts};

/// An array of two slots, which two classes may be in, and an instance of the first class, as FXC lays them out.
pub(crate) fn by_fxc() -> Vec<u8> {
    let words = [
        [1, 2, 1, 2].as_slice(),
        // The instances, the classes and the interfaces; then FXC's leftover bytes.
        &[76, 52, 36, 0x4e47_534f, 0x0010_0020],
        &[2, 2, 92, 96],
        &[112, 0x0003_0000, 0x0001_0002],
        &[120, 0, 0],
        &[104, 0x0001_0000, 0x0004_0001, 0xffff_0005],
        &[0x0001_0000],
        &[7, 9],
    ];
    let mut bytes = tests::words(&words.concat());
    bytes.extend(b"lamp\0\xab\xab\xabcSun\0\xab\xab\xabcMoon\0\xab\xab");
    bytes
}

#[test]
fn classes_instances_and_interfaces_are_read() {
    let bytes = by_fxc();
    let view = InterfacesView::parse(&bytes).unwrap();
    assert_eq!(
        format!("{view:?}"),
        "Interfaces { slot_count: 2, unused: [79, 83, 71, 78, 32, 0, 16, 0], \
         classes: [Class { id: 0, constant_buffer_stride: 3, textures: 2, samplers: 1, name: \"cSun\" }, \
         Class { id: 0, constant_buffer_stride: 0, textures: 0, samplers: 0, name: \"cMoon\" }], \
         instances: [ClassInstance { class: 0, elements: 1, constant_buffer: 1, constant_buffer_offset: 4, \
         texture: 5, sampler: 65535, name: \"lamp\" }], \
         interfaces: [Interface { slots: 2, class_ids: [0, 1], table_ids: [7, 9] }], \
         trailing: [171, 171], memory: as read }"
    );
    assert_eq!(view.to_value().to_bytes().unwrap(), bytes);
}

#[test]
fn edited_values_are_read_again() {
    let mut value = Interfaces::parse(&by_fxc()).unwrap();
    let mut class = Class::default();
    class.name = "cStar".into();
    value.classes.push(class);
    let mut interface = Interface::default();
    interface.class_ids.push(2);
    interface.table_ids.push(11);
    value.interfaces.push(interface);
    value.slot_count += 1;
    let bytes = value.to_bytes().unwrap();
    let again = Interfaces::parse(&bytes).unwrap();
    assert_eq!(again.classes, value.classes);
    assert_eq!(again.interfaces, value.interfaces);
    assert_eq!(again.instances, value.instances);
    // Each class has a table.
    value.interfaces[1].table_ids.push(12);
    let error = value.to_bytes().unwrap_err().to_string();
    assert!(error.contains("table_ids"), "{error}");
}

#[test]
fn a_new_part_ends_where_the_next_one_may_begin() {
    let mut value = Interfaces::default();
    let (mut class, mut interface) = (Class::default(), Interface::default());
    class.name = "a".into();
    interface.class_ids.push(0);
    interface.table_ids.push(0);
    (value.classes, value.interfaces, value.slot_count) = (vec![class], vec![interface], 1);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes.len() % 4, 0);
    assert_eq!(Interfaces::parse(&bytes).unwrap(), value);
}

#[test]
fn documents_lead_back_to_the_same_bytes() {
    let bytes = tests::one_part(parts::IFCE, by_fxc());
    let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    let yaml = document.to_yaml().unwrap();
    assert!(yaml.contains("ClassIds: [0, 1]"), "{yaml}");
    // FXC places fields in another order.
    assert!(yaml.contains("Patch:"), "{yaml}");
    assert_eq!(tests::rebuilt(&bytes), bytes);
}
